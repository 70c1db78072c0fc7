"""How a bot that plans its time spends its clock: about even shares, more where the search is in doubt, and a reserve.

Into how many shares is the game's own matter, since many moves are made without a search. The usual twenty-five left
half of the clock unspent; fourteen won against them in Othello and Crazy Camel by tests of 0 against 60 Elo, and took
45 % of 44 games in Tak, which is searched to its end (the matches on clocks in docs/strength.md).

A share of what is left and most of the increment is aimed at. A search that keeps changing its mind, or whose score
falls, may go on for up to three such shares; one whose best move is settled ends early. What is kept in reserve pays
for what the clock charges beyond the search: the way to the player and a machine that is busy with something else.
Once the reserve has been drawn on, less of each increment is spent, so that it fills again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.core.bot import Limits
from plyground.search.pvs.search import Finding

_INCREMENT_SHARE = 0.8
_RESERVE, _RESERVE_SHARE = 0.6, 0.5
_LONGEST, _LONGEST_SHARE = 3.0, 0.4
_BEGUN = 0.6
"""Above this part of the time no further iteration is begun: it would take longer than all before it."""
_DOUBT, _FALL, _SETTLED = 1.8, 1.6, 0.7
_SETTLED_ITERATIONS = 5
_FALLEN = 40
"""A score that has fallen by so many hundredths is a reason to look for something better."""


@dataclass(frozen=True)
class Plan:
    """Seconds of one move: the ones aimed at, and the ones after which it ends in any case."""

    aim: float
    most: float


def plan(left: float, increment: float, bound: float | None = None, shares: int = 25) -> Plan:
    """How to spend a turn with so much left, the increment included, in so many shares; ``bound`` is a limit from
    elsewhere."""
    spare = left - min(_RESERVE, _RESERVE_SHARE * left)
    earned = _INCREMENT_SHARE * min(1.0, left / _RESERVE) * increment
    aim = min(spare / shares + earned, spare)
    most = min(_LONGEST * aim, max(_LONGEST_SHARE * spare, min(aim, 0.8 * spare)))
    if bound is not None:
        aim, most = min(aim, bound), min(most, bound)
    return Plan(aim, most)


class Spending:
    """Whether a search that is on the clock has looked deep enough; made for one move."""

    def __init__(self, limits: Limits, shares: int = 25) -> None:
        assert limits.left is not None
        self._used = limits.used
        self._plan = plan(limits.left, limits.increment, limits.seconds, shares)
        self._before: Finding | None = None
        self._unchanged = 0
        self.limits = replace(limits, seconds=self._plan.most)

    def enough(self, found: Finding) -> bool:
        """Told of every finished iteration: whether to stop now. A forced move is made at once."""
        before, self._before = self._before, found
        if len(found.moves) == 1:
            return True
        if before is None:
            return False
        changed = before.move != found.move
        self._unchanged = 0 if changed else self._unchanged + 1
        share = _BEGUN
        if changed:
            share *= _DOUBT
        elif self._unchanged >= _SETTLED_ITERATIONS:
            share *= _SETTLED
        if found.lines[0].score <= before.lines[0].score - _FALLEN:
            share *= _FALL
        return self._used() >= self._plan.aim * share
