"""GTP for Othello: what an engine is sent and how it is understood, and a bot of ours as an engine."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version

import pytest

from plyground.core.errors import UnfitBot
from plyground.engines.wire import EngineFault
from tests.engines.playing import Asked, Said

PASSING = "c4 c3 e6 b4 a4 a5 b2 a3 pass c1"


def _answers(text: str, bot: str = "random") -> list[str]:
    """What our end answers to each command."""
    return "\n".join(Said("gtp", bot, text).lines).rstrip("\n").split("\n\n")


def test_an_engine_that_counts_is_sent_what_the_protocol_says_and_understood() -> None:
    asked = Asked.by("gtp", "gtp", options={"komi": "0"})
    choice = asked.choose(seconds=0.5)
    assert (choice.move, choice.line, choice.value) == ("f5", ("f5",), None)
    assert asked.choose("f5", "d6", seconds=None, left=20.5, increment=2.0, clock=lambda: 0.0).move == "c3"
    with pytest.raises(EngineFault, match="it has no room") as raised:
        asked.choose(*PASSING.split(), seconds=9.0)
    assert raised.value.verdict == "protocol"


def test_an_engine_that_does_not_count_is_understood() -> None:
    asked = Asked.by("gtp_uncounted", "gtp")
    assert asked.choose().move == "d3"
    with pytest.raises(EngineFault, match="You may pass only when") as raised:
        asked.choose("d3", "c3")
    assert raised.value.verdict == "illegal"


def test_a_position_and_other_boards_are_refused_in_words() -> None:
    asked = Asked.by("gtp", "gtp", options={"komi": "0"})
    assert "8 x 8" in (asked.bot.refuses_position(asked.game, asked.game.initial({"size": "6"})) or "")
    assert "standard start" in (asked.bot.refuses_position(asked.game, asked.game.initial({"start": "parallel"})) or "")
    with pytest.raises(UnfitBot, match="no word for a position"):
        asked.choose(options={"start": "parallel"})


def test_our_end_answers_in_the_form_of_the_protocol() -> None:
    told = _answers("1 protocol_version\nname\n\n# a remark\n7 version # and one\nwhat\n8 what\nquit\nname\n")
    number = version("plyground")
    assert told == ["=1 2", "= Plyground Random", f"=7 {number}", "? unknown command", "?8 unknown command", "="]


def test_our_end_knows_its_commands() -> None:
    listed = _answers("list_commands\n")[0].removeprefix("= ").split("\n")
    assert {"play", "genmove", "undo", "showboard", "time_left", "set_game"} <= set(listed)
    assert set(_answers("".join(f"known_command {name}\n" for name in listed))) == {"= true"}
    assert _answers("known_command loadsgf\nknown_command\n") == ["= false", "= false"]


def test_our_end_plays() -> None:
    told = _answers("boardsize 8\nclear_board\nplay b F5\nplay white d6\nshowboard\nplay black a1\nplay x f4\nundo\n")
    assert told[:4] == ["=", "=", "=", "="]
    assert told[4].split("\n")[5:7] == ["4 . . . O X . . .", "5 . . . O X X . ."]
    assert told[4].endswith("Black to move, X 3, O 3")
    assert told[5:] == ["? illegal move", "? syntax error", "="]
    move = _answers("play b f5\ngenmove w\ngenmove w\n")
    assert move[1] in ("= F4", "= D6", "= F6")
    assert move[2] == "? wrong color"
    assert _answers("reg_genmove b\nplay b f5\nundo\nundo\n")[1:] == ["=", "=", "? cannot undo"]


def test_our_end_plays_on_the_boards_that_it_has() -> None:
    told = _answers("boardsize 10\nboardsize 6\ngogui-rules_board_size\ngogui-rules_legal_moves\ngenmove black\n")
    assert told[:4] == ["? unacceptable size", "=", "= 6", "= C2 B3 E4 D5"]
    assert told[4][2:] in told[3].split()
    assert _answers("set_game Chess\nset_game Othello\nlist_games\n") == ["? unsupported game", "=", "= Othello"]


def test_a_pass_may_be_told_or_left_out() -> None:
    game, rng = Asked.by("gtp", "gtp").game, random.Random(0)
    position, moves = game.initial({}), list[tuple[int, str]]()
    while "pass" not in [text for _side, text in moves]:
        if game.returns(position) is not None:
            position, moves = game.initial({}), []
        move = rng.choice(game.legal_moves(position))
        moves.append((position.mover, game.move_text(position, move)))
        position = game.play(position, move)
    played = [f"play {'bw'[side]} {text}\n" for side, text in moves]
    square = game.move_text(position, game.legal_moves(position)[0])
    following = f"play {'bw'[position.mover]} {square}\n"
    assert set(_answers("".join([*played, following]))) == {"="}
    assert set(_answers("".join([*played[:-1], following]))) == {"="}
    assert _answers("".join([*played[:-1], f"genmove {'bw'[moves[-1][0]]}\n"]))[-1] == "= PASS"


def test_our_end_heeds_the_time_that_it_is_told() -> None:
    told = _answers("time_settings 0 1 1\ntime_left b 0.05 1\ngenmove b\ntime_left q 1 1\ntime_settings 1\n", "hare")
    assert told[2].startswith("= ")
    assert told[3:] == ["? syntax error", "? syntax error"]
    assert _answers("time_settings 1 0 0\ntime_left b 1 0\ngenmove b\n", "hare")[2].startswith("= ")


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_of_ours_is_an_engine_of_ours(protocol: str) -> None:
    words = (sys.executable, "-m", "plyground", "speak", protocol, "--game", "othello", "--bot", "random")
    asked = Asked(protocol, words)
    assert asked.choose().move in ("f5", "e6", "c4", "d3")
    assert asked.choose("f5").move in ("f4", "d6", "f6")
    assert asked.choose("f5", "d6", left=5.0, seconds=None).move
