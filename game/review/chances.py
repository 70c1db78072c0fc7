"""From a value to the chance to win: a logistic curve, for each game on the scale that its own games of self-play gave.

``tools/measure_chances.py`` plays the games, fits the one figure and writes it as ``chances.json`` beside the class of
the game. A game without that file takes how far its evaluation spreads in random games, which is of the right size.
"""

from __future__ import annotations

import inspect
import json
import math
import random
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.game import Game

FILE = "chances.json"
_GAMES, _SEED = 12, 1
_LEAST = 1e-6


def file_of(game: Game[Any, Any]) -> Path:
    """Where the measured figure of a game stands."""
    return Path(inspect.getfile(type(game))).parent / FILE


def measured(game: Game[Any, Any]) -> dict[str, Any] | None:
    """What was measured: ``spread``, and from how many ``games`` and ``positions``; None if nothing was."""
    try:
        found = json.loads(file_of(game).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found if isinstance(found, dict) else None


@cache
def _spread(game_id: str) -> float:
    from plyground.core import registry

    game = registry.game(game_id)
    found = measured(game)
    return float(found["spread"]) if found else _usual(game)


def spread(game: Game[Any, Any], position: Any) -> float:
    """The value, in the unit that the strongest search tells, that makes a win 2.7 times as likely as a loss on the
    board of a position."""
    return _spread(game.spec.id) * scale(game, position)


def scale(game: Game[Any, Any], position: Any) -> float:
    """How large values are on the board of a position."""
    insight = knowledge.of(game).insight
    return insight.scale(position) if insight else 1.0


def _usual(game: Game[Any, Any]) -> float:
    """The standard deviation of the evaluation in random games, for which nothing has to be measured."""
    if not knowledge.scored(game):
        return 1.0
    rng, values = random.Random(_SEED), list[float]()
    for _ in range(_GAMES):
        position = game.initial(None)
        for _ in range(game.spec.longest):
            legal = game.legal_moves(position)
            if not legal:
                break
            values.append(float(kernels.evaluate(position, 0, 0)))
            position = game.play(position, rng.choice(legal))
    middle = sum(values) / len(values)
    return max(math.sqrt(sum((value - middle) ** 2 for value in values) / len(values)), _LEAST) or 1.0


def chance(value: float, spread: float) -> float:
    """The chance to win, a draw counted as half a win, of the seat for which a position has this estimated value."""
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, value / spread))))


def fitted(pairs: list[tuple[float, float]]) -> float:
    """The spread under which values and points won (1, a half or 0) agree best: the likelihood's only peak, by halving
    the steps of its logarithm."""

    def loss(size: float) -> float:
        total = 0.0
        for value, point in pairs:
            likely = min(max(chance(value, size), 1e-12), 1 - 1e-12)
            total -= point * math.log(likely) + (1 - point) * math.log(1 - likely)
        return total

    mean = math.log(max(_LEAST, sum(abs(value) for value, _ in pairs) / max(1, len(pairs))))
    low, high = mean - 4.0, mean + 4.0
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(40):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(math.exp(left)) < loss(math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)
