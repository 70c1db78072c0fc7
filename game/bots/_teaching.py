"""Turns what a teaching search found into a bot's choice, and runs one deeper and deeper within limits."""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.core.bot import Bot, Choice, Kind, Limits, Report, outcome_of, silent
from plyground.core.game import Game
from plyground.core.knowledge import unscored
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.scores import SURE, Scale
from plyground.search.teaching.search import Result, RootValue, Run
from plyground.search.teaching.two_sided import DEEPEST, TwoSidedRun

_FIRST_REPORT = 1_000


@dataclass(frozen=True)
class Seen:
    """What a search found at a position, with the positions analysed and the plies seen in all."""

    game: Game[Any, Any]
    position: Any
    counts: str
    found: Result
    nodes: int
    depth: int

    def choice(self) -> Choice:
        """The choice; the first legal move where nothing was found."""
        game, found = self.game, self.found
        seat = game.to_move(self.position)
        details = {"moves": [self._root(root) for root in found.roots]}
        if not found.line:
            move = game.move_text(self.position, game.legal_moves(self.position)[0])
            return Choice(move, line=(move,), nodes=self.nodes, depth=self.depth, details=details)
        line, _ = game.line_texts(self.position, [node.move for node in found.line])
        shared: dict[str, Any] = {"line": line, "nodes": self.nodes, "depth": self.depth, "details": details}
        returns = game.returns(found.line[-1].position)
        value = found.value
        assert value is not None
        decided = abs(value) >= SURE and not game.spec.graded
        proven = found.sure == "exact" and (found.closed or decided)
        if proven and returns is not None and (decided or game.spec.graded or returns[seat] == value):
            mine = returns[seat]
            outcome = outcome_of(mine)
            forced = all(
                len(game.legal_moves(each)) == 1
                for each in (self.position, *(node.position for node in found.line[:-1]))
            )
            sure = outcome == "draw" or not game.spec.unit or forced or game.spec.graded
            kind: Kind = "exact" if sure else "estimate"
            return Choice(line[0], mine, kind, outcome, game.spec.unit, **shared)
        return Choice(line[0], None if decided else value, "estimate", None, self.counts, **shared)

    def _root(self, root: RootValue) -> dict[str, Any]:
        decided = abs(root.value) >= SURE and not self.game.spec.graded
        told: dict[str, Any] = {
            "text": self.game.move_text(self.position, root.node.move),
            "value": None if decided or not math.isfinite(root.value) else root.value,
            "kind": root.sure if root.sure != "exact" or root.closed else "estimate",
            "outcome": ("win" if root.value > 0 else "loss") if decided else None,
        }
        return told | ({"values": list(root.values)} if root.values else {})


Tell = Callable[[Result, int, int], None]
"""Called with what was found so far, the positions analysed and the plies seen."""


class TeachingBot(Bot):
    """A bot that plays what a teaching search finds; it reports when twice as many positions were analysed."""

    def choose(
        self,
        game: Game[Any, Any],
        position: Any,
        options: Values,
        limits: Limits,
        rng: random.Random,
        report: Report = silent,
        memory: dict[str, Any] | None = None,
    ) -> Choice:
        counts, due = self.counts(game, options), _FIRST_REPORT

        def tell(found: Result, nodes: int, depth: int) -> None:
            nonlocal due
            if nodes >= due and found.line:
                due = 2 * nodes
                report(Seen(game, position, counts, found, nodes, depth).choice().progress())

        found = self.search(game, position, options, limits, rng, tell)
        return Seen(game, position, counts, *found).choice()

    @abstractmethod
    def search(
        self, game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random, tell: Tell
    ) -> tuple[Result, int, int]:
        """What the search finds within the limits, the positions analysed and the plies seen; ``tell`` hears of it."""

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        """What the values count, in the plural."""
        return Scale(game, options).counts


def budget_option(default: int) -> Option:
    """Positions that may be analysed in all."""
    return Option("budget", "int", default, _("Positions that may be analysed for a move."), low=1, high=10_000_000)


def two_sided_refusal(title: str, game: Game[Any, Any]) -> str | None:
    """Why a bot of this title, which needs two opposite sides and scores, cannot play a game; None if it can."""
    if not game.spec.two_sided:
        return _("{title} needs two opposite sides; {game} can have more.", title=title, game=game.spec.title)
    return unscored(title, game)


def smaller(*numbers: int | None) -> int | None:
    """The smallest of those that are given; None if none is."""
    given = [number for number in numbers if number is not None]
    return min(given) if given else None


def deeper_and_deeper(
    begin: Callable[[int], TwoSidedRun], budget: int, limits: Limits, tell: Tell
) -> tuple[Result, int, int]:
    """Search to depth 1, 2, 3 ... within the limits, each time with the best move of the last first.

    ``begin`` makes the search of a depth. Gives back the result, the positions analysed and the plies seen. A depth
    that was not finished counts as far as it went once the best move of the depth before was searched again: so the
    answer is no worse than that of the last finished one.
    """
    best, nodes, seen = Result(), 0, 0
    most = smaller(budget, limits.nodes)
    deepest = smaller(limits.depth, DEEPEST) or DEEPEST
    for plies in range(1, deepest + 1):
        run = begin(plies)
        run.expired = limits.expired
        run.most_entered = None if most is None else most - nodes
        if best.line:
            run.first = best.line[0].index
        found = run.finish()
        nodes += found.entered
        seen = max(seen, found.deepest)
        if found.line:
            best = found
        if not found.complete or found.closed or found.deepest < plies or decided(run, found):
            break
        tell(best, nodes, seen)
    return best, nodes, seen


def decided(run: Run, found: Result) -> bool:
    """Whether the value stands for a win or a loss for certain."""
    return found.value is not None and abs(found.value) >= SURE and not run.game.spec.graded
