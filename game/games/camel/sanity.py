"""What a layout must fulfil so that one can play on from it, each fault as a sentence."""

from __future__ import annotations

from typing import Any

from plyground.core.messages import _
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
        return _(
            "A board has {smallest} to {largest} tiles along each side, not {width}x{height}.",
            smallest=SMALLEST,
            largest=LARGEST,
            width=width,
            height=height,
        )
    if layout.seat not in (0, 1):
        return _("The next seat is 0 or 1, not {seat}.", seat=layout.seat)
    if not 0 <= layout.ply <= plies:
        return _(
            "The ply goes from 0 to {plies}, where the game ends; {ply} is outside. Raise max_plies to go on.",
            plies=plies,
            ply=layout.ply,
        )
    return _masters_problem(layout) or _camels_problem(layout) or _path_problem(layout)


def _masters_problem(layout: Layout) -> str | None:
    for name, (x, y), left in zip(SEAT_NAMES, layout.masters, layout.in_hand, strict=True):
        if not (0 <= x < layout.width and 0 <= y < layout.height):
            return _(
                "{name}'s master stands at {x},{y}, which is off a board of {width}x{height}.",
                name=name,
                x=x,
                y=y,
                width=layout.width,
                height=layout.height,
            )
        if not 0 <= left <= MOST_CAMELS:
            return _(
                "{name} has {left} camels in hand; 0 to {most_camels} are possible.",
                name=name,
                left=left,
                most_camels=MOST_CAMELS,
            )
    if layout.masters[0] == layout.masters[1]:
        return _("Both masters stand on the same tile; move one of them.")
    if layout.masters[0][1] == layout.height - 1 and layout.masters[1][1] == 0:
        return _("Both masters stand on their goal rows; at most one can have won.")
    return None


def _camels_problem(layout: Layout) -> str | None:
    for number, camel in enumerate(layout.camels):
        if not (0 <= camel.x < layout.width - 1 and 0 <= camel.y < layout.height - 1):
            return _(
                "The camel {text} is off the board; the first number goes from 0 to {width}, the second "
                "from 0 to {height}.",
                text=camel.text,
                width=layout.width - 2,
                height=layout.height - 2,
            )
        for other in layout.camels[:number]:
            kind = overlap(other, camel)
            if kind is not None:
                verb = {"same": _("stands twice"), "half": f"overlaps {other.text}", "cross": f"crosses {other.text}"}[
                    kind
                ]
                return _("The camel {text} {verb}; every camel needs an edge of its own.", text=camel.text, verb=verb)
    return None


def _path_problem(layout: Layout) -> str | None:
    position = build(layout, True, 0, 1)
    across, below = openings(position)
    for seat, place in enumerate((position.first, position.second)):
        if not reaches(words.tile(across, place), goal_row(position, seat), across, below):
            return _(
                "{seat_names}'s master has no path to its goal row; take a camel away.", seat_names=SEAT_NAMES[seat]
            )
    return None
