"""A reviewed game in sentences: each follows from the review's values, and names its move."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core import registry
from plyground.review import commentary, making


def ply(number: int, seat: int, before: float, after: float, mark: str = "fine") -> dict[str, Any]:
    return {
        "ply": number, "seat": seat, "move": f"m{number}", "mark": mark, "chances": [before, after],
        "lost": {"chance": max(0.0, before - after)}, "best": {"move": f"b{number}"},
    }  # fmt: skip


def review(*plies: dict[str, Any], exact: int | None = None) -> dict[str, Any]:
    return {"plies": list(plies), "exact_from": exact, "seats": [{"accuracy": 91.5}, {"accuracy": None}]}


BLUNDERED = review(
    ply(1, 0, 0.5, 0.5), ply(2, 1, 0.5, 0.5), ply(3, 0, 0.5, 0.52), ply(4, 1, 0.48, 0.1, "blunder"),
    ply(5, 0, 0.9, 0.9, "only"), ply(6, 1, 0.1, 0.1), ply(7, 0, 0.9, 1.0), exact=6,
)  # fmt: skip


def test_what_was_given_away_is_told_with_its_move() -> None:
    told = commentary.commentary(BLUNDERED, ["Ann", "Ben"], [None] * 5 + [{"value": 3.0}, None])
    assert [(each["ply"], each["sentence"]) for each in told] == [
        (4, "Move 4: Ben plays m4 and gives 38 % of the chances away; b4 kept them."),
        (4, "From move 4 on Ann is ahead, with about 90 % of the chances."),
        (5, "Move 5: Ann finds m5, the only move that loses nothing."),
        (6, "At move 6 Ben still believed to be ahead, with about 10 % of the chances left."),
        (6, "From move 6 on every value is exact: the solver reached the end."),
        (0, "Ann played with an accuracy of 91.5."),
    ]


def test_one_move_that_decided_is_found_and_several_are_not() -> None:
    told = commentary.story(BLUNDERED, 0)
    assert told["decisive"] == {"ply": 4, "seat": 1, "move": "m4", "best": "b4", "lost": pytest.approx(0.38)}
    assert commentary.story(BLUNDERED, 1)["decisive"] is None
    twice = review(*BLUNDERED["plies"], ply(8, 1, 0.6, 0.1, "blunder"))
    assert commentary.story(twice, 0)["decisive"] is None
    assert commentary.story(BLUNDERED, None) == {"lowest": None, "decisive": None}


def test_the_least_chance_of_the_winner_is_found() -> None:
    back = review(ply(1, 0, 0.5, 0.15, "blunder"), ply(2, 1, 0.85, 0.3, "blunder"), ply(3, 0, 0.7, 1.0))
    assert commentary.story(back, 0)["lowest"] == {"chance": 0.15, "ply": 1}


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_a_game_of_each_kind_can_be_commented(name: str) -> None:
    game = registry.game(name)
    position, moves = game.initial(), list[str]()
    while game.returns(position) is None and len(moves) < 4:
        move = game.legal_moves(position)[0]
        moves.append(game.move_text(position, move))
        position = game.play(position, move)
    made = making.review(name, dict(game.options({})), game.position_text(game.initial()), moves, 300)
    names = [f"Player {seat}" for seat in range(len(made["seats"]))]
    told = commentary.commentary(made, names)
    assert all(0 <= each["ply"] <= len(moves) and each["sentence"] for each in told)
    assert any("accuracy" in each["sentence"] for each in told) or not any(
        seat["accuracy"] is not None for seat in made["seats"]
    )
    assert set(commentary.story(made, 0)) == {"lowest", "decisive"}
