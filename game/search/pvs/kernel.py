"""The compiled part of the fast search: principal variation search with a table of positions, for any turn order.

A score is for the seat to move, and changes its sign only where the move has passed to the other seat. Scores of sure
ends are counted from the root here and from the position itself in the table. All functions unwind at once when
``state[STOP]`` is set; what they then give back means nothing.

Marsland and Campbell, "Parallel search of strongly ordered game trees" (1982), describe the algorithm; the table,
killers, history, late move reductions and pruning, and null moves are as in the chess programs of today, such as
Stockfish; a shallow search that stands for a deep one is Buro's Multi-ProbCut. An estimate that stands for a shallow
search (reverse futility pruning, razoring) goes back to Heinz, "Extended futility pruning" (1998).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.search.pvs import contract
from plyground.search.pvs import places as at
from plyground.search.pvs.contract import SURE, UNKNOWN, WIN
from plyground.search.pvs.entries import claim_of, claim_place, keep_entry, table_entry


@kernels.jitable
def seen_from(score: Any, plies: Any) -> Any:
    """The score of a position that lies so many plies further on: sure ends are that much further away."""
    if score >= SURE:
        return score - plies
    if score <= -SURE:
        return score + plies
    return score


@kernels.jitable
def answers(score: Any, packed: Any, depth: Any, beta: Any) -> Any:
    """Whether an entry of the table whose score is this, seen from here, says on which side of ``beta`` a search of
    ``depth`` plies ends."""
    bound = (packed >> at.BOUND_SHIFT) & at.EXACT
    usable = (
        (packed & at.DEPTH_BITS) >= depth
        or packed & at.CERTAIN_BIT != 0
        or (score >= SURE and bound & at.LOWER != 0)
        or (score <= -SURE and bound & at.UPPER != 0)
    )
    return usable and (bound & at.LOWER != 0 if score >= beta else bound & at.UPPER != 0)


@kernels.jitable
def settled(position: Any, ply: Any, weights: Any, plies: Any, state: Any) -> Any:
    """Count the position; its score if the game is over or the score is known, else ``UNKNOWN``."""
    state[at.NODES] += 1
    if ply > state[at.DEEPEST]:
        state[at.DEEPEST] = ply
    plies[ply, at.LENGTH] = 0
    plies[ply, at.CERTAIN] = 1
    if kernels.outcome(position, kernels.to_move(position)) != kernels.ONGOING:
        return seen_from(np.int64(contract.final(position)), ply)
    if state[at.BLIND] == 0:
        score = np.int64(contract.known(position, weights))
        if score != UNKNOWN:
            return seen_from(score, ply)
    plies[ply, at.CERTAIN] = 0
    return np.int64(UNKNOWN)


@kernels.jitable
def history_place(seat: Any, move: Any) -> Any:
    """Where the history of a seat's moves like this one is kept."""
    return at.HISTORY + (seat & 1) * at.HISTORY_SIZE + ((move ^ (move >> 12)) & (at.HISTORY_SIZE - 1))


@kernels.jitable
def bring_best(moves: Any, scores: Any, index: Any, count: Any) -> Any:
    """Swap the best ordered of the moves from ``index`` on to that place and return it; the first among equals."""
    best = index
    for other in range(index + 1, count):
        if scores[other] > scores[best]:
            best = other
    move: Any = np.int64(moves[best])
    score = scores[best]
    for place in range(best, index, -1):  # shifting keeps the order of equals
        moves[place] = moves[place - 1]
        scores[place] = scores[place - 1]
    moves[index] = move
    scores[index] = score
    return move


@kernels.jitable
def keep_line(plies: Any, ply: Any, move: Any) -> None:
    """The line of this ply is the move and the next ply's line."""
    length = plies[ply + 1, at.LENGTH]
    plies[ply, at.LENGTH] = length + 1
    plies[ply, at.LINE] = move
    for step in range(length):
        plies[ply, at.LINE + 1 + step] = plies[ply + 1, at.LINE + step]


