"""Takes bots in: built-in ones by their text, others by their files; each under an alias until its owner says more."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any

from game.competitions import files, programs
from game.competitions.aliases import alias as new_alias
from game.competitions.errors import AlreadyBegun, BadSetting, Excluded
from game.competitions.source_size import size_of
from game.competitions.store import Competition, CompetitionStore, Entry, Version
from game.competitions.unpacking import Files
from game.core import registry
from game.core.errors import Refusal

MOST_NAME = 40
MOST_NOTE = 500


def enter(
    store: CompetitionStore,
    competition: str,
    alias: str | None = None,
    name: str | None = None,
    owner: str | None = None,
    though_closed: bool = False,
) -> Entry:
    """A new bot without a version, under the given alias or one of colour and animal.

    Raises ``NameTaken``, ``BadSetting`` or ``AlreadyBegun``. ``though_closed`` is for the teacher.
    """
    found = store.get(competition)
    if not (though_closed and found.state == "closed"):
        _insist_open(found)
    entries = store.entries(found.id)
    taken = {entry.alias for entry in entries}
    given = clean(alias) if alias else new_alias(taken, random.Random(f"{found.seed}:{len(entries)}"))
    return store.add_entry(found.id, given, clean(name) if name else None, owner)


def enter_with(
    store: CompetitionStore,
    competition: str,
    given: str | Files,
    alias: str | None = None,
    name: str | None = None,
    owner: str | None = None,
    command: Sequence[str] | None = None,
    note: str = "",
) -> tuple[Entry, Version]:
    """A new bot with its first version, one of our own by its text or one of files; neither if one is refused."""
    entry = enter(store, competition, alias, name, owner)
    try:
        if isinstance(given, str):
            return entry, hand_in_built_in(store, entry, given, note)
        return entry, hand_in_files(store, entry, given, command, note)
    except Refusal:
        store.remove_entry(entry.id)
        raise


def clean(name: str) -> str:
    """A name as it is shown; raises ``BadSetting``."""
    found = " ".join(name.split())
    if not 1 <= len(found) <= MOST_NAME or not found.isprintable():
        raise BadSetting(f"A name has 1 to {MOST_NAME} characters.")
    return found


def hand_in_built_in(store: CompetitionStore, entry: Entry, text: str, note: str = "") -> Version:
    """A version that is one of the program's own bots; it needs no validation. Raises a refusal."""
    competition = store.get(entry.competition)
    player = registry.parse_player(text, registry.game(competition.game))
    bot = {"kind": "built_in", "bot": player.text}
    return store.add_version(entry.id, bot, None, note[:MOST_NOTE], "validated")


def hand_in_files(
    store: CompetitionStore,
    entry: Entry,
    given: Files,
    command: Sequence[str] | None = None,
    note: str = "",
) -> Version:
    """A version made of files, which waits for its validation. Raises ``BadUpload``, ``NoProgram``, ``AlreadyBegun``
    or ``Excluded``.

    While an event runs new versions are taken, but its field stays.
    """
    _insist_open(store.get(entry.competition), versions_too=True)
    if entry.excluded:
        raise Excluded(f"{entry.alias} has been excluded by the teacher, so it takes no new version.")
    content = files.keep(given)
    folder = files.folder_of(content)
    programs.program(folder, command)
    bot: dict[str, Any] = {"kind": "upload", "content": content, "command": list(command) if command else None}
    return store.add_version(entry.id, {**bot, "name": entry.alias}, size_of(folder), note[:MOST_NOTE])


def _insist_open(competition: Competition, versions_too: bool = False) -> None:
    if competition.state == "closed":
        raise AlreadyBegun("This competition takes no more bots.")
    if competition.field is not None and not versions_too:
        raise AlreadyBegun("The event has begun; its field stands.")


def usual_seed(title: str) -> int:
    """A seed for a competition that was given none, from its title."""
    return zlib.crc32(title.encode())
