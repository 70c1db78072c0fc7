"""Moves in Portable Tak Notation: ``a1``, ``Sc3``, ``Cd4``, ``3c3>12``; read leniently, written in one way."""

from __future__ import annotations

import re
from functools import lru_cache

from plyground.core.errors import MalformedMove, quoted
from plyground.core.messages import _, ngettext
from plyground.games.tak.moves import direction_of, drops_of, is_spread, piece_of, spread_of, square_of
from plyground.games.tak.position import CAP, FLAT, WALL
from plyground.games.tak.refusals import CarryLimit, DropsDoNotAddUp, OffBoard

DIRECTIONS = "+-<>"
"""The sign of each direction, by its number."""

_LETTERS = {"": FLAT, "f": FLAT, "s": WALL, "c": CAP}
_PIECES = {FLAT: "", WALL: "S", CAP: "C"}
_PLACEMENT = re.compile(r"([fsc]?)([a-z])([0-9]+)", re.ASCII)
_SPREAD = re.compile(r"([0-9]*)([a-z])([0-9])([-+<>])([0-9]*)[fsc]?", re.ASCII)
MARKS = "*'\"?!‘’“”"
_LONGEST_CARRY = 8
_USUAL = 16
"""Characters of a move with its marks: longer ones are not kept."""


def square_text(square: int, size: int) -> str:
    """A square's name: a letter for the file and a number for the rank, ``a1`` at the bottom left."""
    return f"{'abcdefgh'[square // size]}{square % size + 1}"


@lru_cache(maxsize=1 << 16)
def move_text(move: int, size: int) -> str:
    """A move's PTN: no letter for a flat, no count of one, and drops only where there is more than one."""
    square = square_text(square_of(move), size)
    if not is_spread(move):
        return _PIECES[piece_of(move)] + square
    drops = drops_of(move)
    lifted = sum(drops)
    shown = "".join(map(str, drops)) if len(drops) > 1 else ""
    return f"{lifted if lifted > 1 else ''}{square}{DIRECTIONS[direction_of(move)]}{shown}"


def written(word: str, size: int) -> str:
    """The move that a word tells, as ``move_text`` writes it; raises what ``parse_move`` does."""
    return _written(word, size) if len(word) <= _USUAL else move_text(parse_move(word, size), size)


@lru_cache(maxsize=1 << 12)
def _written(word: str, size: int) -> str:
    """Kept, since games repeat their moves and to read one takes most of the time of reading a game."""
    return move_text(parse_move(word, size), size)


def parse_square(file: str, rank: str, size: int) -> int:
    """Read a square given as its letter and number; raises ``OffBoard``."""
    column, row = ord(file) - ord("a"), int(rank[:4]) - 1
    if not (0 <= column < size and 0 <= row < size):
        last = square_text(size * size - 1, size)
        raise OffBoard(
            _("{quoted} is not on this board, which goes from a1 to {last}.", quoted=quoted(file + rank), last=last)
        )
    return column * size + row


def parse_move(text: str, size: int) -> int:
    """Read a move in any case, with or without marks such as ``*``, ``'``, ``?`` and ``!`` behind it.

    Raises ``MalformedMove``, or its kinds ``OffBoard``, ``CarryLimit`` and ``DropsDoNotAddUp``.
    """
    word = text.strip().rstrip(MARKS).strip().lower().replace("−", "-").replace("–", "-")
    placement = _PLACEMENT.fullmatch(word)
    if placement is not None:
        return _LETTERS[placement[1]] * 64 + parse_square(placement[2], placement[3], size)
    spread = _SPREAD.fullmatch(word)
    if spread is None:
        raise MalformedMove(
            _(
                "A move is a placement such as a1, Sb2 or Cc3, or a stack move such as 3c3>12; {quoted} is neither.",
                quoted=quoted(text.strip()),
            )
        )
    square = parse_square(spread[2], spread[3], size)
    drops = [int(digit) for digit in spread[5]]
    if 0 in drops:
        raise MalformedMove(
            _(
                "In {quoted} a square gets no piece; a stack move drops at least one on every square that it passes.",
                quoted=quoted(word),
            )
        )
    lifted = int(spread[1][:4] or 1)
    if lifted == 0:
        raise MalformedMove(_("{quoted} lifts no piece; a stack move lifts at least one.", quoted=quoted(word)))
    if lifted > _LONGEST_CARRY:
        raise CarryLimit(
            _("A move on this board lifts at most {size} pieces, not {lifted:,}.", size=size, lifted=lifted)
        )
    if drops and sum(drops) != lifted:
        raise DropsDoNotAddUp(
            _(
                "The move lifts {lifted} and drops {dropped}; the drops must add up to the count.",
                lifted=pieces_text(lifted),
                dropped=pieces_text(sum(drops)),
            )
        )
    return spread_of(square, DIRECTIONS.index(spread[4]), drops or [lifted])


def pieces_text(number: int) -> str:
    """So many pieces, in words."""
    return ngettext("{count} piece", "{count} pieces", number)
