"""What a layout must fulfil so that one can play on from it, each fault as a sentence."""

from __future__ import annotations

from typing import Any

from plyground.games.camel import words
from plyground.games.camel.paths import goal_row, openings, reaches
from plyground.games.camel.position import LARGEST, MOST_CAMELS, SEAT_NAMES, SMALLEST, Layout, build


def overlap(one: Any, other: Any) -> str | None:
    """How two camels are in each other's way: ``same``, ``half``, ``cross``, or None."""
    right, down = other.x - one.x, other.y - one.y
    if one.axis != other.axis:
        return "cross" if (right, down) == (0, 0) else None
    along, beside = (right, down) if one.axis == "H" else (down, right)
    if beside or abs(along) > 1:
        return None
    return "half" if along else "same"


def problem(layout: Layout, plies: int) -> str | None:
    """None if one can play on from this layout with this length limit, else the sentence that says why not."""
    width, height = layout.width, layout.height
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        return f"A board has {SMALLEST} to {LARGEST} tiles along each side, not {width}x{height}."
    if layout.seat not in (0, 1):
        return f"The next seat is 0 or 1, not {layout.seat}."
    if not 0 <= layout.ply <= plies:
        return (
            f"The ply goes from 0 to {plies}, where the game ends; {layout.ply} is outside. Raise max_plies to go on."
        )
    return _masters_problem(layout) or _camels_problem(layout) or _path_problem(layout)


def _masters_problem(layout: Layout) -> str | None:
    for name, (x, y), left in zip(SEAT_NAMES, layout.masters, layout.in_hand, strict=True):
        if not (0 <= x < layout.width and 0 <= y < layout.height):
            return f"{name}'s master stands at {x},{y}, which is off a board of {layout.width}x{layout.height}."
        if not 0 <= left <= MOST_CAMELS:
            return f"{name} has {left} camels in hand; 0 to {MOST_CAMELS} are possible."
    if layout.masters[0] == layout.masters[1]:
        return "Both masters stand on the same tile; move one of them."
    if layout.masters[0][1] == layout.height - 1 and layout.masters[1][1] == 0:
        return "Both masters stand on their goal rows; at most one can have won."
    return None


def _camels_problem(layout: Layout) -> str | None:
    for number, camel in enumerate(layout.camels):
        if not (0 <= camel.x < layout.width - 1 and 0 <= camel.y < layout.height - 1):
            return (
                f"The camel {camel.text} is off the board; the first number goes from 0 to {layout.width - 2}, "
                f"the second from 0 to {layout.height - 2}."
            )
        for other in layout.camels[:number]:
            kind = overlap(other, camel)
            if kind is not None:
                verb = {"same": "stands twice", "half": f"overlaps {other.text}", "cross": f"crosses {other.text}"}[
                    kind
                ]
                return f"The camel {camel.text} {verb}; every camel needs an edge of its own."
    return None


def _path_problem(layout: Layout) -> str | None:
    position = build(layout, True, 0, 1)
    across, below = openings(position)
    for seat, place in enumerate((position.first, position.second)):
        if not reaches(words.tile(across, place), goal_row(position, seat), across, below):
            return f"{SEAT_NAMES[seat]}'s master has no path to its goal row; take a camel away."
    return None
