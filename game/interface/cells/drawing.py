"""A position as a notebook draws it: by the game's own board, as in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.interface.cells.output import LOOK, said
from plyground.web import alone

SIDE, LINE = 380, 30
"""Pixels of the square in which a board stands, and of the line below it."""


def drawn(rules: Game[Any, Any], position: Any, options: Mapping[str, Any], before: Any = None, move: str = "") -> str:
    """The HTML of a position's picture; ``move`` led there from the position ``before``."""
    last = None
    if move:
        last = {"text": move, **rules.effect(before, rules.require(before, move))}
    mover = rules.spec.seat_name(rules.to_move(position))
    state = rules.ending(position) or _("{seat} to move.", seat=mover)
    label = _("{game}: {position}", game=rules.spec.title, position=rules.position_text_for(position, None)[:200])
    data = {
        "game": rules.spec.id,
        "view": rules.view(position, None),
        "last": last,
        "options": dict(options),
        "label": label,
        "state": state,
    }
    document = alone.page(
        "js/alone/picture.js", ["css/alone.css"], rules.spec.id, data, said(label), LOOK.language, LOOK.theme
    )
    return alone.frame(document, said(label), SIDE + LINE, SIDE)
