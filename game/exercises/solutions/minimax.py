"""Minimax: the value of a state to a horizon."""

from plyground.core.ahead import State


def minimax(state: State, depth: int, seat: int) -> float:
    """The value of the state for this seat, ``depth`` plies ahead."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    values = [minimax(state.play(move), depth - 1, seat) for move in state.moves]
    return max(values) if state.seat == seat else min(values)
