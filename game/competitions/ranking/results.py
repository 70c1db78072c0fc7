"""How a game of a competition ended, as the standings, badges and ratings read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple


class Pair(NamedTuple):
    """Two of a table: who sat first and who later, and what each won of the other: 1, 0.5 or 0."""

    first: str
    later: str
    first_score: float
    later_score: float


@dataclass(frozen=True)
class Result:
    """One finished game: its id, who sat in each seat, and each seat's rank (1 is the best; equals share one).

    ``failed`` are the seats that lost by a failure of their own: two of them are equal in rank, but neither has won
    anything of the other.
    """

    game: str
    entrants: tuple[str, ...]
    ranks: tuple[int, ...]
    failed: frozenset[int] = frozenset()

    def pairs(self) -> Iterator[Pair]:
        """Each two of the table."""
        for first, later in combinations(range(len(self.entrants)), 2):
            score = self._score(first, later)
            lost = first in self.failed and later in self.failed
            yield Pair(self.entrants[first], self.entrants[later], score, 0.0 if lost else 1.0 - score)

    def score(self, one: str, other: str) -> float | None:
        """``one``'s score against ``other``: 1, 0.5 or 0; None unless both sat at this table."""
        if one == other or one not in self.entrants or other not in self.entrants:
            return None
        return self._score(self.entrants.index(one), self.entrants.index(other))

    def _score(self, one: int, other: int) -> float:
        if one in self.failed and other in self.failed:
            return 0.0
        own, its = self.ranks[one], self.ranks[other]
        return 1.0 if own < its else 0.0 if own > its else 0.5
