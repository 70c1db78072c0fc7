"""Minimax whose depth is set by a budget that is divided by the branching factor, for two-sided games, compiled.

The rule. At the root, each of n moves is searched with budget B - n, or (B - n) // n when the root divides too. Below
it, a node with budget b and n legal moves gives each of them (b - n) // n; when that is negative, or the game is over,
the node is scored. So a position with few moves is searched deeply and one with many shallowly, and a forced pass
costs 1. Every root move is scored at least once, even when B < n. Nothing is pruned.

Values are for the searching seat, whoever is to move: an end of the game counts ``inf``, 0 or ``-inf`` as soon as it is
there, anything else what ``kernels.evaluate`` says. Of lines to equal ends the mover prefers the shortest that wins and
the longest that loses; that changes no value.
``plyground.search.teaching.budget`` tells the same search step by step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bot import Limits
from plyground.core.game import Game, KernelGame
from plyground.search import running

_STOP, _NODES, _DEEPEST = running.STOP, running.NODES, running.DEEPEST
_VISITS, _DONE = running.VISITS, running.DONE
_LENGTH, _PROVEN, _LINE = 0, 1, 2
"""Columns of a ply's row: the length of its line, whether its value needed no guess, where its line begins."""

MOST_PLIES = 512
"""No search looks further ahead: only a long row of forced moves could, and each ply takes memory."""

VISIT_FACTOR, VISIT_MASK = 1_000_003, (1 << 40) - 1
"""After each visit the checksum is (checksum * factor + 256 * index of the move + ply) & mask, within 64 bits."""


@kernels.jitable
def nicer_end(value: Any, own: Any, length: Any, known_length: Any) -> Any:
    """Whether a line of this length to the same value is nicer for its mover: only ends that come sooner, if they are
    won, or later, if they are lost."""
    if value == np.inf or value == -np.inf:
        return length < known_length if (value > 0) == own else length > known_length
    return False


@kernels.compiled
def _value(
    position: Any, seat: Any, unit: Any, budget: Any, ply: Any, deepest: Any, moves: Any, plies: Any, state: Any
) -> Any:
    """The value for ``seat`` of a position met at ``ply``; leaves the line and the proof in that row of ``plies``."""
    state[_NODES] += 1
    if ply > state[_DEEPEST]:
        state[_DEEPEST] = ply
    plies[ply, _LENGTH] = 0
    plies[ply, _PROVEN] = 1
    result = kernels.outcome(position, seat)
    if result == kernels.WIN:
        return np.inf
    if result == kernels.LOSS:
        return -np.inf
    if result == kernels.DRAW:
        return 0.0
    count = 0
    if budget > 0 and ply < deepest and state[_STOP] == 0:
        count = kernels.legal_moves(position, moves[ply])
    if count == 0 or budget < count:
        plies[ply, _PROVEN] = 0
        return float(kernels.evaluate(position, seat, unit))
    budget = (budget - count) // count
    own = kernels.to_move(position) == seat
    best = -np.inf if own else np.inf
    all_proven = 1
    best_proven = 0
    for index in range(count):
        move: Any = np.int64(moves[ply, index])
        state[_VISITS] = (state[_VISITS] * VISIT_FACTOR + 256 * index + ply + 1) & VISIT_MASK
        value = _value(kernels.play(position, move), seat, unit, budget, ply + 1, deepest, moves, plies, state)
        all_proven &= plies[ply + 1, _PROVEN]
        length = plies[ply + 1, _LENGTH]
        if index == 0 or value != best:
            better = index == 0 or (value > best) == own
        else:
            better = nicer_end(value, own, length + 1, plies[ply, _LENGTH])
        if better:
            best = value
            best_proven = plies[ply + 1, _PROVEN]
            plies[ply, _LENGTH] = length + 1
            plies[ply, _LINE] = move
            for step in range(length):
                plies[ply, _LINE + 1 + step] = plies[ply + 1, _LINE + step]
    unbeatable = best == (np.inf if own else -np.inf)
    plies[ply, _PROVEN] = best_proven if unbeatable else all_proven
    return best


@kernels.compiled
def _search(
    position: Any, seat: Any, unit: Any, budget: Any, deepest: Any, moves: Any, plies: Any, lines: Any, values: Any,
    state: Any,
) -> Any:  # fmt: skip
    """Value each root move in order: ``values`` gets the value, ``lines`` the move's row of ``plies`` and its nodes."""
    ply = 0
    for index in range(kernels.legal_moves(position, moves[ply])):
        move: Any = np.int64(moves[ply, index])
        before = state[_NODES]
        state[_VISITS] = (state[_VISITS] * VISIT_FACTOR + 256 * index + ply + 1) & VISIT_MASK
        value = _value(kernels.play(position, move), seat, unit, budget, ply + 1, deepest, moves, plies, state)
        if state[_STOP] != 0:
            break
        length = plies[ply + 1, _LENGTH]
        lines[index, 0] = state[_NODES] - before
        lines[index, 1] = plies[ply + 1, _PROVEN]
        lines[index, 2] = length + 1
        lines[index, 3] = move
        for step in range(length):
            lines[index, 4 + step] = plies[ply + 1, _LINE + step]
        values[index] = value
        state[_DONE] = index + 1


