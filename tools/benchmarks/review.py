"""Reviews: how many planted blunders they mark and explain, whether each sentence is true, and how long they take."""

from __future__ import annotations

import os
import random
import time
from typing import Any

from plyground.core import registry
from plyground.review import making
from plyground.review.judging import Judge
from tools.benchmarks import _recounting as checker
from tools.benchmarks._kept import reviewed
from tools.benchmarks._planted import GAMES, Found, Planted
from tools.benchmarks._registry import Row, benchmark

_POSITIONS = {"othello": 100, "camel": 25, "tak": 25, "punter": 300}
_SEED, _CHECKED, _FALSE = 1, 100, 50
_TIMED: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("Othello", "othello", {}, 60),
    ("Crazy Camel", "camel", {}, 40),
    ("Tak 6x6", "tak", {"size": "6"}, 60),
    ("Lambda Punter, 86 rivers", "punter", {"map": "random-56-1"}, 86),
)


@benchmark("review", measures="game/review game/games/*/knowledge game/search/pvs")
def review() -> list[Row]:
    """Positions out of games of the search against itself, each with a move of a much weaker level that loses at least
    a fifth of the chances to win by the solver, or by a search of six times the positions of a review; and the
    same position with the move that this search finds best. `POSITIONS` sets how many, the same for each game;
    a run that was stopped goes on with what it has kept in the folder `RESULTS`. A cause is a sentence with
    figures in the game's own terms; the stage is right if its step is the one that gives the answer after the
    mistake its value. Up to a hundred sentences of each game are read and counted again by other code
    (`tools/benchmarks/_recounting.py`), and so are fifty that were made false by a figure or by changing sides.
    Seconds are those of whole reviews on one core, of games that the same search plays, by the clock on the
    wall and by the processor's."""
    rows, told = list[Row](), list[tuple[Planted, str]]()
    for game in GAMES:
        title = registry.game(game).spec.title
        count = int(os.environ.get("POSITIONS", "0")) or _POSITIONS[game]
        made = reviewed(game, count, _SEED)
        rows += _shares(f"{title}, {count:,} positions: ", made)
        told += [(each.planted, each.sentence) for each in made if each.sentence][:_CHECKED]
    rows += _truth(told)
    for name, game, options, plies in _TIMED:
        rows += _seconds(name, game, options, plies)
    return rows


def _shares(title: str, made: list[Found]) -> list[Row]:
    marked = [each for each in made if each.marked]
    caused = sum(bool(each.sentence) and each.staged for each in marked)
    return [
        Row(f"{title}blunders marked", 100 * len(marked) / len(made), "%", "at least 95"),
        Row(f"{title}sound moves marked", 100 * sum(each.wrongly for each in made) / len(made), "%", "at most 3"),
        Row(f"{title}with cause and stage", 100 * caused / max(1, len(marked)), "%", "at least 80"),
    ]


def _truth(told: list[tuple[Planted, str]]) -> list[Row]:
    wrong = sum(bool(_false(each, sentence)) for each, sentence in told)
    rng = random.Random(_SEED)
    counted = [(each, sentence) for each, sentence in told if checker.apart(sentence)[1]]
    chosen = rng.sample(counted, min(_FALSE, len(counted)))
    planted_false = [(each, falsified(sentence, rng)) for each, sentence in chosen]
    caught = sum(bool(_false(each, sentence)) for each, sentence in planted_false)
    return [
        Row(f"false sentences of {len(told)}", wrong, "sentences", "0"),
        Row(f"caught of {len(planted_false)} planted false sentences", caught, "sentences", "all"),
    ]


def _false(each: Planted, sentence: str) -> list[str]:
    return checker.false_figures(each.game, each.options, each.start, each.moves, sentence)


def falsified(sentence: str, rng: random.Random) -> str:
    """The sentence with one of its four figures changed, or with the two of one line exchanged where they differ."""
    _forced, sentence = checker.apart(sentence)
    told = checker.SENTENCE.fullmatch(sentence)
    assert told is not None
    one, other = rng.choice((("own", "other"), ("better", "others")))
    if told[one] != told[other] and rng.random() < 0.5:
        between = sentence[told.end(one) : told.start(other)]
        return sentence[: told.start(one)] + told[other] + between + told[one] + sentence[told.end(other) :]
    name = rng.choice((one, other))
    changed = float(told[name].replace(",", "")) + rng.choice((-2, -1, 1, 2))
    return f"{sentence[: told.start(name)]}{changed:,.1f}{sentence[told.end(name) :]}"


def _seconds(name: str, game: str, given: dict[str, Any], plies: int) -> list[Row]:
    rules = registry.game(game)
    options = dict(rules.options(given))
    position, moves, rng = rules.initial(options), list[str](), random.Random(_SEED)
    start, judge = rules.position_text(position), Judge(rules, position, 2_000)
    while rules.returns(position) is None and len(moves) < plies:
        lines = judge.look(position, 2).lines[:2]
        moves.append(lines[-1 if rng.random() < 0.3 else 0][1][0])
        position = rules.play(position, rules.parse_move(position, moves[-1]))
    making.review(game, options, start, moves[:2])
    wall, own = time.perf_counter(), time.process_time()
    making.review(game, options, start, moves)
    wall, own = time.perf_counter() - wall, time.process_time() - own
    title = f"{name}, {len(moves)} plies reviewed"
    return [Row(f"{title}, by the clock", wall, "s", "at most 10"), Row(f"{title}, processor time", own, "s", "")]
