"""Alpha-beta: minimax without what cannot matter."""

from plyground.core.ahead import State


def alphabeta(state: State, depth: int, alpha: float, beta: float, seat: int) -> float:
    """The value of the state for this seat, ``depth`` plies ahead, as far as it lies between alpha and beta."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    for move in state.moves:
        value = alphabeta(state.play(move), depth - 1, alpha, beta, seat)
        if own:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
