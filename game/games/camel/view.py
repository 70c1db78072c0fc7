"""How a Crazy Camel position is shown: the JSON that the board draws, the picture for terminals, the end in words."""

from __future__ import annotations

from typing import Any

from plyground.core.errors import IllegalMove
from plyground.core.messages import _, lined, ngettext
from plyground.games.camel import words
from plyground.games.camel.explain import refused_camels
from plyground.games.camel.moves import PASS, is_over, landing, winner
from plyground.games.camel.notation import camel_of, move_text
from plyground.games.camel.paths import crossings, distance, goal_row, openings
from plyground.games.camel.position import (
    SEAT_NAMES,
    AnyPosition,
    Camel,
    Layout,
    layout_of,
    max_plies,
    stride_of,
    tiles,
)

Tile = tuple[int, int]
_SIGNS = ("B", "O")


def effect(position: AnyPosition, move: int) -> dict[str, Any]:
    """A legal move as the board draws it: a step with its target, a camel with its place; a pass has neither."""
    text = move_text(move)
    if move == PASS:
        return {"text": text}
    if move < PASS:
        down, right = divmod(int(landing(position, move)), stride_of(position))
        return {"text": text, "to": [right, down]}
    return _camel_json(camel_of(move))


def drawing(position: AnyPosition, seat: int | None) -> dict[str, Any]:
    """The board with its paths, and for the seat to move where no camel may be placed."""
    layout = layout_of(position)
    own = seat == layout.seat and not is_over(position)
    return {
        "width": layout.width,
        "height": layout.height,
        "masters": [
            {
                "x": x,
                "y": y,
                "camels": layout.in_hand[number],
                "goal": 0 if number else layout.height - 1,
                "distance": int(distance(position, number, *openings(position))),
            }
            for number, (x, y) in enumerate(layout.masters)
        ],
        "camels": [_camel_json(camel) for camel in layout.camels],
        "paths": [[list(tile) for tile in shortest_path(position, number)] for number in range(2)],
        "ply": layout.ply,
        "max_plies": int(max_plies(position)),
        "refusals": [_refusal_json(*item) for item in refused_camels(position).items()] if own else [],
    }


def _camel_json(camel: Camel) -> dict[str, Any]:
    return {"text": camel.text, "axis": camel.axis, "x": camel.x, "y": camel.y}


def _refusal_json(camel: Camel, error: IllegalMove) -> dict[str, Any]:
    return {**_camel_json(camel), **error.as_json(), "seats": list(getattr(error, "seats", ()))}


def shortest_path(position: AnyPosition, seat: int) -> list[Tile]:
    """One shortest path of a seat's master, from its own tile to the goal row."""
    place = position.second if seat else position.first
    across, below = openings(position)
    start = words.tile(across, place)
    found = crossings(start, goal_row(position, seat), across, below)
    right, down = (set(tiles(position, word)) for word in found[:2])
    here = (place % stride_of(position), place // stride_of(position))
    path = [here]
    while right or down:
        x, y = here
        for steps, edge, target in (
            (right, (x, y), (x + 1, y)),
            (right, (x - 1, y), (x - 1, y)),
            (down, (x, y), (x, y + 1)),
            (down, (x, y - 1), (x, y - 1)),
        ):
            if edge in steps:
                steps.remove(edge)
                here = target
                break
        path.append(here)
    return path


def ending(position: AnyPosition) -> str | None:
    """Why the finished game ended as it did; None while it goes on."""
    if not is_over(position):
        return None
    won = int(winner(position))
    if won < 0:
        return _(
            "Nobody has reached the goal row within {max_plies} plies: a draw.", max_plies=int(max_plies(position))
        )
    return _("{seat_names}'s master has reached its goal row.", seat_names=SEAT_NAMES[won])


def picture(position: AnyPosition) -> str:
    """The board in plain text: ``B`` and ``O`` are the masters, ``=`` and ``|`` the camels between the tiles."""
    layout = layout_of(position)
    lines = ["   " + "   ".join(str(x) for x in range(layout.width))]
    for y in range(layout.height):
        lines.append(_tile_line(layout, y))
        if y < layout.height - 1:
            lines.append(_gap_line(layout, y))
    hands = []
    for seat, name in enumerate(SEAT_NAMES):
        left, way = (
            ngettext("{count} camel", "{count} camels", layout.in_hand[seat]),
            ngettext("{count} step", "{count} steps", int(distance(position, seat, *openings(position)))),
        )
        hands.append(_("{signs} {name}: {left}, {way} to go", signs=_SIGNS[seat], name=name, left=left, way=way))
    turn = _("game over") if is_over(position) else _("{signs} to move", signs=_SIGNS[layout.seat])
    state = _("ply {ply}, {turn}", ply=layout.ply, turn=turn)
    return lined(*(line.rstrip() for line in lines), lined(*hands, between="   "), state)


def _tile_line(layout: Layout, y: int) -> str:
    cells = []
    for x in range(layout.width):
        sign = "."
        if (x, y) in layout.masters:
            sign = _SIGNS[layout.masters.index((x, y))]
        closed = Camel("V", x, y) in layout.camels or Camel("V", x, y - 1) in layout.camels
        cells.append(sign + (" | " if closed else "   "))
    return f"{y}  {''.join(cells)}"


def _gap_line(layout: Layout, y: int) -> str:
    line = [" "] * (4 * layout.width + 3)
    for camel in layout.camels:
        if camel.y == y and camel.axis == "V":
            line[4 * camel.x + 5] = "|"
        if camel.y == y and camel.axis == "H":
            line[4 * camel.x + 2 : 4 * camel.x + 9] = "=" * 7
    return "".join(line)
