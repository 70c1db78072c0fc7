"""The text forms of Othello: moves such as ``f5`` and ``pass``, and positions such as ``---XO--- … X``."""

from __future__ import annotations

import re

import numpy as np

from plyground.core.errors import MalformedMove, MalformedPosition, quoted
from plyground.core.messages import _, ngettext
from plyground.games.othello.position import DARK, LIGHT, PASS, SIZES, OthelloPosition, frame_bit, make
from plyground.games.othello.refusals import OffBoard

PASS_WORDS = frozenset({"pass", "pa", "ps", "--"})
"""What the notations in use write for a pass, in small letters; ``pass`` is what this program writes."""

DARK_MARKS, LIGHT_MARKS, EMPTY_MARKS = "Xx*●", "Oo○", "-._"
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


def cell_text(cell: int, size: int) -> str:
    """A cell's name: a letter for the column, from the left, and a number for the row, from the top."""
    return f"{'abcdefgh'[cell % size]}{cell // size + 1}"


def move_text(move: int, size: int) -> str:
    """A move's text form."""
    return "pass" if move == PASS else cell_text(move, size)


def parse_move(text: str, size: int) -> int:
    """Read a move in any case; raises ``MalformedMove``, or ``OffBoard`` for a square that this board lacks."""
    word = text.strip().lower()
    if word in PASS_WORDS:
        return PASS
    match = _SQUARE.fullmatch(word)
    if match is None:
        raise MalformedMove(
            _("A move is a square such as f5, or pass; {quoted} is neither.", quoted=quoted(text.strip()))
        )
    column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
    if column >= size or row >= size:
        raise OffBoard(
            _(
                "{word} is not on this board, which goes from a1 to {cell_text}.",
                word=word,
                cell_text=cell_text(size * size - 1, size),
            )
        )
    return row * size + column


def position_text(position: OthelloPosition) -> str:
    """The squares row by row from a1 (``X`` dark, ``O`` light, ``-`` empty), a space, and the side to move."""
    return f"{cells_text(position)} {'XO'[position.mover]}"


def cells_text(position: OthelloPosition) -> str:
    """The squares alone, row by row from a1."""
    dark, light, size = position.dark, position.light, position.size
    bits = [frame_bit(cell, size) for cell in range(size * size)]
    return "".join("X" if dark & bit else "O" if light & bit else "-" for bit in bits)


def parse_position(text: str) -> OthelloPosition:
    """Read a position; the number of squares gives the size.

    White space may stand anywhere, ``*`` and small letters may stand for discs, and ``.`` for an empty square. Any
    arrangement of discs is a position, one in which neither side can move is a finished game. Raises
    ``MalformedPosition``.
    """
    squares = "".join(text.split())
    if not squares:
        raise MalformedPosition(
            _("The text is empty; a position is all squares from a1 on, a space, and X or O to move.")
        )
    known = DARK_MARKS + LIGHT_MARKS + EMPTY_MARKS
    for place, character in enumerate(squares, start=1):
        if character not in known:
            raise MalformedPosition(
                _(
                    "Character {place} of the position is {quoted}; a square is X, O or - and the last "
                    "character is the side to move, X or O.",
                    place=place,
                    quoted=quoted(character),
                )
            )
    words = text.split()
    size = _size_of(squares, side_apart=len(words) > 1 and len(words[-1]) == 1)
    side = squares[-1]
    if side in EMPTY_MARKS:
        raise MalformedPosition(
            _("The position ends with {quoted}; after the squares comes the side to move, X or O.", quoted=quoted(side))
        )
    dark = light = np.uint64(0)
    for cell, character in enumerate(squares[:-1]):
        if character in DARK_MARKS:
            dark |= frame_bit(cell, size)
        elif character in LIGHT_MARKS:
            light |= frame_bit(cell, size)
    return make(dark, light, size, DARK if side in DARK_MARKS else LIGHT)


def _size_of(squares: str, side_apart: bool) -> int:
    """The board's size by the number of characters; raises ``MalformedPosition``.

    ``side_apart`` says that the last character stands alone, and so is the side to move and no square.
    """
    for size in SIZES:
        if len(squares) == size * size + 1:
            return size
        if len(squares) == size * size and not side_apart:
            raise MalformedPosition(
                _(
                    "The position has {count} characters, the squares of a board of {size} x {size}; the "
                    "side to move is missing. Add a space and X or O.",
                    count=size * size,
                    size=size,
                )
            )
    counted = ngettext("{count} square", "{count} squares", len(squares) - 1)
    small, middle, large = (f"{size * size} ({size} x {size})" for size in SIZES)
    raise MalformedPosition(
        _(
            "The position has {counted} before the side to move; a board has {small}, {middle} or {large}.",
            counted=counted,
            small=small,
            middle=middle,
            large=large,
        )
    )
