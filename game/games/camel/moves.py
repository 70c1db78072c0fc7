"""The rules as kernels: legal moves, their number, playing one, and how a game ended.

Moves are integers: 0 to 7 are steps in the order of ``DIRECTIONS``, 8 is the pass, and a camel is its axis and the
upper left tile of its block, packed by ``camel_move``. Legal moves are listed in ascending order: steps, then
camels along rows, then camels along columns, each by y then x.
"""

from __future__ import annotations

from typing import Any

from plyground.core import kernels
from plyground.games.camel import words
from plyground.games.camel.paths import openings, spread
from plyground.games.camel.position import Position, WidePosition, changed, edge_blocks, height_of, max_plies, width_of
from plyground.games.camel.slots import legal_slots

DIRECTIONS = ("Up", "Right", "Down", "Left", "UpLeft", "UpRight", "DownLeft", "DownRight")
"""Names of steps, as moves are written: the same in every language."""
UP, RIGHT, DOWN, LEFT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = range(8)
PASS = 8
_AXIS = 8
_ROW = 4
_PLACE = 15


@kernels.jitable
def camel_move(axis: Any, x: Any, y: Any) -> Any:
    """The move that places a camel; ``axis`` is 1 along a row (H), 2 along a column (V); x and y are 0 to 15."""
    return axis << _AXIS | y << _ROW | x


@kernels.jitable
def move_axis(move: Any) -> Any:
    """0 for a step or a pass, 1 for a camel along a row, 2 for a camel along a column."""
    return move >> _AXIS


@kernels.jitable
def move_x(move: Any) -> Any:
    """The column of a camel's block."""
    return move & _PLACE


@kernels.jitable
def move_y(move: Any) -> Any:
    """The row of a camel's block."""
    return (move >> _ROW) & _PLACE


@kernels.jitable
def own_master(position: Any) -> Any:
    """The tile index of the master of the seat to move."""
    return position.second if position.seat else position.first


@kernels.jitable
def other_master(position: Any) -> Any:
    """The tile index of the other master."""
    return position.first if position.seat else position.second


@kernels.jitable
def step_bits(position: Any, across: Any, below: Any) -> Any:
    """The legal steps of the seat to move: bit d is set for the direction with number d."""
    me = words.tile(across, own_master(position))
    other = words.tile(across, other_master(position))
    above = words.up(me) & below
    after = words.right(me & across)
    under = words.down(me & below)
    before = words.left(me) & across
    bits = 0
    if not words.some((above | after | under | before) & other):
        bits |= int(words.some(above))
        bits |= int(words.some(after)) << RIGHT
        bits |= int(words.some(under)) << DOWN
        bits |= int(words.some(before)) << LEFT
        return bits
    edge = edge_blocks(position)
    board = words.block(across, width_of(position), height_of(position))
    if above == other:
        if words.some(words.up(other) & below):
            bits |= 1 << UP
        elif edge or words.some(words.up(other) & board):
            bits |= int(words.some(words.left(other) & across)) << UP_LEFT
            bits |= int(words.some(other & across)) << UP_RIGHT
    else:
        bits |= int(words.some(above)) << UP
    if after == other:
        if words.some(other & across):
            bits |= 1 << RIGHT
        elif edge or words.some(words.right(other) & board):
            bits |= int(words.some(words.up(other) & below)) << UP_RIGHT
            bits |= int(words.some(other & below)) << DOWN_RIGHT
    else:
        bits |= int(words.some(after)) << RIGHT
    if under == other:
        if words.some(other & below):
            bits |= 1 << DOWN
        elif edge or words.some(words.down(other) & board):
            bits |= int(words.some(words.left(other) & across)) << DOWN_LEFT
            bits |= int(words.some(other & across)) << DOWN_RIGHT
    else:
        bits |= int(words.some(under)) << DOWN
    if before == other:
        if words.some(words.left(other) & across):
            bits |= 1 << LEFT
        elif edge or words.some(words.left(other) & board):
            bits |= int(words.some(words.up(other) & below)) << UP_LEFT
            bits |= int(words.some(other & below)) << DOWN_LEFT
    else:
        bits |= int(words.some(before)) << LEFT
    return bits


