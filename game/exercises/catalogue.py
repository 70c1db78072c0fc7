"""The exercises in code that there are: those that fit many games, and each game's own."""

from __future__ import annotations

import functools
import random
from typing import Any

from plyground.core import ahead, knowledge, registry
from plyground.core.errors import Refusal
from plyground.core.exercising import Exercise
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.exercises.players import ORDER, PLAYERS
from plyground.exercises.searches import SEARCHES
from plyground.search.teaching.two_sided import opposed

EXERCISES = tuple(sorted((*SEARCHES, *PLAYERS), key=lambda each: ORDER.index(each.id)))
"""Those that fit many games, each after those that it builds upon."""


class UnknownExercise(Refusal, status=404):
    """There is no exercise of this name, or not in this game."""


def exercise(exercise_id: str, game: Game[Any, Any] | None = None) -> Exercise:
    """The exercise of this id in a game, or one that fits many games; raises ``UnknownExercise``."""
    for each in EXERCISES if game is None else fitting(game):
        if each.id == exercise_id:
            return each
    for other in registry.games().values():
        for each in (*EXERCISES, *knowledge.of(other).exercises):
            if each.id == exercise_id and game is not None:
                raise UnknownExercise(
                    _("The exercise “{title}” does not fit {game}.", title=each.title, game=game.spec.title)
                )
    raise UnknownExercise(_("There is no exercise called {name}.", name=exercise_id[:40]))


def fitting(game: Game[Any, Any]) -> tuple[Exercise, ...]:
    """The exercises of a game: first its own, then those that fit it (``Exercise.needs``)."""
    scored = knowledge.scored(game)
    sides = scored and opposed(game, game.initial({}))
    fits = {"nothing": True, "score": scored, "sides": sides, "turns": sides and in_turn(game.spec.id)}
    return (*knowledge.of(game).exercises, *(each for each in EXERCISES if fits[each.needs]))


@functools.cache
def in_turn(game_id: str) -> bool:
    """Whether the sides of a game move in turn, and one’s score is the other’s with its sign turned round: seen in
    a few games of random moves."""
    game = registry.game(game_id)
    for seed in range(3):
        chance = random.Random(seed)
        state = ahead.State(game, game.initial({}), dict(game.options({})))
        for _ply in range(60):
            seats = [state.evaluate(seat) for seat in (0, 1)]
            if seats[0] != -seats[1]:
                return False
            if state.returns is not None:
                break
            if any(state.play(move).seat == state.seat for move in state.moves[:12]):
                return False
            state = state.play(chance.choice(state.moves))
    return True
