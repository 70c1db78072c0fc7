"""Max^n: every seat for itself (Luckhardt and Irani, 1986)."""

from plyground.core.ahead import State


def maxn(state: State, depth: int, seats: int) -> tuple[float, ...]:
    """A value for each seat, depth plies ahead; of equal moves the first counts."""
    if depth == 0 or state.returns is not None:
        return tuple(state.evaluate(seat) for seat in range(seats))
    mover = state.seat
    found = [maxn(state.play(move), depth - 1, seats) for move in state.moves]
    return max(found, key=lambda values: values[mover])
