"""Expectimax against the definition in exact fractions, and against minimax where there is no chance."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.refusals import Malformed
from plyground.games.tree.position import CHANCE, Node, Position, build
from plyground.search.teaching.search import UnfitSearch
from plyground.search.teaching.searches import fitting, search
from plyground.sessions.setup import read_position

TREE = registry.game("tree")
DICE = "c 0 ( 1/3 a 0 ( a 2 a 5 ) 2/3 o 0 ( a -1 a 4 ) )"


def grown(rng: random.Random, depth: int) -> Node:
    """A random tree with chance nodes."""
    node = Node(rng.randrange(3), rng.randint(-20, 20))
    if depth and (rng.random() < 0.9 or depth == 4):
        node.children = [grown(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    if node.side == CHANCE and rng.random() < 0.7:
        parts = [rng.randint(1, 9) for _ in node.children]
        for child, part in zip(node.children, parts, strict=True):
            child.chance = Fraction(part, sum(parts))
    return node


def worth(node: Node) -> Fraction:
    """The value of a tree for Max."""
    if not node.children:
        return Fraction(node.value)
    values = [worth(child) for child in node.children]
    if node.side == CHANCE:
        chances = [child.chance or Fraction(1, len(values)) for child in node.children]
        return sum((a * b for a, b in zip(chances, values, strict=True)), Fraction(0))
    return min(values) if node.side else max(values)


def test_it_finds_the_exact_mean() -> None:
    rng = random.Random(3)
    for _ in range(40):
        root = grown(rng, 4)
        position = Position(build(root), 0)
        sign = -1 if TREE.to_move(position) else 1
        found = search("expectimax").start(TREE, position, {"depth": 0}).finish()
        assert found.value == pytest.approx(sign * float(worth(root)))
        assert TREE.parse_position(TREE.position_text(position)) == position


def test_without_chance_it_is_minimax() -> None:
    for seed in range(1, 12):
        position = TREE.initial({"seed": seed})
        traces = [search(name).record(TREE, position, {"depth": 0}) for name in ("minimax", "expectimax")]
        assert traces[0].steps == traces[1].steps


def test_other_searches_and_games_refuse_chance_in_words() -> None:
    position: Any = TREE.parse_position(DICE)
    assert [each.spec.id for each in fitting(TREE, position)] == ["expectimax"]
    with pytest.raises(UnfitSearch, match="Alpha-beta knows no chance"):
        search("alphabeta").start(TREE, position)
    body = {"game": "tree", "position": DICE}
    assert read_position(body, looked_at=True).position == position
    with pytest.raises(Malformed, match="only looked into and not played"):
        read_position(body)
