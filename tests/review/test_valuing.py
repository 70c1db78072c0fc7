"""The moves of a position side by side: every one has a value, the solver's are exact, the best come first."""

from __future__ import annotations

import pytest

from plyground.core import compiled_calls, registry
from plyground.review.valuing import valued

GAMES = [("othello", {"size": 6}), ("camel", {}), ("tak", {"size": 4}), ("punter", {"map": "triangle-2"}), ("tree", {})]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_move_has_a_value_the_best_first(name: str, options: dict[str, object]) -> None:
    compiled_calls.use_compiled(True)
    game = registry.game(name)
    start = game.initial(options)
    found = valued(name, game.options(options), game.position_text(start), [], 3)
    legal = [game.move_text(start, move) for move in game.legal_moves(start)]
    assert sorted(row["move"] for row in found["rows"]) == sorted(legal)
    assert found["seat"] == game.to_move(start)
    assert all(row["line"][0] == row["move"] for row in found["rows"])
    unsolved = [row["chance"] for row in found["rows"][int(found["solved"]) :]]
    assert found["solved"] or unsolved == sorted(unsolved, reverse=True)


def test_the_solvers_values_are_exact_and_first() -> None:
    compiled_calls.use_compiled(True)
    game = registry.game("othello")
    options = {"size": 4}
    start = game.position_text(game.initial(options))
    found = valued("othello", game.options(options), start, ["b1"], 2)
    assert found["solved"]
    best = found["rows"][0]
    assert best["exact"]
    assert best["value"] == 10  # on 4 x 4 the second player wins by ten
    assert len(best["line"]) > 1
