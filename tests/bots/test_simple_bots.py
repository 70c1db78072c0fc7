"""What ``random`` and ``intuition`` promise beyond the battery."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from game.bots.intuition import exposes, ranked_moves
from game.core import kernels, registry
from game.core.bot import Choice, Limits

CAMEL, OTHELLO = registry.game("camel"), registry.game("othello")


def ask(game: Any, bot: str, position: Any, seed: int = 0) -> Choice:
    return registry.parse_player(bot, game).choose(position, Limits(), random.Random(seed))


def test_random_plays_all_moves_about_equally_often() -> None:
    start = OTHELLO.initial()
    played = Counter(ask(OTHELLO, "random", start, seed).move for seed in range(400))
    assert set(played) == {"d3", "c4", "f5", "e6"}
    assert min(played.values()) > 60


@pytest.mark.parametrize(("position", "wins"), [("7x7 3,5,8 2,2,8 - 0 9", {"Down"}), ("7x7 3,4,8 2,1,8 - 1 9", {"Up"})])
def test_intuition_takes_a_win_in_one(position: str, wins: set[str]) -> None:
    choice = ask(CAMEL, "intuition", CAMEL.parse_position(position, {}))
    assert choice.move in wins
    assert (choice.value, choice.kind, choice.outcome) == (1, "exact", "win")


def test_intuition_avoids_a_loss_in_one() -> None:
    # Player 1 is one step from row 0; only a camel across that step, or beside it, keeps player 0 alive.
    for text in ("7x7 3,2,8 5,1,8 - 0 9", "7x7 3,2,2 0,1,8 - 0 9"):
        position = CAMEL.parse_position(text, {})
        exposed = {
            CAMEL.move_text(position, move): exposes(CAMEL, CAMEL.play(position, move), 0)
            for move in CAMEL.legal_moves(position)
        }
        assert 0 < sum(exposed.values()) < len(exposed)
        choice = ask(CAMEL, "intuition", position)
        assert not exposed[choice.move]
        ranked = choice.details["ranked"]
        assert [entry["text"] for entry in ranked if entry["exposed"]] == [
            entry["text"] for entry in ranked[: sum(entry["exposed"] for entry in ranked)]
        ]


def test_intuition_still_moves_when_every_move_loses() -> None:
    position = CAMEL.parse_position("7x7 3,2,0 5,1,0 - 0 9", {})
    assert ask(CAMEL, "intuition", position).move in {"Up", "Down", "Left", "Right"}


@pytest.mark.parametrize("game", [CAMEL, OTHELLO], ids=["camel", "othello"])
def test_intuition_follows_the_games_order(game: Any) -> None:
    rng = random.Random(4)
    position = game.initial()
    for _ in range(12):
        ranked = ranked_moves(game, position)
        ranks = [each.rank for each in ranked]
        assert ranks == sorted(ranks, reverse=True)
        assert sorted(each.move for each in ranked) == sorted(game.legal_moves(position))
        assert all(each.rank == kernels.rank(position, each.move) for each in ranked)
        order = game.legal_moves(position)
        for one, other in pairwise(ranked):
            assert one.rank > other.rank or order.index(one.move) < order.index(other.move)
        position = game.play(position, rng.choice(order))


def test_intuition_beats_random() -> None:
    for game in (CAMEL, OTHELLO):
        points = 0
        for number in range(10):
            bots = ("intuition", "random") if number % 2 == 0 else ("random", "intuition")
            players = [registry.parse_player(text, game) for text in bots]
            position, rng = game.initial(), random.Random(number)
            while (returns := game.returns(position)) is None:
                choice = players[game.to_move(position)].choose(position, Limits(), rng)
                position = game.play(position, game.require(position, choice.move))
            points += returns[number % 2] > 0
        assert points >= 8
