"""What makes a strong player of Crazy Camel: its estimate in words, and exact play with few camels left."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core import knowledge
from plyground.core.bot import Choice, Limits, outcome_of
from plyground.core.messages import _
from plyground.games.camel.knowledge import layers, learnt, search, solver
from plyground.games.camel.paths import distance, openings
from plyground.games.camel.position import AnyPosition

STATES_A_SECOND = 8_000_000
"""How many states the solver is trusted to decide in a second; it was measured at two to three times as many."""
_SHARE = 0.2
"""The part of a move's time that may go into an exact answer."""
_ALWAYS = 1_500_000
"""So many states are decided whatever the time: the last camel of a game on most boards."""
_MOST = 20_000_000
"""So many are decided at most, since they are kept for the moves to come; each takes two bytes."""
_ANY = 1 << 40
_KEY = "camel solution"


def terms(position: AnyPosition, seat: int) -> tuple[knowledge.Term, ...]:
    """The parts of the estimate of an unfinished position for a seat, in steps."""
    across, below = openings(position)
    lengths = [int(distance(position, each, across, below)) for each in range(2)]
    camels = (position.first_camels, position.second_camels)
    own, other = position.seat, 1 - position.seat
    looks = int(search.race(lengths[own], lengths[other], camels[own], camels[other]))
    sign = 1 if seat == own else -1
    by_hand = (
        knowledge.Term(
            _("Path difference"),
            float(lengths[1 - seat] - lengths[seat]),
            _("How many steps shorter the own master's shortest path is than the other's."),
        ),
        knowledge.Term(
            _("Camels in hand"),
            (camels[seat] - camels[1 - seat]) * search.CAMEL / search.STEP,
            _("Each camel more than the other has counts {camel} steps.", camel=search.CAMEL / search.STEP),
        ),
        knowledge.Term(_("The move"), sign * search.MOVE / search.STEP, _("Whoever is to move is half a step ahead.")),
        knowledge.Term(
            _("Race"),
            sign * looks * search.DECIDED / search.STEP,
            _("The seat ahead on its way can no longer be held up, since the other has no camels left."),
        ),
    )
    weights = learnt.weights()
    if not learnt.is_learnt(position, weights):
        return by_hand
    rest = sign * int(learnt.estimate(position, weights)) / search.STEP - sum(term.value for term in by_hand)
    about = _("What a small net, taught by games of self-play, sees in where the camels lie and the masters stand.")
    return (*by_hand, knowledge.Term(_("Learnt"), rest, about))


def advise(
    game: Any,
    position: AnyPosition,
    limits: Limits,
    rng: random.Random,
    report: Callable[[dict[str, Any]], None],
    memory: dict[str, Any] | None,
) -> Choice | None:
    """The soonest win, else a draw, else the latest loss, where the whole rest of the game can be solved in a small
    part of the limits; None elsewhere. What was solved is kept in ``memory`` for the moves to come."""
    if limits.depth is not None:
        return None
    memory = {} if memory is None else memory
    solution = memory.get(_KEY)
    if solution is None or not solution.covers(position):
        made = solver.plan(position, _affordable(limits))
        if isinstance(made, str):
            return None
        solution = solver.solve_all(made, Limits(stopped=limits.expired))
        if solution is None:
            return None
        memory[_KEY] = solution
    codes = solver.move_codes(game, solution, position)
    best = codes[solver.best_move(codes)]
    move = rng.choice([move for move, code in codes.items() if code == best])
    line, end = game.line_texts(position, solver.best_line(game, solution, position, move))
    returns = game.returns(end)
    value = 0.0 if returns is None else float(returns[position.seat])
    return Choice(
        line[0],
        value,
        "exact",
        None if returns is None else outcome_of(value),
        line=line,
        nodes=solution.plan.states,
        depth=len(line),
        details={"solved": True},
    )


def _affordable(limits: Limits) -> int:
    """How many states may be decided for one move."""
    if limits.nodes is not None:
        return limits.nodes
    if limits.seconds is None:
        return _ALWAYS
    return min(max(_ALWAYS, int(limits.seconds * _SHARE * STATES_A_SECOND)), _MOST)


def load(game: Any, position: AnyPosition) -> None:
    """Load the kernels of exact play: begin to solve the position as if one camel were left, and stop."""
    made = solver.plan(position._replace(first_camels=1, second_camels=0), _ANY)
    assert not isinstance(made, str)
    solver.solve_all(made, Limits(stopped=lambda: True))
    layers.is_canonical(made.sets[0], 2, 2, np.empty(len(made.sets[0]), np.bool_))


STRENGTH = knowledge.Strength(
    "steps", terms, weights=learnt.weights, solve=solver.solve, advise=advise, load=load, shares=14, curiosity=1.0
)
