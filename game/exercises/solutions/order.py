"""The moves in the order of their scores."""

from plyground.core.ahead import State


def ordered(state: State) -> list[str]:
    """The legal moves, best first for the side that moves, by the score after each."""
    return sorted(state.moves, key=lambda move: state.play(move).evaluate(state.seat), reverse=True)


def accepted(state: State) -> list[str]:
    """What must be in the answer."""
    return state.moves
