"""The text forms of Lambda Punter: moves short and as contest JSON, positions, and everything that is no text form."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.errors import BadOption, MalformedMove, MalformedPosition
from plyground.games.punter import GAME
from tests.games.test_punter_rules import SQUARE, after, begin
from tests.soaking import more


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("0-1", "0-1"), ("1-0", "0-1"), (" claim 0-1 ", "0-1"), ("0 - 1", "0-1"), ("0–1", "0-1"), ("Pass", "pass"),
        ("Option 0-1", "option 0-1"), ("splurge 0-1-2", "splurge 0-1-2"), ("SPLURGE 2 - 1", "splurge 2-1"),
        ("futures 0:3", "futures 0:3"), ("futures 0 : 3, 0:2", "futures 0:2"), ("futures -", "futures -"),
        ("futures none", "futures -"), ("futures ?", "futures -"),
        ('{"claim": {"punter": 0, "source": 1, "target": 0}}', "0-1"), ('{"pass": {"punter": 0}}', "pass"),
        ('{"option": {"punter": 0, "source": 1, "target": 0}}', "option 0-1"),
        ('{"splurge": {"punter": 0, "route": [0, 1, 2]}}', "splurge 0-1-2"),
        ('{"punter": 0, "futures": [{"source": 0, "target": 3}]}', "futures 0:3"), ('{"futures": []}', "futures -"),
    ],
)  # fmt: skip
def test_moves_are_read_leniently(typed: str, written: str) -> None:
    position = begin(SQUARE, 2, "splurges", "options")
    move = GAME.parse_move(position, typed)
    assert GAME.move_text(position, move) == written
    assert GAME.parse_move(position, json.dumps(GAME.move_json(position, move))) == move


@settings(deadline=None)
@given(st.text(max_size=60) | st.from_regex(r"\A(claim |option |splurge |futures )?[0-9]{1,2}([-:,][0-9]{1,2}){1,4}\Z"))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    position = begin(SQUARE, 2, "splurges", "options")
    try:
        move = GAME.parse_move(position, text)
    except MalformedMove:
        return
    assert GAME.parse_move(position, GAME.move_text(position, move)) == move


@pytest.mark.soak
@settings(max_examples=more(60, 1500), deadline=None)
@given(
    name=st.sampled_from(["path-3", "triangle-2", "circle-6", "grid-3x3", "ladder-4", "sierpinski-1", "random-12-3"]),
    punters=st.integers(1, 17),
    flags=st.sets(st.sampled_from(["futures", "splurges", "options"])),
    seed=st.integers(0, 10_000),
    stop=st.integers(0, 60),
)
def test_random_play_never_raises_and_reads_back(
    name: str, punters: int, flags: set[str], seed: int, stop: int
) -> None:
    rng = random.Random(seed)
    position = GAME.initial({"map": name, "punters": punters, **dict.fromkeys(flags, True)})
    for _ in range(stop):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        move = rng.choice(moves)
        assert GAME.parse_move(position, GAME.move_text(position, move)) == move
        assert GAME.parse_move(position, json.dumps(GAME.move_json(position, move))) == move
        position = GAME.play(position, move)
    text = GAME.position_text(position)
    assert "\n" not in text
    again = GAME.parse_position(text)
    assert again == position
    assert hash(again) == hash(position)
    assert GAME.position_text(again) == text
    assert (again.tally == position.tally).all()
    assert (again.pays == position.pays).all()


def test_the_text_of_a_position() -> None:
    position = after(GAME.initial({"map": "path-3", "punters": 2, "splurges": True}), "pass", "0-1", "splurge 3-2-1")
    assert GAME.position_text(position) == (
        '{"map":"path-3","punters":2,"settings":{"splurges":true},"moves":["pass","0-1","splurge 1-2-3"]}'
    )


def test_what_a_position_does_not_say_comes_from_the_options() -> None:
    position = GAME.parse_position("{}", {"map": "path-3", "punters": 3, "options": True})
    assert position == GAME.initial({"map": "path-3", "punters": 3, "options": True})
    assert GAME.parse_position(json.dumps(SQUARE), {"punters": 4}) == begin(SQUARE, 4)
    assert GAME.seat_count({"punters": 5}) == 5
    assert GAME.seats_at(position) == 3


def test_contest_moves_are_read_in_positions() -> None:
    moves: list[Any] = [{"claim": {"punter": 0, "source": 1, "target": 0}}, {"pass": {"punter": 1}}, "1-2"]
    assert begin(SQUARE, 2, moves=moves) == after(begin(SQUARE, 2), "0-1", "pass", "1-2")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "A position is JSON"),
        ("triangle-4", "A position is JSON"),
        ("{", "is no JSON"),
        ("{" + '"a":{' * 5000, "is no JSON"),
        ('{"map": 3}', "The map is a name"),
        ('{"punters": 18}', "There are 1 to 17 punters, not 18"),
        ('{"punters": true}', "There are 1 to 17 punters"),
        ('{"settings": 3}', "The settings are an object"),
        ('{"settings": {"futures": "yes"}}', "futures is true or false"),
        ('{"moves": 3}', "moves is a list"),
        ('{"moves": [3]}', "Move number 1 is no text"),
        ('{"moves": ["0-1", "0-1"]}', "Move number 2 is wrong: The river 0-1 is Punter 0's"),
        ('{"moves": ["jump"]}', "Move number 1 is wrong: “jump” is no move"),
        ('{"map": "path-1", "moves": ["0-1", "pass"]}', "Move number 2 is wrong: The game is over"),
        ('{"futures": {"0": [{"source": 0, "target": 1}]}}', "the settings do not say"),
        ('{"settings": {"futures": true}, "futures": {"7": []}}', "an object from punters"),
        ('{"settings": {"futures": true}, "futures": {"0": [{"source": 1, "target": 2}]}}', "does not count"),
        ("{" + " " * 3_000_001, "at most 3,000,000 characters"),
    ],
)
def test_no_positions(text: str, part: str) -> None:
    with pytest.raises(MalformedPosition, match=part):
        GAME.parse_position(text)


@pytest.mark.parametrize("name", ["atlantis", "grid-5", "grid-0x5", "path-0", "random-10", "grid-500x500", "../../etc"])
def test_no_maps(name: str) -> None:
    with pytest.raises(BadOption) as refusal:
        GAME.initial({"map": name})
    assert refusal.value.sentence.endswith(".")