@kernels.compiled
def quiet(
    position: Any, alpha: Any, beta: Any, left: Any, ply: Any, weights: Any, buffers: Any, plies: Any, state: Any
) -> Any:
    """The score of an unfinished, counted position at the horizon: its estimate once forcing moves were tried."""
    count = 0
    if left > 0 and ply < state[at.LAST]:
        count = contract.forcing(position, weights, buffers[ply, 0])
    best = np.int64(-at.INFINITE)
    if count >= 0:
        best = np.int64(contract.static(position, weights))
        if count == 0 or best >= beta:
            return best
        alpha = max(alpha, best)
    else:
        count = -count
    contract.rate(position, buffers[ply, 0], count, buffers[ply, 1], weights)
    mover = kernels.to_move(position)
    for index in range(count):
        move = bring_best(buffers[ply, 0], buffers[ply, 1], index, count)
        child = kernels.play(position, move)
        if state[at.NODES] >= state[at.LIMIT]:
            state[at.STOP] = 1
        if state[at.STOP] != 0:
            return best
        score = settled(child, ply + 1, weights, plies, state)
        passed = kernels.to_move(child) != mover
        if score == UNKNOWN:
            if passed:
                score = -quiet(child, -beta, -alpha, left - 1, ply + 1, weights, buffers, plies, state)
            else:
                score = quiet(child, alpha, beta, left - 1, ply + 1, weights, buffers, plies, state)
        elif passed:
            score = -score
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                keep_line(plies, ply, move)
                if score >= beta:
                    break
    plies[ply, at.CERTAIN] = 0
    return best


@kernels.jitable
def listed(
    position: Any, depth: Any, everything: Any, table_move: Any, ply: Any, weights: Any, buffers: Any, plies: Any,
    state: Any,
) -> Any:  # fmt: skip
    """Write the candidates, or ``everything`` that is legal, with how early each is tried; return how many."""
    count: Any = np.int64(0)
    if everything != 0:
        count = np.int64(kernels.legal_moves(position, buffers[ply, 0]))
    else:
        count = np.int64(contract.candidates(position, depth, buffers[ply, 0]))
    contract.rate(position, buffers[ply, 0], count, buffers[ply, 1], weights)
    mover = kernels.to_move(position)
    for index in range(count):
        move = np.int64(buffers[ply, 0, index])
        bonus = state[history_place(mover, move)]
        if move == table_move:
            bonus += at.TABLE_BONUS
        elif move == plies[ply, at.KILLER]:
            bonus += at.KILLER_BONUS
        elif move == plies[ply, at.OTHER_KILLER]:
            bonus += at.KILLER_BONUS - 1
        buffers[ply, 1, index] += bonus
    return count


