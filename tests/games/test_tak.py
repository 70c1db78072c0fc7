"""What searches know of Tak: the flat count, and the tutorial's order of moves with every part and option."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from plyground.core import compiled_calls, kernels, registry
from plyground.core import knowledge as known
from plyground.core.bot import Limits, Player
from plyground.core.options import complete
from plyground.games.tak import GAME
from plyground.games.tak.knowledge import ORDERING, ordering
from plyground.games.tak.knowledge import kernels as knowledge
from plyground.games.tak.position import TakPosition

USUAL = complete(ORDERING.options, {})


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compiled_calls.use_compiled(True)


def at(text: str, **options: Any) -> TakPosition:
    return GAME.parse_position(text, options)


def parts(position: TakPosition, text: str, **values: int) -> dict[str, float]:
    return dict(ordering.parts(position, GAME.require(position, text), {**USUAL, **values}))


def random_positions(size: int, count: int, seed: int) -> list[TakPosition]:
    rng, found = random.Random(seed), list[TakPosition]()
    while len(found) < count:
        position = GAME.initial({"size": size, "komi": 1.5})
        while moves := GAME.legal_moves(position):
            found.append(position)
            position = GAME.play(position, rng.choice(moves))
    return found[:count]


@kernels.compiled
def _evaluate(position: Any, seat: Any, unit: Any) -> Any:
    return kernels.evaluate(position, seat, unit)


@kernels.compiled
def _rank(position: Any, move: Any) -> Any:
    return kernels.rank(position, move)


def test_the_flat_count_with_komi() -> None:
    position = at("x4,2S/x4,2C/1,1121C,2S,x2/x2,2,x2/1S,21,x2,2 1 12", komi=2.5)
    number, unit = known.of(GAME).unit("flats")
    assert unit.counts == "flats"
    assert known.of(GAME).units == (unit,)
    assert kernels.evaluate(position, 0, number) == 2 - 2 - 2.5
    assert kernels.evaluate(position, 1, number) == 2.5


@pytest.mark.parametrize("size", [4, 6, 8])
def test_compiled_and_interpreted_agree_and_the_order_is_the_rank(size: int) -> None:
    rng = random.Random(size)
    for position in random_positions(size, 60, size):
        for seat in range(2):
            assert _evaluate(position, seat, 0) == kernels.evaluate(position, seat, 0)
        for move in rng.sample(moves := GAME.legal_moves(position), min(8, len(moves))):
            score = sum(ORDERING.parts(position, move, USUAL).values())
            rank = kernels.rank(position, move)
            assert _rank(position, move) == rank
            assert rank == (-score if ORDERING.lowest_first(position) else score)


def test_the_order_is_provided() -> None:
    assert known.of(GAME).ordering is ORDERING
    exercises = {option.name for option in ORDERING.options if option.help.startswith("Exercise")}
    assert exercises == {
        "block_road", "flat_capture", "wall_beside_captives", "flat_difference", "citadel", "staircase",
    }  # fmt: skip
    assert all(USUAL[name] == 0 for name in exercises)


POSITION = "x5/x,2,x3/2,122,x,1,x/x,1,1,x2/1,x,x,x,2 1 9"
"""White: d3, b2, c2, a1; Black: b4, a3, b3 (on a white and a black piece), e1."""


def test_the_parts_of_placements() -> None:
    position = at(POSITION)
    assert parts(position, "c3") == {"placement": 100, "flat": 100, "row_column_road": 20}
    assert parts(position, "b1") == {"placement": 100, "flat": 100, "centre": -30, "row_column_road": 20}
    assert parts(position, "Sc4") == {"placement": 100, "centre": -10}
    assert parts(position, "Cc3") == {"placement": 100, "cap": 50, "row_column_road": 20, "cap_beside_stack": 150}
    assert parts(position, "d3+") == {}


def test_the_opening_counts_the_movers_stones_and_takes_the_lowest() -> None:
    position = at("x5/x5/x5/x5/2,x4 2 1")
    assert ORDERING.lowest_first(position)
    assert parts(position, "a5") == {"placement": 100, "flat": 100, "centre": -40, "row_column_road": 10}
    assert not ORDERING.lowest_first(at(POSITION))


def test_block_roads() -> None:
    position = at(POSITION)
    assert parts(position, "Sb1", block_road=7)["block_road"] == 7 * (1 + 2)
    assert parts(position, "Cb1", block_road=7)["block_road"] == 21
    assert "block_road" not in parts(position, "b1", block_road=7)


def test_flat_on_flat_captures() -> None:
    position = at("x5/x,2,x3/2,1121,x,1,x/x,2S,1,x2/1,x,x,x,2 1 9")
    assert parts(position, "b3<", flat_capture=40) == {"flat_capture": -40}
    assert parts(position, "b3>", flat_capture=40) == {}
    assert parts(position, "2b3<", flat_capture=40) == {"flat_capture": -40}
    capped = at("x5/x,2,x3/2,11C,x,1,x/x,2S,1,x2/1,x,x,x,2 1 9")
    assert parts(capped, "b3<", flat_capture=40) == {}


def test_walls_beside_captives() -> None:
    position = at("x5/x5/x,1122,x3/x,2,x3/1,x3,2 1 9")
    assert parts(position, "Sc3", wall_beside_captives=5)["wall_beside_captives"] == 10
    assert parts(position, "Sb4", wall_beside_captives=5)["wall_beside_captives"] == 10
    assert "wall_beside_captives" not in parts(position, "Sc2", wall_beside_captives=5)
    assert "wall_beside_captives" not in parts(position, "c3", wall_beside_captives=5)


def test_the_flats_of_a_spread() -> None:
    white = at("x5/x5/2,111,x3/x5/2,x4 1 9")
    assert parts(white, "3b3<", flat_difference=10) == {"flat_difference": 10}
    assert parts(white, "3b3>111", flat_difference=10) == {"flat_difference": 20}
    black = at("x5/x5/1,222,x3/x5/1,x4 2 9")
    assert parts(black, "3b3>111", flat_difference=10) == {"flat_difference": 20}
    assert parts(black, "b3<", flat_difference=10) == {"flat_difference": 20}


def test_citadels_and_staircases() -> None:
    position = at("x5/x5/1,1,x3/1,x,1C,x2/x,1,x,x,2 1 9")
    assert parts(position, "b2", citadel=30, staircase=4)["citadel"] == 30
    assert parts(position, "b2", staircase=4)["staircase"] == 4
    assert parts(position, "d1", staircase=4)["staircase"] == 4
    assert "citadel" not in parts(position, "d3", citadel=30)
    assert "citadel" not in parts(position, "Sb2", citadel=30)
    assert "staircase" not in parts(position, "Sd1", staircase=4)


def test_helpers_at_the_edge() -> None:
    assert knowledge.centre_distance(0, 6) == 5
    assert int(ordering.corners(0, 5)).bit_count() == 1
    assert ordering.citadels(np.uint64(0b1_00011), 6, 5) == 1
    assert ordering.citadels(np.uint64(0b1_00001), 6, 5) == 0
    assert knowledge.height(at(f"x8/x8/x8/x8/x4,{'111222' * 16}12121C,x3/x8/x8/x8 1 51", size=8), 4 * 8 + 3) == 101


def test_intuition_beats_random_forty_to_nothing() -> None:
    bot = Player.make(registry.bot("intuition"), GAME)
    for seed in range(40):
        rng, position = random.Random(seed), GAME.initial()
        while GAME.returns(position) is None:
            if position.ply % 2 == seed % 2:
                text = bot.choose(position, Limits(), rng).move
            else:
                text = GAME.move_text(position, rng.choice(GAME.legal_moves(position)))
            position = GAME.play(position, GAME.require(position, text))
        returns = GAME.returns(position)
        assert returns is not None
        assert returns[seed % 2] == 1


def test_an_option_changes_what_intuition_plays() -> None:
    usual = registry.parse_player("intuition", GAME).choose(at(POSITION), Limits(), random.Random(0))
    walls = registry.parse_player("intuition:wall=500", GAME).choose(at(POSITION), Limits(), random.Random(0))
    assert usual.move[0] != "S"
    assert walls.move[0] == "S"
    assert walls.details["ranked"][0]["parts"]["wall"] == 500
