"""Decision trees as a game: whose turn it is, what a leaf is worth, views, pictures, and the trees nobody typed."""

from __future__ import annotations

import random

import pytest

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.games.tree import GAME
from plyground.games.tree.growing import MOST_GROWN
from plyground.games.tree.position import BEST, WORST, value_of

TREE = "a 0 ( a 6 o 12 ( a 3 a -7 ) )"


def test_the_letter_says_who_moves_and_a_leaf_is_the_end() -> None:
    start, below, leaf = GAME.replay(GAME.parse_position(TREE), ("1", "1"))
    assert [GAME.to_move(position) for position in (start, below)] == [0, 1]
    assert GAME.returns(below) is None
    assert GAME.returns(leaf) == (-7, 7)
    assert GAME.ending(leaf) == "The leaf that was reached is worth 7 points to Min."
    assert GAME.ending(GAME.parse_position("a 0 ( o 1 ) @ 0")) == "The leaf that was reached is worth 1 point to Max."
    assert GAME.ending(GAME.parse_position("[2.5] @ 0")) == "The leaf that was reached is worth 2.5 points to Max."
    assert "draw" in str(GAME.ending(GAME.parse_position("a 3 ( o 0 ) @ 0")))


@pytest.mark.parametrize(("value", "returns"), [(WORST, (-128, 128)), (BEST, (127, -127)), (0, (0, 0))])
def test_a_leafs_value_is_seat_0s_and_its_negative_seat_1s(value: int, returns: tuple[float, float]) -> None:
    assert GAME.returns(GAME.parse_position(f"o 5 ( a {value} ) @ 0")) == returns


def test_the_view_has_all_nodes_and_the_childrens_effects() -> None:
    position = GAME.play(GAME.parse_position(TREE), 1)
    view = GAME.view(position, 1)
    assert view["nodes"] == [[-1, 0, 0], [0, 0, 6], [0, 1, 12], [2, 0, 3], [2, 0, -7]]
    assert (view["node"], view["path"], view["to_move"]) == (2, [1], 1)
    assert view["moves"] == [
        {"text": "0", "node": 3, "value": 3, "leaf": True},
        {"text": "1", "node": 4, "value": -7, "leaf": True},
    ]
    assert GAME.view(position, 0)["moves"] == []


def test_the_picture_shows_the_path_and_the_moves() -> None:
    lines = GAME.picture(GAME.play(GAME.parse_position(TREE), 1)).splitlines()
    assert lines[0] == "> a 0"
    assert lines[2].split() == [">", "o", "12", "<"]
    assert lines[3].strip() == "0: a 3"
    assert lines[-1] == "Min to move"
    assert len(GAME.picture(GAME.parse_position("a 0 ( " * 150 + "a 1" + " )" * 150)).splitlines()) <= 65


def test_a_random_tree_is_the_seeds_own() -> None:
    for options in ({"seed": 1}, {"seed": 3, "turns": "free", "plies": 5}, {"seed": 9, "plies": 8, "branching": 6}):
        one = GAME.initial(options)
        assert one == GAME.initial(options)
        assert one != GAME.initial({**options, "seed": 77})
        assert 3 <= len(one.nodes) <= MOST_GROWN + 6
        assert GAME.to_move(one) == 0
        assert len(GAME.legal_moves(one)) >= 2


def test_only_alternate_turns_alternate() -> None:
    def repeats(turns: str) -> int:
        nodes = GAME.initial({"seed": 4, "turns": turns, "plies": 6}).nodes
        return sum(1 for row in nodes[1:] if nodes[row[2], 0] == row[0])

    assert repeats("alternate") == 0
    assert repeats("free") > 3


@pytest.mark.parametrize(
    ("tree", "move", "value"),
    [
        ("a 0 ( a 3 a 12 )", "1", 12),  # both win; the wider win counts
        ("a 0 ( a -9 a -2 )", "1", -2),
        ("a 0 ( o 12 ( a 3 a 7 ) a 6 )", "1", 6),
        ("o 0 ( a 5 a 9 )", "0", -5),
        ("a 0 ( a 0 ( a 0 ( a 3 a 9 ) a 4 ) o 0 ( a 8 a 8 ) )", "0", 9),
    ],
)
def test_minimax_takes_the_best_leaf_and_not_any_win(tree: str, move: str, value: int) -> None:
    player = registry.parse_player("minimax", GAME)
    choice = player.choose(GAME.parse_position(tree), Limits(), random.Random(0))
    assert (choice.move, choice.value) == (move, value)


def test_random_trees_keep_their_range_and_begin_with_whom_one_says() -> None:
    for seed in range(1, 8):
        position = GAME.initial({"seed": seed, "lowest": -2, "highest": 9, "first": "min", "plies": 3})
        values = [value_of(position.nodes, row) for row in range(1, len(position.nodes))]
        assert -2 <= min(values) <= max(values) <= 9
        assert GAME.to_move(position) == 1
    same = GAME.initial({"seed": 4, "lowest": 5, "highest": 5})
    assert {value_of(same.nodes, row) for row in range(1, len(same.nodes))} == {5}
    assert GAME.initial({"seed": 4, "lowest": 9, "highest": -2}) == GAME.initial(
        {"seed": 4, "lowest": -2, "highest": 9}
    )
