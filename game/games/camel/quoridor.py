"""Games in the notation of Quoridor: ``1. e2 e8 2. e3h``.

A pawn's move is the square it comes to, a wall the square at its corner nearest to a1 with ``h`` or ``v``. Rank 1 is
the first player's own row, our row 0, so a board that is drawn with rank 1 below stands upside down to ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from plyground.core import effort
from plyground.core.errors import MalformedRecord, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.games.camel.moves import DIRECTIONS

_WORD = re.compile(r"([a-i])([1-9])([hv]?)", re.IGNORECASE)
SIZES = ((9, 10), (7, 8), (5, 3))
"""Boards that a game without tags may be meant for, with the walls of each player: the usual ones."""
_BY_STEP = {
    (0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3, (-1, -1): 4, (1, -1): 5, (-1, 1): 6, (1, 1): 7,
    (0, -2): 0, (2, 0): 1, (0, 2): 2, (-2, 0): 3,
}  # fmt: skip


def looks_like(words: Sequence[str]) -> bool:
    """Whether all words are moves of this notation."""
    return bool(words) and all(_WORD.fullmatch(word) for word in words)


def read(game: Game[Any, Any], options: dict[str, Any], start: str | None, words: Sequence[str]) -> list[str]:
    """The moves as this game writes them; raises ``MalformedRecord`` with the number of the one that cannot be."""
    position = game.parse_position(start, options) if start else game.initial(options)
    made = []
    for number, word in enumerate(words, start=1):
        effort.check()
        try:
            text = text_of(game, position, word)
            position = game.play(position, game.require(position, text))
        except Refusal as error:
            raise MalformedRecord(
                _("Move {number}, {word}: {sentence}", number=number, word=word, sentence=error.sentence)
            ) from None
        made.append(text)
    return made


def text_of(game: Game[Any, Any], position: Any, word: str) -> str:
    """A move as this game writes it; a wall may be illegal. Raises ``Refusal`` if no step leads to the square."""
    match = _WORD.fullmatch(word)
    assert match is not None, "looks_like says so"
    x, y = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    if match[3]:
        return f"{match[3].upper()} {x} {y}"
    at = _master(game, position)
    direction = _BY_STEP.get((x - at[0], y - at[1]))
    if direction is not None:
        move = game.require(position, DIRECTIONS[direction])
        if _master(game, game.play(position, move), game.to_move(position)) == (x, y):
            return DIRECTIONS[direction]
    raise MalformedRecord(_("No step leads from {at} there.", at=_square(*at)))


def write(game: Game[Any, Any], start: Any, moves: Sequence[str]) -> str:
    """The numbered moves; raises ``MalformedRecord`` for a pass, which the notation has no word for."""
    position, words = start, []
    for text in moves:
        seat = game.to_move(position)
        move = game.require(position, text)
        position = game.play(position, move)
        words.append(word_of(game, position, seat, text))
    return "\n".join(f"{n // 2 + 1}. {' '.join(words[n : n + 2])}" for n in range(0, len(words), 2))


def word_of(game: Game[Any, Any], after: Any, seat: int, text: str) -> str:
    """A seat's move in this notation, from the position after it; raises ``MalformedRecord`` for a pass."""
    if text[0] in "HV" and text[1] == " ":
        axis, x, y = text.split()
        return _square(int(x), int(y)) + axis.lower()
    if text in DIRECTIONS:
        return _square(*_master(game, after, seat))
    raise MalformedRecord(_("The notation of Quoridor has no word for a pass."))


def _master(game: Any, position: Any, seat: int | None = None) -> tuple[int, int]:
    """The tile of a seat's master, of the one to move unless said otherwise."""
    x, y = game.position_json(position)["players"][game.to_move(position) if seat is None else seat]["position"]
    return x, y


def _square(x: int, y: int) -> str:
    return f"{'abcdefghi'[x]}{y + 1}"
