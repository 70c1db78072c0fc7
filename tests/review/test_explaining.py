"""Explanations: every claim is counted again by other code, false ones are caught, the stage opens at the answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import registry
from plyground.review import explaining
from plyground.search.teaching.searches import search
from tools.benchmarks import _recounting as checker

GAMES: dict[str, dict[str, Any]] = {
    "othello": {}, "camel": {}, "tak": {"size": "5"}, "punter": {"map": "path-2"},
}  # fmt: skip
Told = tuple[dict[str, Any], str, list[str], dict[str, Any]]


def explanations(game_id: str, count: int, seed: int = 1) -> list[Told]:
    """Why one random line is worse than another, at random positions: what is claimed needs no good moves."""
    game, rng, found = registry.game(game_id), random.Random(seed), list[Told]()
    options = dict(game.options(GAMES[game_id]))

    def line(position: Any, most: int) -> list[str]:
        moves: list[str] = []
        while len(moves) < most and (legal := game.legal_moves(position)):
            moves.append(game.move_text(position, rng.choice(legal)))
            position = game.replay(position, moves[-1:])[-1]
        return moves

    position = game.initial(options)
    start = game.position_text(position)
    for _ in range(8 * count):
        moves = line(position, rng.randrange(0, 30 if game_id != "punter" else 2))
        here = game.replay(position, moves)[-1]
        if len(found) < count and game.returns(here) is None:
            made, best = line(here, 5), line(here, 5)
            told = explaining.explained(game_id, options, start, moves, made, best)
            if told["claims"]:
                found.append((options, start, moves, told))
    return found


def holds(game_id: str, told: Told, claim: dict[str, Any]) -> bool:
    options, start, moves, _ = told
    moves = [*moves, *claim["line"]]
    return checker.count(game_id, options, start, moves, claim["seat"], claim["fact"]) == float(claim["value"])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_claim_holds_and_false_ones_are_caught(game_id: str) -> None:
    made = explanations(game_id, 12 if game_id != "punter" else 2)
    assert made
    caught = 0
    for told in made:
        for claim in told[3]["claims"]:
            assert holds(game_id, told, claim), (told, claim)
            caught += not holds(
                game_id, told, {**claim, "value": claim["value"] + random.Random(caught).choice((-1, 1))}
            )
        assert not checker.false_figures(game_id, *told[:3], told[3]["sentence"]), told
    assert caught == 4 * len(made)


@pytest.mark.parametrize("game_id", ["othello", "camel", "tak"])
def test_the_stage_opens_where_the_answer_is_met(game_id: str) -> None:
    for _, _, _, told in explanations(game_id, 3, 5):
        stage = told["stage"]
        assert stage is not None
        game = registry.game(game_id)
        position = game.replay(game.parse_position(stage["position"], stage["options"]), stage["moves"])[-1]
        trace = search(stage["search"]).record(game, position, stage["settings"], setup=stage["options"])
        step = trace.steps[stage["step"] - 1]  # the last that is made
        assert trace.line(step.node) == tuple(stage["line"])
        assert step.value is not None
