"""Retrograde analysis in plain Python: held against the fast tables of Crazy Camel, and against what must be so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plyground.core import registry
from plyground.games.camel.knowledge import race
from plyground.search.teaching.retrograde import Outcome, Table, TooManyPositions

CAMEL = registry.game("camel")
ENDING = "4x4 1,0,0 2,3,0 H1,1;V0,2 0 0"


def camel(text: str, **options: Any) -> Any:
    return CAMEL.parse_position(text, CAMEL.options(options))


@pytest.mark.parametrize("edge", [True, False])
def test_every_position_has_the_outcome_of_the_fast_table(edge: bool) -> None:
    start = camel(ENDING, edge_blocks_jump=edge)
    table = Table(CAMEL, [start], 2_000)
    codes = np.zeros(2 * 16 * 16, np.int16)
    race.fill(start, np.full(len(codes), race.NONE, np.int16), codes, *race.room_for(len(codes)))
    decided = 0
    for state, code in enumerate(codes):
        position = race.placed(start, state)
        try:
            found = table.outcome(position)
        except KeyError:
            continue
        assert found == (Outcome(int(np.sign(code)), abs(int(code)) - 1) if code else Outcome(0, -1)), state
        decided += 1
    assert decided == table.size
    assert bool(table.count(0)) is not edge
    assert sum(table.passes) == table.size - table.count(0)


def test_the_ends_of_a_typed_tree_go_up_to_its_root() -> None:
    game = registry.game("tree")
    root = game.parse_position("a 0 ( o 0 ( a 3 a -1 ) o 0 ( a 0 a 5 ) o 0 ( a 2 o 0 ( a 1 a 4 ) ) )", {})
    table = Table(game, [root], 100)
    assert table.outcome(root) == (1, 3), "only the last move wins, and the other side takes the longer way"
    after = [table.outcome(game.play(root, move)) for move in game.legal_moves(root)]
    assert after == [(1, 1), (0, -1), (-1, 2)]


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(TooManyPositions):
        Table(CAMEL, [camel(ENDING)], 100)
