"""An engine as a bot: asked, stopped, judged and ended, at every table."""

from __future__ import annotations

import gc
import random
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from plyground.bots import _thinking
from plyground.competitions.refereeing.referee import play_game
from plyground.core import registry
from plyground.core.bot import Limits, Player, Way
from plyground.engines import bot as engine_bot
from plyground.engines import protocol
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine, Engines
from plyground.engines.own import OWN
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault
from plyground.interface import matches
from plyground.sandbox import probe
from tests.engines.speakers import SPEAK, declared, ours, program
from tests.soaking import some
from tests.waiting import until

__all__ = ["declared"]
GAMES = list(registry.games())
_WITH_ANSWER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        print('{"ready": true}', flush=True)
    if "turn" in message:
        legal = message["turn"]["legal"]
        ANSWER
"""


def answering(code: str) -> Engine:
    """An engine of Othello that starts well and then does this when it is asked."""
    return program(_WITH_ANSWER.replace("ANSWER", code))


def ask(engine: Engine, memory: dict[str, Any] | None = None, **limits: Any) -> Any:
    game = registry.game("othello")
    found = Limits(**{"seconds": 0.3, **limits})
    return EngineBot(engine).choose(game, game.initial({}), {}, found, random.Random(1), memory=memory)


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def pid_in(memory: dict[str, Any]) -> int:
    return int(memory["engine"].talk.wire._running.pid)


@pytest.mark.soak
@pytest.mark.parametrize("game_id", some(GAMES, 1))
def test_a_bot_of_ours_plays_as_an_engine_in_every_game(declared: Engines, game_id: str) -> None:
    declared.save(ours("plyground", game_id, "random"))
    start = registry.game(game_id).initial({})
    task = matches.Task(
        0, game_id, registry.game(game_id).options({}), registry.game(game_id).position_text(start),
        ("ours",) * registry.game(game_id).seats_at(start), (0, 1), {"seconds": 0.2}, 0, "1", "1", None,
    )  # fmt: skip
    played = matches.play_one(task)
    assert played.reason == "rules", played.ending


@pytest.mark.parametrize(
    ("code", "why", "verdict"),
    [
        ("print(json.dumps({'move': 'a1'}), flush=True)", "it answered “a1”", "illegal"),
        ("print(json.dumps({'move': 'zz' * 999}), flush=True)", "it answered “zzzz", "illegal"),
        ("sys.exit(3)", "is not there any more. It ended with status 3", "crash"),
        ("sys.exit('no more')", "Its last words: “no more”", "crash"),
        ("import os; os.close(1); import time; time.sleep(60)", "closed its output", "crash"),
        ("print('{half', flush=True)", "is not JSON", "protocol"),
        ("print('x' * 2_000_000, flush=True)", "wrote more than it may", "output"),
        ("[print(json.dumps({'note': 'y' * 9999})) for each in range(9999)]", "wrote more than it may", "output"),
        ("import time; time.sleep(60)", "did not answer within", "time"),
        ("print('just a remark', flush=True); import time; time.sleep(60)", "did not answer within", "time"),
    ],
)
def test_what_an_engine_does_wrong_is_a_sentence_and_ends_it(
    monkeypatch: pytest.MonkeyPatch, code: str, why: str, verdict: str
) -> None:
    monkeypatch.setattr(protocol, "GRACE_SECONDS", 0.3 if verdict == "time" else 30)
    monkeypatch.setattr(protocol, "STOP_SECONDS", 0.2)
    memory: dict[str, Any] = {}
    with pytest.raises(EngineFault, match="Theirs: ") as raised:
        ask(answering(code), memory)
    assert why in raised.value.sentence
    assert raised.value.verdict == verdict
    assert "engine" not in memory


def test_an_engine_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineFault, match="there is no program “/no/such”"):
        ask(Engine("gone", "plyground", ("othello",), "Gone", ("/no/such",)))
    with pytest.raises(EngineFault, match=r"nobody answers at 127\.0\.0\.1:9"):
        ask(Engine("gone", "plyground", ("othello",), "Gone", address="127.0.0.1:9"))


def test_an_engine_that_answers_at_an_address_plays_game_after_game() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        greeted: list[str] = []

        def serve() -> None:
            for _unused in range(2):
                line, _where = listening.accept()
                with line, line.makefile("rw", encoding="utf-8", newline="\n") as file:
                    place = Place("random", seed=1, read_from=file, write_to=file)
                    OWN.speak(registry.game("othello"), place)
                    greeted.append("left")

        thread = threading.Thread(target=serve)
        thread.start()
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        engine = Engine("far", "plyground", ("othello",), "Far", address=address)
        for _unused in range(2):
            memory: dict[str, Any] = {}
            assert ask(engine, memory).move in ("d3", "c4", "f5", "e6")
            memory.clear()
        thread.join(20)
        assert greeted == ["left", "left"]


def test_one_process_serves_a_game_sleeps_in_others_time_and_ends_with_its_memory() -> None:
    game, bot = registry.game("othello"), EngineBot(ours("plyground", "othello"))
    memory: dict[str, Any] = {}
    position, moves = game.initial({}), list[str]()
    pids = set()
    for _unused in range(3):
        bot.follow(game, memory, Way({}, game.initial({}), tuple(moves)))
        moves.append(bot.choose(game, position, {}, Limits(seconds=0.2), random.Random(1), memory=memory).move)
        position = game.play(position, game.require(position, moves[-1]))
        moves.append(game.move_text(position, game.legal_moves(position)[0]))
        position = game.play(position, game.legal_moves(position)[0])
        pids.add(pid_in(memory))
    assert len(pids) == 1
    (pid,) = pids
    until(lambda: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T")
    memory.clear()
    gc.collect()
    until(lambda: not alive(pid))


def test_a_process_keeps_a_few_engines_and_starts_the_others_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_bot, "_MOST_RUNNING", 2)
    engine = answering("print(legal[0], flush=True)")
    memories: list[dict[str, Any]] = [{}, {}, {}]
    for memory in memories:
        assert ask(engine, memory).move == "d3"
    first = memories[0]["engine"]
    assert first.talk is None
    assert [memory["engine"].talk is None for memory in memories] == [True, False, False]
    assert ask(engine, memories[0]).move == "d3"
    assert memories[1]["engine"].talk is None


def test_an_engine_is_started_before_any_time_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, order = registry.game("othello"), list[str]()

    def noted(module: Any, name: str, word: str) -> None:
        real = getattr(module, name)

        def call(*of: Any) -> Any:
            order.append(word)
            return real(*of)

        monkeypatch.setattr(module, name, call)

    noted(engine_bot, "conversation", "started")
    noted(_thinking, "armed", "timed")
    player = Player.make(EngineBot(answering("print(legal[0], flush=True)")), game)
    memory: dict[str, Any] = {}
    for moves in ((), ("d3", "c3")):
        position = game.replay(game.initial({}), moves)[-1]
        way = Way(game.options({}), game.initial({}), moves)
        _thinking.think(player, position, random.Random(1), {"left": 9.0}, memory=memory, way=way)
    assert order == ["started", "timed", "timed"]
    gone = Player.make(EngineBot(Engine("gone", "plyground", ("othello",), "Gone", ("/no/such",))), game)
    with pytest.raises(EngineFault, match="Gone: there is no program"):
        gone.bot.follow(game, {}, way)


def test_an_engine_that_is_stopped_late_gives_what_it_had_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STOP_SECONDS", 0.2)
    engine = answering(
        "print(json.dumps({'info': {'depth': 3, 'value': 1.5, 'line': ['c4', 'c3']}}), flush=True); sys.stdin.read()"
    )
    heard: list[dict[str, Any]] = []
    game = registry.game("othello")
    limits = Limits(seconds=30, stopped=lambda: bool(heard))
    choice = EngineBot(engine).choose(game, game.initial({}), {}, limits, random.Random(1), heard.append)
    assert (choice.move, choice.value) == ("c4", 1.5)
    assert heard[0]["depth"] == 3


def test_a_failing_engine_loses_its_match_and_its_game_of_a_competition(declared: Engines) -> None:
    declared.save(
        answering("print('a1' if message['turn']['moves'] else legal[0], flush=True); message['turn']['legal']")
    )
    declared.save(answering("print(json.dumps({'move': 'a1'}), flush=True)"))
    seats = ("theirs", "random")
    options = registry.game("othello").options({})
    start = registry.game("othello").position_text(registry.game("othello").initial({}))
    played = matches.play_one(matches.Task(0, "othello", options, start, seats, (0, 1), {}, 0, "1", "1", None))
    assert (played.reason, played.returns) == ("failed", (-1.0, 1.0))
    assert "Theirs: it answered “a1”" in played.ending
    entrants = [{"kind": "built_in", "bot": text} for text in seats]
    record = play_game({"game": "othello", "entrants": entrants, "clock": {"base": 5.0, "increment": 0.1}})
    assert record["status"] == "played"
    assert record["verdicts"][0]["code"] == "illegal"
    assert record["results"] == ["loss", "win"]


def test_an_engine_that_overruns_its_clock_in_a_competition_has_lost(declared: Engines) -> None:
    declared.save(answering("import time; time.sleep(0.6); print(legal[0], flush=True)"))
    entrants = [{"kind": "built_in", "bot": text} for text in ("theirs", "random")]
    record = play_game({"game": "othello", "entrants": entrants, "clock": {"base": 0.2, "increment": 0.0}})
    assert record["verdicts"][0]["code"] == "time"
    assert record["results"] == ["loss", "win"]


def test_an_engine_plays_in_the_sandbox(declared: Engines) -> None:
    assert probe.choose().name != "none"
    engine = answering("print(legal[0], flush=True)")
    confined = Engine(
        "boxed", "plyground", ("othello",), "Boxed", engine.command, folder=str(declared.folder.parent), confined=True
    )
    declared.folder.mkdir()
    assert ask(confined).move == "d3"
    trying = program("open('/etc/passwd').read()")
    with pytest.raises(EngineFault, match="not there any more"):
        ask(Engine("boxed", "plyground", ("othello",), "Boxed", trying.command, folder=confined.folder, confined=True))


def test_a_clock_is_counted_down_for_an_engine(declared: Engines) -> None:
    declared.save(answering("print(json.dumps({'note': message['turn']['left']})); print(legal[0], flush=True)"))
    begun = time.monotonic()
    assert ask(declared.find("theirs"), left=3.0, increment=0.1).move == "d3"
    assert time.monotonic() - begun < 20
    assert SPEAK
