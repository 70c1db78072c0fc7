"""Negamax: one rule for both sides."""

from plyground.core.ahead import State


def negamax(state: State, depth: int) -> float:
    """The value of the state for the seat that moves in it, ``depth`` plies ahead."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(state.seat)
    return max(-negamax(state.play(move), depth - 1) for move in state.moves)
