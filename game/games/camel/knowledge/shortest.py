"""All shortest paths of a master at once, and runs to the goal that the other master cannot disturb."""

from __future__ import annotations

from typing import Any

from plyground.core.kernels import jitable
from plyground.games.camel import words
from plyground.games.camel.paths import UNREACHABLE, spread, steps_to


@jitable
def shortest(start: Any, goal: Any, across: Any, below: Any) -> Any:
    """The steps on a shortest path and the openings on any of them, as (steps, right, down).

    ``right`` holds the left tile of each opening between columns, ``down`` the upper tile of each one between rows.
    The fill keeps distances modulo 3, as ``paths.crossings`` does, and walks back with whole sets.
    """
    nothing = words.empty(start)
    reached = start
    older = nothing
    old = nothing
    new = start
    steps = 0
    while not words.some(reached & goal):
        more = spread(reached, across, below)
        if more == reached:
            return UNREACHABLE, nothing, nothing
        older, old, new = old, new, older | (more & ~reached)
        reached = more
        steps += 1
    here = new & goal
    right = nothing
    down = nothing
    for _ in range(steps):
        above = words.up(here) & below & old
        under = words.down(here & below) & old
        before = words.left(here) & across & old
        after = words.right(here & across) & old
        down = down | above | (here & below & words.up(under))
        right = right | before | (here & across & words.left(after))
        here = above | under | before | after
        older, old, new = new, older, old
    return steps, right, down


@jitable
def undisturbed(start: Any, goal: Any, other: Any, first: Any, across: Any, below: Any) -> Any:
    """The steps of a run from ``start`` to ``goal`` on which a master at ``other`` can neither block nor jump, or
    ``UNREACHABLE``; no camels are placed. ``first`` tells whether the runner moves first.

    Each tile of the run is out of the other's reach, and beside none in it, by the time that the runner is there.
    """
    runner = start
    blocker = other
    if not first:
        blocker = spread(other, across, below)
        if words.some(start & blocker):
            return UNREACHABLE
    steps = 0
    while True:
        beside = spread(blocker, across, below)
        more = spread(runner, across, below) & ~blocker
        steps += 1
        if words.some(more & goal):
            return steps
        more = more & ~beside
        if more == runner or not words.some(more):
            return UNREACHABLE
        runner = more
        blocker = beside


@jitable
def detour(
    slot: Any, along_row: Any, start: Any, goal: Any, steps: Any, right: Any, down: Any, across: Any, below: Any
) -> Any:
    """By how many steps a camel that lies in a slot, along a row or a column, makes the way longer whose shortest path
    has ``steps`` and goes ``right`` and ``down`` from these tiles."""
    if along_row:
        closed = slot | words.right(slot)
        return steps_to(start, goal, across, below & ~closed) - steps if words.some(closed & down) else 0
    closed = slot | words.down(slot)
    return steps_to(start, goal, across & ~closed, below) - steps if words.some(closed & right) else 0
