"""The divided-budget minimax of ``game.search.minimax`` in plain Python, one step at a time, for narration.

It knows nothing but the contract of a game, analyses exactly the positions that the compiled search analyses, in the
same order, and yields one ``Step`` for each as soon as its value is known. The caller owns the clock and the printing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from game.core.game import Game
from game.search.minimax import VISIT_FACTOR, VISIT_MASK, root_budget

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
    """Counts kept while a search is told: positions, deepest ply, the checksum of the visits, the value of each root
    move with its line."""

    nodes: int = 0
    deepest: int = 0
    visits: int = 0
    roots: list[tuple[float, tuple[Any, ...]]] = field(default_factory=list)

    def visit(self, index: int, ply: int) -> None:
        """Count the position at ``ply`` that the move with this index in its list leads to."""
        self.nodes += 1
        self.deepest = max(self.deepest, ply)
        self.visits = (self.visits * VISIT_FACTOR + 256 * index + ply) & VISIT_MASK


Told = Generator[Step, None, tuple[float, tuple[Any, ...]]]


def tell(
    game: Game[Any, Any], position: Any, budget: int, evaluate: Evaluate, divide_root: bool, tally: Tally
) -> Iterator[Step]:
    """Search an unfinished position and yield each analysed one after its own moves; ``tally`` is filled meanwhile."""
    seat = game.to_move(position)
    moves = game.legal_moves(position)
    each = root_budget(budget, len(moves), divide_root)
    for index, move in enumerate(moves):
        tally.visit(index, 1)
        tally.roots.append((yield from _tell(game, position, move, each, 1, seat, evaluate, tally)))


def _tell(
    game: Game[Any, Any], parent: Any, move: Any, budget: int, ply: int, seat: int, evaluate: Evaluate, tally: Tally
) -> Told:
    """Play ``move``, search the position that it leads to, and give back its value and the line from ``move`` on."""
    position = game.play(parent, move)
    returns = game.returns(position)
    if returns is not None:
        value = math.copysign(math.inf, returns[seat]) if returns[seat] else 0.0
        yield Step(move, ply, budget, None, value, True)
        return value, (move,)
    moves = game.legal_moves(position)
    given = (budget - len(moves)) // len(moves)
    if given < 0:
        value = evaluate(position, seat)
        yield Step(move, ply, budget, None, value, False)
        return value, (move,)
    found = []
    for index, reply in enumerate(moves):
        tally.visit(index, ply + 1)
        found.append((yield from _tell(game, position, reply, given, ply + 1, seat, evaluate, tally)))
    value, line = _preferred(found, game.to_move(position) == seat)
    yield Step(move, ply, budget, given, value, False)
    return value, (move, *line)


def _preferred(found: list[tuple[float, tuple[Any, ...]]], own: bool) -> tuple[float, tuple[Any, ...]]:
    """The first of the best for the mover; among equal ends the shortest line that wins or the longest that loses."""
    best = (max if own else min)(value for value, _ in found)
    equal = [pair for pair in found if pair[0] == best]
    if math.isfinite(best):
        return equal[0]
    return (min if (best > 0) == own else max)(equal, key=lambda pair: len(pair[1]))
