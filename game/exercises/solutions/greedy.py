"""The move whose position scores best."""

from plyground.core.ahead import State


def greedy(state: State, seat: int) -> str:
    """The legal move after which the score is best for the seat that moves."""
    return max(state.moves, key=lambda move: state.play(move).evaluate(seat))
