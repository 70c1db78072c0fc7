"""NBoard: what an engine is sent and how it is understood, and a bot of ours as an engine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from plyground.core.bot import Choice
from plyground.core.errors import UnfitBot
from plyground.engines import bot
from plyground.engines.protocol import Talk, Turn
from plyground.engines.wire import EngineFault
from plyground.games.othello.engines._nboard_speaking import clock_of
from plyground.games.othello.engines.nboard import NBoardTalk
from tests.engines.playing import Asked, Said
from tests.engines.strict import CONVERSATIONS

BEGIN = "---------------------------O*------*O---------------------------"
GAME = f"set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BEGIN} *]B[F5]W[F6]B[D3];)"
PARALLEL = BEGIN[:27] + "OO" + BEGIN[29:35] + "XX" + BEGIN[37:] + " X"


def test_an_engine_is_sent_what_the_protocol_says_and_understood() -> None:
    asked = Asked.by("nboard", "nboard", options={"contempt": "10"})
    choice = asked.choose()
    assert (choice.move, choice.value, choice.unit, choice.depth, choice.nodes) == ("f5", 1.25, "discs", 12, 35805)
    assert choice.line == ("f5", "d6", "c3")
    known = [(told["line"], told["value"], told.get("depth"), told.get("nodes")) for told in asked.reports]
    line = ["f5", "d6", "c3"]
    assert known == [(["d3"], -0.81, 1, None), (line, 1.0, 9, None), (line, 1.0, 9, 35805), (line, 1.25, 12, 35805)]
    assert all(told["nodes_per_second"] > 0 for told in asked.reports if "nodes" in told)
    choice = asked.choose("f5", "d6", depth=4)
    assert (choice.move, choice.value, choice.kind, choice.outcome) == ("c3", -2.0, "exact", "loss")
    assert choice.depth == 58
    choice = asked.choose(start=PARALLEL, seconds=None, left=20.5, increment=2.0, clock=lambda: 0.0)
    assert (choice.move, choice.value, choice.kind, choice.line) == ("d3", 0.5, "estimate", ("d3",))


def test_an_engine_is_stopped_when_its_time_is_up() -> None:
    asked = Asked.by("nboard_stopped", "nboard")
    choice = asked.choose(seconds=0.05)
    assert (choice.move, choice.value, choice.depth) == ("c4", 0.5, 20)
    choice = asked.choose("c4", "c3", seconds=0.05)
    assert (choice.move, choice.value, choice.depth) == ("d3", -1.5, 9)


def test_a_stop_that_an_engine_missed_is_said_again() -> None:
    choice = Asked.by("nboard_deaf", "nboard").choose(seconds=0.05)
    assert (choice.move, choice.value, choice.nodes) == ("c4", 0.5, 1133)


def test_a_slow_start_is_no_part_of_the_time_for_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    now, used, begin, choose = [0.0], list[float](), bot.conversation, NBoardTalk.choose

    def slowly(*given: Any) -> Talk:
        now[0] += 90.0
        return begin(*given)

    def noted(talk: NBoardTalk, turn: Turn, report: Any) -> Choice:
        used.append(turn.limits.used())
        return choose(talk, turn, report)

    monkeypatch.setattr(bot, "conversation", slowly)
    monkeypatch.setattr(NBoardTalk, "choose", noted)
    Asked.by("nboard", "nboard", options={"contempt": "10"}).choose(clock=lambda: now[0])
    assert used == [0.0]


def test_a_line_that_is_wrong_is_a_fault_in_words() -> None:
    asked = Asked.by("nboard", "nboard")
    with pytest.raises(EngineFault, match="last words"):  # it insists on an option
        asked.choose()


@pytest.mark.parametrize(
    ("said", "verdict", "why"),
    [
        ("===", "protocol", "no move"),
        ("=== F5//0.pong 3", "protocol", "no move"),
        ("=== A1/1.0/0.1", "illegal", "would flip nothing"),
        ("=== nonsense", "illegal", "neither"),
        ("=== PA", "illegal", "You may pass only"),
    ],
)
def test_an_answer_that_is_wrong_is_a_fault_in_words(said: str, verdict: str, why: str, tmp_path: Path) -> None:
    lines = (CONVERSATIONS / "nboard_stopped.txt").read_text(encoding="utf-8").split("< search C4")[0]
    (tmp_path / "wrong.txt").write_text(f"{lines}< {said}\n", encoding="utf-8")
    with pytest.raises(EngineFault, match=why) as raised:
        Asked.by(str(tmp_path / "wrong"), "nboard").choose()
    assert raised.value.verdict == verdict


def test_a_forced_pass_asks_nobody() -> None:
    only_a_pass = "XO" + "-" * 62 + " O"
    assert Asked.by("nboard", "nboard", options={"contempt": "10"}).choose(start=only_a_pass).move == "pass"


def test_other_boards_are_refused_in_words() -> None:
    asked = Asked.by("nboard", "nboard", options={"contempt": "10"})
    assert "8 x 8" in (asked.bot.refuses_position(asked.game, asked.game.initial({"size": "6"})) or "")
    with pytest.raises(UnfitBot, match="not on 4 x 4"):
        asked.choose(options={"size": "4"})


def test_our_end_answers_and_ignores_what_it_does_not_know() -> None:
    said = Said("nboard", "hare", f"nboard 2\nwhat is this\n\nset depth 3\n{GAME}\nping 7\ngo\n(===)\n").lines
    assert said[:3] == ["set myname Hare", "set myname Hare3", "pong 7"]
    answers = [line for line in said if line.startswith("===")]
    assert len(answers) == 1
    assert re.fullmatch(r"=== [A-H][1-8]/-?\d+\.\d\d/\d+\.\d\d", answers[0])
    assert any(re.fullmatch(r"search ([A-H][1-8])+ [+-]\d+\.\d\d 0 \d+", line) for line in said)
    assert any(re.fullmatch(r"nodestats \d+ \d+\.\d\d", line) for line in said)
    assert said[-1] == "status"


def test_our_end_is_stopped_by_a_ping_and_answers_first() -> None:
    said = Said("nboard", "hare", f"nboard 2\nset depth 60\n{GAME}\ngo\nping 8\nquit\ngo\n").lines
    assert [line.split("/")[0][:3] for line in said if line[0] in "=p"] == ["===", "pon"]


def test_our_end_gives_hints_for_as_many_moves_as_asked() -> None:
    said = Said("nboard", "hare", f"set depth 2\n{GAME}\nhint 3\n(status)\n(status)\n").lines
    first = {line.split()[1][:2] for line in said if line.startswith("search")}
    assert len(first) >= 3


def test_our_end_follows_moves_and_says_what_is_wrong_with_one() -> None:
    said = Said("nboard", "random", "set depth 1\nmove F5/1.2/3\nmove d6//\nC3\nmove a1\nmove zz\ngo\n(===)\n").lines
    wrong = [line for line in said if line.startswith("status") and "a1" in line]
    assert wrong
    assert any("zz" in line for line in said)
    square = next(line for line in said if line.startswith("===")).split()[1][:2].lower()
    game = Asked.by("nboard", "nboard").game
    position = game.replay(game.initial({}), ["f5", "d6", "c3"])[-1]
    assert square in [game.move_text(position, move) for move in game.legal_moves(position)]


def test_our_end_keeps_its_game_where_a_new_one_cannot_be_read() -> None:
    said = Said(
        "nboard", "random", "set game (;GM[Othello]B[A1];)\nset game nothing\nset game (;GM[Go];)\ngo\n(===)\n"
    ).lines
    assert sum(line.startswith("status ") for line in said) >= 3
    assert sum(line.startswith("=== ") for line in said) == 1


def test_our_end_learns_nothing_and_analyses_the_game() -> None:
    said = Said("nboard", "hare", f"set depth 2\nlearn\n{GAME}\nanalyze\n(analysis 0)\n").lines
    assert "learned" in said
    values = [line for line in said if line.startswith("analysis")]
    assert [line.split()[1] for line in values] == ["3", "2", "1", "0"]
    assert all(re.fullmatch(r"analysis [0-3] -?\d+\.\d\d", line) for line in values)


def test_our_end_passes_at_the_end_of_a_game() -> None:
    full = "*" * 64
    assert "=== PA" in Said("nboard", "random", f"set game (;GM[Othello]TY[8]BO[8 {full} *];)\ngo\nhint 1\n").lines


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("TI[15:00]", ([900.0, 900.0], 0.0)),
        ("TI[00:20/00:02]B[F5/1/5.5]W[D6//1]", ([16.5, 21.0], 2.0)),
        ("TI[1:00:00//2:00]B[F5]", ([3600.0, 3600.0], 0.0)),
        ("TI[0]", None),
        ("PB[a]", None),
    ],
)
def test_the_clock_of_a_game(text: str, left: object) -> None:
    assert clock_of(text) == left
