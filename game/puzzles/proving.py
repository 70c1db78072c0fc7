"""Proves that a position has one best move, by a margin: by the game's solver where it reaches, else by a deep search.

Everything is counted in positions, never in time, so the same call gives the same answer on every machine.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.bots import _thinking
from plyground.core import knowledge, registry
from plyground.core.bot import Limits, Outcome, Player, outcome_of
from plyground.core.errors import Refusal
from plyground.core.game import Game, KernelGame
from plyground.core.puzzling import USUAL, Proven
from plyground.review import chances
from plyground.search import solving
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE

CLEAR = 0.25
"""The chances to win that every other move gives away, at least, where an estimate is in it."""
SOLVER_NODES = 3_000_000
_DEEPEST, _MEASURED = 8, 10_000
"""The depths of the searches that tell how deep one must look for a move, and the positions of each."""
_PLAIN = pvs.Settings(blind=True, quiescence=False, futility=False, pruning=False)
_BY_LEVELS = ("intuition", "minimax:budget=100", "minimax:budget=1000", "minimax:budget=10000")
_CHANCES: dict[Outcome, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def prove(game: Game[Any, Any], position: Any, nodes: int) -> Proven | None:
    """The one best move of an unfinished position, looked for with so many positions; None if there is no such move,
    or none that is clear enough."""
    if len(game.legal_moves(position)) < 2:
        return None
    puzzling = knowledge.of(game).puzzles
    if puzzling.solves(position):
        return _solved(game, position)
    if searched(game) and game.seats_at(position) == 2:
        return _searched(game, position, nodes)
    return _solved(game, position) if puzzling is USUAL and game.seats_at(position) <= 2 else None


def searched(game: Game[Any, Any]) -> bool:
    """Whether the fast search plays this game."""
    strength = knowledge.of(game).strength
    return strength is not None and strength.searched and pvs.fits(game)


def _solved(game: Game[Any, Any], position: Any) -> Proven | None:
    found = solving.solve(game, position, Limits(nodes=SOLVER_NODES))
    if found is None or len(found.best) != 1:
        return None
    seat, values = game.to_move(position), list[float]()
    for move in game.legal_moves(position):
        if move == found.best[0]:
            continue
        after = game.play(position, move)
        returns = game.returns(after)
        if returns is None:
            below = solving.solve(game, after, Limits(nodes=SOLVER_NODES))
            if below is None:
                return None
            returns = below.returns
        values.append(float(returns[seat]))
    return judged(
        game, position, (found.best[0], *found.line[1:]), (found.value, outcome_of(found.value)),
        (max(values), outcome_of(max(values))), found.nodes,
    )  # fmt: skip


Seen = tuple[float | None, Outcome | None]
"""A value in the game's unit and an outcome that is certain, each None where it is not known."""


def _searched(game: Game[Any, Any], position: Any, nodes: int) -> Proven | None:
    assert isinstance(game, KernelGame)
    strength = knowledge.of(game).strength
    assert strength is not None
    found = pvs.search(game, position, strength.weights(), Limits(nodes=nodes), best_lines=2)
    if len(found.lines) < 2:
        return None
    best, second = found.lines[0], found.lines[1]
    return judged(
        game, position, best.moves, _seen(best), _seen(second), found.nodes
    )  # fmt: skip


def _seen(line: pvs.Line) -> Seen:
    if line.sure and abs(line.score) >= SURE:
        return None, "win" if line.score > 0 else "loss"
    return line.score / 100, outcome_of(line.score) if line.sure else None


def _at_depth(game: KernelGame[Any], position: Any, depth: int) -> Any:
    strength = knowledge.of(game).strength
    assert strength is not None
    return pvs.search(game, position, strength.weights(), Limits(nodes=_MEASURED, depth=depth), settings=_PLAIN).move


def judged(
    game: Game[Any, Any], position: Any, line: tuple[Any, ...], best: Seen, second: Seen, nodes: int
) -> Proven | None:
    """Whether the best move is clearly better than the second best, and by how much."""
    least = knowledge.of(game).puzzles.margin
    exact = best[1] is not None and second[1] is not None
    margin = None if best[0] is None or second[0] is None else best[0] - second[0]
    spread = chances.spread(game, position)
    lost = _chance(best, spread) - _chance(second, spread)
    if exact and best[1] == second[1]:
        if margin is None or least is None or margin < least:
            return None
    elif lost < CLEAR:
        return None
    return Proven(line[0], line, best[1], second[1], margin, lost, exact, nodes)


def _chance(seen: Seen, spread: float) -> float:
    value, outcome = seen
    return _CHANCES[outcome] if outcome is not None else chances.chance(value or 0.0, spread)


def measured(game: Game[Any, Any], position: Any, move: Any, deepest: int = _DEEPEST) -> int:
    """From which depth on a plain search, up to the ``deepest``, finds the move, or in games that have none the number
    of the first of a few players that does; 0 if none."""
    if searched(game) and isinstance(game, KernelGame):
        since = 0
        for depth in range(1, deepest + 1):
            if _at_depth(game, position, depth) != move:
                since = 0
            elif not since:
                since = depth
        return since
    text = game.move_text(position, move)
    for number, player in enumerate(players(game), 1):
        if _thinking.think(player, position, random.Random(1)).move == text:
            return 2 * number - 1
    return 0


def players(game: Game[Any, Any]) -> list[Player]:
    """The players that measure a puzzle where no search can, the weakest first."""
    found = []
    for text in _BY_LEVELS:
        try:
            found.append(registry.parse_player(text, game))
        except Refusal:
            continue
    return found


def grade(depth: int) -> int:
    """How hard a puzzle is, from 1 to 6, by the depth from which on its move is found (0: it never was)."""
    return 6 if depth == 0 else next((number for number, most in enumerate((1, 2, 3, 5, 8), 1) if depth <= most), 6)
