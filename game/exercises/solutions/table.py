"""Alpha-beta with a transposition table."""

from plyground.core.ahead import State

EXACT, AT_LEAST, AT_MOST = 0, 1, 2


def search(state: State, depth: int, alpha: float, beta: float, seat: int) -> float:
    """The value of the state for this seat, as far as it lies between alpha and beta, by a table."""
    return look_up(state, depth, alpha, beta, seat, {})


def look_up(
    state: State, depth: int, alpha: float, beta: float, seat: int, table: dict[State, tuple[int, int, float]]
) -> float:
    """The value of a state, from the table where what stands there will do."""
    known = table.get(state)
    if known is not None and known[0] >= depth:
        _depth, kind, value = known
        if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
            return value
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    low, high = alpha, beta
    for move in state.moves:
        value = look_up(state.play(move), depth - 1, low, high, seat, table)
        best = max(best, value) if own else min(best, value)
        low, high = (max(low, best), high) if own else (low, min(high, best))
        if low >= high:
            break
    table[state] = (depth, AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT, best)
    return best