@kernels.compiled
def value(
    position: Any, alpha: Any, beta: Any, depth: Any, ply: Any, weights: Any, table: Any, buffers: Any, plies: Any,
    state: Any,
) -> Any:  # fmt: skip
    """The score of a position met at ``ply``: exact within the window, at most ``alpha`` or at least ``beta`` else."""
    if state[at.NODES] >= state[at.LIMIT]:
        state[at.STOP] = 1
    if state[at.STOP] != 0:
        return np.int64(0)
    score = settled(position, ply, weights, plies, state)
    if score != UNKNOWN:
        return score
    threatened = np.int64(0)
    if state[at.BLIND] == 0 and (depth > 0 or state[at.QUIESCENT] == 0):
        threatened = np.int64(contract.extension(position, weights))
        if ply < state[at.HORIZON]:
            depth += threatened
    if depth <= 0 or ply >= state[at.LAST]:
        return quiet(position, alpha, beta, state[at.QUIET_PLIES], ply, weights, buffers, plies, state)
    wide = beta - alpha > 1
    table_move = np.int64(at.NO_MOVE)
    word = contract.key(position)
    if state[at.REMEMBERING] != 0:
        table_move, score, packed = table_entry(word, table, state)
        if packed != 0:
            score = seen_from(score, ply)
            enough = answers(score, packed, depth, beta)
            if wide:  # the line goes on to where its score comes from, unless every window is wide
                exact = (packed >> at.BOUND_SHIFT) & at.EXACT == at.EXACT
                enough = enough and state[at.SCOUTING] == 0 and (exact or score >= beta or score <= alpha)
            if enough:
                plies[ply, at.CERTAIN] = 1 if packed & at.CERTAIN_BIT != 0 else 0
                return score
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply - 1:
        beta = WIN - ply - 1
    if alpha >= beta:
        plies[ply, at.CERTAIN] = 1
        return alpha
    nulled = state[at.PASSED_AT] == ply
    state[at.PASSED_AT] = -1
    none = np.int64(0)  # plies of forcing moves: the estimate alone, from a function that is compiled already
    estimate = np.int64(UNKNOWN)
    if not wide and threatened == 0 and alpha > -SURE and beta < SURE:
        if state[at.TRUSTING] != 0 and depth <= at.SWING_DEPTH:
            fall, rise = contract.swing(position, depth, weights)
            if fall > 0 or rise > 0:
                estimate = np.int64(quiet(position, alpha, beta, none, ply, weights, buffers, plies, state))
                if fall > 0 and estimate - fall >= beta:
                    return beta
                if rise > 0 and estimate + rise <= alpha:
                    return alpha
        passing = state[at.PASSING] != 0 and depth >= at.NULL_DEPTH and not nulled
        passing = passing and contract.null_sound(position, weights)
        if passing and estimate == UNKNOWN:
            estimate = np.int64(quiet(position, alpha, beta, none, ply, weights, buffers, plies, state))
        if passing and estimate >= beta:
            state[at.PASSED_AT] = ply + 1
            less = max(depth - 1 - at.NULL_LESS - depth // 4, 0)
            score = -value(
                contract.null_move(position), -beta, -alpha, less, ply + 1, weights, table, buffers, plies, state
            )  # fmt: skip
            state[at.PASSED_AT] = -1
            if state[at.STOP] != 0:
                return np.int64(0)
            if score >= beta:
                return beta
        if state[at.PROBING] != 0 and state[at.PROBES] < at.MOST_PROBES:
            trial = 0
            while True:
                shallow, slope, offset, error = contract.probcut(position, depth, trial, weights)
                if shallow < 0:
                    break
                if estimate == UNKNOWN:
                    estimate = np.int64(quiet(position, alpha, beta, none, ply, weights, buffers, plies, state))
                error *= state[at.CONFIDENCE] / 100.0
                above = slope * estimate + offset >= beta
                if above:
                    mark = np.int64(np.ceil((beta + error - offset) / slope))
                else:
                    mark = np.int64(np.floor((alpha - error - offset) / slope)) + 1
                state[at.PROBES] += 1
                fewer = np.int64(shallow)  # not the literal of a game without, or all is compiled a second time
                score = value(position, mark - 1, mark, fewer, ply, weights, table, buffers, plies, state)
                state[at.PROBES] -= 1
                if state[at.STOP] != 0:
                    return np.int64(0)
                if (score >= mark) == above:
                    plies[ply, at.LENGTH] = 0
                    plies[ply, at.CERTAIN] = 0
                    return beta if above else alpha
                trial += 1
            if trial > 0:
                plies[ply, at.LENGTH] = 0
                if table_move == at.NO_MOVE and state[at.REMEMBERING] != 0:
                    table_move = table_entry(word, table, state)[0]
    if state[at.REDUCING] != 0 and state[at.REMEMBERING] != 0 and depth >= 4 and table_move == at.NO_MOVE:
        depth -= 1  # without a move from the table the order is poor; the next iteration has one
    mover = kernels.to_move(position)
    first_alpha = alpha
    best = np.int64(-at.INFINITE)
    best_move = np.int64(at.NO_MOVE)
    best_certain = np.int64(0)
    all_certain = np.int64(1)
    count: Any = np.int64(0)
    for again in range(2):
        if again == 1:
            if state[at.SELECTIVE] == 0 or best > -SURE or count >= kernels.count_moves(position):
                break
            # all candidates lose for certain: only now do the moves that were left out matter
            all_certain = np.int64(1)
        alone = again == 0 and table_move != at.NO_MOVE
        if alone:  # where it cuts, the others need not even be listed
            buffers[ply, 0, 0] = table_move
            buffers[ply, 1, 0] = at.TABLE_BONUS
            count = np.int64(1)
        else:
            count = listed(position, depth, again, table_move, ply, weights, buffers, plies, state)
        index: Any = np.int64(0)
        while index < count:
            move = bring_best(buffers[ply, 0], buffers[ply, 1], index, count)
            if (
                state[at.PRUNING] != 0
                and depth <= at.PRUNED_DEPTH
                and index >= at.UNPRUNED + at.UNPRUNED_BY_DEPTH * depth * depth
                and not wide
                and threatened == 0
                and best > -SURE
                and buffers[ply, 1, index] < at.KILLER_BONUS // 2
            ):
                all_certain = np.int64(0)
                break
            claim = np.int64(0)
            if index > 0 and depth >= at.SHARED_DEPTH and state[at.SHARING] != 0:
                claim = claim_of(word, move)
                if not wide:  # another thread may be done with the position
                    _, score, packed = table_entry(word, table, state)
                    score = seen_from(score, ply)
                    if packed != 0 and answers(score, packed, depth, beta):
                        plies[ply, at.CERTAIN] = 1 if packed & at.CERTAIN_BIT != 0 else 0
                        return score
                if buffers[ply, 1, index] < -at.LATER // 2:
                    buffers[ply, 1, index] += at.LATER
                elif table[claim_place(claim, table)] == claim:
                    buffers[ply, 1, index] -= at.LATER
                    continue
                table[claim_place(claim, table)] = claim
            child = kernels.play(position, move)
            passed = kernels.to_move(child) != mover
            full = depth - 1
            searched = full
            low = alpha
            high = beta
            if index > 0:
                if state[at.SCOUTING] != 0:
                    high = alpha + 1
                if (
                    state[at.REDUCING] != 0
                    and depth >= 2
                    and threatened == 0
                    and buffers[ply, 1, index] < at.KILLER_BONUS // 2
                ):
                    less = state[at.REDUCTIONS + min(depth, at.DEEP - 1) * at.LATE + min(index, at.LATE - 1)]
                    if wide:
                        less -= 1
                    if less > 0 and contract.reducible(position, move):
                        searched = max(full - less, 0)
            while True:
                if passed:
                    score = -value(
                        child, -high, -low, searched, ply + 1, weights, table, buffers, plies, state
                    )  # fmt: skip
                else:
                    score = value(child, low, high, searched, ply + 1, weights, table, buffers, plies, state)
                if state[at.STOP] != 0:
                    return np.int64(0)
                if score <= alpha:
                    break
                if searched < full:
                    searched = full
                elif score < beta and high < beta:
                    high = beta
                else:
                    break
            if claim != 0:
                table[claim_place(claim, table)] = 0
            sure = score >= SURE or score <= -SURE
            if plies[ply + 1, at.CERTAIN] == 0 and not sure:
                all_certain = np.int64(0)
            if score > best:
                best = score
                best_certain = np.int64(plies[ply + 1, at.CERTAIN])
                if score > alpha:
                    alpha = score
                    best_move = move
                    keep_line(plies, ply, move)
                    if score >= beta:
                        if state[at.KILLING] != 0 and move != plies[ply, at.KILLER]:
                            plies[ply, at.OTHER_KILLER] = plies[ply, at.KILLER]
                            plies[ply, at.KILLER] = move
                        if state[at.LEARNING] != 0:
                            gain = min(depth * depth * 16, at.HISTORY_TOP // 4)
                            for earlier in range(index + 1):
                                spot = history_place(mover, np.int64(buffers[ply, 0, earlier]))
                                change = gain if earlier == index else -gain
                                state[spot] += change - state[spot] * gain // at.HISTORY_TOP
                        break
            index += 1
            if alone:
                alone = False
                count = listed(position, depth, again, table_move, ply, weights, buffers, plies, state)
                if bring_best(buffers[ply, 0], buffers[ply, 1], np.int64(0), count) != table_move:
                    index = np.int64(0)  # it is no candidate, and was searched besides
    if best >= beta:
        bound = at.LOWER
        certain = best_certain
    else:
        bound = at.EXACT if best > first_alpha else at.UPPER
        certain = all_certain
        if certain != 0 and state[at.SELECTIVE] != 0 and count < kernels.count_moves(position):
            certain = np.int64(0)
    plies[ply, at.CERTAIN] = certain
    if state[at.REMEMBERING] != 0:
        packed = bound << at.BOUND_SHIFT | (at.CERTAIN_BIT if certain != 0 else 0) | min(depth, at.DEPTH_BITS)
        move = best_move if best_move != at.NO_MOVE else table_move
        keep_entry(word, move, seen_from(best, -ply), packed, table, state)
    return best
