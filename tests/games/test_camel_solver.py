"""The exact solver of Crazy Camel against plain retrograde analysis in Python, and against boards solved elsewhere."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from plyground.core.bot import Limits
from plyground.games.camel import GAME
from plyground.games.camel.knowledge import layers, solver
from plyground.games.camel.knowledge.race import NONE, is_better
from tests.games import camel_reference as reference

SOLVED = Path(__file__).parents[3] / "shared" / "data" / "camel_perft.json"


def plain_codes(root: Any) -> dict[Any, int]:
    """The code of every position that can follow, found by trying all positions again and again."""
    following: dict[Any, list[Any]] = {}
    waiting = [solver.unlimited(root)]
    while waiting:
        position = waiting.pop()
        if position not in following:
            nexts = [solver.unlimited(GAME.play(position, move)) for move in GAME.legal_moves(position)]
            following[position] = nexts
            waiting += nexts
    codes = {position: -1 for position, nexts in following.items() if not nexts}
    plies = 0
    quiet = 0
    while quiet < 3:  # a race from a placed camel on may be decided plies later than any other
        plies += 1
        found = {}
        for position, nexts in following.items():
            if position not in codes:
                if any(codes.get(child) == -plies for child in nexts):
                    found[position] = plies + 1
                elif all(0 < codes.get(child, 0) <= plies for child in nexts):
                    found[position] = -(plies + 1)
        codes.update(found)
        quiet = 0 if found else quiet + 1
    return {position: codes.get(position, 0) for position in following}


def solution_of(position: Any) -> solver.Solution:
    made = solver.plan(position)
    assert isinstance(made, solver.Plan), made
    solution = solver.solve_all(made, Limits())
    assert solution is not None
    return solution


def small_positions() -> list[Any]:
    rng = random.Random(31)
    options: list[dict[str, int | bool]] = [
        {"board_width": 3, "board_height": 3, "starting_camels": 1},
        {"board_width": 3, "board_height": 3, "starting_camels": 1, "edge_blocks_jump": False},
        {"board_width": 4, "board_height": 3, "starting_camels": 0},
        {"board_width": 3, "board_height": 9, "starting_camels": 0},
        {"board_width": 8, "board_height": 3, "starting_camels": 0},
    ]
    found = [GAME.initial(each) for each in options]
    for width, height, edge in ((4, 4, True), (5, 4, False), (4, 5, True), (9, 4, False)):
        start = {"board_width": width, "board_height": height, "starting_camels": 2, "edge_blocks_jump": edge}
        late = [
            position
            for _ in range(5)
            for position, _moves, _move in reference.random_game(start, rng, 0.7)
            if position.first_camels + position.second_camels < 2
        ]
        none = [position for position in late if position.first_camels + position.second_camels == 0]
        found += rng.sample(late, 2) + rng.sample(none, 2)
    return found


@pytest.mark.parametrize("position", small_positions(), ids=GAME.position_text)
def test_every_state_has_the_code_of_plain_retrograde_analysis(position: Any) -> None:
    solution = solution_of(position)
    wanted = plain_codes(position)
    assert all(map(solution.covers, list(wanted)[:50]))
    for each, code in wanted.items():
        assert solution.code(each) == code, GAME.position_text(each)


def test_the_best_moves_keep_the_value_and_the_line_ends_the_game() -> None:
    position = GAME.initial({"board_width": 4, "board_height": 4, "starting_camels": 1})
    solved = solver.solve(GAME, position, Limits())
    assert solved is not None
    assert (solved.value, solved.returns) == (1.0, (1.0, -1.0))
    codes = solver.move_codes(GAME, solution_of(position), position)
    assert list(solved.best) == [move for move, code in codes.items() if code > 0]
    for move in solved.line:
        assert move in GAME.legal_moves(position)
        position = GAME.play(position, move)
    assert GAME.returns(position) == (1.0, -1.0)


@pytest.mark.skipif(not SOLVED.exists(), reason="the shared data is not beside the project")
@pytest.mark.parametrize("board", ["3x3/0", "3x3/1", "3x3/2", "5x5/0", "5x5/1", "7x7/0", "4x4/1", "4x4/2", "6x6/1"])
def test_boards_solved_by_others(board: str) -> None:
    size, camels = board.split("/")
    width, height = map(int, size.split("x"))
    options = {"board_width": width, "board_height": height, "starting_camels": int(camels)}
    solved = solver.solve(GAME, GAME.initial(options), Limits())
    wanted = json.loads(SOLVED.read_text())["solved"]
    assert solved is not None
    assert solved.returns == ((1.0, -1.0) if board in wanted["first_player_wins"] else (-1.0, 1.0))
    assert board in wanted["first_player_wins"] + wanted["second_player_wins"]


def test_the_length_limit_is_left_aside() -> None:
    position = GAME.initial({"starting_camels": 0, "max_plies": 10})
    solved = solver.solve(GAME, position, Limits())
    assert solved is not None
    assert solved.value == -1.0
    assert len(solved.line) > 10


def test_what_is_beyond_the_solver_is_refused_with_a_reason() -> None:
    told: list[dict[str, Any]] = []
    assert solver.solve(GAME, GAME.initial({}), Limits(), told.append) is None
    assert "too many" in told[0]["refusal"]
    two = GAME.initial({"starting_camels": 2})
    assert isinstance(solver.plan(two, 10_000_000), str)


def test_limits_end_the_solver() -> None:
    position = GAME.initial({"starting_camels": 1})
    assert solver.solve(GAME, position, Limits(nodes=1000)) is None
    assert solver.solve(GAME, position, Limits(stopped=lambda: True)) is None


def test_order_of_codes() -> None:
    order = [2, 4, 6, 0, -7, -5, -1, NONE]
    for place, code in enumerate(order):
        assert [is_better(code, other) for other in order] == [place < number for number in range(len(order))]


def test_mirror_images_share_a_table() -> None:
    symmetric = solver.plan(GAME.initial({"starting_camels": 1}))
    assert isinstance(symmetric, solver.Plan)
    assert symmetric.merged
    assert [len(keys) for keys in symmetric.sets[:2]] == [1, 36]
    lopsided = solver.plan(GAME.parse_position("7x7 3,0,1 3,6,0 H0,3 1 0", {}))
    assert isinstance(lopsided, solver.Plan)
    assert not lopsided.merged
    for keys in symmetric.sets:
        mirrored = [layers.mirrored(key, 6, 6) for key in keys]
        assert all(key <= image for key, image in zip(keys, mirrored, strict=True))
