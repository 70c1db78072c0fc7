"""Max^n with a budget that is divided by the branching factor, for any number of seats, compiled.

The budget is that of ``plyground.search.minimax``: at the root each of n moves is searched with B - n, or (B - n) // n
when the root divides too; below it a node with budget b and n legal moves gives each (b - n) // n, and is scored when
that is negative or the game is over. Here a value has a component for each seat, and whoever is to move takes the move
whose value has the largest own component; of equals, the first (Luckhardt and Irani, 1986). Nothing is pruned.

In a game whose ends are graded an end counts its margins, which are in the unit of the scores. In any other it counts
``inf``, 0 or ``-inf`` for each seat, and of lines to equal ends the mover prefers the shortest that wins and the
longest that loses. With two seats and opposite values this is minimax.
``plyground.search.teaching.budget`` tells the same search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.search import running
from plyground.search.minimax import VISIT_FACTOR, VISIT_MASK, Minimax, RootMove, deepest_ply, nicer_end, root_budget

_STOP, _NODES, _DEEPEST = running.STOP, running.NODES, running.DEEPEST
_VISITS, _DONE = running.VISITS, running.DONE
_LENGTH, _PROVEN, _LINE = 0, 1, 2
"""Columns of a ply's row: the length of its line, whether its value needed no guess, where its line begins."""


@kernels.jitable
def _end(position: Any, graded: Any, row: Any) -> Any:
    """Whether the game is over; then ``row`` gets the value of the end for every seat."""
    if kernels.outcome(position, 0) == kernels.ONGOING:
        return False
    for seat in range(len(row)):
        if graded:
            row[seat] = float(kernels.margin(position, seat))
        else:
            result = kernels.outcome(position, seat)
            row[seat] = np.inf if result == kernels.WIN else -np.inf if result == kernels.LOSS else 0.0
    return True


@kernels.compiled
def _value(
    position: Any, unit: Any, graded: Any, budget: Any, ply: Any, deepest: Any, moves: Any, plies: Any, values: Any,
    state: Any,
) -> Any:  # fmt: skip
    """Put the value of a position met at ``ply`` into that row of ``values``, line and proof into that of ``plies``."""
    state[_NODES] += 1
    if ply > state[_DEEPEST]:
        state[_DEEPEST] = ply
    plies[ply, _LENGTH] = 0
    plies[ply, _PROVEN] = 1
    if _end(position, graded, values[ply]):
        return
    count = 0
    if budget > 0 and ply < deepest and state[_STOP] == 0:
        count = kernels.count_moves(position)
    if count == 0 or budget < count:
        plies[ply, _PROVEN] = 0
        for seat in range(values.shape[1]):
            values[ply, seat] = float(kernels.evaluate(position, seat, unit))
        return
    kernels.legal_moves(position, moves[ply])
    budget = (budget - count) // count
    mover = kernels.to_move(position)
    best = -np.inf
    all_proven = 1
    best_proven = 0
    for index in range(count):
        move: Any = np.int64(moves[ply, index])
        state[_VISITS] = (state[_VISITS] * VISIT_FACTOR + 256 * index + ply + 1) & VISIT_MASK
        _value(kernels.play(position, move), unit, graded, budget, ply + 1, deepest, moves, plies, values, state)
        value = values[ply + 1, mover]
        all_proven &= plies[ply + 1, _PROVEN]
        length = plies[ply + 1, _LENGTH]
        if index == 0 or value != best:
            better = index == 0 or value > best
        else:
            better = nicer_end(value, True, length + 1, plies[ply, _LENGTH])
        if better:
            best = value
            best_proven = plies[ply + 1, _PROVEN]
            values[ply, :] = values[ply + 1, :]
            plies[ply, _LENGTH] = length + 1
            plies[ply, _LINE] = move
            for step in range(length):
                plies[ply, _LINE + 1 + step] = plies[ply + 1, _LINE + step]
    plies[ply, _PROVEN] = best_proven if best == np.inf else all_proven


@kernels.compiled
def _search(
    position: Any, unit: Any, graded: Any, budget: Any, deepest: Any, firsts: Any, moves: Any, plies: Any, values: Any,
    lines: Any, found: Any, state: Any,
) -> Any:  # fmt: skip
    """Value each move of ``firsts``: ``found`` gets its value, ``lines`` its row of ``plies`` and its nodes."""
    ply = 0
    for index in range(len(firsts)):
        move: Any = np.int64(firsts[index])
        before = state[_NODES]
        state[_VISITS] = (state[_VISITS] * VISIT_FACTOR + 256 * index + ply + 1) & VISIT_MASK
        _value(kernels.play(position, move), unit, graded, budget, ply + 1, deepest, moves, plies, values, state)
        if state[_STOP] != 0:
            break
        length = plies[ply + 1, _LENGTH]
        lines[index, 0] = state[_NODES] - before
        lines[index, 1] = plies[ply + 1, _PROVEN]
        lines[index, 2] = length + 1
        lines[index, 3] = move
        for step in range(length):
            lines[index, 4 + step] = plies[ply + 1, _LINE + step]
        found[index, :] = values[ply + 1, :]
        state[_DONE] = index + 1


def search(
    game: KernelGame[Any],
    position: Any,
    budget: int,
    unit: int = 0,
    divide_root: bool = False,
    limits: Limits | None = None,
    report: Callable[[Minimax], None] | None = None,
) -> Minimax:
    """Value every legal move of an unfinished position for the seat to move, as ``minimax.search`` does.

    A root move's ``values`` has the component of every seat, its ``value`` that of the seat to move.
    """
    limits = (limits or Limits()).started()
    seat, seats = game.to_move(position), game.seats_at(position)
    firsts = np.array(game.legal_moves(position), dtype=np.int32)
    count = len(firsts)
    each = root_budget(budget, count, divide_root, limits.nodes)
    deepest = deepest_ply(game, each, limits)
    moves = np.empty((deepest + 1, game.spec.most_moves), dtype=np.int32)
    plies = np.zeros((deepest + 2, _LINE + deepest + 2), dtype=np.int32)
    values = np.zeros((deepest + 2, seats), dtype=np.float64)
    lines = np.zeros((count, 4 + deepest + 2), dtype=np.int32)
    found = np.zeros((count, seats), dtype=np.float64)
    state = running.shared_state()
    graded = game.spec.graded

    def so_far() -> Minimax:
        done = int(state[_DONE])
        roots = (
            RootMove(
                int(row[3]), float(value[seat]), bool(row[1]), int(row[0]), tuple(row[3 : 3 + row[2]].tolist()),
                tuple(value.tolist()),
            )
            for row, value in zip(lines[:done], found[:done], strict=True)
        )  # fmt: skip
        return Minimax(tuple(roots), done == count, int(state[_NODES]), int(state[_DEEPEST]), int(state[_VISITS]))

    def work() -> None:
        _search(position, unit, graded, each, deepest, firsts, moves, plies, values, lines, found, state)

    running.run(work, state, limits, None if report is None else lambda: report(so_far()))
    return so_far()
