"""The rules as kernels: legal moves, their number, playing one, and how a game ended.

Moves are integers: 0 to 7 are steps in the order of ``DIRECTIONS``, 8 is the pass, and a camel is its axis and the
upper left tile of its block, packed by ``camel_move``. Legal moves are listed in ascending order: steps, then
camels along rows, then camels along columns, each by y then x.
"""

from __future__ import annotations

from typing import Any

from game.core import kernels
from game.rules.camel import words
from game.rules.camel.paths import crossings, goal_row, openings, reaches
from game.rules.camel.position import Position, WidePosition, changed, edge_blocks, height_of, max_plies, width_of

DIRECTIONS = ("Up", "Right", "Down", "Left", "UpLeft", "UpRight", "DownLeft", "DownRight")
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
def own_camels(position: Any) -> Any:
    """The camels in hand of the seat to move."""
    return position.second_camels if position.seat else position.first_camels


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
def free_slots(position: Any) -> Any:
    """The pair (horizontal, vertical) of slots where a camel overlaps and crosses no other; paths are not asked."""
    horizontal = position.horizontal
    vertical = position.vertical
    slots = words.block(horizontal, width_of(position) - 1, height_of(position) - 1)
    free_horizontal = slots & ~(horizontal | words.left(horizontal) | words.right(horizontal) | vertical)
    free_vertical = slots & ~(vertical | words.up(vertical) | words.down(vertical) | horizontal)
    return free_horizontal, free_vertical


@kernels.jitable
def enclosing(position: Any, free_horizontal: Any, free_vertical: Any) -> Any:
    """The free slots where a camel would touch two or more of: other camels, edges. Only these can cut a path."""
    horizontal = position.horizontal
    vertical = position.vertical
    slots = words.block(horizontal, width_of(position) - 1, height_of(position) - 1)
    touched = (
        horizontal
        | words.left(horizontal)
        | words.right(horizontal)
        | vertical
        | words.up(vertical)
        | words.down(vertical)
    )  # the corners where camels end or have their middle, each named by the tile to its upper left
    at_left = words.right(touched) | (slots & ~words.right(slots))
    at_right = words.left(touched) | (slots & ~words.left(slots))
    at_top = words.down(touched) | (slots & ~words.down(slots))
    at_bottom = words.up(touched) | (slots & ~words.up(slots))
    return (
        free_horizontal & ((at_left & at_right) | (touched & (at_left | at_right))),
        free_vertical & ((at_top & at_bottom) | (touched & (at_top | at_bottom))),
    )


@kernels.jitable
def cutting(position: Any, seat: Any, horizontal: Any, vertical: Any, across: Any, below: Any) -> Any:
    """Of the given free slots, the pair (horizontal, vertical) of those where a camel cuts ``seat`` off its goal.

    Slots that do not cross one path that was found cannot cut; each of the others is tried with a flood fill.
    """
    start = words.tile(across, position.second if seat else position.first)
    goal = goal_row(position, seat)
    path_right, path_down, _tiles = crossings(start, goal, across, below)
    horizontal = horizontal & (path_down | words.left(path_down))
    vertical = vertical & (path_right | words.up(path_right))
    cut_horizontal = words.empty(horizontal)
    cut_vertical = words.empty(vertical)
    while words.some(horizontal):
        rest = words.without_lowest(horizontal)
        slot = horizontal & ~rest
        if not reaches(start, goal, across, below & ~(slot | words.right(slot))):
            cut_horizontal = cut_horizontal | slot
        horizontal = rest
    while words.some(vertical):
        rest = words.without_lowest(vertical)
        slot = vertical & ~rest
        if not reaches(start, goal, across & ~(slot | words.down(slot)), below):
            cut_vertical = cut_vertical | slot
        vertical = rest
    return cut_horizontal, cut_vertical


@kernels.jitable
def legal_slots(position: Any, across: Any, below: Any) -> Any:
    """The pair (horizontal, vertical) of slots where the seat to move may place a camel."""
    horizontal, vertical = free_slots(position)
    if own_camels(position) == 0:
        return words.empty(horizontal), words.empty(vertical)
    doubtful_horizontal, doubtful_vertical = enclosing(position, horizontal, vertical)
    if words.some(doubtful_horizontal | doubtful_vertical):
        for seat in range(2):
            cut_horizontal, cut_vertical = cutting(
                position, seat, doubtful_horizontal, doubtful_vertical, across, below
            )
            horizontal = horizontal & ~cut_horizontal
            vertical = vertical & ~cut_vertical
            doubtful_horizontal = doubtful_horizontal & ~cut_horizontal
            doubtful_vertical = doubtful_vertical & ~cut_vertical
    return horizontal, vertical


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


@kernels.implements(kernels.count_moves, Position, WidePosition)
def count_moves(position: Any) -> Any:
    if is_over(position):
        return 0
    across, below = openings(position)
    bits = step_bits(position, across, below)
    horizontal, vertical = legal_slots(position, across, below)
    count = words.size(horizontal) + words.size(vertical)
    while bits:
        count += 1
        bits &= bits - 1
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
