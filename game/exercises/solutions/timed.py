"""Iterative deepening until the time is over."""

from collections.abc import Callable

from plyground.core.ahead import State

MOST_PLIES = 60


class OutOfTime(Exception):
    """The clock is at 0."""


def timed(state: State, time: Callable[[], float]) -> str:
    """The best move of the deepest search that was done before time() was 0."""
    moves = list(state.moves)
    try:
        for depth in range(1, MOST_PLIES):
            best = best_of(state, moves, depth, time)
            moves.remove(best)
            moves.insert(0, best)
    except OutOfTime:
        pass
    return moves[0]


def best_of(state: State, moves: list[str], depth: int, time: Callable[[], float]) -> str:
    """The best move, so many plies ahead."""
    best, best_value = moves[0], float("-inf")
    for move in moves:
        value = look(state.play(move), depth - 1, best_value, float("inf"), state.seat, time)
        if value > best_value:
            best, best_value = move, value
    return best


def look(state: State, depth: int, alpha: float, beta: float, seat: int, time: Callable[[], float]) -> float:
    """The value of a state within a window."""
    if time() <= 0:
        raise OutOfTime
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    for move in state.moves:
        value = look(state.play(move), depth - 1, alpha, beta, seat, time)
        best = max(best, value) if own else min(best, value)
        alpha, beta = (max(alpha, best), beta) if own else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
