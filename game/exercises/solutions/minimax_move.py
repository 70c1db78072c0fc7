"""Minimax that chooses a move."""

from plyground.core.ahead import State
from plyground.exercises.solutions.minimax import minimax


def choose(state: State, depth: int, seat: int) -> str:
    """The move with the highest minimax value for the seat, ``depth`` plies ahead (this move is the first)."""
    return max(state.moves, key=lambda move: minimax(state.play(move), depth - 1, seat))
