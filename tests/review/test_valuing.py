"""The moves of a position side by side: every one has a value, the solver's are exact, the best come first."""

from __future__ import annotations

import pytest

from plyground.core import compiled_calls, registry
from plyground.review.valuing import leading, valued

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


@pytest.mark.parametrize(("name", "options"), [*GAMES, ("punter", {"map": "triangle-2", "punters": 3})])
def test_who_leads_is_told_of_every_game(name: str, options: dict[str, object]) -> None:
    compiled_calls.use_compiled(True)
    game = registry.game(name)
    start = game.initial(options)
    found = leading(name, game.options(options), game.position_text(start), 500)
    assert found["engine"]
    seats = game.seats_at(start)
    if found["chances"] is not None:
        assert len(found["chances"]) == seats == 2
        assert sum(found["chances"]) == pytest.approx(1)
    else:
        assert len(found["values"]) == seats
    assert found["line"][0] in [game.move_text(start, move) for move in game.legal_moves(start)]


def test_the_side_that_is_ahead_leads_whoever_moves() -> None:
    compiled_calls.use_compiled(True)
    game = registry.game("othello")
    options = game.options({"size": 4})
    won = game.position_text(game.replay(game.initial({"size": 4}), ["b1"])[-1])
    found = leading("othello", options, won, 5_000)
    assert found["chances"][1] > 0.9, "on 4 x 4 the second player wins by ten"


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
