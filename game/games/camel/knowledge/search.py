"""What the fast search asks of Crazy Camel: an estimate, a key, the moves worth a look and their order.

The kernels rest on the masters' shortest paths. Where a seat has no camels left the other's run can be certain, and
then no search is needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.kernels import implements, jitable
from plyground.games.camel import words
from plyground.games.camel.knowledge import learnt, learnt_order
from plyground.games.camel.knowledge.shortest import detour, shortest, undisturbed
from plyground.games.camel.moves import PASS, landing, list_camels, move_axis, move_x, move_y, step_bits
from plyground.games.camel.paths import UNREACHABLE, distance, goal_row, openings, spread, steps_to
from plyground.games.camel.position import Position, WidePosition, changed, max_plies
from plyground.games.camel.slots import legal_slots
from plyground.search.learning import model
from plyground.search.pvs import contract

STEP, CAMEL, MOVE, DECIDED = 100, 70, 50, 400
"""What a step of the path difference, a camel more in hand, the move, and a race that looks decided are worth, in
hundredths of a step."""

PRICE = 60
"""What a camel must gain to be tried before a step that gains nothing, in hundredths."""

MOST_SELECTIVE = 7
"""With more plies left than this every move is a candidate. At 0.05 s a move 7 took 62 % of 60 games against 4, and as
much as no bound at all."""

SWING, SWING_A_PLY = 80, 50
"""By how much a search falls below the estimate at most, and for each ply, in hundredths of a step."""

_FACING = 3
"""So many steps apart, walls left aside, or fewer, it may be better for a master that the other moves first."""

_NEARLY_OVER = 24
"""With fewer plies than this to the length limit, positions at different plies are told apart."""
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TURN, _TURN_BACK = np.uint64(23), np.uint64(41)
_FACTOR = np.uint64(0x9E3779B1)


@jitable
def race(own: Any, other: Any, own_camels: Any, other_camels: Any) -> Any:
    """1 if the seat to move looks sure to win the race since the other has no camels, -1 if it looks sure to lose."""
    if other_camels == 0 and own <= other:
        return 1
    return -1 if own_camels == 0 and other < own else 0


@implements(contract.static, Position, WidePosition)
def static(position: Any, weights: Any) -> Any:
    if learnt.is_learnt(position, weights):
        return learnt.estimate(position, weights)
    across, below = openings(position)
    first = distance(position, 0, across, below)
    second = distance(position, 1, across, below)
    if position.seat:
        return _estimate(second, first, position.second_camels, position.first_camels)
    return _estimate(first, second, position.first_camels, position.second_camels)


@jitable
def _estimate(own: Any, other: Any, own_camels: Any, other_camels: Any) -> Any:
    looks = race(own, other, own_camels, other_camels)
    return STEP * (other - own) + CAMEL * (own_camels - other_camels) + MOVE + DECIDED * looks


@jitable
def _mixed(known: Any, half: Any) -> Any:
    """A hash with 32 more bits; the product of two numbers of 32 bits does not wrap around."""
    product = ((half ^ (known >> _HALF)) & _LOW_HALF) * _FACTOR
    return ((known << _TURN) | (known >> _TURN_BACK)) ^ product


@jitable
def _narrow_mixed(known: Any, word: Any) -> Any:
    return _mixed(_mixed(known, word & _LOW_HALF), word >> _HALF)


@jitable
def _rest_mixed(position: Any, known: Any) -> Any:
    """The hash of the camels with everything else, the ply only where the length limit is near."""
    left = max_plies(position) - position.ply
    late = left if left < _NEARLY_OVER else 0
    rest = position.first | position.second << 7 | position.first_camels << 14 | position.second_camels << 19
    known = _mixed(known, np.uint64(rest | position.seat << 24 | late << 25))
    return _mixed(_mixed(known, known & _LOW_HALF), known >> _HALF)


@implements(contract.key, Position)
def narrow_key(position: Any) -> Any:
    known = _narrow_mixed(_FACTOR, position.horizontal)
    return _rest_mixed(position, _narrow_mixed(known, position.vertical))


@implements(contract.key, WidePosition)
def wide_key(position: Any) -> Any:
    known = _narrow_mixed(_narrow_mixed(_FACTOR, position.horizontal.low), position.horizontal.high)
    return _rest_mixed(position, _narrow_mixed(_narrow_mixed(known, position.vertical.low), position.vertical.high))


@implements(contract.known, Position, WidePosition)
def known(position: Any, weights: Any) -> Any:
    across, below = openings(position)
    seat = position.seat
    own = words.tile(across, position.second if seat else position.first)
    other = words.tile(across, position.first if seat else position.second)
    goal = goal_row(position, seat)
    if words.some(spread(own, across, below) & goal & ~other):
        return contract.WIN - 1
    own_camels = position.second_camels if seat else position.first_camels
    other_camels = position.first_camels if seat else position.second_camels
    left = max_plies(position) - position.ply
    if other_camels == 0:
        steps = undisturbed(own, goal, other, True, across, below)
        if 2 * steps - 1 <= left and steps <= steps_to(other, goal_row(position, 1 - seat), across, below):
            return contract.WIN - (2 * steps - 1)
    if own_camels == 0:
        steps = undisturbed(other, goal_row(position, 1 - seat), own, False, across, below)
        if 2 * steps <= left and steps < steps_to(own, goal, across, below):
            return 2 * steps - contract.WIN
    return contract.UNKNOWN


@implements(contract.swing, Position, WidePosition)
def swing(position: Any, depth: int, weights: Any) -> tuple[int, int]:
    """More for each ply. In a tenth of 30 positions of 9 x 9 a search of 1 to 4 plies fell short of the estimate by
    more than 111, 83, 89 and 290 hundredths, in a tenth of 25 of 7 x 7 by more than 42, 100, 100 and 170."""
    return SWING + SWING_A_PLY * depth, 0


@jitable
def _around(tile: Any) -> Any:
    """The slots whose blocks have one of the tiles at most one step from this one, walls left aside."""
    zone = tile | words.left(tile) | words.right(tile) | words.up(tile) | words.down(tile)
    zone = zone | words.left(zone)
    return zone | words.up(zone)


@implements(contract.candidates, Position, WidePosition)
def candidates(position: Any, depth: int, moves: Any) -> Any:
    across, below = openings(position)
    bits = step_bits(position, across, below)
    count = 0
    for step in range(PASS):
        if (bits >> step) & 1:
            moves[count] = step
            count += 1
    horizontal, vertical = legal_slots(position, across, below)
    if depth <= MOST_SELECTIVE and count > 0:
        seat = position.seat
        own = words.tile(across, position.second if seat else position.first)
        other = words.tile(across, position.first if seat else position.second)
        _steps, right, down = shortest(other, goal_row(position, 1 - seat), across, below)
        near_horizontal = down | words.left(down)
        near_vertical = right | words.up(right)
        if depth > 1:
            zone = _around(own) | _around(other)
            standing = position.horizontal
            touched = standing | words.left(standing) | words.right(standing)
            standing = position.vertical
            touched = touched | standing | words.up(standing) | words.down(standing)
            near_horizontal = near_horizontal | zone | touched | words.left(touched) | words.right(touched)
            near_vertical = near_vertical | zone | touched | words.up(touched) | words.down(touched)
        horizontal = horizontal & near_horizontal
        vertical = vertical & near_vertical
    return list_camels(horizontal, vertical, moves, count)


@implements(contract.rate, Position, WidePosition)
def rate(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    across, below = openings(position)
    seat = position.seat
    own = words.tile(across, position.second if seat else position.first)
    other = words.tile(across, position.first if seat else position.second)
    own_goal = goal_row(position, seat)
    other_goal = goal_row(position, 1 - seat)
    own_steps, own_right, own_down = shortest(own, own_goal, across, below)
    other_steps, other_right, other_down = shortest(other, other_goal, across, below)
    stride = words.stride(across)
    for index in range(count):
        move: Any = np.int64(moves[index])
        if move == PASS:
            scores[index] = 0
        elif move < PASS:
            target = words.tile(across, landing(position, move))
            scores[index] = STEP * (own_steps - steps_to(target, own_goal, across, below))
        else:
            slot = words.tile(across, move_y(move) * stride + move_x(move))
            along_row = move_axis(move) == 1
            gained = detour(slot, along_row, other, other_goal, other_steps, other_right, other_down, across, below)
            lost = detour(slot, along_row, own, own_goal, own_steps, own_right, own_down, across, below)
            scores[index] = STEP * (gained - lost) - PRICE


@implements(contract.prior, Position, WidePosition)
def prior(position: Any, moves: Any, count: int, scores: Any, weights: Any) -> None:
    of_moves = weights[learnt.EVALUATION :]
    if learnt_order.is_learnt(position, of_moves):
        model.rate_moves(position, moves, count, scores, of_moves)
    else:
        contract.rate(position, moves, count, scores, weights)


@implements(contract.extension, Position, WidePosition)
def extension(position: Any, weights: Any) -> int:
    seat = position.seat
    across, below = openings(position)
    other = words.tile(across, position.first if seat else position.second)
    return 1 if words.some(spread(other, across, below) & goal_row(position, 1 - seat)) else 0


@implements(contract.null_sound, Position)
def null_sound(position: Any, weights: Any) -> Any:
    # With null moves the search won 63 of 100 games on 7x7 against itself without, at 40,000 positions a move (pairs of
    # games from 2 to 6 random plies, seed 2). On 9x9 it had 19.5 of 40 at 10,000, so large boards go without.
    stride = words.stride(position.horizontal)
    apart = abs(position.first // stride - position.second // stride)
    apart += abs(position.first % stride - position.second % stride)
    return apart > _FACING and (position.second_camels if position.seat else position.first_camels) > 0


@implements(contract.null_move, Position)
def null_move(position: Any) -> Any:
    return changed(position, *position[:6])


@implements(contract.reducible, Position, WidePosition)
def reducible(position: Any, move: Any) -> Any:
    return move > PASS


assert UNREACHABLE < 10 * STEP, "scores of moves stay within their bounds"
