"""Makes puzzles: plays games, looks for positions with one best move, proves each and follows its solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from plyground.bots import _thinking
from plyground.core import knowledge
from plyground.core.bot import Limits
from plyground.core.game import Game, KernelGame
from plyground.core.puzzling import Proven
from plyground.puzzles import proving
from plyground.puzzles.keeping import Puzzle
from plyground.search.likeness import likeness
from plyground.search.pvs import search as pvs

LOOKED, PROVED, AGAIN = 1_200, 25_000, 120_000
"""Positions of a search: of the first look, of the proof that makes a puzzle, and of the one that checks it."""
LONGEST = 3
"""Moves of one's own that a solution has at most."""
_SLIPS, _STRENGTHS = 0.08, (20, 60, 300, 1000)
_OPENING = 4
_MOST_OF_ONE_KIND, _MOST_EASY = 0.6, 0.45
_MOST_OF_ONE_GAME = 4
_PROMISING, _GLANCE = 0.35, 3


@dataclass(frozen=True)
class Place:
    """A position that may be a puzzle, and the options of its game that are not as usual."""

    position: Any
    options: dict[str, Any]
    source: int


def self_played(game: Game[Any, Any], seed: int) -> Iterator[Place]:
    """Positions of games without end, each with a random opening and a slip now and then."""
    starts = knowledge.of(game).puzzles.starts
    for number in count():
        rng = random.Random(f"{seed}:{number}")
        options = dict(starts[number % len(starts)])
        position = game.initial(game.options(options))
        for ply in range(game.spec.longest):
            if game.returns(position) is not None:
                break
            if ply >= _OPENING:
                yield Place(position, options, number)
            position = game.play(position, _move(game, position, rng, ply))


def _move(game: Game[Any, Any], position: Any, rng: random.Random, ply: int) -> Any:
    legal = game.legal_moves(position)
    if ply < _OPENING or rng.random() < _SLIPS or len(legal) == 1:
        return rng.choice(legal)
    if proving.searched(game) and isinstance(game, KernelGame):
        strength = knowledge.of(game).strength
        assert strength is not None
        limits = Limits(nodes=rng.choice(_STRENGTHS))
        return pvs.search(game, position, strength.weights(), limits, rng=rng).move
    players = proving.players(game)[:2]
    if not players:
        return rng.choice(legal)
    return game.parse_move(position, _thinking.think(rng.choice(players), position, rng).move)


def recorded(game: Game[Any, Any], games: Iterable[tuple[dict[str, Any], str | None, list[str]]]) -> Iterator[Place]:
    """The positions of games that are given by their options, their start (None: the usual one) and their moves."""
    usual = game.options()
    for number, (options, start, moves) in enumerate(games):
        full = game.options(options)
        first = game.parse_position(start, full) if start else game.initial(full)
        unusual = {name: value for name, value in full.items() if value != usual[name]}
        for position in game.replay(first, moves):
            if game.returns(position) is None:
                yield Place(position, unusual, number)


def puzzle(game: Game[Any, Any], place: Place, easiest: int = 1) -> Puzzle | None:
    """The puzzle of a position; None if no move is best by a margin that every search agrees on, or if it would be
    easier than ``easiest``."""
    position = place.position
    if proving.searched(game) and not knowledge.of(game).puzzles.solves(position):
        first = proving.prove(game, position, LOOKED)
        if first is None or first.lost < _PROMISING:
            return None
        if proving.grade(proving.measured(game, position, first.move, _GLANCE)) < easiest:
            return None
    found = proving.prove(game, position, PROVED)
    if found is None:
        return None
    grade = proving.grade(proving.measured(game, position, found.move))
    if grade < easiest:
        return None
    again = found if found.exact else proving.prove(game, position, AGAIN)
    if again is None or again.move != found.move:
        return None
    kind = knowledge.of(game).puzzles.kind(game, position, again)
    moves = solution(game, position, again)
    text = game.position_text(position)
    return Puzzle(
        game.spec.id,
        kind,
        grade,
        again.exact,
        moves,
        text,
        place.options,
    )


