"""How a Tak position is shown: the JSON that the board draws, the picture for terminals, the end in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bits import count_ones
from plyground.core.messages import _, lined, ngettext
from plyground.games.tak import notation, tps
from plyground.games.tak.moves import carried, drops_of, is_spread, reach, smashes, square_of
from plyground.games.tak.playing import has_road
from plyground.games.tak.position import (
    BLACK,
    BLACK_FLATS,
    BLACK_ROAD,
    BOARD,
    EVEN_FLATS,
    FIRST_FILE,
    FIRST_RANK,
    LAST_FILE,
    LAST_RANK,
    ONGOING,
    QUIET,
    QUIET_LIMIT,
    WHITE,
    WHITE_FLATS,
    WHITE_ROAD,
    TakPosition,
    bit,
    placed_colour,
    squares_of,
)
from plyground.games.tak.roads import beside, board_of, road_of

_NAMES = (_("White"), _("Black"))
_WIDEST = 10


def flats(position: TakPosition) -> tuple[int, int]:
    """The flats on top of each colour."""
    tops = ~(position.walls | position.caps)
    return count_ones(position.white & tops), count_ones(position.black & tops)


def komi(half_komi: int) -> float:
    """Komi in flats, a whole number where it is one."""
    return half_komi // 2 if half_komi % 2 == 0 else half_komi / 2


def cell_of(square: int, size: int) -> int:
    """A square's place row by row from a1, as views count."""
    return square % size * size + square // size


def drawing(position: TakPosition, seat: int | None) -> dict[str, Any]:
    """The board, the reserves and the counts, and for the seat to move what each stack may do."""
    size = position.size
    white_flats, black_flats = flats(position)
    return {
        "size": size,
        "cells": [tps.stack_text(position, file * size + rank) for rank in range(size) for file in range(size)],
        "reserves": [
            {"stones": position.white_stones, "capstones": position.white_caps},
            {"stones": position.black_stones, "capstones": position.black_caps},
        ],
        "flats": [white_flats, black_flats],
        "counts": [white_flats, black_flats + komi(position.half_komi)],
        "komi": komi(position.half_komi),
        "carry": size,
        "ply": position.ply,
        "placing": int(placed_colour(position)),
        "quiet": position.quiet,
        "road": [cell_of(square, size) for square in road(position)],
        "spreads": spreads(position) if seat == position.ply % 2 and position.result == ONGOING else [],
    }


def effect(position: TakPosition, move: int) -> dict[str, Any]:
    """A legal move as the board draws it: its text, and whether it flattens a wall."""
    text = notation.move_text(move, position.size)
    if is_spread(move) and position.walls & bit(_last_square(move, position.size)):
        return {"text": text, "flattens": True}
    return {"text": text}


def _last_square(move: int, size: int) -> int:
    return square_of(move) + len(drops_of(move)) * (1, -1, -size, size)[move >> 6 & 3]


def spreads(position: TakPosition) -> list[dict[str, Any]]:
    """What each own stack may do in each direction: see the protocol."""
    if position.ply < 2:
        return []
    size = position.size
    open_squares = BOARD[size] & ~(position.walls | position.caps)
    found = []
    for square in squares_of(position.white if position.ply % 2 == WHITE else position.black):
        here, most = bit(square), carried(position, square)
        for direction, sign in enumerate(notation.DIRECTIONS):
            far = reach(here, direction, size, most, open_squares)
            flattens = bool(smashes(position, here, direction, far, most))
            if far or flattens:
                found.append(
                    {"from": cell_of(square, size), "direction": sign, "most": most, "reach": far, "flattens": flattens}
                )
    return found


def road(position: TakPosition) -> list[int]:
    """A shortest road of the side that has won by one, as squares from edge to edge; empty without one."""
    if position.result not in (WHITE_ROAD, BLACK_ROAD):
        return []
    size = position.size
    own = road_of(position, WHITE if position.result == WHITE_ROAD else BLACK)
    found = [
        path
        for start, goal in ((FIRST_RANK, LAST_RANK), (FIRST_FILE, LAST_FILE))
        if (path := _path(own, start[size], goal[size], size))
    ]
    return min(found, key=len)


def _path(own: np.uint64, start: np.uint64, goal: np.uint64, size: int) -> list[int]:
    """A shortest way over squares of ``own``: layers of a breadth-first search, walked back from the goal."""
    layers = [own & start]
    seen = layers[0]
    while layers[-1] and not layers[-1] & goal:
        layers.append(beside(layers[-1], board_of(size)) & own & ~seen)
        seen |= layers[-1]
    if not layers[-1]:
        return []
    here = bit(squares_of(layers[-1] & goal)[0])
    path = squares_of(here)
    for layer in reversed(layers[:-1]):
        here = bit(squares_of(beside(here, board_of(size)) & layer)[0])
        path.extend(squares_of(here))
    return path[::-1]


