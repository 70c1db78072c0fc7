"""The exact player of Lambda Punter: every seat takes what is best for its own lead, with the last rivers in tables.

While more rivers are free than the tables hold it goes by first sight. With three punters or more the tie rule can
change the leads. Bets are not laid, and with extensions no value is called exact, since the search knows claims alone.
"""

from __future__ import annotations

import contextlib
from functools import cache
from typing import Any

from plyground.core.bot import Limits, Report, silent
from plyground.core.knowledge import Exact, Solved
from plyground.games.punter import charts
from plyground.games.punter.game import LambdaPunter
from plyground.games.punter.knowledge.duel import fresh_state
from plyground.games.punter.knowledge.ending import Ending, Stopped, horizons
from plyground.games.punter.knowledge.ordering import gains_at
from plyground.games.punter.knowledge.remainder import MOST_FREE, free_rivers, most_possible, turns_left
from plyground.games.punter.position import FUTURES, OPTIONS, SPLURGES, Position, pack, punters, start
from plyground.search import running

_KEPT = "ending"
_LONGEST_LINE = 60
MOST_FREE_OF_MANY = 15
"""Tables for three punters or more hold fewer rivers: a search to the end would not end."""


def claims_alone(position: Position) -> bool:
    """Whether the game is played without extensions, so that a search of claims is the whole truth."""
    return not position.settings & (FUTURES | SPLURGES | OPTIONS)


def within_tables(position: Position, free: int) -> bool:
    """Whether tables can hold this many free rivers of the position."""
    return free <= (MOST_FREE if int(punters(position)) <= 2 else MOST_FREE_OF_MANY)


def play_exactly(
    game: LambdaPunter,
    position: Position,
    last: bool,
    limits: Limits,
    report: Report = silent,
    memory: dict[str, Any] | None = None,
) -> Exact:
    """The best move for the own lead when everybody plays so, or the best there is when the limits end first."""
    load_kernels()
    rivers = free_rivers(position)
    legal = game.legal_moves(position)
    if not rivers or len(legal) == 1:
        return Exact(legal[0], best=(legal[0],), line=(legal[0],), nodes=1, depth=1)
    if int(punters(position)) == 1 and turns_left(position) >= len(rivers):
        return _alone(position, rivers, last, limits.depth or _LONGEST_LINE)
    sight = _at_first_sight(position, rivers)
    if not within_tables(position, len(rivers)):
        return sight
    search = _Search(position, last, limits, sight, {} if memory is None else memory, every=False)
    return search.run(report)


def solve(game: LambdaPunter, position: Position, limits: Limits, report: Report = silent) -> Solved | None:
    """The leads of all punters with every best first move, those of the tie rule ``last``; None beyond the limits."""
    load_kernels()
    rivers = free_rivers(position)
    legal = game.legal_moves(position)
    if not claims_alone(position) or not legal:
        return None
    if not rivers:
        totals = game.returns(_played_out(game, position))
        assert totals is not None
        return Solved(totals, totals[game.to_move(position)], (legal[0],), (legal[0],), 1)
    if int(punters(position)) == 1 and turns_left(position) >= len(rivers):
        found = _alone(position, rivers, True, _LONGEST_LINE)
    elif within_tables(position, len(rivers)):
        search = _Search(position, True, limits, _at_first_sight(position, rivers), {}, every=True)
        found = search.run(report)
    else:
        return None
    if not found.exact or found.returns is None:
        return None
    return Solved(found.returns, found.returns[game.to_move(position)], found.best, found.line, found.nodes)


def _played_out(game: LambdaPunter, position: Position) -> Position:
    while legal := game.legal_moves(position):
        position = game.play(position, legal[-1])
    return position


def _alone(position: Position, rivers: list[int], last: bool, longest: int) -> Exact:
    """One punter who has turns enough takes every river, in whatever order."""
    order = rivers[::-1] if last else rivers
    value = float(most_possible(position, 0))
    line = tuple(order[: min(longest, _LONGEST_LINE)])
    listed = tuple(river for river in order if _is_first(position, river))
    first = listed[0]
    if first != line[0]:
        line = (first,)
    return Exact(first, (value,), claims_alone(position), listed, line, 1, len(line))


@cache
def load_kernels() -> None:
    """Load (or compile) what any ending may need, so that no search of this process waits for it under its limits."""
    for count in (2, 3):
        small = start(charts.find("path-2").board, pack(count, False, False, False))
        Ending(small, True, fresh_state(None)).best(2, every=False)
    most_possible(small, 0)
    gains_at(small)


def _is_first(position: Position, river: int) -> bool:
    """Whether no river between the same sites must be taken before."""
    twin = int(position.board.twins[river])
    while twin >= 0:
        if position.claimed[twin] < 0:
            return False
        twin = int(position.board.twins[twin])
    return True


def _at_first_sight(position: Position, rivers: list[int]) -> Exact:
    gains = gains_at(position)
    river = max((each for each in rivers if _is_first(position, each)), key=lambda each: int(gains[each]))
    return Exact(river, best=(river,), line=(river,), nodes=1, depth=1)


class _Search:
    """One search within limits; ``found`` is the best so far."""

    def __init__(
        self, position: Position, last: bool, limits: Limits, sight: Exact, memory: dict[str, Any], every: bool
    ) -> None:
        self.position, self.last, self.limits, self.memory, self.every = position, last, limits, memory, every
        self.state = fresh_state(limits.nodes)
        self.found = sight

    def run(self, report: Report) -> Exact:
        """Search until the end or the limits."""
        seat = self.position.ply % int(punters(self.position))
        running.run(self._work, self.state, self.limits, lambda: report(self._progress(seat)))
        report(self._progress(seat))
        return self.found

    def _progress(self, seat: int) -> dict[str, Any]:
        value = None if self.found.returns is None else self.found.returns[seat]
        return {"depth": self.found.depth, "value": value, "nodes": int(self.state[running.NODES])}

    def _work(self) -> None:
        with contextlib.suppress(Stopped):
            self._deepen()

    def _deepen(self) -> None:
        ending = self.memory.get(_KEPT)
        if not isinstance(ending, Ending) or not ending.walk_down(self.position, self.last, self.state):
            self.memory.pop(_KEPT, None)
            ending = self.memory[_KEPT] = Ending(self.position, self.last, self.state, not self.every)
            if not self.every:
                ending.keep()
        if not ending.fits:
            return
        for turns in horizons(ending.left, self.limits.depth):
            leads, best = ending.best(turns, self.every)
            exact = turns == ending.left and claims_alone(self.position)
            rivers = tuple(int(ending.rest.rivers[bit]) for bit in best)
            self._keep(leads, exact, rivers, rivers[:1], turns)
        line = ending.line(best[0], leads, turns)
        self._keep(leads, exact, rivers, tuple(int(ending.rest.rivers[bit]) for bit in line), turns)

    def _keep(
        self, leads: tuple[int, ...], exact: bool, best: tuple[int, ...], line: tuple[int, ...], turns: int
    ) -> None:
        nodes = int(self.state[running.NODES])
        self.found = Exact(best[0], tuple(float(lead) for lead in leads), exact, best, line, nodes, turns)
