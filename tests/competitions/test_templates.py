"""The templates: one for every game, and each beats random moves clearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import templates
from plyground.core import registry
from plyground.core.errors import UnknownGame
from tests.competitions.playing import built_in, code, play, upload

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {"size": "6"}),
    ("camel", {}),
    ("tak", {}),
    ("punter", {}),
    ("punter", {"punters": 3, "futures": True, "splurges": True, "options": True}),
]
PLAYED = 6


def test_every_game_has_a_template_with_words_for_its_reader() -> None:
    for game in registry.games():
        for source in (templates.source(game), templates.general(game)):
            assert source.startswith('"""')
            assert f"plyground trial {game}.py {game}" in source
            assert "random() gives a number between 0 and 1" in source
    for unknown in ("chess", "../referee"):
        with pytest.raises(UnknownGame):
            templates.source(unknown)


@pytest.mark.parametrize(("game", "options"), [("othello", {"size": "6"}), ("tak", {"size": 4}), ("tree", {"seed": 2})])
def test_the_template_for_any_game_plays(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    bot = upload(tmp_path / "template", templates.general(game).replace("NODES = 1000", "NODES = 150"))
    won = 0.0
    for number in range(4):
        table = [bot, built_in()] if number % 2 else [built_in(), bot]
        record = play(*table, game=game, options=options, seed=number, clock={"base": 100, "increment": 10})
        assert code(record, 1 - number % 2) == "fair", record["verdicts"]
        won += record["points"][1 - number % 2]
    assert won >= 3 or game == "tree"


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_template_beats_random_moves(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    source = templates.source(game).replace("NODES = 1500", "NODES = 150")  # a weaker one wins as well
    bot = upload(tmp_path / "template", source)
    seats = registry.game(game).seat_count(options)
    won = 0.0
    for number in range(PLAYED):
        seat = number % seats
        table = [bot if own == seat else built_in() for own in range(seats)]
        clock = {"base": 100, "increment": 10}
        record = play(*table, game=game, options=options, seed=number, clock=clock)
        assert code(record, seat) == "fair", record["verdicts"]
        won += record["points"][seat] / (seats - 1)
    assert won >= PLAYED - 1


def test_the_trees_template_plays_as_well_as_exact_search(tmp_path: Path) -> None:
    bot = upload(tmp_path / "template", templates.source("tree"))
    for seed in range(1, 5):
        setup: dict[str, Any] = {"game": "tree", "options": {"seed": seed, "plies": 4, "turns": "free"}, "seed": seed}
        exact = play(built_in("alphabeta:depth=9"), built_in("alphabeta:depth=9"), **setup)
        for seat in (0, 1):
            table = [built_in("alphabeta:depth=9")] * 2
            table[seat] = bot
            record = play(*table, **setup)
            assert code(record, seat) == "fair", record["verdicts"]
            assert record["returns"] == exact["returns"]


def test_a_template_hurries_when_time_is_short(tmp_path: Path) -> None:
    bot = upload(tmp_path / "template", templates.source("othello"))
    record = play(bot, built_in(), clock={"base": 0.99, "increment": 0.3}, most_moves=6)
    assert code(record, 0) == "fair", record
