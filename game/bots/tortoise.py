"""The bot that plays exactly: it looks to the end of the game, every mover taking what is best for itself (max^n).

Where the game's knowledge has an exact player, that is asked; else the plain tree of ``plyground.search.tortoise``
is grown ply by ply, kept from move to move and walked down by the moves really made. It never looks further than its
limits and its budget allow, and then plays the best that it has.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.bot import Bot, BotSpec, Choice, Kind, Limits, Outcome, Report, outcome_of, silent
from plyground.core.game import Game
from plyground.core.knowledge import Exact
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.tortoise import GameTree, Stopped

_TREE = "grown"
_BETWEEN_REPORTS = 20_000


class Tortoise(Bot):
    """Exact wherever it can be; it says so where it is not."""

    spec = BotSpec(
        "tortoise", _("Tortoise"), _("Looks to the end: everybody takes what is best for the own result (max^n).")
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        if knowledge.of(game).exact is None and not game.spec.graded:
            return _(
                "The Tortoise compares how much ends are worth to everybody; in {title} an end is only "
                "won, drawn or lost.",
                title=game.spec.title,
            )
        return None

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option(
                "ties",
                "choice",
                "last",
                _(
                    "Of equally good moves, the last in the order of their numbers (the "
                    "largest pair of ends as the map "
                    "writes them), or the first. With three players or more this can change the values."
                ),
                choices=("last", "first"),
            ),
            Option(
                "budget", "int", 1_000_000, _("Positions that may be analysed for a move."), low=1, high=1_000_000_000
            ),
        )

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
        last = options["ties"] == "last"
        most = int(options["budget"])
        within = replace(limits, nodes=min(most, limits.nodes or most))
        player = knowledge.of(game).exact or _grow
        found = player(game, position, last, within, report, memory)
        return _choice(game, position, found or _grow(game, position, last, within, report, memory))


def _grow(
    game: Game[Any, Any],
    position: Any,
    last: bool,
    limits: Limits,
    report: Report,
    memory: dict[str, Any] | None,
) -> Exact:
    """Look one ply further each time until the value is exact or the limits end."""
    memory = {} if memory is None else memory
    tree = memory.get(_TREE)
    if not isinstance(tree, GameTree) or tree.last != last or not tree.walk_down(position):
        tree = memory[_TREE] = GameTree(game, position, _evaluation(game), last)
    before = tree.nodes
    told = [0]

    def going_on() -> bool:
        nodes = tree.nodes - before
        if nodes - told[0] >= _BETWEEN_REPORTS:
            told[0] = nodes
            report({"nodes": nodes, "depth": found.depth})
        return nodes < (limits.nodes or nodes + 1) and not limits.expired()

    moves = game.legal_moves(position)
    found = Exact(moves[-1] if last else moves[0])
    try:
        plies = 0
        while not found.exact and plies < min(limits.depth or game.spec.longest, game.spec.longest):
            plies += 1
            value = tree.look(plies, going_on)
            best = tree.best_moves(plies, going_on)
            found = Exact(value.line[0], value.values, value.exact, best, value.line, tree.nodes - before, plies)
    except Stopped:
        pass
    return found


def _evaluation(game: Game[Any, Any]) -> Any:
    """How unfinished positions are scored: in the game's first unit, or not at all."""
    if not knowledge.scored(game):
        return lambda position, seat: 0.0
    return lambda position, seat: float(kernels.evaluate(position, seat, 0))


def _choice(game: Game[Any, Any], position: Any, found: Exact) -> Choice:
    texts, here = game.line_texts(position, found.line or (found.move,))
    shared: dict[str, Any] = {
        "move": texts[0],
        "line": texts,
        "nodes": found.nodes,
        "depth": max(found.depth, len(texts) - 1),
        "details": {
            "exact": found.exact,
            "values": None if found.returns is None else list(found.returns),
            "best": [game.move_text(position, move) for move in found.best],
        },
    }
    if found.returns is None:
        return Choice(**shared)
    value = found.returns[game.to_move(position)]
    kind: Kind = "exact" if found.exact else "estimate"
    returns = game.returns(here)
    outcome: Outcome | None = None
    if found.exact and returns is not None and returns[game.to_move(position)] == value:
        outcome = outcome_of(value)
    return Choice(value=value, kind=kind, outcome=outcome, unit=game.spec.unit, **shared)


BOT = Tortoise()
