"""Expectimax: minimax in which chance has nodes of its own, worth the mean of what it may bring.

A seat takes what is best for it; at a node where chance decides every move counts by its chance (Michie, "Game-playing
and game-learning automata", 1966; Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983).
Nothing is cut: a move of chance can be left out only where bounds on all values are known.
"""

from __future__ import annotations

from fractions import Fraction

from plyground.core.messages import _
from plyground.search.teaching import words
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.minimax import MinimaxRun
from plyground.search.teaching.search import RootValue, SearchSpec, Told
from plyground.search.teaching.trace import Step, Trace
from plyground.search.teaching.two_sided import TwoSidedSearch


class ExpectimaxRun(MinimaxRun):
    """One search."""

    def search(self) -> Told:
        value, closed, line = yield from self._search(self.root, self.depth)
        if self.moves(self.root):
            self.result.value, self.result.closed, self.result.line = value, closed, line

    def _search(self, node: Node, left: int) -> Told:
        chances = self.game.chances(node.position)
        if chances is None or left <= 0:
            return (yield from super()._search(node, left))
        self.enter(node)
        yield Event("enter", node, number=min(left, 10**6))
        children = [self.child(node, index) for index in range(len(chances))]
        yield Event("children", node, reason="written", items=tuple(range(len(children))))
        mean, closed = 0.0, True
        for child, chance in zip(children, chances, strict=True):
            value, child_closed, _line = yield from self._search(child, left - 1)
            mean, closed = mean + value * float(chance), closed and child_closed
            items = (chance.numerator, chance.denominator, mean)
            yield Event("weigh", node, child, value=value, sure="exact", items=items)
            if node is self.root:
                self.result.roots.append(RootValue(child, value, "exact", child_closed))
        mean = round(mean, 9)
        yield Event("value", node, value=mean, sure="exact", closed=closed)
        return mean, closed, ()


def weigh(trace: Trace, step: Step) -> tuple[str, str]:
    top, bottom, mean = step.items
    known = {
        "move": words.move(trace, step.child), "chance": Fraction(int(top), int(bottom)),
        "value": words.value(trace, step),
    }  # fmt: skip
    return (
        _("Chance brings {move} with {chance}: {value}.", **known),
        _("That far the mean is {mean}; what is left adds its part.", mean=words.number(mean)),
    )


def answer(trace: Trace, step: Step) -> tuple[str, str]:
    if step.child >= 0 or step.value is None:
        return words.answer(trace, step)
    sure = _("This is final.") if step.closed else ""
    return _("Chance decides at the root, which is worth {value}.", value=words.value(trace, step)), sure


SAYS = {"weigh": weigh, "answer": answer}


class Expectimax(TwoSidedSearch):
    """Minimax with chance."""

    spec = SearchSpec(
        "expectimax",
        _("Expectimax"),
        _("Minimax for games with dice: where chance decides, a position is worth the mean of what may come."),
    )
    kind = ExpectimaxRun
    weighs_chance = True
    says = SAYS


SEARCHES = (Expectimax(),)
