"""What a question shows of the position that it is about."""

from __future__ import annotations

import pytest

from plyground.core import registry
from plyground.sessions.question import Board, Kind, Question


@pytest.mark.parametrize(("kind", "inner"), [("value", ""), ("move", 0)])
def test_a_tree_whose_value_is_asked_shows_the_numbers_of_its_leaves_alone(kind: Kind, inner: object) -> None:
    rules = registry.game("tree")
    asked = Question(kind, "?", Board.at(rules, {}, rules.parse_position("[[3, 12], [2, 4.5]]", {})))
    assert asked.board is not None
    assert [node[2] for node in asked.board.view["nodes"]] == [inner, inner, inner, 3, 12, 2, 4.5]
    assert asked.as_json(False)["view"] == asked.board.view
