"""Games in the notation of Quoridor, read and written."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core.errors import MalformedRecord
from plyground.core.record import Record
from plyground.games.camel import GAME
from tests.contract.support import walk


def test_squares_and_walls_are_this_game_s() -> None:
    record = GAME.read_record("1. e2 e8 2. e3h E7 3. a8v")
    assert record.moves == ("Down", "Up", "H 4 2", "Up", "V 0 7")
    options = GAME.options(record.options)
    assert (options["board_width"], options["board_height"], options["starting_camels"]) == (9, 9, 10)
    view = GAME.position_json(GAME.replay(GAME.initial(options), record.moves)[-1])
    assert [player["position"] for player in view["players"]] == [[4, 1], [4, 6]]


@pytest.mark.parametrize(("text", "width", "camels"), [("e2 e8", 9, 10), ("d2 d6", 7, 8), ("c2 c4", 5, 3)])
def test_the_board_is_the_first_usual_one_that_allows_the_game(text: str, width: int, camels: int) -> None:
    options = GAME.options(GAME.read_record(text).options)
    assert (options["board_width"], options["starting_camels"]) == (width, camels)


def test_jumps_are_the_squares_they_lead_to() -> None:
    straight = "1. e2 e8 2. e3 e7 3. e4 e6 4. e5 e4"
    assert GAME.read_record(straight).moves[-1] == "Up"
    sideways = "1. e2 e8 2. e3 e7 3. e4 e6 4. e5 e4h 5. d5h d5"
    with pytest.raises(MalformedRecord, match="Move 10, d5: A camel lies between"):
        GAME.read_record(sideways)
    sideways = "1. e2 e8 2. e3 e7 3. e4 e6 4. e5 e4h 5. a1h d5"
    assert GAME.read_record(sideways).moves[-1] == "UpLeft"


@pytest.mark.parametrize("preset", [each.options for each in GAME.spec.presets], ids=str)
def test_games_read_back(preset: Any) -> None:
    for seed in range(6):
        options = GAME.options(preset)
        position, moves = GAME.initial(options), []
        for before, move in walk(GAME, position, random.Random(seed))[:80]:
            if move is not None:
                moves.append(GAME.move_text(before, move))
        record = Record(options, None, tuple(moves), {"seat0": "Ada"})
        again = GAME.read_record(GAME.write_record(record, "quoridor"))
        tagged = GAME.options(again.options) if options["board_width"] != 7 else None
        assert again.moves == record.moves
        assert tagged in (None, options)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e2 e9", "Move 2, e9: No step leads from e9 there"),
        ("e2 e8 e3h f3h", "Move 4, f3h: "),
        ("e5", "Move 1, e5: No step leads from e1 there"),
        ("e2 " * 2001, "at most 2,000 moves"),
    ],
)
def test_what_is_no_game_is_refused_with_its_move(text: str, said: str) -> None:
    with pytest.raises(MalformedRecord) as caught:
        GAME.read_record(text)
    assert said in caught.value.sentence


def test_a_pass_cannot_be_written() -> None:
    with pytest.raises(MalformedRecord, match="cannot be written"):
        GAME.write_record(Record(GAME.options(), None, ("Pass",), {}), "quoridor")
