"""Where an exercise is checked: positions from games of random moves, and the calls of the function there."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.exercising import Call, Exercise, Task
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import NothingToSearch
from plyground.search.teaching.two_sided import tree_size

PUBLIC, HIDDEN = 3, 4
"""Checks that show their positions, and checks that do not."""
_MOST_NODES = 1_500
_TRIES = 40
_SOME_PLIES, _TO_THE_END = 24, 1000
_KEPT = 500
"""Positions that a process keeps: those of a class that checks one exercise again and again."""


class TooLarge(Refusal):
    """A search would have more nodes than are watched."""


@dataclass(frozen=True)
class Situation:
    """Where an exercise is checked: the position, the game's options, the calls, and for a search what is asked."""

    position: Any
    options: dict[str, Any]
    calls: tuple[Call, ...]
    task: Task
    public: bool = True


def situations(exercise: Exercise, game: Game[Any, Any], secret: str = "") -> Iterator[Situation]:
    """The positions on which an exercise is checked, the same for the same secret: the public ones first. Each is drawn
    when it is asked for, for that takes up to a second for all of them, and a file that fails needs no more.

    Each comes from a game of random moves, every third (or each, for an exercise that is ``late``) from its very end.
    They are looked into as deep as stays small, and the depths differ.
    """
    for number in range(PUBLIC + HIDDEN):
        yield _drawn(exercise, game, number, "" if number < PUBLIC else secret)


@functools.lru_cache(_KEPT)
def _drawn(exercise: Exercise, game: Game[Any, Any], number: int, secret: str) -> Situation:
    options = dict(game.options({}))
    chance = random.Random(f"{exercise.id} {game.spec.id} {number} {secret}")
    wanted = 1 + number % exercise.deepest
    longest = _TO_THE_END if exercise.late or number % 3 == 2 else _SOME_PLIES
    for position in _positions(game, options, chance, longest):
        depth = next((each for each in range(wanted, 0, -1) if _small(game, position, each)), 0)
        chosen = not exercise.late or len(game.legal_moves(position)) > 1
        if chosen and depth and (depth == wanted or depth > 1):
            break
    return _situation(exercise, game, position, options, max(1, depth), number < PUBLIC, chance)


def at(
    exercise: Exercise, game: Game[Any, Any], position: Any, options: Mapping[str, Any], depth: int = 0
) -> Situation:
    """The exercise at a position of the reader's own, so many plies deep, or as deep as stays small and the exercise
    asks for. Raises ``TooLarge``."""
    if game.returns(position) is not None:
        raise NothingToSearch(_("The game is over in this position: there is nothing to search."))
    depths = (depth,) if depth else tuple(range(exercise.deepest, 0, -1))
    fits = next((each for each in depths if _small(game, position, each)), 0)
    if not fits:
        raise TooLarge(
            _(
                "A search of {depth} plies has more than {most} nodes here; look less far.",
                depth=depths[-1],
                most=_MOST_NODES,
            )
        )
    chance = random.Random(f"{exercise.id} {game.spec.id}")
    return _situation(exercise, game, position, dict(options), fits, True, chance)


def _situation(
    exercise: Exercise,
    game: Game[Any, Any],
    position: Any,
    options: dict[str, Any],
    depth: int,
    public: bool,
    chance: random.Random,
) -> Situation:
    seat = game.to_move(position)
    if exercise.calls is not None:
        calls = exercise.calls(game, position, depth, chance)
    else:
        named = {"depth": depth, "seat": seat, "seats": game.seats_at(position)}
        calls = [Call([named.get(each, each) for each in exercise.arguments])]
    task = replace(exercise.task or Task(1, 0), depth=depth, seat=seat)
    return Situation(position, options, tuple(calls), task, public)


def _positions(game: Game[Any, Any], options: dict[str, Any], chance: random.Random, longest: int) -> Iterator[Any]:
    """Unfinished positions, some moves into games of random moves, the start among them in the end."""
    for _try in range(_TRIES):
        position = game.initial(options)
        for _ply in range(chance.randrange(longest)):
            later = game.play(position, chance.choice(game.legal_moves(position)))
            if game.returns(later) is not None:
                break
            position = later
        yield position
    yield game.initial(options)


def _small(game: Game[Any, Any], position: Any, depth: int) -> bool:
    return tree_size(game, position, depth)[0] <= _MOST_NODES
