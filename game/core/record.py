"""A written game as its notation knows it: moves, the branches that leave them, and what people wrote beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _
from plyground.core.options import Value

SHAPE_COLOURS = ("green", "red", "blue", "yellow")


@dataclass(frozen=True)
class Branch:
    """Another way on: ``moves`` after the first ``ply`` moves of line ``parent``.

    Line 0 is the game itself, the others are the branches in their order from 1; a branch leaves a line before it.
    """

    name: str
    parent: int
    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """What is written beside a move: ``ply`` moves of ``line`` have been made. ``marks`` are signs such as ``!?``.

    ``shapes`` are drawn on the board: a colour (``SHAPE_COLOURS``) and a place, which is coloured, or two, between
    which an arrow lies. What a place is called (a letter at most, and a number) is the board's own.
    """

    line: int
    ply: int
    marks: str = ""
    words: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Its fields; ``shapes`` only where there are any."""
        return {name: value for name, value in vars(self).items() if name != "shapes" or value}


@dataclass(frozen=True)
class Record:
    """A game as its own notation knows it: options, start, moves as text, and what else was written.

    ``start`` is a position text or None for the standard start of the options; ``tags`` are the names, dates and
    results that the notation carried. ``told`` says, in sentences, what stood in the text and is not taken over.
    ``first`` is the position of the start where its reader has made that already.
    """

    options: Mapping[str, Value]
    start: str | None
    moves: tuple[str, ...]
    tags: Mapping[str, str]
    branches: tuple[Branch, ...] = ()
    remarks: tuple[Remark, ...] = ()
    told: tuple[str, ...] = field(default=(), compare=False)
    first: Any = field(default=None, compare=False, repr=False)

    def path(self, line: int) -> tuple[str, ...]:
        """All moves that lead to the end of a line; raises ``MalformedRecord`` if there is none of this number."""
        if not 0 <= line <= len(self.branches):
            raise MalformedRecord(
                _("The game has {count} branches; there is none of number {line}.", count=len(self.branches), line=line)
            )
        parts: list[tuple[str, ...]] = []
        until: int | None = None  # moves of the whole path that are wanted
        while line:
            branch = self.branches[line - 1]
            own = branch.moves if until is None else branch.moves[: max(0, until - branch.ply)]
            parts.append(own)
            until = branch.ply if until is None else min(until, branch.ply)
            line = branch.parent
        parts.append(self.moves[:until])
        return tuple(move for part in reversed(parts) for move in part)

    def remarks_along(self, line: int) -> dict[int, Remark]:
        """What is written beside the moves that lead to the end of a line, by ply."""
        found: dict[int, Remark] = {}
        of_lines: dict[int, list[Remark]] = {}
        for each in self.remarks:
            of_lines.setdefault(each.line, []).append(each)
        until: int | None = None
        while True:
            for each in of_lines.get(line, []):
                if until is None or each.ply <= until:
                    found.setdefault(each.ply, each)
            if not line:
                return found
            branch = self.branches[line - 1]
            until = branch.ply if until is None else min(until, branch.ply)
            line = branch.parent

    def along(self, line: int) -> Record:
        """The game whose moves are those of a line, without branches and remarks."""
        if not line:
            return self
        return Record(self.options, self.start, self.path(line), self.tags, told=self.told, first=self.first)
