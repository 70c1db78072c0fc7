"""Takes bots in: built-in ones by their text, others by their files; each under an alias until its owner says more."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from plyground.competitions.store import Competition, CompetitionStore, Entry, Version
from plyground.competitions.submissions import files, length, making, weights
from plyground.competitions.submissions.weights import MEGABYTE, Files
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.look_alikes import alike, skeletons
from plyground.core.messages import _
from plyground.core.name_lists import clean
from plyground.core.refusals import AlreadyBegun, Excluded, NameTaken, SameVersion, TooMany

MOST_NOTE = 500
MOST_BOTS = 500
"""So many bots a competition takes."""
MOST_VERSIONS = 200
"""So many versions a bot has."""
EMPTY_SECONDS = 600.0
"""Where a competition is full, a bot that has had no version for so long makes room for another."""
MOST_UNVALIDATED = 3
"""So many versions of a bot are in their first games at a time, where others wait for theirs."""
COLOURS = (
    "Amber", "Azure", "Black", "Blue", "Bronze", "Brown", "Copper", "Coral", "Crimson", "Cyan", "Golden", "Green",
    "Grey", "Indigo", "Ivory", "Jade", "Lilac", "Lime", "Magenta", "Olive", "Orange", "Pink", "Purple", "Red",
    "Ruby", "Scarlet", "Silver", "Teal", "Turquoise", "Violet", "White", "Yellow",
)  # fmt: skip
ANIMALS = (
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Deer", "Dolphin", "Eagle", "Falcon", "Ferret", "Fox", "Gecko",
    "Heron", "Ibex", "Jackal", "Kestrel", "Kiwi", "Koala", "Lemur", "Llama", "Lynx", "Marten", "Moose", "Newt",
    "Otter", "Owl", "Panda", "Pelican", "Puffin", "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Stork", "Swan",
    "Tiger", "Toad", "Walrus", "Yak",
)  # fmt: skip
_TRIES = 8
submitting, _entering = threading.Lock(), threading.Lock()
"""Held while a version is compared with the latest one and added, so that a double click makes one version, and while
bots go on into another season; and while a bot's alias is drawn and taken, so that a class that comes at once has one
each."""


def register(
    store: CompetitionStore,
    competition: str,
    alias: str | None = None,
    name: str | None = None,
    owner: str | None = None,
    though_closed: bool = False,
) -> Entry:
    """A new bot without a version, under the given alias or one of colour and animal.

    Raises ``NameTaken``, ``BadSetting``, ``TooMany`` or ``AlreadyBegun``.
    ``though_closed`` is for the teacher.
    """
    found = store.get(competition)
    if not (though_closed and found.state == "closed"):
        _insist_open(found)
    given, own = clean(alias) if alias else None, clean(name) if name else None
    if given is not None:
        insist_unlike(store, found.id, given)
    for number in range(_TRIES):
        with _entering:
            entries = store.entries(found.id)
            if len(entries) >= MOST_BOTS and not _made_room(store, entries):
                raise TooMany(
                    _("This competition has {most_bots} bots, which is the most that it takes.", most_bots=MOST_BOTS)
                )
            taken = {each for entry in entries for each in (entry.alias, entry.shown_name)}
            word = str(len(entries)) + (f":{number}" if number else "")
            drawn = new_alias(taken, random.Random(found.draw(word)))
            try:
                return store.add_entry(found.id, given or drawn, own, owner)
            except NameTaken:  # a drawn one, when somebody came to another server of the site at the same moment
                if given is not None:
                    raise
    raise NameTaken(_("Many come in at this moment; try again."))


def insist_unlike(store: CompetitionStore, competition: str, name: str, own: str = "") -> None:
    """Raise ``NameTaken`` if a bot but ``own`` is called so, or so that a reader may take one for the other."""
    others = [entry for entry in store.entries(competition) if entry.id != own]
    taken = [each for entry in others for each in (entry.alias, entry.shown_name) if alike(name, each)]
    if name in taken:
        raise NameTaken(_("There is a bot called “{alias}” in this competition already.", alias=name))
    if taken:
        raise NameTaken(_("Another bot is called so here; write your name so that people can tell you apart."))


def new_alias(taken: Collection[str], rng: random.Random) -> str:
    """A colour and an animal that nobody is called by yet, nor alike; numbered once all are taken."""
    seen = {skeleton for name in taken for skeleton in skeletons(name)}
    for _ in range(1000):
        found = f"{rng.choice(COLOURS)} {rng.choice(ANIMALS)}"
        if seen.isdisjoint(skeletons(found)):
            return found
    number = 2
    while not seen.isdisjoint(skeletons(f"{found} {number}")):
        number += 1
    return f"{found} {number}"


def _made_room(store: CompetitionStore, entries: Sequence[Entry]) -> bool:
    """Forget those who took part long ago and handed nothing in: names alone shut nobody out."""
    begun = {version.entry for version in store.versions(entries[0].competition).values()}
    empty = [one for one in entries if one.id not in begun and one.created < time.time() - EMPTY_SECONDS]
    for one in empty:
        store.remove_entry(one.id)
    return bool(empty)


def register_with(
    store: CompetitionStore,
    competition: str,
    given: str | Files,
    alias: str | None = None,
    name: str | None = None,
    owner: str | None = None,
    command: Sequence[str] | None = None,
    note: str = "",
) -> tuple[Entry, Version]:
    """A new bot with its first version, one of our own by its text or one of files; neither if one is refused.

    Where this was killed in between, it can be done again: a bot of that name that is nobody's and has no version goes.
    """
    for left in store.entries(competition):
        if alias and left.alias == clean(alias) and left.owner is None:
            store.remove_entry(left.id)  # unless it has a version
    entry = register(store, competition, alias, name, owner)
    try:
        return entry, submit(store, entry, given, command, note)
    except Refusal:
        store.remove_entry(entry.id)
        raise


def submit(
    store: CompetitionStore, entry: Entry, given: str | Files, command: Sequence[str] | None = None, note: str = ""
) -> Version:
    """Another version, one of our own bots by its text or one of files."""
    if isinstance(given, str):
        return submit_built_in(store, entry, given, note)
    return submit_files(store, entry, given, command, note)


def clean_note(text: str) -> str:
    """A note as it is kept: without what no page can show, lines apart, and no longer than one may be."""
    kept = "".join(letter for letter in text if letter.isprintable() or letter == "\n")
    return kept.strip()[:MOST_NOTE]


def submit_built_in(store: CompetitionStore, entry: Entry, text: str, note: str = "") -> Version:
    """A version that is one of the program's own bots; it needs no validation. Raises a refusal."""
    competition = store.get(entry.competition)
    player = registry.parse_player(text, registry.game(competition.game))
    bot = {"kind": "built_in", "bot": player.text}
    return store.add_version(entry.id, bot, None, clean_note(note), "validated")


