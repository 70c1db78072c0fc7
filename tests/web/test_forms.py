"""Forms and JSON ask for the same game."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.errors import Refusal, UnknownGame
from plyground.core.refusals import Malformed
from plyground.web.forms import clock_from_text, spec_from_form

GAME = {"game": "othello"}


@pytest.mark.parametrize(
    ("fields", "spec"),
    [
        ({}, {}),
        ({"level": "random"}, {"level": "random"}),
        ({"with": "bots", "level": "random"}, {"seats": [{"kind": "bot", "level": "random"}] * 2}),
        ({"with": "friend"}, {"seats": [{"kind": "person"}, {"kind": "link"}]}),
        (
            {"seat.0": "minimax:budget=5", "seat.1": "person", "name.1": "Ada"},
            {"seats": [{"kind": "bot", "bot": "minimax:budget=5"}, {"kind": "person", "name": "Ada"}]},
        ),
        ({"option.size": "6"}, {"options": {"size": "6"}}),
        ({"clock": "600+5"}, {"clock": {"kind": "game", "base": 600.0, "increment": 5.0}}),
        ({"pace": "0.5", "seed": "7"}, {"pace": 0.5, "seed": 7}),
        ({"moves": "f5\nd6; c3"}, {"moves": ["f5", "d6", "c3"]}),
        ({"position": " x "}, {"position": "x"}),
    ],
)
def test_fields_and_what_they_ask_for(fields: dict[str, str], spec: dict[str, Any]) -> None:
    assert spec_from_form({**GAME, **fields}) == {**GAME, **spec}


def test_clocks() -> None:
    assert clock_from_text("none") == {"kind": "none"}
    assert clock_from_text("30") == {"kind": "move", "seconds": 30.0}
    assert clock_from_text("0.5+0.1") == {"kind": "game", "base": 0.5, "increment": 0.1}


@pytest.mark.parametrize(
    "fields",
    [{"clock": "soon"}, {"clock": "10+"}, {"pace": "fast"}, {"seed": "x"}, {"with": "dog"}, {"seat.1": "link"}],
)
def test_fields_that_make_no_sense(fields: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        spec_from_form({**GAME, **fields})


def test_a_form_without_a_game() -> None:
    with pytest.raises(UnknownGame) as refused:
        spec_from_form({})
    assert isinstance(refused.value, Refusal)


@pytest.mark.parametrize(("company", "kinds"), [("bots", ["bot"] * 4), ("friend", ["person", "link", "link", "link"])])
def test_the_options_say_how_many_seats_a_form_fills(company: str, kinds: list[str]) -> None:
    spec = spec_from_form({"game": "punter", "option.punters": "4", "with": company})
    assert [seat["kind"] for seat in spec["seats"]] == kinds
