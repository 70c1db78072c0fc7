"""Calls of the rules of a game; stands in for the program's module of this name."""

from __future__ import annotations

from typing import Any

from plyground.core import kernels

_moves: dict[int, list[int]] = {}


def legal_moves(position: Any, most_moves: int) -> list[int]:
    """The legal moves, in the game's fixed order."""
    moves = _moves.setdefault(most_moves, [0] * most_moves)
    return moves[: kernels.legal_moves(position, moves)]


def play(position: Any, move: int) -> Any:
    """The position after a legal move."""
    return kernels.play(position, move)


def outcome(position: Any, seat: int) -> int:
    """``kernels.ONGOING`` or the result for ``seat``."""
    return int(kernels.outcome(position, seat))
