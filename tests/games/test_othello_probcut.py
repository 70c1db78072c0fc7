"""Othello's ProbCut: what the figures say, that they save positions, and that nothing selective is told as sure."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from plyground.core.bot import Limits
from plyground.core.kernels import compiled
from plyground.games.othello import GAME
from plyground.games.othello.knowledge import margins, patterns, weights
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from plyground.search.pvs import contract
from plyground.search.pvs.search import EXACT, Finding, Settings, search

TABLE = weights.load()


@compiled
def _probcut(position: OthelloPosition, depth: int, trial: int, table: object) -> object:
    return contract.probcut(position, depth, trial, table)


def positions(seed: int, size: int, count: int, low: int, high: int) -> list[OthelloPosition]:
    """Unfinished positions with so many empty squares, each from a random game of its own."""
    chance, found = random.Random(seed), list[OthelloPosition]()
    while len(found) < count:
        position, empties = GAME.initial({"size": size}), chance.randint(low, high)
        while GAME.returns(position) is None and empties_of(position) > empties:
            position = GAME.play(position, chance.choice(GAME.legal_moves(position)))
        if GAME.returns(position) is None:
            found.append(position)
    return found


def test_the_shipped_figures_are_those_of_their_record() -> None:
    figures = weights.read_deviations(weights.SHIPPED)
    record = json.loads(weights.record_path(weights.SHIPPED).read_text(encoding="utf-8"))["deviations"]
    assert record["positions"] > 300
    assert record["depth"] >= 7
    assert (figures[:, margins.SHALLOWEST :] >= 50).all()
    assert (figures[:, : margins.SHALLOWEST] == 0).all()
    for text, deviation in record["searches"].items():
        words = text.replace(",", "").split()
        stage, deep = int(words[1]), int(words[2])
        assert 0.5 < figures[stage, deep] / (100 * deviation) < 2, text


def test_a_search_is_foretold_by_one_of_about_half_its_plies() -> None:
    for position in positions(1, 8, 40, 5, 50):
        empties = empties_of(position)
        for depth in range(31):
            told = contract.probcut(position, depth, 0, TABLE)
            assert told == pytest.approx(_probcut(position, depth, 0, TABLE))
            assert contract.probcut(position, depth, 1, TABLE)[0] < 0
            beyond = max(depth - empties, 0)
            if depth < margins.SHALLOWEST or (depth >= empties and beyond >= margins.SELECTIVE):
                assert told[0] < 0
                continue
            plies, slope, offset, error = told
            reach = depth - beyond
            assert plies == margins.fewer(reach) < depth
            assert plies % 2 == reach % 2
            assert (slope, offset) == (1, 0)
            row = margins.ENDS if depth >= empties else (60 - empties) // 4
            deviation = int(TABLE[patterns.WEIGHTS + margins.DEPTHS * row + reach])
            assert error == pytest.approx((1 + margins.WIDER * beyond) * deviation)
    for position in positions(1, 6, 5, 5, 20):
        assert contract.probcut(position, 6, 0, TABLE)[0] < 0


def test_it_saves_most_positions_and_finds_nearly_the_same() -> None:
    cut, plain = 0, 0
    far = []
    for position in positions(3, 8, 10, 24, 40):
        first = search(GAME, position, TABLE, Limits(depth=8))
        second = search(GAME, position, TABLE, Limits(depth=8), settings=EXACT)
        cut, plain = cut + first.nodes, plain + second.nodes
        far.append(abs(first.lines[0].score - second.lines[0].score))
    assert cut < 0.6 * plain
    assert np.mean(far) < 300


def scores(position: OthelloPosition, settings: Settings) -> list[Finding]:
    """What each iteration to the end of the game found."""
    found: list[Finding] = []

    def note(each: Finding) -> bool:
        found.append(each)
        return False

    last = search(GAME, position, TABLE, Limits(depth=20), settings=settings, enough=note)
    return [*found, last]


@pytest.mark.parametrize("settings", [Settings(), EXACT], ids=["cutting", "plain"])
def test_what_is_told_as_sure_is_exact(settings: Settings) -> None:
    sure = selective = 0
    for position in positions(5, 8, 25, 9, 12):
        empties = empties_of(position)
        exact = 100 * Solver(8, empties, running.shared_state(), None).exact(position, 0)
        for found in scores(position, settings):
            if found.lines[0].sure:
                assert found.lines[0].score == exact
                sure += 1
            elif found.depth >= empties:
                selective += 1
    assert sure >= 25
    assert selective > 0