def submit_files(
    store: CompetitionStore,
    entry: Entry,
    given: Files,
    command: Sequence[str] | None = None,
    note: str = "",
    room: int | None = None,
    most_unvalidated: int | None = None,
    language: str | None = None,
) -> Version:
    """A version made of files, which waits for its validation. All bots may take ``room`` bytes on the disk, and
    ``most_unvalidated`` versions of a bot wait at a time. Without ``language`` the files show it (``making``).

    While an event runs new versions are taken, but its field stays. Raises ``BadUpload``, ``NoProgram``,
    ``AlreadyBegun``, ``Excluded``, ``SameVersion`` or ``TooMany``, or as ``making.made``.
    """
    competition = store.get(entry.competition)
    _insist_open(competition, versions_too=True)
    if entry.excluded:
        raise Excluded(_("{alias} has been excluded by the teacher, so it takes no new version.", alias=entry.alias))
    words = list(command) if command else None
    weights.insist(given, competition.settings.weights * MEGABYTE)
    made = making.made(given, language, command, competition.settings.languages)
    counted = length.of_files(made.files, command)
    bot: dict[str, Any] = {"kind": "upload", "command": words, "source": made.source, "language": made.language.id}
    with submitting:
        if store.get(competition.id).followed_by is not None:
            raise AlreadyBegun(_("This season is over, and the next has begun: hand in there."))
        own = store.versions_of(entry.id)
        if len(own) >= MOST_VERSIONS:
            raise TooMany(
                _(
                    "This bot has {most_versions} versions, which is the most that are kept.",
                    most_versions=MOST_VERSIONS,
                )
            )
        if (
            own
            and {"source": own[-1].bot.get("content"), "language": bot["language"], **own[-1].bot}.items()
            >= bot.items()
        ):
            raise SameVersion(
                _("These are the very files of version {number}; change something first.", number=own[-1].number)
            )
        if most_unvalidated is not None and sum(each.admission == "waiting" for each in own) >= most_unvalidated:
            raise TooMany(
                _(
                    "{most_unvalidated} versions of this bot are still in their first games; wait for one of them.",
                    most_unvalidated=most_unvalidated,
                )
            )
        with files.keeping(made.files, room):
            told = {"name": entry.alias} | ({"length": counted.as_json()} if counted and counted.added else {})
            told |= weights.told(made.files)
            tokens = counted.tokens if counted else None
            bot |= {"content": files.content_of(made.files)}
            return store.add_version(entry.id, bot | told, tokens, clean_note(note))


