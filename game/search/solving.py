"""Solves a position by whatever fits: the game's own solver, the fast search to its end, or plain minimax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import knowledge
from plyground.core.bot import Limits
from plyground.core.game import Game, KernelGame
from plyground.core.knowledge import Solved, Strength
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE

Report = Callable[[dict[str, Any]], None]

_MOST_PLAIN_NODES = 3_000_000
_ASKED_EVERY = 256
_MOST_LINES = 1_000


def load(game: Game[Any, Any], position: Any) -> None:
    """Load the kernels that solving needs, so that it can be timed."""
    strength = knowledge.of(game).strength
    if _searchable(game, strength) and isinstance(game, KernelGame) and strength is not None:
        pvs.search(game, position, strength.weights(), Limits(nodes=1))
    if strength is not None and strength.solve is not None:
        strength.solve(game, position, Limits(nodes=1, stopped=lambda: True), lambda progress: None)


def solve(game: Game[Any, Any], position: Any, limits: Limits, report: Report = lambda progress: None) -> Solved | None:
    """The exact value of an unfinished position, or None if it could not be found within the limits.

    What the game's own solver has looked at, as it reports, is taken off the positions that plain minimax may.
    """
    limits, most = limits.started(), _MOST_PLAIN_NODES
    most = most if limits.nodes is None else min(most, limits.nodes)
    spent = 0

    def hear(progress: dict[str, Any]) -> None:
        nonlocal spent
        spent = progress.get("nodes", spent)
        report(progress)

    strength = knowledge.of(game).strength
    if strength is not None and strength.solve is not None:
        solved = strength.solve(game, position, limits, hear)
        if solved is not None or limits.expired():
            return solved
    if game.seats_at(position) > 2:
        return None
    if _searchable(game, strength) and isinstance(game, KernelGame) and strength is not None:
        return _searched(game, position, strength, limits, report, most - spent)
    return _Everything(game, limits, report, most - spent).solve(position)


def _searchable(game: Game[Any, Any], strength: Strength | None) -> bool:
    return strength is not None and strength.searched and pvs.fits(game)


def _searched(
    game: KernelGame[Any], position: Any, strength: Strength, limits: Limits, report: Report, most: int
) -> Solved | None:
    """By the fast search, deeper and deeper until every root move's score rests on ends of the game; where that says
    who wins and not by how much, by plain minimax of at most so many positions."""
    found = pvs.search(
        game,
        position,
        strength.weights(),
        limits,
        lambda so_far: report({"depth": so_far.depth, "nodes": so_far.nodes}),
        best_lines=_MOST_LINES,
        settings=pvs.EXACT,
        threads=limits.threads,
    )
    if not found.ended:
        return None
    seat, best = game.to_move(position), found.lines[0]
    returns = game.returns(game.line_texts(position, best.moves)[1])
    if returns is None or (abs(best.score) >= SURE and game.spec.unit):
        return _Everything(game, limits, report, most).solve(position)
    moves = tuple(line.moves[0] for line in found.lines if _same(line.score, best.score))
    return Solved(returns, returns[seat], _in_order(game, position, moves), best.moves, found.nodes)


def _same(score: int, best: int) -> bool:
    """Whether a score is as good as the best: a win or a loss counts the same however long it takes."""
    return score == best or (score >= SURE and best >= SURE) or (score <= -SURE and best <= -SURE)


def _in_order(game: Game[Any, Any], position: Any, moves: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(move for move in game.legal_moves(position) if move in moves)


class _Beyond(Exception):
    """There are too many positions, or the time is up."""


class _Everything:
    """Plain minimax to all ends of the game, for trees and for games of which nothing is known."""

    def __init__(self, game: Game[Any, Any], limits: Limits, report: Report, most_nodes: int) -> None:
        self._game, self._limits, self._report, self._most = game, limits, report, most_nodes
        self.nodes = 0

    def solve(self, position: Any) -> Solved | None:
        """The exact value, or None if there is too much to look at."""
        seat, legal = self._game.to_move(position), self._game.legal_moves(position)
        try:
            found = [self._value(self._game.play(position, move)) for move in legal]
        except _Beyond:
            return None
        most = max(returns[seat] for returns, _ in found)
        best = [place for place, (returns, _) in enumerate(found) if returns[seat] == most]
        returns, line = found[best[0]]
        moves = tuple(legal[place] for place in best)
        return Solved(returns, most, moves, (moves[0], *line), self.nodes + 1)

    def _value(self, position: Any) -> tuple[tuple[float, ...], tuple[Any, ...]]:
        """The returns under perfect play, and the line to them; of equal moves the first."""
        self.nodes += 1
        if self.nodes > self._most:
            raise _Beyond
        if self.nodes % _ASKED_EVERY == 0:
            if self._limits.expired():
                raise _Beyond
            self._report({"nodes": self.nodes})
        ended = self._game.returns(position)
        if ended is not None:
            return ended, ()
        seat = self._game.to_move(position)
        best: tuple[tuple[float, ...], tuple[Any, ...]] | None = None
        for move in self._game.legal_moves(position):
            returns, line = self._value(self._game.play(position, move))
            if best is None or returns[seat] > best[0][seat]:
                best = returns, (move, *line)
        assert best is not None
        return best
