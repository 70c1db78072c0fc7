"""Where masters can walk: flood fills and shortest paths, a whole set of tiles at a time.

Masters do not stand in the way of a path here; only camels and the edge do. ``across`` holds the tiles from which the
way to the right is open and ``below`` those from which the way down is; tiles off the board are in neither, so that
a fill bounded by the two never leaves the board.
"""

from __future__ import annotations

from typing import Any

from plyground.core import kernels
from plyground.games.camel import words
from plyground.games.camel.position import height_of, width_of

UNREACHABLE = 999


@kernels.jitable
def openings(position: Any) -> Any:
    """The pair (across, below) of a position."""
    width = width_of(position)
    height = height_of(position)
    vertical = position.vertical
    horizontal = position.horizontal
    across = words.block(vertical, width - 1, height) & ~(vertical | words.down(vertical))
    below = words.block(horizontal, width, height - 1) & ~(horizontal | words.right(horizontal))
    return across, below


@kernels.jitable
def spread(reached: Any, across: Any, below: Any) -> Any:
    """A set of tiles together with the tiles one step away."""
    return (
        reached
        | words.right(reached & across)
        | (words.left(reached) & across)
        | words.down(reached & below)
        | (words.up(reached) & below)
    )


@kernels.jitable
def goal_row(position: Any, seat: Any) -> Any:
    """The tiles that a seat's master wants to reach."""
    height = height_of(position)
    top = words.block(position.horizontal, width_of(position), 1)
    if seat == 1:
        return top
    return words.block(position.horizontal, width_of(position), height) & ~words.block(
        position.horizontal, width_of(position), height - 1
    )


@kernels.jitable
def reaches(start: Any, goal: Any, across: Any, below: Any) -> Any:
    """Whether a way leads from ``start`` to ``goal``."""
    reached = start
    while not words.some(reached & goal):
        more = spread(reached, across, below)
        if more == reached:
            return False
        reached = more
    return True


@kernels.jitable
def steps_to(start: Any, goal: Any, across: Any, below: Any) -> Any:
    """The number of steps on a shortest path from ``start`` to ``goal``, or ``UNREACHABLE``."""
    reached = start
    steps = 0
    while not words.some(reached & goal):
        more = spread(reached, across, below)
        if more == reached:
            return UNREACHABLE
        reached = more
        steps += 1
    return steps


@kernels.jitable
def distance(position: Any, seat: Any, across: Any, below: Any) -> Any:
    """The steps on a shortest path of a seat's master, with these openings; the other master is ignored."""
    start = words.tile(across, position.second if seat else position.first)
    return steps_to(start, goal_row(position, seat), across, below)


@kernels.jitable
def crossings(start: Any, goal: Any, across: Any, below: Any) -> Any:
    """The steps of one shortest path, as sets: (right, down, tiles).

    ``right`` holds the left tile of each step between columns, ``down`` the upper tile of each step between rows,
    ``tiles`` the tiles entered. All are empty if there is no way or none is needed.

    The fill keeps each tile's distance modulo 3 in three sets, which is enough to walk back: neighbours differ by
    one.
    """
    nothing = words.empty(start)
    reached = start
    older = nothing
    old = nothing
    new = start  # the sets of tiles at distances n - 2, n - 1 and n, and at all distances equal to these modulo 3
    while not words.some(reached & goal):
        more = spread(reached, across, below)
        if more == reached:
            return nothing, nothing, nothing
        older, old, new = old, new, older | (more & ~reached)
        reached = more
    here = words.tile(start, words.lowest(new & goal))
    right = nothing
    down = nothing
    tiles = nothing
    while here != start:
        tiles = tiles | here
        above = words.up(here) & below & old
        if words.some(above):
            down = down | above
            here = above
        else:
            under = words.down(here & below) & old
            if words.some(under):
                down = down | here
                here = under
            else:
                before = words.left(here) & across & old
                if words.some(before):
                    right = right | before
                    here = before
                else:
                    right = right | here
                    here = words.right(here & across) & old
        older, old, new = new, older, old
    return right, down, tiles
