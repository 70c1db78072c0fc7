"""The puzzles of each game as its package keeps them: ``puzzles.tsv``, one line a puzzle, read when first asked for.

A line has the kind, how hard it is (1 to 6), ``=`` where it is exact or ``~`` where a deep search says so, the moves of
the solution with the answers between them (``|`` in between), the position, and the game's options where they are not
as usual.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import NoSuchPuzzle

FILE = "puzzles.tsv"


@dataclass(frozen=True)
class Puzzle:
    """``moves`` are texts: the solver's first, then the answer to it and the next, and so on. ``options`` are those of
    the game that are not as usual."""

    game: str
    kind: str
    grade: int
    exact: bool
    moves: tuple[str, ...]
    position: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def id(self) -> str:
        """Eight characters that follow from game, options and position, for addresses."""
        words = json.dumps([self.game, self.position, self.options], sort_keys=True)
        return hashlib.sha256(words.encode()).hexdigest()[:8]

    def line(self) -> str:
        """Its line in the file."""
        words = [self.kind, str(self.grade), "=" if self.exact else "~", "|".join(self.moves), self.position]
        return "\t".join([*words, *([json.dumps(self.options, separators=(",", ":"))] if self.options else [])])

    def as_json(self) -> dict[str, Any]:
        """What a page needs of it."""
        return {
            "id": self.id, "game": self.game, "kind": self.kind, "grade": self.grade, "exact": self.exact,
            "moves": list(self.moves), "position": self.position, "options": self.options,
        }  # fmt: skip


def file_of(game_id: str) -> Path | None:
    """Where the puzzles of a game stand; None for a game without a folder."""
    folder = registry.folder(game_id)
    return None if folder is None else folder / FILE


def read(game_id: str, path: Path) -> list[Puzzle]:
    """The puzzles of a file; none where there is no file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        kind, grade, proof, moves, position, *options = line.split("\t")
        given = json.loads(options[0]) if options else {}
        found.append(Puzzle(game_id, kind, int(grade), proof == "=", tuple(moves.split("|")), position, given))
    return found


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles, the easiest first; the same puzzles give the same bytes. Whoever stops it loses nothing."""
    lines = sorted(puzzles, key=lambda each: (each.grade, each.kind, each.id))
    new = path.with_name(f"{path.name}.new")
    new.write_text("".join(f"{each.line()}\n" for each in lines), encoding="utf-8")
    new.replace(path)


@cache
def of(game_id: str) -> dict[str, Puzzle]:
    """The puzzles that ship with a game, by their names."""
    path = file_of(game_id)
    return {} if path is None else {each.id: each for each in read(game_id, path)}


def games() -> list[str]:
    """The games that have puzzles, in the order of the home page; the files are not read."""
    found = []
    for game_id in registry.games():
        path = file_of(game_id)
        if path is not None and path.exists():
            found.append(game_id)
    return found


def find(game_id: str, name: str) -> Puzzle:
    """One puzzle; raises ``NoSuchPuzzle``."""
    registry.game(game_id)
    try:
        return of(game_id)[name]
    except KeyError:
        raise NoSuchPuzzle(_("There is no such puzzle.")) from None
