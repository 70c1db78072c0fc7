"""The positions of a long game: few are kept, all can be had, and takebacks leave what was there before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import registry
from plyground.sessions.state import EVERY, RECENT, History


def played(game_id: str, plies: int, **options: Any) -> tuple[Any, list[str], list[Any], History]:
    """A random game: its rules, the moves' texts, all positions, and the history."""
    rules, rng = registry.game(game_id), random.Random(plies)
    position = rules.initial(options)
    texts, positions, history = [], [position], History.begin(position)
    for _ in range(plies):
        move = rng.choice(rules.legal_moves(position))
        texts.append(rules.move_text(position, move))
        position = rules.play(position, move)
        positions.append(position)
        history = history.then(position)
    return rules, texts, positions, history


@pytest.mark.parametrize("plies", [0, 1, RECENT, EVERY - 1, EVERY, EVERY + RECENT, 200])
def test_every_position_can_be_had_and_few_are_kept(plies: int) -> None:
    rules, texts, positions, history = played("punter", plies, map="grid-12x12", punters=3)
    assert (history.ply, history.position) == (plies, positions[-1])
    assert list(history.between(rules, texts, 0, plies)) == positions
    for first, last in ((0, 0), (plies // 2, plies), (plies // 3, plies // 3)):
        assert list(history.between(rules, texts, first, last)) == positions[first : last + 1]
    assert list(history.between(rules, texts, plies + 1, plies)) == []
    assert len(history.kept) <= plies // EVERY + 1 + RECENT
    kept = {ply for ply, _ in history.kept}
    assert kept >= {ply for ply in range(plies + 1) if ply % EVERY == 0 or ply > plies - RECENT}


@pytest.mark.parametrize("ply", [0, 1, 63, 64, 65, 127, 149, 150])
def test_a_takeback_leaves_the_history_of_that_ply(ply: int) -> None:
    rules, texts, positions, history = played("punter", 150, map="grid-12x12")
    cut = history.cut(rules, texts, ply)
    fresh = History.begin(positions[0])
    for position in positions[1 : ply + 1]:
        fresh = fresh.then(position)
    assert cut == fresh
    assert list(cut.between(rules, texts, 0, ply)) == positions[: ply + 1]
