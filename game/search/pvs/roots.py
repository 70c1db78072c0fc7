"""The root of the fast search: its moves, searched one after the other, each with what is found of it in a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.search.pvs import contract
from plyground.search.pvs import places as at
from plyground.search.pvs.contract import SURE
from plyground.search.pvs.entries import claim_of, claim_place
from plyground.search.pvs.kernel import value


@kernels.compiled
def rated_root(position: Any, weights: Any, buffers: Any) -> Any:
    """Write all legal moves of the root and their rates into the first row of ``buffers``; return how many."""
    count = kernels.legal_moves(position, buffers[0, 0])
    contract.rate(position, buffers[0, 0], count, buffers[0, 1], weights)
    return count


@kernels.compiled
def root(
    position: Any, alpha: Any, beta: Any, depth: Any, begin: Any, count: Any, each: Any, rows: Any, weights: Any,
    table: Any, buffers: Any, plies: Any, state: Any,
) -> Any:  # fmt: skip
    """Search the root's moves, those of ``rows`` from ``begin`` to ``count`` in order; return the best score.

    A row gets its move's score, whether it is certain, and its line, when that is within the window. ``state[BEST]`` is
    the best such row. With ``each`` every move is searched with the whole window, so that all get their exact score.
    ``state[DONE]`` counts the finished moves.
    """
    ply = 0
    best = np.int64(-at.INFINITE)
    state[at.BEST] = -1
    state[at.DONE] = 0
    mover = kernels.to_move(position)
    first_alpha = alpha
    all_certain = np.int64(1)
    word = contract.key(position)
    for index in range(count):
        rows[index, at.WAITING] = 0
    for turn in range(2 * count):
        index = turn % count
        if index < begin or (turn >= count and rows[index, at.WAITING] == 0):
            continue
        move: Any = np.int64(rows[index, at.MOVE])
        claim = np.int64(0)
        if index > begin and each == 0 and state[at.SHARING] != 0:
            claim = claim_of(word, move)
            if turn < count and table[claim_place(claim, table)] == claim:
                rows[index, at.WAITING] = 1
                continue
            table[claim_place(claim, table)] = claim
        child = kernels.play(position, move)
        passed = kernels.to_move(child) != mover
        full = depth - 1
        searched = full
        low = first_alpha if each != 0 else alpha
        high = beta
        if index > begin and each == 0:
            if state[at.SCOUTING] != 0:
                high = alpha + 1
            if state[at.REDUCING] != 0 and depth >= 3 and contract.reducible(position, move):
                less = state[at.REDUCTIONS + min(depth, at.DEEP - 1) * at.LATE + min(index - begin, at.LATE - 1)] - 1
                searched = max(full - max(less, 0), 1)
        while True:
            if passed:
                score = -value(child, -high, -low, searched, ply + 1, weights, table, buffers, plies, state)
            else:
                score = value(child, low, high, searched, ply + 1, weights, table, buffers, plies, state)
            if state[at.STOP] != 0:
                return best
            if score <= low:
                break
            if searched < full:
                searched = full
            elif score < beta and high < beta:
                high = beta
            else:
                break
        if claim != 0:
            table[claim_place(claim, table)] = 0
        certain = np.int64(plies[ply + 1, at.CERTAIN])
        if certain == 0 and -SURE < score < SURE:
            all_certain = np.int64(0)
        if score > low:
            rows[index, at.SCORE] = score
            rows[index, at.MOVE_CERTAIN] = certain
            length = plies[ply + 1, at.LENGTH]
            rows[index, at.MOVE_LENGTH] = length + 1
            rows[index, at.MOVE_LINE] = move
            for step in range(length):
                rows[index, at.MOVE_LINE + 1 + step] = plies[ply + 1, at.LINE + step]
        elif each != 0:
            rows[index, at.SCORE] = score
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                state[at.BEST] = index
                if score >= beta:
                    break
        state[at.DONE] += 1
    if state[at.BEST] >= 0:
        rows[state[at.BEST], at.MOVE_CERTAIN] = all_certain
    return best


@kernels.compiled
def search_root(
    position: Any, alpha: Any, beta: Any, depth: Any, begin: Any, count: Any, each: Any, rows: Any, weights: Any,
    table: Any, buffers: Any, plies: Any, state: Any,
) -> Any:  # fmt: skip
    """``root``, called from Python: what comes in here has no counter (see ``plyground.core.uncounted``)."""
    return root(position, alpha, beta, depth, begin, count, each, rows, weights, table, buffers, plies, state)
