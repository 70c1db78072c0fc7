"""What the battery runs over: every game with its option sets, every bot that fits, and random walks through them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.core import registry
from plyground.core.bot import Bot
from plyground.core.game import Game

GAMES = list(registry.games().values())
BOTS = list(registry.bots().values())


@dataclass(frozen=True)
class Case:
    """A game under one set of options."""

    game: Game[Any, Any]
    name: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.game.spec.id}-{self.name}"


def _cases() -> Iterator[Case]:
    for game in GAMES:
        yield Case(game, "default", {})
        for preset in game.spec.presets:
            if preset.options:
                yield Case(game, preset.name, dict(preset.options))


CASES = list(_cases())
FITTING = [(game, bot) for game in GAMES for bot in BOTS if bot.refuses(game) is None]
UNFIT = [(game, bot) for game in GAMES for bot in BOTS if bot.refuses(game) is not None]


def pair_name(pair: tuple[Game[Any, Any], Bot]) -> str:
    """The test id of a game and a bot."""
    return f"{pair[0].spec.id}-{pair[1].spec.id}"


def walk(game: Game[Any, Any], position: Any, rng: random.Random) -> list[tuple[Any, Any]]:
    """A random game: pairs of position and the move played there; the last position has the move None."""
    steps = []
    while moves := game.legal_moves(position):
        move = rng.choice(moves)
        steps.append((position, move))
        position = game.play(position, move)
    return [*steps, (position, None)]


def positions(case: Case, games: int, seed: int = 0) -> Iterator[Any]:
    """All positions of some random games."""
    rng = random.Random(seed)
    for _ in range(games):
        for position, _ in walk(case.game, case.game.initial(case.options), rng):
            yield position


def unfinished(game: Game[Any, Any], count: int, seed: int = 0) -> list[Any]:
    """Positions spread over random games of the default options, none of them finished."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        steps = walk(game, game.initial(), rng)[:-1]
        found.append(rng.choice(steps)[0])
    return found
