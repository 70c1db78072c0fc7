"""Minimax that chooses a move."""

from plyground.core.ahead import State


def choose(state: State, depth: int, seat: int) -> str:
    """The move with the highest minimax value for the seat, ``depth`` plies ahead (this move is the first)."""
    return max(state.moves, key=lambda move: value_of(state.play(move), depth - 1, seat))


def value_of(state: State, depth: int, seat: int) -> float:
    """The minimax value of a state."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    values = [value_of(state.play(move), depth - 1, seat) for move in state.moves]
    return max(values) if state.seat == seat else min(values)