def ending(position: TakPosition) -> str | None:
    """Why the finished game ended as it did; None while it goes on."""
    if position.result == ONGOING:
        return None
    if position.result in (WHITE_ROAD, BLACK_ROAD):
        return _road_ending(position)
    if position.result == QUIET:
        return _(
            "For {quiet_limit} moves in a row nobody placed a piece or flattened a wall: a draw.",
            quiet_limit=QUIET_LIMIT,
        )
    if position.white | position.black == BOARD[position.size]:
        reason = _("The board is full")
    else:
        out = WHITE if position.white_stones + position.white_caps == 0 else BLACK
        reason = _("{names} has placed the last piece", names=_NAMES[out])
    white_flats, black_flats = flats(position)
    bonus = _(" and {komi:g} of komi", komi=komi(position.half_komi)) if position.half_komi else ""
    counts = {WHITE: _flats(white_flats), BLACK: _("{flats}{bonus}", flats=_flats(black_flats), bonus=bonus)}
    if position.result == EVEN_FLATS:
        return _(
            "{reason}, and the flats are even, {white_flats} against {black_flats}{bonus}: a draw.",
            reason=reason,
            white_flats=white_flats,
            black_flats=black_flats,
            bonus=bonus,
        )
    winner = WHITE if position.result == WHITE_FLATS else BLACK
    assert position.result in (WHITE_FLATS, BLACK_FLATS)
    return _(
        "{reason}: {winner} wins with {most} against {fewer}.",
        reason=reason,
        winner=_NAMES[winner],
        most=counts[winner],
        fewer=counts[1 - winner],
    )


def _road_ending(position: TakPosition) -> str:
    size = position.size
    winner = WHITE if position.result == WHITE_ROAD else BLACK
    both = all(has_road(road_of(position, seat), size) for seat in (WHITE, BLACK))
    squares = road(position)
    ends = " to ".join(notation.square_text(square, size) for square in (squares[0], squares[-1]))
    if both:
        return _(
            "The move made a road for each side, and so {names}, who made it, wins ({ends}).",
            names=_NAMES[winner],
            ends=ends,
        )
    return _("{names} has a road from {ends}.", names=_NAMES[winner], ends=ends)


def _flats(number: int) -> str:
    return ngettext("{count} flat", "{count} flats", number) if number else _("no flats")


def picture(position: TakPosition) -> str:
    """The board with its letters and numbers; a stack from bottom to top, 1 White and 2 Black, S a wall, C a capstone.

    A high stack is shown as its height and its topmost pieces.
    """
    size = position.size
    cells = [_short(tps.stack_text(position, square)) for square in range(size * size)]
    width = max(2, *(len(cell) for cell in cells))
    lines = []
    for rank in reversed(range(size)):
        row = " ".join((cells[file * size + rank] or ".").ljust(width) for file in range(size))
        lines.append(f"{rank + 1} {row}".rstrip())
    lines.append("  " + " ".join(letter.ljust(width) for letter in "abcdefgh"[:size]).rstrip())
    white_flats, black_flats = flats(position)
    bonus = _(" and {komi:g} of komi", komi=komi(position.half_komi)) if position.half_komi else ""
    lines.append(
        _(
            "White (1) has {flats} on top, {reserve} to place.",
            flats=_flats(white_flats),
            reserve=_reserve(position.white_stones, position.white_caps),
        )
    )
    lines.append(
        _(
            "Black (2) has {flats} on top{bonus}, {reserve} to place.",
            flats=_flats(black_flats),
            bonus=bonus,
            reserve=_reserve(position.black_stones, position.black_caps),
        )
    )
    if position.result == 0:
        mover, colour = position.ply % 2, int(placed_colour(position))
        swap = _(" and places a flat of {colour}", colour=_NAMES[colour]) if colour != mover else ""
        lines.append(_("{names} is to move{swap}.", names=_NAMES[mover], swap=swap))
    return lined(*lines)


def _short(text: str) -> str:
    height = len(text.rstrip("SC"))
    if len(text) <= _WIDEST:
        return text
    lead = f"{height}:"
    return lead + text[-(_WIDEST - len(lead)) :]


def _reserve(stones: int, caps: int) -> str:
    shown = ngettext("{count} stone", "{count} stones", stones) if stones else _("no stones")
    if not caps:
        return shown
    return _("{stones} and {caps}", stones=shown, caps=ngettext("{count} capstone", "{count} capstones", caps))
