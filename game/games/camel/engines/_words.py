"""Moves as QTP writes them. Black is the first seat and begins in the top row, whose number is the board's height.

A wall is named by the upper left of the four squares that it touches: ``E3 horizontal`` lies below E3 and F3, ``C6
vertical`` to the right of C6 and C5. Some programs have joined words instead, ``e2h``, which name the lower left one.
"""

from __future__ import annotations

import re
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.games.camel import quoridor
from plyground.games.camel.position import edge_blocks, height_of, max_plies, starting_camels, width_of

COLOURS = ("black", "white")
SIZES = (3, 5, 7, 9)
"""Square boards with a column in the middle, as QTP has them."""
_SQUARE = re.compile(r"([A-Ia-i])([1-9])")
_JOINED = re.compile(r"([A-Ia-i])([1-9])([HVhv])")


def start_of(game: Game[Any, Any], size: int, walls: int, plies: int) -> Any:
    """The start that QTP has commands for."""
    sized = {"board_width": size, "board_height": size, "starting_camels": walls}
    return game.initial({**sized, "edge_blocks_jump": True, "max_plies": plies})


def is_start(game: Game[Any, Any], position: Any) -> bool:
    """Whether a position is one of those starts."""
    size = int(width_of(position))
    if size != int(height_of(position)) or size not in SIZES or not edge_blocks(position):
        return False
    return bool(position == start_of(game, size, int(starting_camels(position)), int(max_plies(position))))


def written(game: Game[Any, Any], before: Any, after: Any, text: str, joined: bool = False) -> tuple[str, str]:
    """The command for a move and its last words: ``("playmove", "E8")``; raises ``Refusal`` for a pass."""
    word = quoridor.word_of(game, after, int(game.to_move(before)), text)
    height, rank = int(height_of(before)), int(word[1])
    if len(word) == 2:
        square = f"{word[0]}{height + 1 - rank}"
        return "playmove", square if joined else square.upper()
    if joined:
        return "playwall", f"{word[0]}{height - rank}{word[2]}"
    return "playwall", f"{word[0].upper()}{height + 1 - rank} {'horizontal' if word[2] == 'h' else 'vertical'}"


def read(game: Game[Any, Any], position: Any, said: str) -> str | None:
    """The move that is written, as this game writes it, in either form; None if it is none. It may be illegal."""
    words, height = said.split(), int(height_of(position))
    joined, square = _JOINED.fullmatch(said), _SQUARE.fullmatch(words[0]) if words else None
    if joined:
        word = f"{joined[1]}{height - int(joined[2])}{joined[3]}"
    elif square and len(words) <= 2:
        word = f"{square[1]}{height + 1 - int(square[2])}"
        if len(words) == 2:
            if words[1].lower() not in ("h", "v", "horizontal", "vertical"):
                return None
            word += words[1][0]
    else:
        return None
    if not quoridor.looks_like([word.lower()]):
        return None
    try:
        return quoridor.text_of(game, position, word.lower())
    except Refusal:
        return None
