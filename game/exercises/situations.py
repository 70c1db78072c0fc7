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
from plyground.search.teaching.two_sided import opposed, tree_size

PUBLIC, HIDDEN = 3, 4
"""Checks that show their positions, and checks that do not."""
_DEPTHS = (1, 2, 3, 2, 3, 3, 3)
"""Plies of each check, as far as an exercise goes: only at the third do both sides' bounds come together."""
_FEWEST, _FEW, _MOST_NODES = {1: 5, 2: 16, 3: 48}, {1: 5, 2: 4, 3: 5}, 1_500
"""A tree that tells right from wrong has so many nodes at least, and so few at the end of a game."""
_TRIES = 6
"""Games of random moves, on each of the game's boards."""
_SOME_PLIES, _TO_THE_END, _BACK = 24, 1000, 4
_MUCH = 2
"""So many times more moves, to the power of the plies, than a small tree has nodes, and it need not be counted."""
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

    Each comes from a game of random moves, two (or all, for an exercise that is ``late``) from its very end.
    They are looked into as deep as stays small, and the depths differ; where the usual board has no tree that is small
    and yet tells something, another of the game's boards is taken.
    """
    for number in range(PUBLIC + HIDDEN):
        yield _drawn(exercise, game, number, "" if number < PUBLIC else secret)


@functools.lru_cache(_KEPT)
def _drawn(exercise: Exercise, game: Game[Any, Any], number: int, secret: str) -> Situation:
    chance = random.Random(f"{exercise.id} {game.spec.id} {number} {secret}")
    wanted = min(_DEPTHS[number], exercise.deepest)
    back = _BACK if exercise.late else {2: wanted - 1 or 1, 5: wanted}.get(number, 0)
    best: tuple[int, float, Any, dict[str, Any]] | None = None
    for options in _boards(exercise, game, number):
        for position, depth, size in _positions(game, options, chance, wanted, back):
            if best is None or (depth, size) > best[:2]:
                best = depth, size, position, options
            if depth == wanted and size >= (_FEW[depth] if back else _FEWEST[depth]):
                return _situation(exercise, game, position, options, depth, number < PUBLIC, chance)
    if best is None:
        options = dict(game.options({}))
        best = 1, 0, game.initial(options), options
    return _situation(exercise, game, best[2], best[3], max(1, best[0]), number < PUBLIC, chance)


def _boards(exercise: Exercise, game: Game[Any, Any], number: int) -> Iterator[dict[str, Any]]:
    """The usual board, then others where as many sides play with no more moves, each check with another one first."""
    usual = dict(game.options({}))
    yield usual
    start, others = game.initial(usual), []
    sides = exercise.needs in ("sides", "turns")
    for preset in game.spec.presets:
        options = dict(game.options(dict(preset.options)))
        other = game.initial(options)
        fits = options != usual and game.seats_at(other) == game.seats_at(start) and opposed(game, other) >= sides
        if fits and len(game.legal_moves(other)) <= len(game.legal_moves(start)):
            others.append(options)
    turn = number % max(1, len(others))
    yield from others[turn:] + others[:turn]


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
    rounds = tuple(call.asked for call in calls if call.asked is not None)
    task = replace(exercise.task or Task(1, 0), depth=depth, seat=seat, rounds=rounds)
    return Situation(position, options, tuple(calls), task, public)


def _positions(
    game: Game[Any, Any], options: dict[str, Any], chance: random.Random, depth: int, back: int
) -> Iterator[tuple[Any, int, float]]:
    """Unfinished positions of games of random moves, some moves in, or if ``back`` is not 0 at most so many plies
    before the end, with as large a tree as that leaves; with how far they are small (see ``_reach``)."""
    for _try in range(_TRIES):
        played = [game.initial(options)]
        for _ply in range(_TO_THE_END if back else chance.randrange(_SOME_PLIES)):
            later = game.play(played[-1], chance.choice(game.legal_moves(played[-1])))
            if game.returns(later) is not None:
                break
            played.append(later)
        if not back:
            yield played[-1], *_reach(game, played[-1], depth)
            continue
        last: list[tuple[Any, int, float]] = []
        for position in played[: -1 - back : -1]:
            last.append((position, *_reach(game, position, depth)))
            if last[-1][2] >= _FEWEST[depth]:
                break
        yield max(last, key=lambda found: found[1:])


def _reach(game: Game[Any, Any], position: Any, wanted: int) -> tuple[int, float]:
    """How many of the plies that are wanted stay small, and how many nodes they have."""
    for depth in range(wanted, 0, -1):
        if len(game.legal_moves(position)) ** depth <= _MUCH * _MOST_NODES:
            size = tree_size(game, position, depth)[0]
            if size <= _MOST_NODES:
                return depth, size
    return 0, 0.0


def _small(game: Game[Any, Any], position: Any, depth: int) -> bool:
    return tree_size(game, position, depth)[0] <= _MOST_NODES
