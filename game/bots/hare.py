"""The strongest bot: the compiled search with everything that is known of a game, and special players where needed.

What it knows of a game is the game's ``Strength``: special knowledge is asked first, then the fast search looks as
deeply as the limits allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.bots._planning import Spending
from plyground.bots.intuition import ranked_moves
from plyground.core import knowledge, processors
from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, outcome_of, silent
from plyground.core.game import Game
from plyground.core.knowledge import Strength
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search import book, running
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE

USUAL_NODES = 200_000
"""What is searched where nothing else limits it."""
MOST_LINES = 8


class Hare(Bot):
    """Values are in the evaluation's unit. One that rests on ends of the game alone is in the game's own unit, with its
    outcome if the line leads to the end; in a game with a unit whose search looks for wins alone, the number of a sure
    win or loss is that of the line, an estimate."""

    spec = BotSpec(
        "hare", _("Hare"), _("Searches as deeply as it can with all that is known of the game. The strongest.")
    )
    plans = True
    usual_seconds = 1.0

    def refuses(self, game: Game[Any, Any]) -> str | None:
        strength = knowledge.of(game).strength
        if strength is None:
            return _("The Hare cannot score the positions of {title}: it has no evaluation.", title=game.spec.title)
        if not strength.searched and strength.advise is None:
            return _("The Hare has no player for {title}.", title=game.spec.title)
        if strength.searched and not pvs.fits(game):
            return _("The Hare cannot score the positions of {title}.", title=game.spec.title)
        return None

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option(
                "budget", "int", 0, _("Positions that may be analysed for a move; 0 leaves that to the clock."), low=0,
                high=1_000_000_000,
            ),
            Option("lines", "int", 1, _("How many of the best lines are found."), low=1, high=MOST_LINES),
            Option(
                "threads", "int", 0,
                _("Processors to think on; 0: on a page, and where you ask for a move, those that are idle, else one."),
                low=0, high=64,
            ),
            Option(
                "book", "bool", True,
                _("Play from the opening book where time alone limits the search, and one line is asked for."),
            ),
            Option(
                "ponder", "bool", False,
                _("Think on while a person opposite is to move. In games on a page only; "
                  "uses a processor all the time."),
            ),
            Option(
                "blind", "bool", False,
                _("See no threats: play without wins and losses known at sight and without looking deeper at threats."),
            ),
            Option(
                "haste", "int", 0, _("How many of a hundred moves are made at first sight, without a search."),
                low=0, high=100,
            ),
            Option(
                "slips", "int", 0, _("How many of a hundred moves slip: any legal move is made."), low=0, high=100,
            ),
        )  # fmt: skip

    def load(self, game: Game[Any, Any], position: Any, options: Values) -> None:
        super().load(game, position, options)
        strength = knowledge.of(game).strength
        if strength is not None and strength.load is not None:
            strength.load(game, position)

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
        strength = knowledge.of(game).strength
        assert strength is not None
        careless = _careless(game, position, options, rng)
        if careless is not None:
            move = game.move_text(position, careless)
            return Choice(move, line=(move,), nodes=1, depth=1)
        known = _opening(game, position, options, limits, rng)
        if known is not None:
            return known
        limits = _limited(limits, int(options["budget"]))
        enough: Callable[[pvs.Finding], bool] | None = None
        if limits.left is not None:
            spending = Spending(limits, strength.shares)
            limits, enough = spending.limits, spending.enough
        limits = replace(limits, threads=_threads(limits, int(options["threads"])))
        if strength.advise is not None and not (options["blind"] and strength.searched):
            advised: Choice | None = strength.advise(game, position, limits, rng, report, memory)
            if advised is not None:
                return advised
        if not strength.searched or game.seats_at(position) != 2:
            move = game.move_text(position, rng.choice(game.legal_moves(position)))
            return Choice(move, line=(move,))
        teller = _Teller(game, position, strength)
        found = pvs.search(
            game,  # type: ignore[arg-type]  # ``fits`` has seen that it is one with kernels
            position,
            strength.weights(),
            limits,
            None if report is silent else lambda so_far: report(teller.progress(so_far, limits)),
            memory,
            int(options["lines"]),
            pvs.Settings(blind=bool(options["blind"])),
            rng,
            enough,
            limits.threads,
        )
        return teller.choice(found)


def _careless(game: Game[Any, Any], position: Any, options: Values, rng: random.Random) -> Any:
    """The move of a turn that slips or is made in haste; None if this one is thought about."""
    if options["slips"] and rng.random() * 100 < int(options["slips"]):
        return rng.choice(game.legal_moves(position))
    if options["haste"] and rng.random() * 100 < int(options["haste"]):
        return ranked_moves(game, position)[0].move
    return None


def _opening(game: Game[Any, Any], position: Any, options: Values, limits: Limits, rng: random.Random) -> Choice | None:
    """A move of the opening book; None where there is none, or a search of this size or kind is what is asked for."""
    timed = limits.seconds is not None or limits.left is not None
    sized = options["budget"] or limits.nodes is not None or limits.depth is not None
    weakened = options["blind"] or options["haste"] or options["slips"]
    if not options["book"] or not timed or sized or weakened or options["lines"] != 1:
        return None
    found = book.find(game, position)
    picked = None if found is None else found.pick(game, position, rng)
    if found is None or picked is None:
        return None
    strength = knowledge.of(game).strength
    assert strength is not None
    line = tuple(found.line(game, position, picked[0]))
    return Choice(
        line[0], picked[1] / 100, unit=strength.counts, line=line, details={"book": True, "positions": len(found.open)}
    )


def _limited(limits: Limits, budget: int) -> Limits:
    """The limits with a budget of positions (0 for none), and with a usual one where there is no limit at all."""
    if budget:
        return replace(limits, nodes=min(budget, limits.nodes or budget))
    if limits.seconds is None and limits.nodes is None and limits.depth is None and limits.left is None:
        return replace(limits, nodes=USUAL_NODES)
    return limits


def _threads(limits: Limits, wanted: int) -> int:
    """How many threads search: as many as are wanted, or, where the clock on the wall decides, as find a processor."""
    if wanted:
        return min(wanted, processors.count())
    return running.spare(limits.threads) if limits.seconds is not None and limits.depth is None else 1


class _Teller:
    """Says what the search has found at one position, in texts and in the units that people know."""

    def __init__(self, game: Game[Any, Any], position: Any, strength: Strength) -> None:
        self._game, self._position, self._strength = game, position, strength
        self._seat = game.to_move(position)

    def choice(self, found: pvs.Finding) -> Choice:
        """The finished search as a choice."""
        lines = [self._line(line, found.depth) for line in found.lines]
        terms = [
            {"title": term.title, "value": float(term.value), "help": term.help}
            for term in self._strength.terms(self._position, self._seat)
        ]
        details = {"terms": terms, "lines": lines, "deepest": found.deepest}
        counts: dict[str, Any] = {"nodes": found.nodes, "depth": found.depth, "details": details}
        if not lines:
            move = self._game.move_text(self._position, found.move)
            return Choice(move, line=(move,), **counts)
        best = {**lines[0], "line": tuple(lines[0]["line"])}
        return Choice(best["line"][0], **best, **counts)

    def progress(self, found: pvs.Finding, limits: Limits) -> dict[str, Any]:
        """What is streamed while the search runs."""
        used = limits.used()
        told: dict[str, Any] = {"depth": found.depth, "nodes": found.nodes}
        if used > 0:
            told["nodes_per_second"] = round(found.nodes / used)
        lines = [self._line(line, found.depth) for line in found.lines]
        if lines:
            told |= lines[0]
        if len(lines) > 1:
            told["lines"] = lines
        return told

    def _line(self, line: pvs.Line, depth: int) -> dict[str, Any]:
        """A line's value in the unit and of the kind that it has, its outcome where it leads to the end, its texts."""
        sure, unit = line.sure, self._game.spec.unit
        texts, end = self._game.line_texts(self._position, line.moves if sure else line.moves[: max(depth, 1)])
        returns = self._game.returns(end)
        told: dict[str, Any] = {"value": line.score / 100, "kind": "estimate", "outcome": None, "line": list(texts)}
        if not sure:
            return told | {"unit": self._strength.counts, "value": None if abs(line.score) >= SURE else told["value"]}
        decided = abs(line.score) >= SURE
        if returns is None:
            if decided:
                told["value"] = None if unit else (1.0 if line.score > 0 else -1.0)
        else:
            mine = returns[self._seat]
            told |= {"value": mine, "outcome": outcome_of(mine)}
        exact = told["value"] is not None and not (decided and unit)
        return told | {"unit": unit, "kind": "exact" if exact else "estimate"}


BOT = Hare()
