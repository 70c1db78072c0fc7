"""What the owner of a bot does with it: name it, note, choose the version that plays, withdraw, and read its own logs.

Whoever calls has seen to it that the asker is the owner (``rights``).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from plyground.competitions.languages import table
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.refereeing.uploads import TOTAL_BYTES
from plyground.competitions.registration import MOST_NOTE, clean_note, insist_unlike
from plyground.competitions.store import CompetitionStore, Entry, Version
from plyground.competitions.submissions import files, making, weights
from plyground.core.messages import _
from plyground.core.name_lists import clean
from plyground.core.refusals import BadSetting, CannotChoose, NoSuchEntry, NoSuchMatch
from plyground.sandbox.contract import Bounds

MOST_LOG = 64 * 1024
"""Characters of a log that are shown, the last ones; the referee keeps fewer."""
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Source:
    """The files of a version as its owner gets them back: one file, or a zip."""

    name: str
    data: bytes
    kind: str


def real_name(name: str | None, shown: bool) -> str | None:
    """An owner's name as it is kept, None for none; raises ``BadSetting``, also if none is to be ``shown``."""
    own = clean(name) if name and name.strip() else None
    if shown and own is None:
        raise BadSetting(_("There is no name to show; write one, or keep to the alias."))
    return own


def rename(store: CompetitionStore, entry: Entry, name: str | None, shown: bool) -> None:
    """Set or clear the owner's real name, and whether everybody sees it; raises ``BadSetting`` or ``NameTaken``."""
    own = real_name(name, shown)
    if own is not None and shown:
        insist_unlike(store, entry.competition, own, entry.id)
    store.set_name(entry.id, own, shown)


def version(store: CompetitionStore, entry: Entry, number: int) -> Version:
    """One version of a bot by its number; raises ``NoSuchEntry``."""
    for each in store.versions_of(entry.id):
        if each.number == number:
            return each
    raise NoSuchEntry(_("{shown_name} has no version {number}.", shown_name=entry.shown_name, number=number))


def note(store: CompetitionStore, entry: Entry, number: int, text: str) -> None:
    """Change the note of a version; raises ``NoSuchEntry`` or ``BadSetting``."""
    if len(text) > MOST_NOTE:
        raise BadSetting(_("A note has at most {most_note} characters.", most_note=MOST_NOTE))
    store.set_note(version(store, entry, number).id, clean_note(text))


def choose(store: CompetitionStore, entry: Entry, number: int) -> None:
    """Let this version play from now on. An event that has begun keeps its field. Raises ``CannotChoose``."""
    chosen = version(store, entry, number)
    if chosen.admission == "refused":
        raise CannotChoose(_("Version {number} did not get through its first games, so it cannot play.", number=number))
    store.set_active(entry.id, chosen.id)


def withdraw(store: CompetitionStore, entry: Entry) -> None:
    """Play neither the ladder nor the next event, until a version is chosen or handed in."""
    store.set_active(entry.id, None)


def source(store: CompetitionStore, entry: Entry, number: int, learnt: bool = True) -> Source:
    """What was handed in as this version, with its ``learnt`` weights or without; raises ``NoSuchEntry``, or
    ``BadUpload`` if it is gone."""
    found = version(store, entry, number)
    if found.bot["kind"] != "upload":
        raise NoSuchEntry(_("Version {number} is one of Plyground's own bots and has no files.", number=number))
    kept = making.sources(files.kept(found.bot["content"]))
    kept = kept if learnt else weights.without(kept)
    stem = f"{_plain(entry.alias)}-{number}"
    only = next(iter(kept)) if len(kept) == 1 else ""
    if only == "bot.py":
        return Source(f"{stem}.py", kept["bot.py"][0], "text/x-python; charset=utf-8")
    if only and table.of_suffix(PurePosixPath(only).suffix) is not None:
        return Source(f"{stem}{PurePosixPath(only).suffix}", kept[only][0], "text/plain; charset=utf-8")
    if set(kept) == {"bot"}:
        return Source(stem, kept["bot"][0], "application/octet-stream")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (data, executable) in sorted(kept.items()):
            entry_of = zipfile.ZipInfo(path, _ZIP_TIME)
            entry_of.compress_type = zipfile.ZIP_DEFLATED
            entry_of.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(entry_of, data)
    return Source(f"{stem}.zip", out.getvalue(), "application/zip")


def logs(store: CompetitionStore, competition: str, game: str, owns: Callable[[Entry], bool]) -> list[dict[str, Any]]:
    """What the asker's own bots wrote and used in a game: ``seat``, ``version``, ``log`` and ``used`` of each; empty if
    none is theirs. ``used`` has a list for each move: its ply, and what ``refereeing.entrants.Used`` names.

    Raises ``NoSuchMatch``, also before the game was played.
    """
    belongs, stored, _task, record = store.game(game)
    if belongs != competition or record is None or stored.result is None:
        raise NoSuchMatch(_("There is no game “{game}” in this competition that was played.", game=game[:80]))
    versions = store.versions(competition)
    own = {entry.id for entry in store.entries(competition) if owns(entry)}
    return [
        {"seat": seat, "version": versions[one].number, "log": str(log)[-MOST_LOG:], "used": _used(record, seat)}
        for seat, (one, log) in enumerate(zip(stored.entrants, record.get("logs", ()), strict=False))
        if one in versions and versions[one].entry in own
    ]


def _used(record: Mapping[str, Any], seat: int) -> list[list[float]]:
    told = zip(record["seats"], record.get("used") or (), strict=False)
    return [[ply, *used] for ply, (mover, used) in enumerate(told) if mover == seat and used]


def limits(task: Mapping[str, Any]) -> dict[str, float]:
    """What a bot may have in a game: ``base`` and ``increment`` of its clock in seconds, and the bytes of ``memory``,
    of what it may have ``said``, and ``complained``."""
    bounds = Bounds(**(task.get("bounds") or {}))
    held = {"memory": bounds.memory_bytes, "said": TOTAL_BYTES, "complained": bounds.error_bytes_in_all}
    return {**Control.read(task.get("clock")).as_json(), **held}


def _plain(name: str) -> str:
    """A name that any disk can hold."""
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    return kept.strip("-") or "bot"
