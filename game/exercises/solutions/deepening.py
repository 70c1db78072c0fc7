"""Iterative deepening over alpha-beta."""

from plyground.core.ahead import State


def deepening(state: State, depth: int, seat: int) -> float:
    """The value of the state for this seat, ``depth`` plies ahead, after searches of 1, 2, … plies."""
    value = 0.0
    for plies in range(1, depth + 1):
        value = alphabeta(state, plies, float("-inf"), float("inf"), seat)
    return value


def alphabeta(state: State, depth: int, alpha: float, beta: float, seat: int) -> float:
    """The value of a state within a window."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    for move in state.moves:
        value = alphabeta(state.play(move), depth - 1, alpha, beta, seat)
        best = max(best, value) if own else min(best, value)
        alpha, beta = (max(alpha, best), beta) if own else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
