"""Iterative deepening over alpha-beta."""

from plyground.core.ahead import State
from plyground.exercises.solutions.alphabeta import alphabeta


def deepening(state: State, depth: int, seat: int) -> float:
    """The value of the state for this seat, ``depth`` plies ahead, after searches of 1, 2, … plies."""
    value = 0.0
    for plies in range(1, depth + 1):
        value = alphabeta(state, plies, float("-inf"), float("inf"), seat)
    return value
