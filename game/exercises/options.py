"""The moves of a node as a run knows them, with their values, and which rule would give a value that they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.exercises.findings import near


@dataclass
class Option:
    """A move: its node, its value for the seat, when that was known, and whether its visit sees the other side."""

    node: int
    value: float
    at: int
    turned: bool = False


class Options:
    """The moves of one node that have values; ``own`` says that the seat moves here and takes the highest."""

    def __init__(self, own: bool) -> None:
        self.own = own
        self.best: float | None = None
        self._found: dict[int, Option] = {}

    def __contains__(self, node: int) -> bool:
        return node in self._found

    def __bool__(self) -> bool:
        return bool(self._found)

    def put(self, option: Option) -> None:
        """Keep a move's value; of a move that was searched again the last one counts."""
        again = option.node in self._found
        self._found[option.node] = option
        if again or self.best is None:
            self.best = self._best_of([each.value for each in self._found.values()])
        else:
            self.best = self._best_of([self.best, option.value])

    def in_order(self) -> list[Option]:
        """As they came."""
        return sorted(self._found.values(), key=lambda option: option.at)

    def _best_of(self, values: Sequence[float]) -> float:
        return max(values) if self.own else min(values)

    def narrowed(self, alpha: float, beta: float) -> tuple[float, float]:
        """What is sure for the next move."""
        if self.best is None:
            return alpha, beta
        return (max(alpha, self.best), beta) if self.own else (alpha, min(beta, self.best))

    def beyond(self, alpha: float, beta: float) -> bool:
        """Whether the best reaches the bound of the other side, so that nothing else matters here."""
        assert self.best is not None
        return self.best >= beta if self.own else self.best <= alpha

    def short_of(self, alpha: float, beta: float) -> bool:
        """Whether the best does not even pass the bound of the side that moves."""
        assert self.best is not None
        return self.best <= alpha if self.own else self.best >= beta

    def rules_of(self, told: float) -> tuple[str, ...]:
        """The kinds of mistake that give ``told`` instead of the best, the likeliest first; at least one."""
        assert self.best is not None
        ordered = self.in_order()
        values = [option.value for option in ordered]
        worst = min(values) if self.own else max(values)
        turned = [-option.value if option.turned else option.value for option in ordered]
        rules = {
            "no_negation": turned != values and near(told, self._best_of(turned)),
            "wrong_choice": near(told, worst) and not near(worst, self.best),
            "wrong_sign": near(told, -self.best),
            "wrong_sign_choice": near(told, -worst),
            "last": near(told, values[-1]),
            "first": near(told, values[0]),
            "mean": near(told, sum(values)) or near(told, sum(values) / len(values)),
            "floor": told > self.best if self.own else told < self.best,
        }
        return (*(kind for kind, holds in rules.items() if holds), "combined")
