"""Windows of a search, and what equal positions have shown before: for both are values of the seat that searches."""

from __future__ import annotations

from typing import Any

from plyground.exercises.findings import INF, near
from plyground.exercises.reference import Reference
from plyground.exercises.views import Views
from plyground.exercises.visits import Visit

Window = tuple[float, float]


def given(visit: Visit, sign: int) -> Window | None:
    """The bounds in a visit's arguments; None where it has none."""
    if visit.alpha is None or visit.beta is None:
        return None
    return (visit.alpha, visit.beta) if sign > 0 else (-visit.beta, -visit.alpha)


def same(one: Visit, other: Visit) -> bool:
    """Whether two visits were asked the same."""
    return (one.alpha, one.beta, one.depth) == (other.alpha, other.beta, other.depth)


class Known:
    """What the visits of a run have shown of its positions so far: plies seen, and the bounds of the value."""

    def __init__(self, reference: Reference, views: Views, cuts: bool) -> None:
        self._reference, self._views, self._cuts = reference, views, cuts
        self._entries: dict[Any, list[tuple[int, float, float]]] = {}

    def of(self, node: int) -> list[tuple[int, float, float]]:
        """All that was shown of the position at a node."""
        return self._entries.get(self._reference.state(node), [])

    def exact(self, node: int, left: int) -> float | None:
        """The last value that was shown of it at least so many plies deep, None without one."""
        values = [low for depth, low, high in self.of(node) if depth >= left and low == high]
        return values[-1] if values else None

    def tightened(self, node: int, left: int, alpha: float, beta: float) -> Window:
        """A window after what was shown."""
        for depth, low, high in self.of(node):
            if depth >= left:
                alpha, beta = max(alpha, low), min(beta, high)
        return alpha, beta

    def remember(self, visit: Visit, left: int, sure: Window) -> None:
        """Keep what a visit that looked for itself has shown of its position: a value, or a bound of it."""
        if visit.value is None:
            return
        sign = self._views.sign(visit)
        told = visit.value * sign
        alpha, beta = given(visit, sign) or (sure if self._cuts else (-INF, INF))
        whole = left == 0 or self._reference.state(visit.node).returns is not None
        low = told if told > alpha or whole else -INF
        high = told if told < beta or whole else INF
        self._entries.setdefault(self._reference.state(visit.node), []).append((left, low, high))

    def repeated(self, visit: Visit, left: int) -> bool:
        """Whether a visit that looked at nothing gave back what was shown, as far as it may."""
        if visit.value is None:
            return False
        sign = self._views.sign(visit)
        told, window = visit.value * sign, given(visit, sign)
        for depth, low, high in self.of(visit.node):
            if depth < left:
                continue
            if low == high and near(told, low):
                return True
            if window is not None and (
                (near(told, low) and told >= window[1]) or (near(told, high) and told <= window[0])
            ):
                return True
        return False

    def misread(self, visit: Visit) -> list[int]:
        """How many plies those entries saw whose bound a visit gave back as its value."""
        if visit.value is None:
            return []
        told = visit.value * self._views.sign(visit)
        return [depth for depth, low, high in self.of(visit.node) if near(told, low) or near(told, high)]