def solution(game: Game[Any, Any], position: Any, proven: Proven, nodes: int = PROVED) -> tuple[str, ...]:
    """The moves of the solution: on as long as the solver has one best move after the answer to the last."""
    seat, texts = game.to_move(position), [game.move_text(position, proven.move)]
    own, at, line = 1, game.play(position, proven.move), list(proven.line[1:])
    while own < LONGEST and line:
        answers = list[str]()
        while line and game.returns(at) is None and game.to_move(at) != seat:
            move = line.pop(0)
            answers.append(game.move_text(at, move))
            at = game.play(at, move)
        if game.returns(at) is not None or game.to_move(at) != seat or not answers:
            break
        if knowledge.of(game).puzzles.solves(position) and not knowledge.of(game).puzzles.solves(at):
            break
        following = proving.prove(game, at, nodes)
        if following is None:
            break
        texts += [*answers, game.move_text(at, following.move)]
        at, line, own = game.play(at, following.move), list(following.line[1:]), own + 1
    return tuple(texts)


def make(
    game: Game[Any, Any],
    places: Iterable[Place],
    wanted: int,
    known: list[Puzzle],
    report: Callable[[list[Puzzle]], None] = lambda found: None,
) -> list[Puzzle]:
    """Go on from the puzzles that are ``known`` until there are so many, or no places are left. No kind has more than
    three fifths of those wanted where there are several, the easiest less than half, and one game gives four. Where
    too many of the known ones are easy, harder ones take their places one by one."""
    found, names = list(known), {each.id for each in known}
    kinds, grades = Counter(each.kind for each in known), Counter(each.grade for each in known)
    several = len(knowledge.of(game).puzzles.kinds) > 1
    seen, of_game, most_easy = set[int](), Counter[int](), _MOST_EASY * wanted
    for place in places:
        if len(found) >= wanted and grades[1] <= most_easy:
            break
        key = int(likeness(place.position)) if isinstance(game, KernelGame) else hash(place.position)
        if key in seen or of_game[place.source] >= _MOST_OF_ONE_GAME:
            continue
        seen.add(key)
        made = puzzle(game, place, 1 if grades[1] < most_easy else 2)
        if made is None or made.id in names:
            continue
        if several and kinds[made.kind] >= _MOST_OF_ONE_KIND * wanted:
            continue
        found.append(made)
        names.add(made.id)
        kinds[made.kind] += 1
        grades[made.grade] += 1
        of_game[place.source] += 1
        if grades[1] > most_easy:
            easy = _superfluous(found)
            found.remove(easy)
            kinds[easy.kind] -= 1
            grades[1] -= 1
        report(found)
    return found


def _superfluous(found: list[Puzzle]) -> Puzzle:
    """The one of the easiest that is missed least: of the kind that has most of them, the one soonest at its end."""
    kinds = Counter(each.kind for each in found if each.grade == 1)
    return min(
        (each for each in found if each.grade == 1), key=lambda each: (-kinds[each.kind], len(each.moves), each.id)
    )


def wrong_with(game: Game[Any, Any], puzzle: Puzzle, nodes: int) -> str:
    """Why a puzzle is not proved by searches of so many positions, or by the solver; nothing if it is."""
    position = game.parse_position(puzzle.position, game.options(puzzle.options))
    seat = game.to_move(position)
    for number, text in enumerate(puzzle.moves, 1):
        move = game.require(position, text)
        if game.to_move(position) == seat:
            found = proving.prove(game, position, nodes)
            if found is None:
                return f"move {number}, {text}, is not the one best move"
            if found.move != move:
                return f"move {number} is {game.move_text(position, found.move)}, not {text}"
            if number == 1 and puzzle.exact and not found.exact:
                return "it is not exact"
        position = game.play(position, move)
    return ""