@kernels.jitable
def landing(position: Any, step: Any) -> Any:
    """The tile index on which a legal step ends."""
    stride = words.stride(position.horizontal)
    me = own_master(position)
    other = other_master(position)
    if step == UP_LEFT:
        return me - stride - 1
    if step == UP_RIGHT:
        return me - stride + 1
    if step == DOWN_LEFT:
        return me + stride - 1
    if step == DOWN_RIGHT:
        return me + stride + 1
    change = -1
    if step == UP:
        change = -stride
    elif step == RIGHT:
        change = 1
    elif step == DOWN:
        change = stride
    target = me + change
    return target + change if target == other else target


@kernels.jitable
def winner(position: Any) -> Any:
    """The seat whose master stands on its goal row, or -1."""
    stride = words.stride(position.horizontal)
    if position.first >= stride * (height_of(position) - 1):
        return 0
    if position.second < stride:
        return 1
    return -1


@kernels.jitable
def is_over(position: Any) -> Any:
    """Whether the game is won or has reached its length limit."""
    return winner(position) >= 0 or position.ply >= max_plies(position)


@kernels.implements(kernels.to_move, Position, WidePosition)
def to_move(position: Any) -> Any:
    return position.seat


@kernels.jitable
def list_camels(horizontal: Any, vertical: Any, moves: Any, count: Any) -> Any:
    """Write the moves that place a camel on these slots behind the first ``count`` moves, and the pass if there is no
    move at all; return how many there are then."""
    stride = words.stride(horizontal)
    while words.some(horizontal):
        index = words.lowest(horizontal)
        moves[count] = camel_move(1, index % stride, index // stride)
        count += 1
        horizontal = words.without_lowest(horizontal)
    while words.some(vertical):
        index = words.lowest(vertical)
        moves[count] = camel_move(2, index % stride, index // stride)
        count += 1
        vertical = words.without_lowest(vertical)
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@kernels.implements(kernels.legal_moves, Position, WidePosition)
def legal_moves(position: Any, moves: Any) -> Any:
    if is_over(position):
        return 0
    across, below = openings(position)
    bits = step_bits(position, across, below)
    count = 0
    for step in range(8):
        if (bits >> step) & 1:
            moves[count] = step
            count += 1
    horizontal, vertical = legal_slots(position, across, below)
    return list_camels(horizontal, vertical, moves, count)


@kernels.implements(kernels.count_moves, Position, WidePosition)
def count_moves(position: Any) -> Any:
    if is_over(position):
        return 0
    across, below = openings(position)
    horizontal, vertical = legal_slots(position, across, below)
    count = words.size(horizontal) + words.size(vertical)
    me = words.tile(across, own_master(position))
    beside = spread(me, across, below)
    if words.some(beside & words.tile(across, other_master(position))):
        bits = step_bits(position, across, below)
        while bits:
            count += 1
            bits &= bits - 1
    else:
        count += words.size(beside) - 1
    return count if count else 1


@kernels.implements(kernels.play, Position, WidePosition)
def play(position: Any, move: Any) -> Any:
    horizontal = position.horizontal
    vertical = position.vertical
    first = position.first
    second = position.second
    first_camels = position.first_camels
    second_camels = position.second_camels
    if move < PASS:
        target = landing(position, move)
        if position.seat:
            second = target
        else:
            first = target
    elif move != PASS:
        slot = words.tile(horizontal, move_y(move) * words.stride(horizontal) + move_x(move))
        if move_axis(move) == 1:
            horizontal = horizontal | slot
        else:
            vertical = vertical | slot
        if position.seat:
            second_camels -= 1
        else:
            first_camels -= 1
    return changed(position, horizontal, vertical, first, second, first_camels, second_camels)


@kernels.implements(kernels.outcome, Position, WidePosition)
def outcome(position: Any, seat: Any) -> Any:
    won = winner(position)
    if won >= 0:
        return kernels.WIN if won == seat else kernels.LOSS
    return kernels.DRAW if position.ply >= max_plies(position) else kernels.ONGOING


@kernels.implements(kernels.margin, Position, WidePosition)
def margin(position: Any, seat: Any) -> Any:
    won = winner(position)
    if won < 0:
        return 0
    return 1 if won == seat else -1