@dataclass(frozen=True)
class RootMove:
    """What the search found of one root move: its value for the searching seat, the line that begins with it, the
    positions analysed below it, and whether the value rests on ends of the game alone. ``values`` are those of all
    seats where the search keeps them."""

    move: Any
    value: float
    proven: bool
    nodes: int
    line: tuple[Any, ...]
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class Minimax:
    """A finished or stopped search. ``roots`` holds the root moves that were valued to the end, in the game's order;
    all of them when ``complete``. ``visits`` is a checksum of all visited positions in their order."""

    roots: tuple[RootMove, ...]
    complete: bool
    nodes: int
    deepest: int
    visits: int

    @property
    def best(self) -> tuple[RootMove, ...]:
        """All root moves with the highest value, in the game's order; empty if none was finished."""
        highest = max((root.value for root in self.roots), default=math.inf)
        return tuple(root for root in self.roots if root.value == highest)

    @property
    def nicest(self) -> tuple[RootMove, ...]:
        """Those of the best that win soonest, or lose last; all of the best where the game goes on."""
        best = self.best
        if not best or math.isfinite(best[0].value):
            return best
        length = (min if best[0].value > 0 else max)(len(root.line) for root in best)
        return tuple(root for root in best if len(root.line) == length)

    def proves(self, best: RootMove) -> bool:
        """Whether the outcome that ``best`` stands for is certain: a win that was found, or all moves searched to
        ends of the game."""
        if best.value == math.inf:
            return best.proven
        return self.complete and all(root.proven for root in self.roots)


def fits(game: Game[Any, Any]) -> bool:
    """Whether one number says how a game stands, and its ends are only won, drawn or lost; else max^n is the search."""
    return game.spec.two_sided and not game.spec.graded


def root_budget(budget: int, count: int, divide_root: bool, most_nodes: int | None = None) -> int:
    """The budget of each of ``count`` root moves; ``most_nodes`` bounds the positions of the whole search.

    With ``divide_root``, or under ``most_nodes``, no more than ``max(budget, count)`` positions are analysed.
    """
    each = (budget - count) // count if divide_root else budget - count
    return each if most_nodes is None else min(each, (most_nodes - count) // count)


def deepest_ply(game: Game[Any, Any], each: int, limits: Limits) -> int:
    """The deepest ply that a search can reach with this budget for each root move, or may."""
    longest = min(game.spec.longest, MOST_PLIES)
    return min(longest, max(each, 0) + 1, limits.depth or longest)


def search(
    game: KernelGame[Any],
    position: Any,
    budget: int,
    unit: int = 0,
    divide_root: bool = False,
    limits: Limits | None = None,
    report: Callable[[Minimax], None] | None = None,
) -> Minimax:
    """Value every legal move of an unfinished position for the seat to move.

    ``unit`` is the number of the unit that ``kernels.evaluate`` scores in. ``limits`` may stop the search, bound its
    depth and its positions. ``report`` gets the search so far, about four times a second.
    """
    limits = (limits or Limits()).started()
    seat = game.to_move(position)
    count = len(game.legal_moves(position))
    each = root_budget(budget, count, divide_root, limits.nodes)
    deepest = deepest_ply(game, each, limits)
    moves = np.empty((deepest + 1, game.spec.most_moves), dtype=np.int32)
    plies = np.zeros((deepest + 2, _LINE + deepest + 2), dtype=np.int32)
    lines = np.zeros((count, 4 + deepest + 2), dtype=np.int32)
    values = np.empty(count, dtype=np.float64)
    state = running.shared_state()

    def so_far() -> Minimax:
        done = int(state[_DONE])
        roots = (
            RootMove(int(row[3]), float(value), bool(row[1]), int(row[0]), tuple(row[3 : 3 + row[2]].tolist()))
            for row, value in zip(lines[:done], values[:done], strict=True)
        )
        return Minimax(tuple(roots), done == count, int(state[_NODES]), int(state[_DEEPEST]), int(state[_VISITS]))

    def work() -> None:
        _search(position, seat, unit, each, deepest, moves, plies, lines, values, state)

    running.run(work, state, limits, None if report is None else lambda: report(so_far()))
    return so_far()
