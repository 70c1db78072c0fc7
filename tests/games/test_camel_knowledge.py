"""What searches know of Crazy Camel: the two units and the order of moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import kernels, knowledge, registry
from plyground.games.camel import GAME
from plyground.games.camel.knowledge.kernels import CAMEL_IN_HAND, PATH, PATH_CAMELS, THE_MOVE
from tests.games import camel_reference as reference


@kernels.compiled
def compiled_scores(position: Any, move: Any, seat: Any, unit: Any) -> Any:
    return kernels.evaluate(position, seat, unit), kernels.rank(position, move)


def test_units_are_found_by_name() -> None:
    registry.games()
    names = [unit.name for unit in knowledge.of(GAME).units]
    assert names == ["path", "path_camels"]
    assert knowledge.of(GAME).unit("path_camels")[0] == PATH_CAMELS


def test_scores_of_a_small_position() -> None:
    position = GAME.parse_position("7x7 3,2,6 4,4,2 H2,3;H4,2;V1,1;V5,4 0 12", {})
    assert [kernels.evaluate(position, seat, PATH) for seat in (0, 1)] == [0.0, 0.0]
    wanted = 4 * CAMEL_IN_HAND + THE_MOVE
    assert kernels.evaluate(position, 0, PATH_CAMELS) == pytest.approx(wanted)
    assert kernels.evaluate(position, 1, PATH_CAMELS) == pytest.approx(-wanted)


@pytest.mark.parametrize("size", [(5, 5), (7, 7), (9, 9)])
def test_scores_agree_with_the_reference_and_compiled(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    options: dict[str, int | bool] = {"board_width": size[0], "board_height": size[1], "starting_camels": 7}
    for position, moves, move in reference.random_game(options, rng):
        layout = reference.shown(position)
        closed = reference.walls(layout.camels).closed
        lengths = [reference.distance(layout, closed, seat) for seat in range(2)]
        assert None not in lengths
        assert kernels.evaluate(position, 0, PATH) == (lengths[1] or 0) - (lengths[0] or 0)
        rank = kernels.rank(position, move)
        for seat in range(2):
            for unit in (PATH, PATH_CAMELS):
                seat_number, unit_number = seat, unit
                scored = compiled_scores(position, move, seat_number, unit_number)
                assert scored == (kernels.evaluate(position, seat, unit), rank)
        if position.ply > 25:
            break
        assert move in moves


def best(position: Any) -> str:
    ranked = max(GAME.legal_moves(position), key=lambda move: float(kernels.rank(position, move)))
    return GAME.move_text(position, ranked)


def test_the_order_of_moves() -> None:
    """A jump forwards, else a step along the shortest path, else the camel that costs the other most."""
    assert best(GAME.parse_position("7x7 3,3,8 3,4,8 - 0 0", {})) == "Down"
    assert best(GAME.initial({})) == "Down"
    ranks = {
        text: float(kernels.rank(position, GAME.parse_move(position, text)))
        for position in [GAME.parse_position("7x7 3,2,8 3,5,8 H0,4;H2,4;H4,4 0 10", {})]
        for text in ("Down", "Up", "V 0 0", "V 5 4", "V 5 5")
    }
    assert ranks["Down"] > ranks["Up"]
    assert ranks["V 5 5"] > ranks["V 0 0"]
    position = GAME.parse_position("4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 0 4", {"edge_blocks_jump": False})
    assert kernels.rank(position, GAME.parse_move(position, "Pass")) == 0.0
