"""The divided-budget searches in plain Python, one step at a time: for narration, and for games without kernels.

``tell`` is the minimax of ``game.search.minimax``, ``tell_maxn`` the max^n of ``game.search.maxn``. Both know nothing
but the contract of a game, analyse exactly the positions that the compiled search analyses, in the same order, and
yield one ``Step`` for each as soon as its value is known. The caller owns the clock and the printing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from game.core.game import Game
from game.search.minimax import MOST_PLIES, VISIT_FACTOR, VISIT_MASK, RootMove, root_budget

Evaluate = Callable[[Any, int], float]
"""A static score of an unfinished position for a seat."""


@dataclass(frozen=True)
class Step:
    """One analysed position: the move that led to it, its ply, the budget it was given, what each of its own moves
    got (None when it was scored), its value for the searching seat, and whether the game is over there."""

    move: Any
    ply: int
    budget: int
    given: int | None
    value: float
    ended: bool


@dataclass
class Tally:
    """Counts kept while a search is told: positions, deepest ply, the checksum of the visits, and what was found of
    each root move."""

    nodes: int = 0
    deepest: int = 0
    visits: int = 0
    roots: list[RootMove] = field(default_factory=list)

    def visit(self, index: int, ply: int) -> None:
        """Count the position at ``ply`` that the move with this index in its list leads to."""
        self.nodes += 1
        self.deepest = max(self.deepest, ply)
        self.visits = (self.visits * VISIT_FACTOR + 256 * index + ply) & VISIT_MASK


@dataclass(frozen=True)
class _Found:
    """What a search knows of a position: a value for each seat that it keeps, whether they rest on ends alone, and the
    line to where they come from."""

    values: tuple[float, ...]
    proven: bool
    line: tuple[Any, ...] = ()


@dataclass(frozen=True)
class _Manner:
    """How a search values positions: ``end`` and ``score`` give the values of finished and unfinished ones, ``prefer``
    the one that the seat to move takes, ``own`` is the place of the searching seat among the values."""

    end: Callable[[tuple[float, ...]], tuple[float, ...]]
    score: Callable[[Any], tuple[float, ...]]
    prefer: Callable[[list[_Found], int], _Found]
    own: int


Told = Generator[Step, None, _Found]


def tell(
    game: Game[Any, Any],
    position: Any,
    budget: int,
    evaluate: Evaluate,
    divide_root: bool,
    tally: Tally,
    most_nodes: int | None = None,
    deepest: int = MOST_PLIES,
) -> Iterator[Step]:
    """Search an unfinished position and yield each analysed one after its own moves; ``tally`` is filled meanwhile."""
    seat = game.to_move(position)

    def prefer(found: list[_Found], mover: int) -> _Found:
        return _preferred(found, 0, mover == seat)

    manner = _Manner(
        lambda returns: (_outcome(returns[seat]),), lambda here: (evaluate(here, seat),), prefer, own=0
    )  # fmt: skip
    yield from _tell_roots(game, position, budget, divide_root, tally, manner, most_nodes, deepest)


def tell_maxn(
    game: Game[Any, Any],
    position: Any,
    budget: int,
    evaluate: Evaluate,
    divide_root: bool,
    tally: Tally,
    most_nodes: int | None = None,
    deepest: int = MOST_PLIES,
) -> Iterator[Step]:
    """As ``tell``, for any number of seats: every mover takes what is best for itself."""
    seats = range(game.seats_at(position))

    def end(returns: tuple[float, ...]) -> tuple[float, ...]:
        return returns if game.spec.graded else tuple(_outcome(value) for value in returns)

    def score(here: Any) -> tuple[float, ...]:
        return tuple(evaluate(here, seat) for seat in seats)

    manner = _Manner(end, score, lambda found, mover: _preferred(found, mover, True), own=game.to_move(position))
    yield from _tell_roots(game, position, budget, divide_root, tally, manner, most_nodes, deepest)


def _tell_roots(
    game: Game[Any, Any],
    position: Any,
    budget: int,
    divide_root: bool,
    tally: Tally,
    manner: _Manner,
    most_nodes: int | None,
    deepest: int,
) -> Iterator[Step]:
    moves = game.legal_moves(position)
    each = root_budget(budget, len(moves), divide_root, most_nodes)
    for index, move in enumerate(moves):
        before = tally.nodes
        tally.visit(index, 1)
        found = yield from _tell(game, position, move, each, 1, deepest, manner, tally)
        values = found.values if len(found.values) > 1 else ()
        tally.roots.append(
            RootMove(move, found.values[manner.own], found.proven, tally.nodes - before, found.line, values)
        )


def _tell(
    game: Game[Any, Any],
    parent: Any,
    move: Any,
    budget: int,
    ply: int,
    deepest: int,
    manner: _Manner,
    tally: Tally,
) -> Told:
    """Play ``move``, search the position that it leads to, and give back its values and the line from ``move`` on."""
    position = game.play(parent, move)
    returns = game.returns(position)
    if returns is not None:
        values = manner.end(returns)
        yield Step(move, ply, budget, None, values[manner.own], True)
        return _Found(values, True, (move,))
    moves = game.legal_moves(position) if budget > 0 and ply < deepest else []
    given = (budget - len(moves)) // len(moves) if moves else -1
    if given < 0:
        values = manner.score(position)
        yield Step(move, ply, budget, None, values[manner.own], False)
        return _Found(values, False, (move,))
    found = []
    for index, reply in enumerate(moves):
        tally.visit(index, ply + 1)
        found.append((yield from _tell(game, position, reply, given, ply + 1, deepest, manner, tally)))
    best = manner.prefer(found, game.to_move(position))
    yield Step(move, ply, budget, given, best.values[manner.own], False)
    return _Found(best.values, best.proven, (move, *best.line))


def _outcome(value: float) -> float:
    return math.copysign(math.inf, value) if value else 0.0


def _preferred(found: list[_Found], place: int, high: bool) -> _Found:
    """The first of those with the best value at ``place``; among equal ends the shortest line that wins or the longest
    that loses. It is proven if it cannot be beaten, or if all of them are proven."""
    best = (max if high else min)(each.values[place] for each in found)
    equal = [each for each in found if each.values[place] == best]
    chosen = equal[0]
    if math.isinf(best):
        chosen = (min if (best > 0) == high else max)(equal, key=lambda each: len(each.line))
    unbeatable = best == (math.inf if high else -math.inf)
    proven = chosen.proven if unbeatable else all(each.proven for each in found)
    return _Found(chosen.values, proven, chosen.line)
