"""How a position in a tree is shown: the JSON that the board draws, the picture for terminals, the end in words."""

from __future__ import annotations

from typing import Any

from plyground.core.messages import _, lined, ngettext
from plyground.games.tree.moves import margin_of
from plyground.games.tree.notation import chance_text, letter_of
from plyground.games.tree.position import (
    CHANCE,
    COUNT,
    DRAWN,
    FIRST,
    PARENT,
    SEAT_NAMES,
    SIDE,
    Position,
    children_of,
    path_of,
    value_of,
)

_WIDEST = 100
_MOST_LINES = 60


def drawing(position: Position, seat: int | None) -> dict[str, Any]:
    """The tree; nodes are ``[parent, side, value]`` with a node's children side by side. Where chance decides the side
    is 2, and the nodes below it have their chance as a fourth part, as it is written."""
    nodes, row = position
    rows: list[list[Any]] = nodes[:, [PARENT, SIDE]].tolist()
    for each, node in enumerate(rows):
        node.append(value_of(nodes, each))
    for each in nodes[:, DRAWN].nonzero()[0].tolist():
        rows[each][1] = CHANCE
        for child in children_of(nodes, each):
            rows[child].append(chance_text(nodes, child).strip())
    return {"nodes": rows, "node": row, "path": list(path_of(nodes, row))}


def effect(position: Position, move: int) -> dict[str, Any]:
    """A move as the board draws it: the node that it leads to, its value, and whether it is a leaf."""
    row = int(position.nodes[position.node, FIRST]) + move
    value, count = value_of(position.nodes, row), int(position.nodes[row, COUNT])
    return {"text": str(move), "node": row, "value": value, "leaf": count == 0}


def ending(position: Position) -> str | None:
    """What the leaf that was reached is worth; None at an inner node."""
    if position.nodes[position.node, COUNT]:
        return None
    value = margin_of(position, 0)
    if value == 0:
        return _("The leaf that was reached is worth nothing to either side: a draw.")
    winner = SEAT_NAMES[0 if value > 0 else 1]
    points = ngettext("{count} point", "{count} points", abs(value_of(position.nodes, position.node)))
    return _("The leaf that was reached is worth {points} to {winner}.", points=points, winner=winner)


def picture(position: Position) -> str:
    """The tree with a line for each node; ``>`` marks the walked path, numbers the moves of the node reached.

    Of a large tree only the part from the node that was reached is shown.
    """
    nodes, here = position
    walked = set()
    row = here
    while row >= 0:
        walked.add(row)
        row = int(nodes[row, PARENT])
    lines: list[str] = []
    start = 0 if len(nodes) < _MOST_LINES else here
    waiting = [(start, 0)]
    while waiting and len(lines) < _MOST_LINES:
        row, depth = waiting.pop()
        sign = ">" if row in walked else " "
        index = f"{row - nodes[here, FIRST]}: " if int(nodes[row, PARENT]) == here else ""
        reached = "  <" if row == here else ""
        node = f"{chance_text(nodes, row)}{letter_of(nodes, row)} {value_of(nodes, row)}"
        text = f"{sign} {'    ' * depth}{index}{node}{reached}"
        lines.append(
            text
            if len(text) <= _WIDEST
            else _("{sign} … ({depth} plies down) {text}", sign=sign, depth=depth, text=text.strip()[-40:].strip())
        )
        waiting += [(child, depth + 1) for child in reversed(children_of(nodes, row))]
    if waiting:
        lines.append(_("… the tree goes on"))
    if nodes[here, COUNT]:
        drawn = nodes[here, DRAWN]
        seat = int(nodes[here, SIDE])
        lines.append(_("chance decides") if drawn else _("{seat_names} to move", seat_names=SEAT_NAMES[seat]))
    else:
        lines.append(_("game over"))
    return lined(*lines)
