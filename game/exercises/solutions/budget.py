"""Minimax with a divided budget."""

from plyground.core.ahead import State


def divided(state: State, budget: int, seat: int) -> float:
    """The value of the state for this seat, with a budget that the moves of each node share."""
    if state.returns is not None or budget < len(state.moves):
        return state.evaluate(seat)
    share = budget // len(state.moves)
    values = [divided(state.play(move), share, seat) for move in state.moves]
    return max(values) if state.seat == seat else min(values)