def connected(
    store: CompetitionStore,
    competition: str,
    account: str,
    alias: str | None,
    name: str | None = None,
    admit: Callable[[Entry], None] | None = None,
) -> Entry:
    """A bot over the network is there: it plays from now on, after first games if it has not shown yet that it can.

    It is known again by its account; what ``admit`` refuses goes again. Raises as ``register``, or ``Excluded``.
    """
    found = store.get(competition)
    with submitting:
        entry = of_account(store, found.id, account)
        if entry is None:
            _insist_open(found, versions_too=False)
            entry = register(store, found.id, alias, name, _owner(account))
            try:
                if admit is not None:
                    admit(entry)
            except Refusal:
                store.remove_entry(entry.id)
                raise
        if entry.excluded:
            raise Excluded(_("{alias} has been excluded by the teacher, so it does not play.", alias=entry.alias))
        own = store.versions_of(entry.id)
        if own and own[-1].admission != "refused":
            store.set_active(entry.id, own[-1].id)
        else:
            if len(own) >= MOST_VERSIONS:
                raise TooMany(_("This bot failed in its first games too often; make another one."))
            store.add_version(entry.id, {"kind": "network", "account": account, "name": entry.alias}, None)
    return entry


def of_account(store: CompetitionStore, competition: str, account: str) -> Entry | None:
    """The bot that an account has in a competition."""
    return next((each for each in store.entries(competition) if each.owner == _owner(account)), None)


def disconnected(store: CompetitionStore, account: str) -> None:
    """A bot over the network is gone: nobody plays it until it is back."""
    for competition in store.all():
        for entry in store.entries(competition.id):
            if entry.owner == _owner(account):
                store.set_active(entry.id, None)


def _owner(account: str) -> str:
    """What stands in place of an owner's digest; it is none, so no key opens it."""
    return f"network {account}"


def _insist_open(competition: Competition, versions_too: bool = False) -> None:
    if competition.state == "closed":
        raise AlreadyBegun(_("This competition takes no more bots."))
    if competition.field is not None and not versions_too:
        raise AlreadyBegun(_("The event has begun; its field stands."))


def forget(store: CompetitionStore, competition: str) -> None:
    """Forget a competition with its bots and games, and the files that no other bot has."""
    with submitting:
        files.forget(store.delete(competition))
