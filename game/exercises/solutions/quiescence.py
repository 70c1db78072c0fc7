"""Quiescence: loud moves are searched beyond the horizon."""

from plyground.core.ahead import State


def quiet(state: State, depth: int, margin: float, seat: int) -> float:
    """The value for this seat when the mover may stop, or go on by moves that change the score by margin or more."""
    score = state.evaluate(seat)
    if depth == 0 or state.returns is not None:
        return score
    values = [score]
    for move in state.moves:
        after = state.play(move)
        if abs(after.evaluate(seat) - score) >= margin:
            values.append(quiet(after, depth - 1, margin, seat))
    return max(values) if state.seat == seat else min(values)
