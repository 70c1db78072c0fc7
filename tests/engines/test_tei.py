"""TEI for Tak: what an engine is sent and how it is understood, and a bot of ours as an engine."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.core.errors import UnfitBot
from plyground.engines import protocol
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.examining import examine
from plyground.engines.wire import EngineFault
from plyground.games.tak.engines import tei
from plyground.games.tak.engines._options import Declared, read_option
from plyground.games.tak.engines.tei import PROTOCOL
from tests.engines.playing import Asked, Said
from tests.engines.speakers import ours, program

SIX = {"size": 6, "komi": 2.0}
TIMES = ("time", "nps")


def _asked(**given: str) -> Asked:
    return Asked.by("tei", "tei", game="tak", options=given)


def _said(text: str, bot: str = "random") -> list[str]:
    """What our end says, without what hangs on the clock."""
    return Said("tei", bot, text, game="tak").lines


def test_an_engine_is_sent_what_the_protocol_says_and_understood() -> None:
    asked = _asked(hash="64")
    choice = asked.choose("a1", "f6", options=SIX)
    assert (choice.move, choice.value, choice.kind, choice.line) == ("c3", -0.45, "estimate", ("c3", "d3"))
    assert (choice.depth, choice.nodes) == (4, 202)
    assert asked.reports[0] == {
        "depth": 3, "nodes": 100, "nodes_per_second": 9000, "value": 0.2, "kind": "at_most", "outcome": None,
        "unit": "", "line": ["c3"],
    }  # fmt: skip
    assert [each.get("value") for each in asked.reports] == [0.2, -0.45]
    won = asked.choose("a1", "f6", "c3", "d3", options=SIX, seconds=None, left=20.5, increment=2.0)
    assert (won.move, won.outcome, won.value) == ("Cc4", "win", 1.0)
    start = "x5/x5/x2,2,x2/x,1,1,1,x/x5 2 4 quiet 12"
    assert asked.choose("b4", start=start, seconds=0.5, nodes=2000, depth=6).move == "a2"


def test_options_that_it_has_not_or_not_so_are_refused_in_words() -> None:
    with pytest.raises(EngineFault, match="no option called “Threads”; there are: HalfKomi, Hash"):
        _asked(Threads="2").choose(options=SIX)
    with pytest.raises(EngineFault, match="its option Hash takes 1 … 32768, not “0”"):
        _asked(Hash="0").choose(options=SIX)
    with pytest.raises(UnfitBot, match="komi of 0, 4 half flats, not of 3"):
        _asked(hash="64").choose(options={"size": 6, "komi": 1.5})


def test_what_an_engine_cannot_play_is_said_before_the_game() -> None:
    tak = registry.game("tak")
    facts = {"name": "Stacker", "sizes": [5, 6], "options": {}}

    def why(**options: object) -> str:
        return str(PROTOCOL.refuses(tak, tak.initial(options), facts) or "")

    assert why(size=5) == ""
    assert why(size=3) == "Stacker plays on boards of 5 x 5, 6 x 6, not of 3 x 3."
    assert why(komi=2.0) == "Stacker plays without komi, not with 2.0."
    assert "swap opening alone" in why(opening="no-swap")
    assert why(stones=12) == "Stacker cannot be told of 12 pieces where 21 are usual."
    facts["options"] = {"Flats": {"kind": "spin", "low": 2, "high": 36}}
    assert why(stones=12) == ""


def test_options_are_read_as_they_are_declared() -> None:
    told = "name Own Book type combo default big var big var very small"
    option = read_option(told)
    assert option == Declared("Own Book", "combo", "big", choices=("big", "very small"))
    assert Declared.from_json("Own Book", option.as_json()) == option
    assert read_option("name Log type string default <empty>") == Declared("Log")
    assert read_option("type spin") is None
    assert (read_option("name Hash type spin default 4 min x max 9") or option).high == 9


def test_sizes_are_found_when_an_engine_is_tested(tmp_path: Path) -> None:
    """One that knows 4 x 4 alone and says so to its standard error, as Syntaks does, or dies of 5 x 5, as Tiltak."""
    program = tmp_path / "four.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'tei': print('id name Four\\nteiok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        "    if line == 'teinewgame 5\\n': sys.exit('Unsupported size 5')\n"
        "    if word == 'teinewgame' and rest != '4': print('Only 4x4', file=sys.stderr, flush=True)\n"
        "    if word == 'go': print('bestmove Sz9', flush=True)\n"
    )
    found = examine(Engine("four", "tei", ("tak",), "Four", (sys.executable, "-E", "-S", str(program))), games=1)
    assert found.facts["tak"]["sizes"] == [4]
    assert found.sentence(Engine("four", "tei", ("tak",))).startswith("Four failed its test. Four: it answered “Sz9”.")


def test_our_end_is_sound_by_our_own_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tei, "SIZES", [4, 6])
    found = examine(ours("tei", "tak", "random"), games=1)
    assert not found.faults
    assert found.variants["tak"] == [{"size": 6}, {"size": 4}, SIX]


def test_our_end_answers_in_the_form_of_the_protocol() -> None:
    said = _said("tei\nisready\nwhat\nposition startpos moves a1 e5\ngo movetime 50\n(bestmove)\nquit\nisready\n")
    assert said[:2] == ["id name Plyground random", "id author Plyground"]
    assert said[2] == "option name HalfKomi type spin default 0 min 0 max 8"
    assert said[5:7] == ["teiok", "readyok"]
    assert len(said) == 8
    assert said[7].startswith("bestmove ")


def test_our_end_tells_what_it_thinks_for_the_side_to_move() -> None:
    """White is a step from a road: it wins, and Black to move at the end of that line has lost."""
    text = "teinewgame 5\nposition tps x5/x5/x2,2,x2/1,1,1,1,x/2,2,x3 1 6\ngo depth 3\n(bestmove)\n"
    *_, info, best = _said(text, "hare")
    assert best == "bestmove e2"
    words = info.split()
    assert words[words.index("score") : words.index("score") + 3] == ["score", "cp", "10000"]
    assert words[words.index("pv") + 1] == "e2"


def test_our_end_thinks_on_until_it_is_stopped() -> None:
    said = _said("position startpos moves a1 e5\ngo infinite\nisready\nstop\nisready\n")
    assert [line.split()[0] for line in said] == ["readyok", "bestmove", "readyok"]


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("teinewgame 9", "Boards have sizes from 3 to 8, not 9."),
        ("setoption name HalfKomi value 99", "HalfKomi goes from 0 to 8."),
        ("setoption name Foo value 1", "There is no option Foo."),
        ("position here", "A position is startpos or tps."),
        ("position startpos moves a1 a1", "a1"),
        ("go movetime soon", "soon"),
    ],
)
def test_what_our_end_cannot_do_it_remarks_on_and_goes_on(line: str, remark: str) -> None:
    said = _said(f"{line}\nisready\n")
    assert said[0].startswith("info string ")
    assert remark in said[0]
    assert said[1:] == ["readyok"]


def test_pieces_are_options_of_our_end() -> None:
    said = _said("setoption name Flats value 2\nteinewgame 3\nposition tps 1,1,1/x3/2,2,2 1 4\nisready\n")
    assert said == ["info string White has 3 stones on the board, but only 2 in this game.", "readyok"]


@pytest.mark.parametrize(("protocol", "game", "told"), [("tei", "tak", "50 plies"), ("qtp", "camel", "200 plies")])
def test_whoever_chooses_an_engine_reads_which_rule_holds(protocol: str, game: str, told: str) -> None:
    assert told in EngineBot(Engine("theirs", protocol, (game,), "Theirs")).spec.summary


LATE = """
import sys
missing, squares = [MISSED], [file + row for row in "12345" for file in "abcde"]
known, drop = "", ""
for line in sys.stdin:
    word = line.split()[0]
    if word == "tei":
        print("id name Late\\nteiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == drop:
        print("Search running", file=sys.stderr, flush=True)
        drop = ""
    elif word == "position":
        known = line
    elif word == "go":
        print("bestmove", next(each for each in squares if each not in known.split()), flush=True)
        drop = missing.pop(0) if missing else ""
"""


@pytest.mark.parametrize("missed", [("position", "position"), ("go", "position"), ("position", "go", "go")])
def test_an_engine_that_answers_before_its_search_has_ended_is_told_again(
    monkeypatch: pytest.MonkeyPatch, missed: tuple[str, ...]
) -> None:
    """As Syntaks does, which passes over what comes too early."""
    monkeypatch.setattr(protocol, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "STOP_SECONDS", 0.2)
    engine = program(LATE.replace("MISSED", ", ".join(map(repr, missed))), "tak", "tei")
    game = registry.game("tak")
    bot, memory, moves = EngineBot(engine), dict[str, Any](), list[str]()
    start = position = game.initial({})
    for _unused in range(5):
        bot.follow(game, memory, Way(game.options({}), start, tuple(moves)))
        limits = Limits(seconds=0.1).started()
        moves.append(bot.choose(game, position, {}, limits, random.Random(1), memory=memory).move)
        position = game.play(position, game.require(position, moves[-1]))
    assert moves == ["a1", "b1", "c1", "d1", "e1"]
