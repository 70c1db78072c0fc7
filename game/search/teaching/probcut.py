"""ProbCut: a shallow search that falls far out of the window stands for the deep one.

Values of shallow and deep searches go together, up to an error. If the shallow value lies outside of the window by a
margin, the deep one most likely lies outside as well, and is not computed (Buro, 1995). "Most likely" is not "always".
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.null_windows import STEP
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedSearch


class ProbCutRun(AlphaBetaRun):
    """One search. Nodes with ``deep`` plies left are looked at with ``shallow`` plies first."""

    own_windows = True

    def below(self, node: Node, child: Node, place: int, left: int, alpha: float, beta: float) -> Told:
        deep, shallow = int(self.options["deep"]), int(self.options["shallow"])
        margin = float(self.options["margin"])
        tried = False
        if left - 1 == deep and shallow < deep and self.moves(child):
            for bound, sure in ((beta, "at_least"), (alpha, "at_most")):
                if math.isinf(bound):
                    continue
                tried = True
                goal = bound + margin if sure == "at_least" else bound - margin
                window = (goal - STEP, goal) if sure == "at_least" else (goal, goal + STEP)
                yield Event(
                    "window", node, child, items=window, number=shallow, value=goal, sure=sure, reason="shallow"
                )
                value = (yield from self.look(child, shallow, *window))[0]
                if value >= goal if sure == "at_least" else value <= goal:
                    yield Event("trust", child, value=bound, sure=sure, number=shallow)
                    return bound, sure, False, ()
        if tried:
            yield Event("window", node, child, items=(alpha, beta), number=deep, reason="open")
        return (yield from self.look(child, left - 1, alpha, beta))


class ProbCut(AlphaBeta):
    """Alpha-beta that believes shallow searches."""

    spec = SearchSpec(
        "probcut",
        _("ProbCut"),
        _("Believes a shallow search whose value lies far outside of the window."),
    )
    kind = ProbCutRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option("deep", "int", 2, _("Nodes with so many plies left are looked at less deep first."), low=1, high=50,
                   title=_("Deep search")),
            Option("shallow", "int", 1, _("How many plies that first look takes; fewer than the deep search."), low=0,
                   high=49, title=_("Shallow search")),
            Option(
                "margin", "int", 3, _("How far outside of the window the first look has to fall to be believed."),
                low=0, high=1_000_000, title=_("Margin"),
            ),
        )  # fmt: skip


SEARCHES = (ProbCut(),)
