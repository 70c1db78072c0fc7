"""Positions with a planted blunder: games between levels, and now and then a move of a far weaker level, which a search
much deeper than a review's knows to lose; beside it the move that the deep search finds best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from itertools import count as endless
from typing import Any

from plyground.bots import _levels, _thinking
from plyground.core import registry
from plyground.core.bot import Player
from plyground.core.game import Game
from plyground.review import explaining, making, marks
from plyground.review.judging import Judge, Look, Worth
from plyground.search.teaching.searches import search

GAMES: dict[str, dict[str, Any]] = {"othello": {}, "camel": {}, "tak": {}, "punter": {"map": "random-40-4"}}
DEEPER = 6
"""How many times as many positions as in a review the oracle analyses."""
_LEVELS, _TRIED, _FEW = 3, 3, 0.1
"""A blunder is a move of one of so many of the weakest levels, tried so often; and what a review's positions are
divided by while the games are played."""
_SECOND = 0.3
"""How often the second best move is played, so that no two games are alike."""
_GAP = 4
"""Plies between two positions of one game."""


@dataclass(frozen=True)
class Planted:
    """A position, by a start and moves, with a move that loses at least a blunder's chances and one that loses none.
    ``solving`` says whether the solver answers from there to the end of the game."""

    game: str
    options: dict[str, Any]
    start: str
    moves: list[str]
    blunder: str
    sound: str
    lost: float
    solving: bool = False


@dataclass(frozen=True)
class Found:
    """What the review made of a planted position: whether it marked the blunder, and the sound move as a mistake; and
    of a marked blunder the sentence, and whether the stage opened where the answer is met."""

    planted: Planted
    marked: bool
    wrongly: bool
    sentence: str
    staged: bool


def planted(game_id: str, count: int, seed: int) -> Iterator[Planted]:
    """So many positions of a game, the same for the same seed."""
    return islice(chain.from_iterable(in_game(game_id, seed, number) for number in endless()), count)


def in_game(game_id: str, seed: int, number: int) -> list[Planted]:
    """The positions of one game of those that a seed gives. They are looked for from its end to its beginning, as a
    review judges, with the solver as long as it answers."""
    rules, rng = registry.game(game_id), random.Random(f"{game_id} {seed} {number}")
    options = dict(rules.options(GAMES[game_id]))
    weak = [registry.parse_player(level.bot, rules) for level in _levels.ladder(rules).levels[:_LEVELS]]
    path, moves = _played(rules, options, rng)
    usual = Judge(rules, path[0])
    deep, solving = Judge(rules, path[0], DEEPER * usual.nodes), True
    deep.exact_nodes = usual.exact_nodes
    found, at = list[Planted](), len(moves) - rng.randrange(1, _GAP)
    while at >= 2:
        if len(rules.legal_moves(path[at])) > 1:
            look = deep.solved(path[at]) if solving else None
            solving = look is not None
            blunder = _blunder(rules, path[at], deep, look or deep.look(path[at], 2), weak, rng)
            if blunder:
                start = rules.position_text(path[0])
                found.append(Planted(game_id, options, start, moves[:at], *blunder, solving))
        at -= rng.randrange(_GAP, 3 * _GAP)
    return found


def _played(rules: Game[Any, Any], options: dict[str, Any], rng: random.Random) -> tuple[list[Any], list[str]]:
    """A game of the search against itself: its positions, and its moves."""
    path, moves = [rules.initial(options)], list[str]()
    quick = Judge(rules, path[0], max(100, int(_FEW * Judge(rules, path[0]).nodes)))
    while rules.returns(path[-1]) is None:
        if len(moves) < _levels.ladder(rules).openings:
            moves.append(rules.move_text(path[-1], rng.choice(rules.legal_moves(path[-1]))))
        else:
            lines = quick.look(path[-1], 2).lines[:2]
            moves.append(lines[-1 if rng.random() < _SECOND else 0][1][0])
        path.append(rules.play(path[-1], rules.parse_move(path[-1], moves[-1])))
    return path, moves


def _blunder(
    rules: Game[Any, Any], position: Any, deep: Judge, look: Look, weak: list[Player], rng: random.Random
) -> tuple[str, str, float] | None:
    """A weak level's move that loses a blunder's chances, the best move, and what the first loses; None without one."""
    sound, best, tried = look.lines[0][1][0], None, set[str]()
    if deep.chance(look.worth) < marks.BLUNDER / 2:
        return None
    for _ in range(_TRIED):
        move = str(_thinking.think(rng.choice(weak), position, random.Random(rng.random())).move)
        if move != sound and move not in tried:
            tried.add(move)
            best = best or _worth(rules, position, deep, look, sound)
            if deep.chance(best) < marks.BLUNDER:
                return None
            lost = deep.lost(best, _worth(rules, position, deep, look, move))
            if lost >= marks.BLUNDER:
                return move, sound, lost
    return None


def _worth(rules: Game[Any, Any], position: Any, deep: Judge, look: Look, move: str) -> Worth:
    """What the oracle says of a move: exactly where the best one is known so, else at the same depth as that."""
    known = look.of(move) if look.valued or look.worth.exact else None
    if known is None and look.worth.exact:
        there = rules.replay(position, [move])[-1]
        then = None if rules.returns(there) is not None else deep.solved(there)
        known = None if then is None else deep.seen_by(then, there, rules.to_move(position))
    return known or deep.after(position, move)[0]


def found(each: Planted) -> Found:
    """Review both moves as the last ones of their game, and explain the blunder."""
    blunder, sound = (
        making.judged(
            each.game,
            each.options,
            each.start,
            [*each.moves, move],
            len(each.moves),
            len(each.moves) + 1,
            each.solving,
        )["plies"][0]
        for move in (each.blunder, each.sound)
    )
    marked, sentence, staged = blunder["mark"] in marks.BAD, "", False
    if marked:
        told = explaining.explained(
            each.game, each.options, each.start, each.moves, blunder["made"]["line"], blunder["best"]["line"]
        )
        sentence, staged = told["sentence"], told["stage"] is not None and opens_right(told["stage"])
    return Found(each, marked, sound["mark"] in marks.BAD, sentence, staged)


def opens_right(stage: dict[str, Any]) -> bool:
    """Whether a stage's step is the one that gives the answer after the mistake its value."""
    rules = registry.game(stage["game"])
    position = rules.replay(rules.parse_position(stage["position"], stage["options"]), stage["moves"])[-1]
    trace = search(stage["search"]).record(rules, position, stage["settings"], setup=stage["options"])
    step = trace.steps[stage["step"] - 1]
    return trace.line(step.node) == tuple(stage["line"]) and step.value is not None
