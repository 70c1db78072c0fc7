"""The positions that pages show as pictures: what the board modules draw on the home and rules pages."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from markupsafe import Markup

from plyground.core import registry


@cache
def _opening_json(game_id: str) -> str:
    game = registry.game(game_id)
    start = game.initial({})
    return json.dumps(game.view(start, game.to_move(start)))


def opening_view(game_id: str) -> dict[str, Any]:
    """The start position as the first seat sees it, with its moves."""
    view: dict[str, Any] = json.loads(_opening_json(game_id))
    return view


@cache
def _position_json(game_id: str, position_text: str, pairs: tuple[tuple[str, str], ...], moves: tuple[str, ...]) -> str:
    game = registry.game(game_id)
    options = dict(pairs)
    position = game.parse_position(position_text, options) if position_text else game.initial(options)
    last = None
    for text in moves:
        move = game.require(position, text)
        shown = game.view(position, game.to_move(position))["moves"]
        last = next((each for each in shown if each["text"] == game.move_text(position, move)), None)
        position = game.play(position, move)
    return json.dumps({"view": game.view(position, None), "last": last})


def picture_data(game_id: str, position: str = "", moves: str = "", **options: str) -> Markup:
    """JSON for one picture: ``{"view", "last"}`` of a position, after moves divided by commas.

    A template that names an impossible position fails, which a test of its page shows.
    """
    wanted = tuple(text.strip() for text in moves.split(",") if text.strip())
    return Markup(_position_json(game_id, position, tuple(sorted(options.items())), wanted).replace("<", "\\u003c"))
