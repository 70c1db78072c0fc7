"""Where camels may lie: the free slots, and which of them would cut a master off its goal row.

A slot is named by the upper left tile of its block, and each answer is a pair of sets: slots along rows (H) and slots
along columns (V).
"""

from __future__ import annotations

from typing import Any

from plyground.core import kernels
from plyground.games.camel import words
from plyground.games.camel.paths import crossings, goal_row, reaches
from plyground.games.camel.position import height_of, width_of


@kernels.jitable
def own_camels(position: Any) -> Any:
    """The camels in hand of the seat to move."""
    return position.second_camels if position.seat else position.first_camels


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
    """The free slots where a camel may close a ring with other camels and the edge. Only these can cut a path.

    A ring needs a camel that touches at two corners what hangs together. A camel that lies alone is touched by another
    at one corner at most, so it counts for nothing.
    """
    horizontal = position.horizontal
    vertical = position.vertical
    slots = words.block(horizontal, width_of(position) - 1, height_of(position) - 1)
    left_edge = slots & ~words.right(slots)
    right_edge = slots & ~words.left(slots)
    top_edge = slots & ~words.down(slots)
    bottom_edge = slots & ~words.up(slots)
    # corners, where camels end or have their middle, are named by the tile to their upper left
    ends_horizontal = words.left(horizontal) | words.right(horizontal)
    ends_vertical = words.up(vertical) | words.down(vertical)
    along_horizontal = horizontal | ends_horizontal
    along_vertical = vertical | ends_vertical
    horizontal = horizontal & (
        left_edge
        | right_edge
        | ends_vertical
        | words.right(along_vertical | words.right(horizontal))
        | words.left(along_vertical | words.left(horizontal))
    )
    vertical = vertical & (
        top_edge
        | bottom_edge
        | ends_horizontal
        | words.down(along_horizontal | words.down(vertical))
        | words.up(along_horizontal | words.up(vertical))
    )
    touched = (
        horizontal
        | words.left(horizontal)
        | words.right(horizontal)
        | vertical
        | words.up(vertical)
        | words.down(vertical)
    )
    at_left = words.right(touched) | left_edge
    at_right = words.left(touched) | right_edge
    at_top = words.down(touched) | top_edge
    at_bottom = words.up(touched) | bottom_edge
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
