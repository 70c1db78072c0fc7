"""Alpha-beta in the form of negamax."""

from plyground.core.ahead import State


def search(state: State, depth: int, alpha: float, beta: float) -> float:
    """The value of the state for the seat that moves in it, as far as it lies between alpha and beta."""
    if depth == 0 or state.returns is not None:
        return state.evaluate(state.seat)
    best = float("-inf")
    for move in state.moves:
        best = max(best, -search(state.play(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
