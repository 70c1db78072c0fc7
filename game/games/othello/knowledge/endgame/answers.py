"""The endgame solver as the rest of the program calls it: to solve a position, and to advise a player.

A player is advised only where an answer is likely within a part of its limits; the rest is the search's. What an
attempt in vain has told about a game is kept in its memory, so that the next is made only when it is likelier.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from plyground.core.bot import Choice, Kind, Limits, Report, outcome_of
from plyground.core.knowledge import Solved
from plyground.games.othello.knowledge.endgame.solver import Solver, Stopped, empties_of
from plyground.games.othello.position import OthelloPosition
from plyground.search import running

NODES_PER_SECOND = 20_000_000
"""What the solver is trusted to analyse in a second; it was measured at half as many again."""
_SHARE_OF_TIME = 0.4
_SHARE_OF_NODES = 0.25
_USUAL_NODES = 2_000_000
"""What an attempt may analyse where neither time nor positions are limited."""
_MOST_NODES = 1_000_000_000
_OUTCOME_SHARE = 0.5
"""Who wins is found with about this part of the positions that the exact value takes."""
_IN_VAIN = 4
"""After an attempt in vain this many times its positions are expected: the next is made when a turn has been played."""
_KEY = "endings as hard as expected times"


def expected_nodes(empties: int) -> float:
    """The positions that an exact value takes on average (means over positions of play by mobility: 3,100 at 10 empty
    squares, 222,000 at 16, 6.0 million at 20, 34 million at 22)."""
    return 1_500 + 250_000 * 2.25 ** (empties - 16)


@dataclass(frozen=True)
class _Answer:
    """What was found for the side to move: a value with its kind, the moves that reach it, a line."""

    value: int
    kind: Kind
    best: list[int]
    line: list[int]
    nodes: int


def solve(
    game: Any, position: OthelloPosition, limits: Limits, report: Callable[[dict[str, Any]], object]
) -> Solved | None:
    """The exact value in discs with every best move and a line to the end, or None if the limits ended first."""
    found, _ = _within(limits, position, report, lambda solver: _exactly(solver, position, True))
    if found is None:
        return None
    value = float(found.value)
    returns = (value, -value) if position.mover == 0 else (-value, value)
    return Solved(returns, value, tuple(found.best), tuple(found.line), found.nodes)


def load(game: Any, position: OthelloPosition) -> None:
    """Load, or compile, all that solving may need."""
    solve(game, position, Limits(nodes=1), lambda progress: None)


def advise(
    game: Any,
    position: OthelloPosition,
    limits: Limits,
    rng: random.Random,
    report: Report,
    memory: dict[str, Any] | None,
) -> Choice | None:
    """A best move if the game can be solved to its end within a part of the limits; just beyond that, a move that
    wins or draws for certain. None leaves the rest of the limits to the search, as does a limit of depth."""
    if limits.depth is not None:
        return None
    memory = {} if memory is None else memory
    harder = memory.get(_KEY, 1.0)
    most = _affordable(limits)
    usual = expected_nodes(empties_of(position))
    expected = usual * harder
    if expected * _OUTCOME_SHARE > most:
        return None
    exact = expected <= most
    find = _exactly if exact else _outcome
    by_time_alone = limits.nodes is None and limits.seconds is not None
    part = replace(limits, nodes=None if by_time_alone else most, stopped=_earlier(limits))
    found, nodes = _within(part, position, report, lambda solver: find(solver, position, False))
    if found is None:
        memory[_KEY] = max(2 * harder, _IN_VAIN * nodes / usual)
        return None
    return None if found.value < 0 and not exact else _choice(game, position, found)


def _affordable(limits: Limits) -> int:
    """How many positions an attempt is likely to be able to analyse; it may do no more unless time alone is limited."""
    shares = []
    if limits.nodes is not None:
        shares.append(_SHARE_OF_NODES * limits.nodes)
    if limits.seconds is not None:
        shares.append(_SHARE_OF_TIME * (limits.seconds - limits.used()) * NODES_PER_SECOND)
    return int(min([*shares, _MOST_NODES] if shares else [_USUAL_NODES]))


def _earlier(limits: Limits) -> Callable[[], bool]:
    """Whether the attempt's part of the time is over, if there is a limit of time."""
    if limits.seconds is None:
        return limits.stopped
    begun = limits.used()
    end = begun + _SHARE_OF_TIME * (limits.seconds - begun)
    return lambda: limits.stopped() or limits.used() >= end


def _within(
    limits: Limits, position: OthelloPosition, report: Callable[[dict[str, Any]], object],
    find: Callable[[Solver], _Answer],
) -> tuple[_Answer | None, int]:  # fmt: skip
    """What ``find`` finds with a solver, None if the limits ended first; and the positions that were analysed."""
    state = running.shared_state()
    solver = Solver(position.size, empties_of(position), state, limits.nodes, limits.threads)
    helpers = solver.helpers
    answers: list[_Answer] = []

    def work() -> None:
        try:
            answers.append(find(solver))
        except Stopped:
            return

    def told() -> None:
        if helpers is not None and running.crowded():
            helpers.end()
        report({"nodes": solver.nodes})

    others = [] if helpers is None else [partial(helpers.follow, each) for each in helpers.works]
    with running.beside(others, []) as threads:
        try:
            running.run(work, state, limits, told, threads)
        finally:
            if helpers is not None:
                helpers.end()
    return (answers[0] if answers else None), solver.nodes


def _exactly(solver: Solver, position: OthelloPosition, every: bool) -> _Answer:
    value, best = solver.best(position, every)
    try:
        line = solver.line(position, value, best[0])
    except Stopped:
        line = best[:1]
    return _Answer(value, "exact", best, line, solver.nodes)


def _outcome(solver: Solver, position: OthelloPosition, every: bool) -> _Answer:
    value, best = solver.outcome(position)
    kind: Kind = "exact" if value == 0 else "at_least" if value > 0 else "at_most"
    return _Answer(value, kind, best, best[:1], solver.nodes)


def _choice(game: Any, position: OthelloPosition, found: _Answer) -> Choice:
    texts, _end = game.line_texts(position, found.line)
    told: dict[str, Any] = {"value": float(found.value), "kind": found.kind, "outcome": outcome_of(found.value)}
    told["unit"] = game.spec.unit
    plies = len(texts) if found.kind == "exact" and len(texts) > 1 else empties_of(position)
    details = {"terms": [], "lines": [{**told, "line": list(texts)}], "deepest": plies}
    return Choice(texts[0], **told, line=texts, nodes=found.nodes, depth=plies, details=details)
