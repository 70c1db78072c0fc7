"""What a board is given of a Crazy Camel position, the picture for terminals, and the end in words."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from plyground.games.camel import GAME
from plyground.games.camel.position import Camel
from tests.games import camel_reference as reference

MIDDLE = "7x7 3,2,6 4,4,0 H2,3;H4,2;V1,1;V5,4 0 12"


def test_the_view_has_exactly_the_fields_of_the_protocol() -> None:
    view = GAME.view(GAME.parse_position(MIDDLE, {}), 0)
    assert set(view) == {
        "game", "text", "width", "height", "to_move", "masters", "camels", "paths", "ply", "max_plies", "returns",
        "ending", "moves", "refusals",
    }  # fmt: skip
    assert view == json.loads(json.dumps(view))
    assert (view["game"], view["text"], view["to_move"], view["returns"], view["ending"]) == (
        "camel", MIDDLE, 0, None, None,
    )  # fmt: skip
    assert view["masters"] == [
        {"x": 3, "y": 2, "camels": 6, "goal": 6, "distance": 5},
        {"x": 4, "y": 4, "camels": 0, "goal": 0, "distance": 5},
    ]
    assert {"text": "H 2 3", "axis": "H", "x": 2, "y": 3} in view["camels"]
    assert {"text": "Down", "to": [3, 3]} in view["moves"]
    assert {"text": "V 0 0", "axis": "V", "x": 0, "y": 0} in view["moves"]


def test_only_the_seat_to_move_is_given_moves() -> None:
    position = GAME.parse_position(MIDDLE, {})
    for seat in (1, None):
        view = GAME.view(position, seat)
        assert (view["moves"], view["refusals"]) == ([], [])


def test_a_jump_names_where_it_ends() -> None:
    position = GAME.parse_position("7x7 3,3,0 3,4,0 - 0 12", {})
    assert {"text": "Down", "to": [3, 5]} in GAME.view(position, 0)["moves"]
    blocked = GAME.parse_position("7x7 3,3,0 3,4,0 H3,4 0 12", {})
    targets = {move["text"]: move["to"] for move in GAME.view(blocked, 0)["moves"]}
    assert (targets["DownLeft"], targets["DownRight"]) == ([2, 4], [4, 4])


def test_a_pass_has_no_effect() -> None:
    position = GAME.parse_position("4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 0 4", {"edge_blocks_jump": False})
    assert GAME.view(position, 0)["moves"] == [{"text": "Pass"}]


@pytest.mark.parametrize("size", [(5, 6), (7, 7), (9, 9), (3, 9)])
def test_moves_and_refusals_share_out_all_slots(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    options: dict[str, int | bool] = {"board_width": size[0], "board_height": size[1], "starting_camels": 6}
    for position, _moves, _move in reference.random_game(options, rng, 0.7):
        layout = reference.shown(position)
        view = GAME.view(position, position.seat)
        free = {move["text"] for move in view["moves"] if "axis" in move}
        refused = {slot["text"]: slot for slot in view["refusals"]}
        assert free.isdisjoint(refused)
        assert len(free) + len(refused) == 2 * (size[0] - 1) * (size[1] - 1)
        for camel_text, slot in refused.items():
            error = GAME.check(position, GAME.parse_move(position, camel_text))
            assert error is not None
            assert (error.code, error.sentence) == (slot["code"], slot["sentence"])
            if slot["code"] == "cuts_path":
                camel = Camel(slot["axis"], slot["x"], slot["y"])
                assert tuple(slot["seats"]) == reference.cut(layout, camel)
            else:
                assert slot["seats"] == []


@pytest.mark.parametrize("size", [(4, 4), (7, 7), (9, 9)])
def test_paths_are_shortest(size: tuple[int, int]) -> None:
    rng = random.Random(str(size) + "paths")
    options: dict[str, int | bool] = {"board_width": size[0], "board_height": size[1], "starting_camels": 12}
    for position, _moves, _move in reference.random_game(options, rng, 0.8):
        layout = reference.shown(position)
        closed = reference.walls(layout.camels).closed
        view = GAME.view(position, None)
        for seat in range(2):
            path = [tuple(tile) for tile in view["paths"][seat]]
            assert path[0] == layout.masters[seat]
            assert path[-1][1] == view["masters"][seat]["goal"]
            assert len(path) - 1 == view["masters"][seat]["distance"] == reference.distance(layout, closed, seat)
            for one, other in itertools.pairwise(path):
                assert abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
                assert frozenset({one, other}) not in closed


def test_a_finished_view() -> None:
    view = GAME.view(GAME.parse_position("7x7 3,6,0 3,2,0 - 1 30", {}), 1)
    assert view["returns"] == [1.0, -1.0]
    assert view["ending"] == "Blue's master has reached its goal row."
    assert (view["moves"], view["refusals"]) == ([], [])
    assert view["paths"][0] == [[3, 6]]
    assert view["masters"][0]["distance"] == 0


def test_the_picture() -> None:
    assert GAME.picture(GAME.parse_position("4x3 1,0,1 2,2,2 H0,0;V2,1 0 2", {})).splitlines() == [
        "   0   1   2   3",
        "0  .   B   .   .",
        "  =======",
        "1  .   .   . | .",
        "             |",
        "2  .   .   O | .",
        "B Blue: 1 camel, 3 steps to go   O Orange: 2 camels, 2 steps to go",
        "ply 2, B to move",
    ]
    over = GAME.parse_position("3x3 1,2,1 1,1,2 - 1 2", {})
    assert GAME.picture(over).endswith("ply 2, game over")
