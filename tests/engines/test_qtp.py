"""QTP for Quoridor: what an engine is sent and how it is understood, and a bot of ours as an engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.core.errors import UnfitBot
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.protocol import Turn
from plyground.engines.wire import EngineFault
from tests.engines.playing import Asked, Said
from tests.engines.speakers import SPEAK

QUORIDOR = {"board_width": 9, "board_height": 9, "starting_camels": 10}


def asked(conversation: str, **options: str) -> Any:
    return Asked.by(conversation, "qtp", game="camel", options=options)


def answers(text: str, bot: str = "random") -> list[str]:
    """What our end answers to each command."""
    return "\n".join(Said("qtp", bot, text, game="camel").lines).rstrip("\n").split("\n\n")


def test_an_engine_is_sent_what_the_protocol_says_and_understood() -> None:
    engine = asked("qtp")
    assert engine.choose(options=QUORIDOR).move == "Down"
    assert engine.choose("Down", "Up", options=QUORIDOR).move == "V 3 7"
    moves = ("Down", "Up", "V 3 7", "H 4 5")
    assert engine.choose(*moves, options=QUORIDOR).move == "H 2 6"
    with pytest.raises(EngineFault, match="I have no idea") as raised:
        engine.choose("V 0 0", options=QUORIDOR)
    assert raised.value.verdict == "protocol"


def test_a_game_on_a_board_of_another_size_is_another_game() -> None:
    game = registry.game("camel")
    for options, other in ((QUORIDOR, {}), ({}, QUORIDOR)):
        start = game.initial(options)
        turn = Turn(Way({}, start, ("Down",)), start, Limits())
        assert turn.goes_on((game.initial(options), ["Down"]))
        assert not turn.goes_on((game.initial(other), ["Down"]))


def test_the_joined_notation_names_the_lower_left_square() -> None:
    engine = asked("qtp_joined", notation="joined")
    assert engine.choose(options=QUORIDOR).move == "Down"
    assert engine.choose("Down", "Up", options=QUORIDOR).move == "V 3 6"
    with pytest.raises(EngineFault) as raised:
        engine.choose("Down", "Up", "V 3 6", "H 4 5", options=QUORIDOR)
    assert raised.value.verdict == "illegal"


def test_other_boards_and_positions_are_refused_in_words() -> None:
    engine = asked("qtp")
    for options in ({"board_width": 9}, {"board_width": 4, "board_height": 4}, {"edge_blocks_jump": False}):
        assert "own starts" in (engine.bot.refuses_position(engine.game, engine.game.initial(options)) or "")
    with pytest.raises(UnfitBot, match="7 x 7"):
        engine.choose()


def test_a_notation_that_is_none_is_named() -> None:
    with pytest.raises(EngineFault, match="split or joined"):
        asked("qtp", notation="algebraic").choose()


def test_our_end_answers_in_the_form_of_the_protocol() -> None:
    told = answers("name\n\n# a remark\nknown_command genmove # and one\nknown_command x\nwhat\nwinner\nquit\nname\n")
    assert told == ["= Plyground Random", "= true", "= false", "? unknown command", "= false", "="]
    assert answers("list_commands\n")[0].split("\n")[:3] == ["=", "name", "known_command"]


def test_our_end_plays_moves_and_walls_of_either_side() -> None:
    told = answers(
        "boardsize 9\nclear_board\nwalls 10\nplaymove black e8\nplaymove b E7\nplaywall white E3 horizontal\n"
        "playwall w c6 V\nplaywall black E3 vertical\nplaymove black E5\nplaymove black Z9\nplaymove black\nundo\n"
        "playwall black C6 v\nundo 3\nundo 99\nshowboard\nplaymove black E7\n"
    )
    assert told[:7] == ["="] * 7
    assert told[7:11] == ["? illegal move"] * 3 + ["? syntax error"]
    assert told[11:15] == ["=", "=", "=", "? cannot undo"]
    assert " 8 |   |   |   |   | B |" in told[15]
    assert "black walls: 10" in told[15]
    assert told[16] == "="


def test_our_end_refuses_other_sizes_and_tells_who_has_won() -> None:
    told = answers("boardsize 8\nboardsize x\nwalls 21\nboardsize 3\nwalls 0\nplaymove black A3\n")
    assert told == ["? unacceptable size", "? syntax error", "? unacceptable number of walls", "=", "=", "="]
    won = "boardsize 5\nwalls 0\nplaymove black C4\nplaymove white B1\nplaymove black C3\nplaymove white A1\n"
    won += "playmove black C2\nplaymove white B1\nplaymove black C1\nwinner\ngenmove white\n"
    assert answers(won)[-2:] == ["= true black", "? the game is over"]


def test_our_end_moves_for_either_side() -> None:
    told = answers("boardsize 5\nwalls 0\ngenmove white\ngenmove white\nshowboard\n", "intuition")
    assert told[2:4] == ["= C2", "= C3"]
    assert " 3 |   |   | W |" in told[4]


def test_both_ends_play_a_game_with_each_other() -> None:
    command = (*SPEAK, "qtp", "--game", "camel", "--bot", "intuition")
    bot = EngineBot(Engine("ours", "qtp", ("camel",), "Ours", command, seconds=5.0))
    game = registry.game("camel")
    options = game.options({"board_width": 5, "board_height": 5, "starting_camels": 3})
    start = position = game.initial(options)
    moves: list[str] = []
    memories: list[dict[str, Any]] = [{}, {}]
    while game.returns(position) is None:
        seat = game.to_move(position)
        bot.follow(game, memories[seat], Way(options, start, tuple(moves)))
        choice = bot.choose(game, position, {}, Limits(seconds=5.0), random.Random(1), memory=memories[seat])
        moves.append(choice.move)
        position = game.play(position, game.require(position, choice.move))
    assert len(moves) > 5
