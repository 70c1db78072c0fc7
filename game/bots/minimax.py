"""The default opponent: minimax with the depth budget of the tutorial, which is divided by the branching factor.

Games for more than two seats, and those whose ends are graded, it searches by max^n under the same budget.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from plyground.core import knowledge
from plyground.core.bot import Bot, BotSpec, Choice, Kind, Limits, Report, outcome_of, silent
from plyground.core.game import Game, KernelGame
from plyground.core.messages import _, joined
from plyground.core.options import Option, Values
from plyground.search import interpreted, maxn, minimax
from plyground.search.minimax import Minimax, RootMove

MOST_TOLD = 100
"""Root moves that a choice tells of."""


class MinimaxBot(Bot):
    """Scores the positions at the end of its budget and plays a move with the highest value.

    A value that stands for the end of a game is given in the game's own unit with its ``outcome``. Unless ends are
    graded the search looks for wins, not for the widest ones: in a game with a unit such a value is exact only if the
    outcome is a draw or every move up to the end is forced, else the outcome is certain and the number an estimate.
    With three or more seats a value supposes that all play by this bot's scores and take the first of equal moves.
    """

    spec = BotSpec(
        "minimax",
        _("Minimax"),
        _("Looks at every reply, deeply where there are few moves and less deeply where there are many."),
    )

    def refuses(self, game: Game[Any, Any]) -> str | None:
        return knowledge.unscored(self.spec.title, game)

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        units = knowledge.of(game).units
        if not units:
            return ()
        names = tuple(unit.name for unit in units)
        scores = joined(*(_("{name}: {help}", name=unit.name, help=_(unit.help)) for unit in units))
        return (
            Option("budget", "int", 3000, _("Positions that may be analysed below a move."), low=1, high=1_000_000),
            Option("score", "choice", names[0], _("What is counted. {scores}", scores=scores), choices=names),
            Option(
                "ties",
                "choice",
                "seeded",
                _("Equal moves: by the seed (soonest win, latest loss), or the last, as in the tutorial's program."),
                choices=("seeded", "last"),
            ),
            Option(
                "divide_root",
                "bool",
                False,
                _("Divide the budget among the first moves too, so that it bounds all positions analysed."),
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
        number, unit = knowledge.of(game).unit(str(options["score"]))

        def choice(found: Minimax, pick: random.Random | None) -> Choice:
            best = found.best
            if not found.complete and (not best or best[0].value == -math.inf):
                return _unsearched(game, position, found)
            if options["ties"] == "last":
                chosen = best[-1]
            else:
                chosen = found.nicest[0] if pick is None else pick.choice(found.nicest)
            return _choice(game, position, unit.counts, found, chosen)

        found = _search(
            game,
            position,
            int(options["budget"]),
            number,
            bool(options["divide_root"]),
            limits,
            lambda so_far: report(choice(so_far, None).progress()),
        )
        return choice(found, rng)


def _search(game: Game[Any, Any], *asked: Any) -> Minimax:
    """The search that fits the game: compiled where its rules are kernels, minimax where it has two opposite sides."""
    if not isinstance(game, KernelGame):
        return interpreted.search(game, *asked)
    return minimax.search(game, *asked) if minimax.fits(game) else maxn.search(game, *asked)


def _choice(game: Game[Any, Any], position: Any, counts: str, found: Minimax, chosen: RootMove) -> Choice:
    line, end, forced = _texts(game, position, chosen.line)
    details = {"moves": [_root(game, position, root) for root in _told(found.roots, chosen)], "of": len(found.roots)}
    shared: dict[str, Any] = {
        "move": line[0],
        "line": line,
        "nodes": found.nodes,
        "depth": found.deepest,
        "details": details,
    }
    if not (chosen.proven and found.proves(chosen)):
        return Choice(value=chosen.value, unit=counts, **shared) if math.isfinite(chosen.value) else Choice(**shared)
    returns = game.returns(end)
    assert returns is not None
    outcome = outcome_of(chosen.value)
    sure = outcome == "draw" or not game.spec.unit or forced or game.spec.graded
    kind: Kind = "exact" if sure else "estimate"
    return Choice(value=returns[game.to_move(position)], kind=kind, outcome=outcome, unit=game.spec.unit, **shared)


def _told(roots: Sequence[RootMove], chosen: RootMove) -> list[RootMove]:
    """The root moves to tell of, in the order searched: with very many the best ``MOST_TOLD``, the chosen one first."""
    if len(roots) <= MOST_TOLD:
        return list(roots)
    best = sorted(range(len(roots)), key=lambda at: (roots[at] is not chosen, -roots[at].value, at))
    return [roots[at] for at in sorted(best[:MOST_TOLD])]


def _root(game: Game[Any, Any], position: Any, root: RootMove) -> dict[str, Any]:
    """One root move for the panel: its value, or its outcome where the value stands for an end; the value of every
    seat where the search keeps them."""
    told = {
        "text": game.move_text(position, root.move),
        "value": _finite(root.value),
        "outcome": outcome_of(root.value) if root.proven else None,
        "nodes": root.nodes,
    }
    return told | ({"values": [_finite(value) for value in root.values]} if root.values else {})


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _unsearched(game: Game[Any, Any], position: Any, found: Minimax) -> Choice:
    """The first move that a stopped search had not reached: better than one that is known to lose, and legal."""
    move = game.move_text(position, game.legal_moves(position)[len(found.roots)])
    return Choice(move, line=(move,), nodes=found.nodes, depth=found.deepest)


def _texts(game: Game[Any, Any], position: Any, moves: tuple[int, ...]) -> tuple[tuple[str, ...], Any, bool]:
    """The line as texts, the position at its end, and whether nobody had a choice on the way."""
    texts, forced = [], True
    for move in moves:
        texts.append(game.move_text(position, move))
        forced = forced and len(game.legal_moves(position)) == 1
        position = game.play(position, move)
    return tuple(texts), position, forced


BOT = MinimaxBot()
