"""What the protocols of Othello share: moves as their engines write them, and the one start that all of them know."""

from __future__ import annotations

import math
import re

from plyground.core.bot import Limits
from plyground.core.messages import _
from plyground.games.othello.notation import move_text, parse_move
from plyground.games.othello.position import PASS, OthelloPosition
from plyground.games.othello.records.replay import OthelloGame

SIZE = 8
"""The engines' board; ``refuses_size`` says so."""
COLOURS = ("black", "white")
"""What engines call the seats."""
_MOVE = re.compile(r"[A-Ha-h][1-8]|[Pp][AaSs]")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")


def refuses_size(position: OthelloPosition) -> str | None:
    """None on the board that engines know, else the sentence that says that it is another."""
    if position.size == SIZE:
        return None
    return _("Engines play on 8 x 8 squares, not on {size} x {size}.", size=position.size)


def forced_pass(game: OthelloGame, position: OthelloPosition) -> bool:
    """Whether the mover can only pass. No engine is asked then: they differ in what they say."""
    return game.legal_moves(position) == [PASS]


def line_of(game: OthelloGame, position: OthelloPosition, written: str) -> tuple[str, ...]:
    """A line written as ``F5d6C3`` or ``F5-D6-C3``, as far as its moves are legal; passes may be left out."""
    found: list[str] = []
    for word in _MOVE.findall(written):
        if game.returns(position) is not None:
            break
        move = parse_move(word, position.size)
        if move != PASS and forced_pass(game, position):
            found.append("pass")
            position = game.play(position, PASS)
        if game.check(position, move) is not None:
            break
        found.append(move_text(move, position.size))
        position = game.play(position, move)
    return tuple(found)


def number(text: str) -> float | None:
    """A finite number, None for anything else; of a pair with a comma (a draw is black's, is white's) the mean."""
    parts = text.split(",")
    if not 1 <= len(parts) <= 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    return sum(map(float, parts)) / len(parts)


def left_of(limits: Limits) -> float:
    """The seconds that are left on a clock now; a little, if nothing is."""
    return max(0.01, (limits.left or 0.0) - limits.used())


def share(limits: Limits, position: OthelloPosition) -> float:
    """The seconds that a move gets of a clock, for engines that do not plan: an equal part of what is left for each
    move that may come, and most of the increment."""
    left = left_of(limits)
    turns = (position.size**2 - int(position.own | position.other).bit_count()) // 2 + 2
    return max(0.01, min(left / turns + 0.8 * limits.increment, 0.8 * left))


def clock_text(seconds: float) -> str:
    """Seconds as ``mm:ss``, rounded down but never to nothing."""
    whole = max(1, math.floor(seconds))
    return f"{whole // 60:02}:{whole % 60:02}"
