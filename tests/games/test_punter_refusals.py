"""Every way in which a move of Lambda Punter can be wrong has its own name and sentence."""

from __future__ import annotations

import json

import pytest

from plyground.core.errors import GameFinished, IllegalMove, MalformedMove, Refusal
from plyground.games.punter import GAME
from plyground.games.punter import refusals as wrong
from tests.games.test_punter_rules import SQUARE

ALL = {"futures": True, "splurges": True, "options": True}
NO_BETS: dict[str, list[int]] = {"0": [], "1": []}
ISLANDS = {
    "sites": [{"id": site} for site in range(4)],
    "rivers": [{"source": 0, "target": 1}, {"source": 2, "target": 3}],
    "mines": [0],
}


def position(settings: dict[str, bool], *moves: str, map_: object = SQUARE, futures: object = None) -> str:
    data = {"map": map_, "punters": 2, "settings": settings, "moves": list(moves)}
    return json.dumps(data if futures is None else {**data, "futures": futures})


PLAIN = {"splurges": False}
CASES: list[tuple[str, str, type[Refusal], str]] = [
    (position(PLAIN), "0-9", wrong.NoSuchSite, "The map has no site 9."),
    (position(PLAIN), "0-" + "9" * 30, wrong.NoSuchSite, "No site has the id 999"),
    (position(PLAIN), "0-2", wrong.NoSuchRiver, "no river between 0 and 2"),
    (position(PLAIN), "0-0", wrong.NoSuchRiver, "no river between 0 and 0"),
    (position(PLAIN, "0-1"), "1-0", wrong.RiverTaken, "The river 0-1 is Punter 0's; claim a free one or pass."),
    (position({"options": True}, "0-1"), "0-1", wrong.RiverTaken, "option 0-1 lets you use it as well"),
    (position(PLAIN, "0-1", "pass"), "0-1", wrong.RiverYours, "The river 0-1 is yours already."),
    (position(PLAIN, "0-1"), "option 0-1", wrong.NoOptions, "played without options"),
    (position({"options": True}), "option 0-1", wrong.RiverFree, "0-1 is free; claim it instead"),
    (position({"options": True}, "0-1", "pass"), "option 0-1", wrong.RiverYours, "You use the river 0-1 already"),
    (position({"options": True}, "0-1", "option 0-1", "2-3"), "option 0-1", wrong.RiverYours, "You use the river"),
    (position({"options": True}, "0-1", "option 0-1", "2-3"), "option 2-3",
     wrong.NoOptionsLeft, "used all your options"),
    (position(PLAIN), "splurge 0-1-2", wrong.NoSplurges, "played without splurges"),
    (position({"splurges": True}), "splurge 0-1-2", wrong.TooFewCredits, "takes 2 rivers; your credits allow 1"),
    (position({"splurges": True}, "pass", "0-1"), "splurge 0-1-2",
     wrong.RiverTaken, "0-1 is Punter 1's"),
    (position({"splurges": True}, "pass", "pass"), "splurge 0-1-0", wrong.RiverTwice, "uses the river 0-1 twice"),
    (position({"splurges": True}), "splurge 0-2", wrong.NoSuchRiver, "no river between 0 and 2"),
    (position({"splurges": True, "options": True}, "pass", "0-1", "pass", "2-1", "pass", "pass"), "splurge 0-1-2",
     GameFinished, "The game is over"),
    (position({"splurges": True, "options": True}, "pass", "0-1", "pass", "2-1"), "splurge 0-1-2",
     wrong.NoOptionsLeft, "takes 2 options; you have 1 left"),
    (position({"futures": True}, futures={}), "0-1", wrong.BetsFirst, "Bets come before the first move"),
    (position({"futures": True}, futures={}), "pass", wrong.BetsFirst, "Bets come before the first move"),
    (position({"futures": True}, "0-1", futures=NO_BETS), "futures 0:3", wrong.BetsClosed, "now it is too late"),
    (position({"futures": True}, "0-1", futures=NO_BETS), "futures -", wrong.BetsClosed, "now it is too late"),
    (position(PLAIN), "futures 0:3", wrong.BetsClosed, "without futures"),
    (position(PLAIN), "futures -", wrong.BetsClosed, "without futures"),
    (position({"futures": True}, futures={}), "futures 1:3", wrong.BetNeedsMine, "Site 1 is no mine"),
    (position({"futures": True}, futures={}), "futures 0:0", wrong.BetOnMine, "Site 0 is a mine"),
    (position({"futures": True}, map_=ISLANDS, futures={}), "futures 0:3",
     wrong.BetOutOfReach, "leads from mine 0 to site 3"),
    (position({"futures": True}, futures={}), "futures 0:8", wrong.NoSuchSite, "no site 8"),
    (position(PLAIN), '{"claim": {"punter": 1, "source": 0, "target": 1}}',
     wrong.OtherPuntersMove, "Punter 0 is to move"),
    (position(PLAIN), '{"claim": {"punter": 0, "source": "a", "target": 1}}', wrong.NoSuchSite, "no site a"),
    (position(PLAIN), '{"claim": {"punter": 0}}', wrong.NoSuchSite, "no site None"),
    (position(PLAIN), '{"splurge": {"punter": 0, "route": [1]}}', MalformedMove, "two sites or more"),
    (position(PLAIN), '{"futures": 3}', MalformedMove, "Bets in JSON"),
    (position(PLAIN), '{"jump": {}}', MalformedMove, "A move in JSON"),
    (position(PLAIN), '{"claim": ', MalformedMove, "begins like JSON but is none"),
    (position(PLAIN), "0 to 1", MalformedMove, "is no move; a move is 3-5"),
    (position(PLAIN, *["pass"] * 6), "0-1", GameFinished, "The game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "move", "error", "part"), CASES)
def test_refusals(start: str, move: str, error: type[Refusal], part: str) -> None:
    before = GAME.parse_position(start)
    with pytest.raises(error) as caught:
        GAME.require(before, move)
    assert type(caught.value) is error
    assert part in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    assert GAME.parse_position(start) == before


def test_an_option_that_somebody_else_has() -> None:
    start = {"map": SQUARE, "punters": 3, "settings": {"options": True}, "moves": ["0-1", "option 0-1"]}
    with pytest.raises(wrong.RiverShared, match="Punter 1 has taken the option on the river 0-1"):
        GAME.require(GAME.parse_position(json.dumps(start)), "option 0-1")


def test_codes_differ() -> None:
    found = [value for value in vars(wrong).values() if isinstance(value, type) and issubclass(value, Refusal)]
    own = [value for value in found if value.__module__ == wrong.__name__]
    assert len({value.code for value in own}) == len(own) == 20
    assert sum(issubclass(value, IllegalMove) for value in own) == 13
