"""How an Othello position is shown: the JSON that the board draws, the picture for terminals, the end in words."""

from __future__ import annotations

from typing import Any

from plyground.core.bits import count_ones
from plyground.core.messages import _, lined, ngettext
from plyground.games.othello.kernels import count_moves, flips
from plyground.games.othello.notation import cells_text, move_text
from plyground.games.othello.position import PASS, OthelloPosition, cells_of, frame_bit


def discs(position: OthelloPosition) -> tuple[int, int]:
    """The discs of each seat."""
    return count_ones(position.dark), count_ones(position.light)


def effect(position: OthelloPosition, move: int) -> dict[str, Any]:
    """A legal move as the board draws it: its text, and for a disc its cell and the cells that it flips."""
    text = move_text(move, position.size)
    if move == PASS:
        return {"text": text}
    flipped = flips(position.own, position.other, frame_bit(move, position.size))
    return {"text": text, "cell": move, "flips": cells_of(flipped, position.size)}


def drawing(position: OthelloPosition, seat: int | None) -> dict[str, Any]:
    """The board's size, cells and counts."""
    return {"size": position.size, "cells": cells_text(position), "scores": list(discs(position))}


def ending(position: OthelloPosition) -> str | None:
    """Why the finished game ended as it did, None while it goes on; names no colours, which the page may change."""
    if count_moves(position):
        return None
    low, high = sorted(discs(position))
    empties = position.size * position.size - low - high
    reason = _("The board is full") if empties == 0 else _("Neither side can place a disc")
    if low == high:
        return _("{reason}, with {count} each: a draw.", reason=reason, count=_count(low))
    if low == 0:
        reason = _("No disc of one side is left")
    rest = _(", and the empty square goes to the winner") if empties == 1 else ""
    if empties > 1:
        rest = _(", and the {empties} empty squares go to the winner", empties=empties)
    return _(
        "{reason}: the winner has {count}, the other side {low}{rest}.",
        reason=reason,
        count=_count(high),
        low=low or "none",
        rest=rest,
    )


def _count(number: int) -> str:
    return ngettext("{count} disc", "{count} discs", number)


def picture(position: OthelloPosition, moves: list[int]) -> str:
    """The board with its letters and numbers; ``*`` marks a square where the side to move can place a disc."""
    size, cells = position.size, list(cells_text(position))
    for move in moves:
        if move != PASS:
            cells[move] = "*"
    lines = ["  " + " ".join("abcdefgh"[:size])]
    for row in range(size):
        lines.append(f"{row + 1} " + " ".join(cells[row * size : (row + 1) * size]))
    dark, light = discs(position)
    side = "XO"[position.mover]
    turn = _("{side} to move", side=side) if moves else _("game over")
    if moves == [PASS]:
        turn = _("{side} to pass", side=side)
    return lined(*lines, lined(f"X {dark}", f"O {light}", turn, between="  "))
