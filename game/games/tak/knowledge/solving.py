"""Tak solved: wins proven by threats as a choice before a search, and exact values with moves that keep them.

A win is a win in Tak, so the value is 1 or -1; draws are not proven, since most hang on the count of quiet plies.
"""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from plyground.core.bot import Choice, Limits, Report
from plyground.core.game import KernelGame
from plyground.core.knowledge import Solved
from plyground.games.tak.knowledge import evaluation, tinue
from plyground.games.tak.knowledge.hare import QUIET_IN_KEY
from plyground.games.tak.position import QUIET_LIMIT, TakPosition
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE

USUAL_NODES = 200_000
"""What proving may visit where no limit says less: it takes about a tenth of a second."""
NODES_PER_SECOND = 200_000
_SHARE = 8
_SOLVING_NODES = 50_000_000
_EACH_NODES = 200_000
_LONGEST_PROOF = QUIET_LIMIT - QUIET_IN_KEY
"""Scores from the search's table hold for so many plies, whatever the number of quiet plies was."""


def proving_nodes(limits: Limits) -> int:
    """The positions that may be visited to prove a win before a search within the same limits; 0 is none at all."""
    if limits.nodes is None and limits.seconds is None and limits.depth is not None:
        return 0
    most = USUAL_NODES if limits.seconds is None else int(limits.seconds * NODES_PER_SECOND)
    return most if limits.nodes is None else min(most, limits.nodes // _SHARE)


def advise(
    game: KernelGame[TakPosition],
    position: TakPosition,
    limits: Limits,
    rng: random.Random,
    report: Report,
    memory: dict[str, Any] | None,
) -> Choice | None:
    """The first move of a proven win, or None. A search whose depth alone is limited is left to itself."""
    most = proving_nodes(limits)
    if most == 0 or position.ply < 2:
        return None
    proof = tinue.find(game, position, Limits(nodes=most, stopped=limits.expired))
    if proof is None:
        return None
    texts, _end = game.line_texts(position, proof.line)
    terms = [asdict(term) for term in evaluation.terms_for_people(position, position.ply & 1)]
    told: dict[str, Any] = {"value": 1.0, "kind": "exact", "outcome": "win", "unit": game.spec.unit}
    details = {"terms": terms, "lines": [{**told, "line": list(texts)}], "deepest": len(texts)}
    return Choice(texts[0], **told, line=texts, nodes=proof.nodes, depth=len(texts), details=details)


class _Budget:
    """The positions that may still be visited, and whether the limits have ended."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self.nodes = limits, 0
        self._most = limits.nodes or _SOLVING_NODES

    @property
    def spent(self) -> bool:
        """Whether nothing more may be searched."""
        return self.nodes >= self._most or self._limits.expired()

    def part(self, most: int | None = None) -> Limits:
        """Limits for one search."""
        left = max(self._most - self.nodes, 1)
        return Limits(nodes=left if most is None else min(left, most), stopped=self._limits.expired)


def solve(
    game: KernelGame[TakPosition], position: TakPosition, limits: Limits, report: Report | None = None
) -> Solved | None:
    """The exact value of an unfinished position that is won or lost for certain, else None.

    Of a won position ``best`` has the moves that were proven to win; others may win as well unless the limits sufficed
    to settle all (as they do on 3 x 3). Of a lost one it has all legal moves.
    """
    budget = _Budget(limits)
    seat = position.ply & 1
    first = _settled(game, position, budget)
    if first is None:
        return None
    score, line = first
    moves = game.legal_moves(position)
    best = moves
    if score > 0:
        best = [move for move in moves if move == line[0] or _wins(game, position, move, budget)]
    value = 1.0 if score > 0 else -1.0
    returns = (value, -value) if seat == 0 else (-value, value)
    return Solved(returns, value, tuple(best), line, budget.nodes)


def _settled(
    game: KernelGame[TakPosition], position: TakPosition, budget: _Budget, most: int | None = None
) -> tuple[int, tuple[int, ...]] | None:
    """1 or -1 for the seat to move with a line of play, or None."""
    proof, visited = tinue.attempt(game, position, budget.part(min(most or USUAL_NODES, USUAL_NODES)))
    budget.nodes += visited
    if proof is not None:
        return 1, proof.line
    if budget.spent:
        return None
    found = pvs.search(game, position, evaluation.weights(), budget.part(most), enough=_is_settled)
    budget.nodes += found.nodes
    if not _is_settled(found):
        return None
    line = found.lines[0]
    return (1 if line.score > 0 else -1), line.moves


def _is_settled(found: pvs.Finding) -> bool:
    if not found.lines or not found.lines[0].sure or abs(found.lines[0].score) < SURE:
        return False
    plies = found.lines[0].plies
    return plies is not None and plies <= _LONGEST_PROOF


def _wins(game: KernelGame[TakPosition], position: TakPosition, move: int, budget: _Budget) -> bool:
    """Whether this move was shown to win as well."""
    after = game.play(position, move)
    returns = game.returns(after)
    if returns is not None:
        return returns[position.ply & 1] > 0
    if budget.spent:
        return False
    proof, visited = tinue.attempt_after(game, position, move, budget.part(_EACH_NODES))
    budget.nodes += visited
    if proof is not None:
        return True
    found = None if budget.spent else _settled(game, after, budget, _EACH_NODES)
    return found is not None and found[0] < 0


def load(game: KernelGame[TakPosition], position: TakPosition) -> None:
    """Load the kernels that prove wins: begin to prove something about the position, and stop."""
    tinue.find(game, position, Limits(nodes=1))
    tinue.win_in_one(position)
