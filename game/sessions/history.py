"""The positions of a game so far: every 64th and the last few are kept, the others are played again from the moves.

A position of a large map takes tens of kilobytes, and such a game has ten thousand of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.game import Game

EVERY = 64
"""A position of each so many plies is kept, so that finding any other replays fewer moves than this."""
RECENT = 8
"""The last so many are kept: those that takebacks and new viewers ask for."""


@dataclass(frozen=True)
class History:
    """What is kept: plies with their positions, ascending; the first is ply 0 and the last that on the board.

    The moves are not kept here: whoever asks gives the texts of all moves, of which each was legal.
    """

    kept: tuple[tuple[int, Any], ...]

    @classmethod
    def begin(cls, position: Any) -> History:
        """The history before any move."""
        return cls(((0, position),))

    @property
    def ply(self) -> int:
        """How many moves lie behind."""
        return self.kept[-1][0]

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.kept[-1][1]

    def then(self, position: Any) -> History:
        """The history after one more move, which led to ``position``."""
        gone = self.ply + 1 - RECENT
        kept = tuple(entry for entry in self.kept if entry[0] != gone) if gone % EVERY else self.kept
        return History((*kept, (self.ply + 1, position)))

    def cut(self, rules: Game[Any, Any], texts: Sequence[str], ply: int) -> History:
        """The history as it was at an earlier ply; ``texts`` are the moves made."""
        first = max(0, ply - RECENT + 1)
        again = list(self.between(rules, texts, first, ply))
        older = tuple(entry for entry in self.kept if entry[0] < first and entry[0] % EVERY == 0)
        return History((*older, *enumerate(again, first)))

    def between(self, rules: Game[Any, Any], texts: Sequence[str], first: int, last: int) -> Iterator[Any]:
        """The positions after ``first`` to ``last`` moves, one after the other; never many in memory at once."""
        known = dict(self.kept)
        at = max(ply for ply in known if ply <= first)
        position = known[at]
        while at <= last:
            if at >= first:
                yield position
            if at < last:
                position = rules.play(position, rules.parse_move(position, texts[at]))
            at += 1
            position = known.get(at, position)
