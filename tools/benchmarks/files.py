"""Files of games as people have them, from several sources: how many of their games are read, and written back."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground.core import collection, registry
from plyground.core.game import Game
from plyground.core.record import Record
from tools.benchmarks._measuring import SHARED
from tools.benchmarks._registry import Row, benchmark

_FORMS = {".wtb": ("othello", "wthor"), ".obf": ("othello", "obf"), ".ggf": ("othello", "ggf"), ".ptn": ("tak", "ptn")}
_OTHER = ("othello", "ggf")
_LEFT_OUT = {".jou", ".trn", ".md"}
"""Names without games, and words."""


@benchmark("files", measures="game/core game/games/othello game/games/tak")
def files() -> list[Row]:
    """Every file of games of Othello and Tak beside the project and in the folders that the variable `FILES` names, of
    which each folder is named by where its files are from. A game is the same again if what is written of it in its own
    form (WTHOR, OBF, GGF, PTN) is the same bytes of a file of WTHOR, else reads as a game equal in its start, moves,
    branches and remarks. A game that is refused is refused in a sentence; the others of its file are read."""
    rows = []
    for folder in _folders():
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix.lower() not in _LEFT_OUT]
        read, refused, same = (sum(each) for each in zip(*map(_measured, paths), strict=True))
        title = f"{folder.name.replace('+', '/')}, {len(paths)} files: "
        rows.append(Row(f"{title}games read", read, "games"))
        rows.append(Row(f"{title}the same again", same, "games", f"{read:,}"))
        if refused:
            rows.append(Row(f"{title}games refused", refused, "games"))
    return rows


def _folders() -> Iterator[Path]:
    own = SHARED / "data" / "files"
    if own.is_dir():
        yield own
    for name in filter(None, os.environ.get("FILES", "").split(os.pathsep)):
        yield from sorted(each for each in Path(name).iterdir() if each.is_dir())


def _measured(path: Path) -> tuple[int, int, int]:
    """The games of a file that are read, that are refused, and that are the same when they are written and read."""
    game_id, form = _FORMS.get(path.suffix.lower(), _OTHER)
    game, content = registry.game(game_id), path.read_bytes()
    entries = list(collection.read(game, content))
    found = [entry.record for entry in entries if entry.record is not None]
    for entry in entries:
        if entry.record is None:
            print(f"{path.name}: {entry.problem}", file=sys.stderr)
    if not found:
        return 0, len(entries), 0
    if form == "wthor":
        same = len(found) if collection.write(game, found, form) == content else 0
    else:
        again = [entry.record for entry in collection.read(game, collection.write(game, found, form))]
        same = sum(_alike(game, one, other) for one, other in zip(found, again, strict=True))
    if same != len(found):
        print(f"{path.name}: {len(found) - same} of {len(found)} come back other than they were", file=sys.stderr)
    return len(found), len(entries) - len(found), same


def _alike(game: Game[Any, Any], one: Record, other: Record | None) -> bool:
    def told(record: Record) -> tuple[object, ...]:
        start = record.start or game.position_text(game.initial(record.options))
        return start, record.moves, record.branches, record.remarks

    return other is not None and told(one) == told(other)
