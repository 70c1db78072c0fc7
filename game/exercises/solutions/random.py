"""A move at random."""

from collections.abc import Callable

from plyground.core.ahead import State


def pick(state: State, random: Callable[[], float]) -> str:
    """A legal move, each as likely as the others; random() gives a number from 0 to 1."""
    return state.moves[int(random() * len(state.moves))]


def accepted(state: State, random: Callable[[], float]) -> list[str]:
    """What may be answered."""
    return state.moves
