"""What whoever runs a competition may do with it, and until when: make, change, open and close it, see to its bots.

The command line and the teacher's pages do it through these functions, so that both refuse for the same reasons.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from plyground.bots._levels import name_of
from plyground.competitions import registration
from plyground.competitions.running import schedule
from plyground.competitions.settings import EventSettings, changed
from plyground.competitions.store import Competition, CompetitionStore, Entry, Snapshot, Version
from plyground.core import name_lists, registry
from plyground.core.game import Game
from plyground.core.messages import _, ngettext
from plyground.core.refusals import AlreadyBegun, BadSetting, NameTaken, NoSuchEntry, StillWaiting, TooMany

MOST_TITLE = 80
MOST_BUILT_IN = 40
"""So many of our own bots are added at a time."""


def make(
    store: CompetitionStore,
    title: str,
    game_id: str,
    options: Mapping[str, object] | None = None,
    changes: Mapping[str, object] | None = None,
    seed: int | None = None,
    built_in: Sequence[str] = (),
) -> Competition:
    """A new competition, open to bots, with bots of our own by their texts; nothing is made if anything is refused.

    All chance is drawn from ``seed``, or without one from a secret. ``changes`` are settings by their flat names
    (``settings.changed``). Raises ``BadSetting``, ``BadOption``, ``UnknownGame`` or another refusal.
    """
    game = registry.game(game_id)
    values = game.options(options)
    settings = changed(EventSettings(), changes or {}, game.seats_at(game.initial(values)))
    texts = _built_in_texts(game, built_in)
    made = store.create(clean_title(title), game_id, values, settings, seed)
    for text in texts:
        _add_built_in(store, made, game, text)
    return made


def change(store: CompetitionStore, competition: str, changes: Mapping[str, object]) -> EventSettings:
    """Change settings, before the event begins; raises ``AlreadyBegun`` or ``BadSetting``."""
    found = store.get(competition)
    settings = changed(found.settings, changes, schedule.seats_of(found))
    if not store.set_settings(found.id, settings):
        raise AlreadyBegun(_("The event has begun, so its settings stand."))
    return settings


def rename(store: CompetitionStore, competition: str, title: str) -> None:
    """Give a competition another title; raises ``BadSetting``."""
    store.set_title(store.get(competition).id, clean_title(title))


def set_open(store: CompetitionStore, competition: str, is_open: bool) -> None:
    """Take new bots, or no more; raises ``AlreadyBegun``."""
    found = store.get(competition)
    if not store.change_state(found.id, ["open", "closed"], "open" if is_open else "closed"):
        raise AlreadyBegun(_("The event has begun, so its field stands."))


def add_built_in(store: CompetitionStore, competition: str, texts: Sequence[str]) -> list[Entry]:
    """Add bots of our own by their texts, also when nobody else may; all of them or none.

    Raises ``AlreadyBegun``, ``BadSetting``, ``BadOption`` or another refusal of a bot.
    """
    found = store.get(competition)
    _insist_not_begun(found)
    game = registry.game(found.game)
    if len(store.entries(found.id)) + len(texts) > registration.MOST_BOTS:
        raise TooMany(_("A competition has at most {most_bots} bots.", most_bots=registration.MOST_BOTS))
    return [_add_built_in(store, found, game, text) for text in _built_in_texts(game, texts)]


def admit(store: CompetitionStore, competition: str, word: str) -> Version:
    """Let the active version of a bot play, whatever its validation said; raises ``NoSuchEntry``."""
    return _set_active_version(store, competition, word, "admitted")


def judge(store: CompetitionStore, competition: str, word: str) -> Version:
    """Undo that: its validation games decide again. One of our own bots needs none."""
    built_in = _active(store, competition, word).is_built_in
    return _set_active_version(store, competition, word, "validated" if built_in else "waiting")


def exclude(store: CompetitionStore, competition: str, word: str, excluded: bool = True) -> Entry:
    """Keep a bot out with all its versions, or take it back; raises ``NoSuchEntry`` or ``AlreadyBegun``."""
    entry = store.entry(competition, word)
    _insist_not_begun(store.get(competition))
    store.set_excluded(entry.id, excluded)
    return store.entry(competition, entry.id)


def rename_bot(store: CompetitionStore, competition: str, word: str, alias: str | None) -> Entry:
    """Give a bot another alias, one of colour and animal if none is given; raises ``NameTaken`` or ``BadSetting``."""
    entry = store.entry(competition, word)
    if alias is None:
        taken = {each.alias for each in store.entries(competition)}
        alias = registration.new_alias(taken, random.Random(secrets.randbits(64)))
    registration.insist_unlike(store, competition, alias, entry.id)
    store.set_alias(entry, name_lists.clean(alias))
    return store.entry(competition, entry.id)


def waiting(now: Snapshot) -> list[Entry]:
    """The bots whose active version waits for its validation games."""
    active = [entry for entry in now.entries if entry.active is not None and not entry.excluded]
    return [entry for entry in active if now.versions[entry.active or ""].admission == "waiting"]


def insist_nobody_waits(store: CompetitionStore, competition: str) -> None:
    """Raise ``StillWaiting`` if a bot would be left out only because its first games are not over."""
    names = [entry.alias for entry in waiting(store.snapshot(competition, []))]
    if names:
        shown = ", ".join(names[:3])
        if len(names) > 3:
            shown = _("{names} and {count} more", names=shown, count=len(names) - 3)
        raise StillWaiting(
            ngettext(
                "{shown} still waits for its first games. Begin when they are over, or without them.",
                "{shown} still wait for their first games. Begin when they are over, or without them.",
                len(names),
                shown=shown,
            )
        )


def clean_title(title: str) -> str:
    """A title as it is shown; raises ``BadSetting``."""
    found = " ".join(title.split())
    if not 1 <= len(found) <= MOST_TITLE or not found.isprintable():
        raise BadSetting(_("A title has 1 to {most_title} characters.", most_title=MOST_TITLE))
    return found


def _built_in_texts(game: Game[Any, Any], texts: Sequence[str]) -> list[str]:
    if len(texts) > MOST_BUILT_IN:
        raise BadSetting(_("At most {most_built_in} of our own bots are added at a time.", most_built_in=MOST_BUILT_IN))
    return [registry.parse_player(text, game).text for text in texts]


def _add_built_in(store: CompetitionStore, competition: Competition, game: Game[Any, Any], text: str) -> Entry:
    """Under people's word for its level, numbered where that is taken."""
    level = name_of(game, text)
    name = (level["word"] if level else text)[: name_lists.LONGEST_NAME - 4]
    for number in count(1):
        try:
            alias = name if number == 1 else f"{name} {number}"
            entry = registration.register(store, competition.id, alias, though_closed=True)
        except NameTaken:
            continue
        break
    registration.submit_built_in(store, entry, text)
    return store.entry(competition.id, entry.id)


def _active(store: CompetitionStore, competition: str, word: str) -> Version:
    entry = store.entry(competition, word)
    if entry.active is None:
        raise NoSuchEntry(_("{alias} has no version yet.", alias=entry.alias))
    return store.versions(competition)[entry.active]


def _set_active_version(store: CompetitionStore, competition: str, word: str, admission: Any) -> Version:
    version = _active(store, competition, word)
    _insist_not_begun(store.get(competition))
    store.set_admission(version.id, admission)
    return store.versions(competition)[version.id]


def _insist_not_begun(competition: Competition) -> None:
    if competition.field is not None:
        raise AlreadyBegun(_("The event has begun, so its field stands."))
