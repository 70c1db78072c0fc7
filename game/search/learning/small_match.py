"""What a small model is good for: games against another one, and all of it as plain data, as workers answer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from plyground.core import registry
from plyground.core.game import Game
from plyground.search.learning import small
from plyground.search.learning.small import Chooser, Fit, Model

GAMES = 40
_OPENING, _TRIES = 4, 20
BEFORE, BY_HAND = "before", "by-hand"
"""Opponents: the model before it has learnt anything, and the one with the weights that the game's author gave."""


def match(game: Game[Any, Any], start: Any, players: Sequence[Chooser], games: int, seed: int = 0) -> tuple[int, ...]:
    """Wins, draws and losses of the first player. Each opening, of four moves by lot, is played twice, with the sides
    changed; fewer games are played where they take long."""
    rng, counted = random.Random(seed), [0, 0, 0]
    counts = small.counts_of(game, start)
    counts.work, opening = 0, start
    for number in range(games):
        if number % 2 == 0:
            if counts.work > small.MOST_WORK:
                break
            opening = _opened(game, start, rng)
        own = number % 2
        seats = players if own == 0 else players[::-1]
        result = small.play(counts, opening, seats, rng)
        counted[1 - int(result if own == 0 else -result)] += 1
    return tuple(counted)


def _opened(game: Game[Any, Any], start: Any, rng: random.Random) -> Any:
    """A position four moves by lot from the start at which the game goes on; the start where none was found."""
    for _try in range(_TRIES):
        here = start
        for _ply in range(_OPENING):
            if game.returns(here) is None:
                here = game.play(here, rng.choice(game.legal_moves(here)))
        if game.returns(here) is None:
            return here
    return start


def by_hand(model: Model) -> Model:
    """The same counts with the weights that the game's author gave them, as a worth."""
    scale = max(1e-9, float(np.abs(model.counts.hand).max()))
    return Model(model.counts, Fit(model.counts.hand / scale), model.order)


def learnt(
    game: str,
    options: Mapping[str, Any],
    position: str,
    moves: Sequence[str],
    games: int,
    seed: int = 0,
    left_out: Sequence[int] = (),
    against: str = BEFORE,
    order: bool = False,
    **_tell: Any,
) -> dict[str, Any]:
    """A model from so many games, and how it does against another one, both looking one ply ahead (``against``:
    ``BEFORE``, ``BY_HAND`` or a number of games that the other has learnt from; empty for no match).

    Gives ``weights``, ``rows`` and ``errors`` of the worth and, where it is asked for, of the ``order`` (else None),
    and the ``match`` (wins, draws, losses).
    """
    rules = registry.game(game)
    start = rules.parse_position(position, dict(options)) if position else rules.initial(dict(options))
    for text in moves:
        start = rules.play(start, rules.require(start, text))
    model = small.learn(rules, start, games, seed, left_out, order)
    counted: tuple[int, ...] = ()
    if against:
        other = by_hand(model) if against == BY_HAND else small.learn(
            rules, start, 0 if against == BEFORE else int(against), seed, (), False
        )  # fmt: skip
        counted = match(rules, start, (small.looking(model), small.looking(other)), GAMES, seed)
    return {**_fit(model.worth), "order": _fit(model.order) if order else None, "match": list(counted)}


def _fit(fit: Fit) -> dict[str, Any]:
    return {
        "weights": [round(float(each), 3) for each in fit.weights],
        "rows": fit.rows,
        "errors": [[round(part, 5) for part in each] for each in fit.errors],
    }
