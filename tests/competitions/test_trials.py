"""Tries of a bot that is being written: what is taken, how each is bounded, who waits, and what its author is told."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from plyground.competitions import trials
from plyground.competitions.fair_queue import CROWD, FairQueue
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.settings import EventSettings, changed
from plyground.competitions.submissions.making import NotAllowed
from plyground.competitions.trials import asked, problem, told
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import CannotPlay, TooOften
from plyground.sessions.visitors import Visitor
from tests.competitions.playing import built_in, play, upload
from tests.waiting import until

FIRST = "def make_move(random, time, configuration, game_state):\n    return game_state.moves[0]\n"
TRACE = """a remark
Traceback (most recent call last):
  File "/bot/bot.py", line 12, in make_move
    return best(game_state)
  File "/bot/bot.py", line 31, in best
    return max([])
ValueError: max() arg is an empty sequence
"""


def a_try(**changes: Any) -> dict[str, Any]:
    return {"game": "othello", "options": {"size": "4"}, "source": FIRST, "against": "random", "seat": 0} | changes


def played(trial: trials.Trial, folder: Path) -> dict[str, Any]:
    """The record of a try of a bot that this test trusts."""
    (files,) = trial.bundles.values()
    bot = upload(folder / "bot", files[trials.FILE][0].decode())
    seats = [each if each["kind"] == "built_in" else bot for each in trial.task["entrants"]]
    return play_game({**trial.task, "entrants": seats, "confinement": "none"})


def test_a_try_is_told_to_its_author(tmp_path: Path) -> None:
    trial = asked(a_try(seat=1, source="print('hello')\n" + FIRST))
    assert [each["kind"] for each in trial.task["entrants"]] == ["built_in", "upload"]
    shown = told(trial, played(trial, tmp_path))
    assert shown["verdict"]["code"] == "fair"
    assert shown["problem"] is None
    assert shown["log"] == "hello\n"
    assert shown["conditions"].startswith("Played on one core without")
    assert [seat["name"] for seat in shown["board"]["seats"]] == ["Random", "Your bot"]
    assert shown["seconds"]["moves"] == sum(move["seat"] for move in shown["board"]["moves"])
    assert len(shown["views"]) == shown["board"]["ply"] + 1
    assert shown["views"][-1] == shown["board"]["view"]
    rules = registry.game("othello")
    last = rules.replay(
        rules.initial(rules.options({"size": "4"})), [move["text"] for move in shown["board"]["moves"]]
    )[-1]
    returns = rules.returns(last)
    assert returns is not None
    assert shown["result"] == ("win" if returns[1] > 0 else "loss" if returns[1] < 0 else "draw")


def test_of_a_long_game_the_first_boards_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_VIEWS", 5)
    trial = asked(a_try())
    record = played(trial, tmp_path)
    view = Mock(wraps=trial.game.view)
    monkeypatch.setattr(trial.game, "view", view)
    shown = told(trial, record)
    assert len(shown["views"]) == 5 < shown["board"]["ply"]
    assert view.call_count == 5 + 1, "and that of the end"


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("def make_move(*_):\n    return 1 / 0\n", 2, "ZeroDivisionError: division by zero."),
        ("\n\nimport nowhere\n" + FIRST, 3, "ModuleNotFoundError: No module named 'nowhere'."),
        (FIRST + "\nx = (1,\n", 4, "SyntaxError: '(' was never closed."),
        (FIRST + "if True:\npass\n", 4, "IndentationError: expected an indented block after 'if' statement on line 3."),
    ],
)  # fmt: skip
def test_a_crash_is_shown_at_its_line(tmp_path: Path, source: str, line: int, words: str) -> None:
    trial = asked(a_try(source=source))
    shown = told(trial, played(trial, tmp_path))
    assert shown["verdict"]["code"] == "crash"
    assert shown["problem"] == {"line": line, "sentence": words}
    assert shown["result"] == "loss"


def test_the_time_of_the_call_that_failed_counts(tmp_path: Path) -> None:
    source = """
import time as clock
def make_move(random, time, configuration, state):
    clock.sleep(0.05 if sum(state.counts) < 6 else 0.2)
    return state.moves[0] if sum(state.counts) < 6 else 1 / 0
"""
    trial = asked(a_try(source=source, clock={"base": 5, "increment": 0.5}))
    shown = told(trial, played(trial, tmp_path))
    seconds = shown["seconds"]
    assert shown["verdict"]["move"] == 2
    assert seconds["moves"] == 1
    assert seconds["slowest"] >= 0.2
    assert seconds["used"] == pytest.approx(6 - seconds["left"], abs=0.01)


def test_a_bot_that_meets_itself_is_told_of_whichever_failed(tmp_path: Path) -> None:
    source = (
        "def make_move(random, time, configuration, state):\n    return state.moves[0 if state.seat == 0 else 99]\n"
    )
    trial = asked(a_try(source=source, against="self"))
    shown = told(trial, played(trial, tmp_path))
    assert shown["verdict"]["code"] == "crash"
    assert shown["problem"]["line"] == 2
    assert shown["result"] == "win"


def test_the_place_of_a_failure() -> None:
    assert problem(TRACE) == {"line": 31, "sentence": "ValueError: max() arg is an empty sequence."}
    assert problem("nothing of the kind") is None
    assert problem('File "/usr/lib/python3/json/__init__.py", line 9, in loads') is None
    assert problem('  File "/bot/bot.py", line 7') == {"line": 7, "sentence": "It failed here."}
    assert problem('  File "bot.py", line ' + "9" * 6_000) is None
    for flood in ("\n" * 24_000, ' File "' * 4_000, "a" * 24_000, 'File "' + "bot.py" * 4_000):
        assert problem(flood) is None


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"game": 7}, {"source": ""}, {"source": None}, {"source": ["x"]}, {"source": "\ud800"},
        {"source": "#" * (trials.MOST_SOURCE + 1)}, {"source": "é" * (trials.MOST_SOURCE // 2 + 1)},
        {"against": "minimax:budget=100000000"}, {"against": ""}, {"against": "../../etc/passwd"}, {"seat": 2},
        {"seat": -1}, {"seat": True}, {"seat": "0"}, {"options": {"size": "400"}}, {"options": [1]},
        {"options": {"x": 1}},
        {"clock": {"base": 11, "increment": 1}}, {"clock": {"base": 1, "increment": 2}}, {"clock": {"base": 0}},
        {"clock": {"base": "nan"}}, {"clock": 3}, {"clock": {"base": None}},
        {"game": "punter", "options": {"punters": 5}, "against": "self"},
    ],
    ids=lambda change: str(change)[:60],
)  # fmt: skip
def test_what_is_wrong_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        asked(a_try(**change))
    assert refused.value.sentence.endswith((".", "…"))


def test_every_try_is_bounded() -> None:
    task = asked(a_try(game="punter", options={"punters": 4}, against="self")).task
    assert task["most_moves"] == trials.MOST_MOVES
    assert task["most_seconds"] == trials.MOST_SECONDS
    bounds = task["bounds"]
    assert bounds["memory_bytes"] * 4 <= 1024**3
    assert bounds["cpu_seconds"] <= 2 * trials.MOST_SECONDS
    assert task["clock"]["base"] <= trials.MOST_BASE


def test_a_try_for_a_competition_has_its_limits() -> None:
    settings = changed(EventSettings(), {"memory": 64, "scratch": 3, "threads": 5, "most_moves": 6, "languages": "c"})
    with pytest.raises(NotAllowed):
        asked(a_try(), competition=settings)
    task = asked(a_try(against="self"), competition=replace(settings, languages=())).task
    assert task["bounds"] == settings.bounds.as_json() | {"cpu_seconds": 2 * trials.MOST_SECONDS}
    assert task["most_moves"] == 6


def test_a_fault_of_the_servers_is_no_result() -> None:
    with pytest.raises(CannotPlay):
        told(asked(a_try()), {"status": "server_fault"})


def test_a_game_ends_when_its_seconds_are_over(tmp_path: Path) -> None:
    dawdler = upload(
        tmp_path / "dawdler",
        """
        import time as clock
        def make_move(random, time, configuration, game_state):
            clock.sleep(0.3)
            return game_state.moves[0]
        """,
    )
    record = play(dawdler, built_in(), most_seconds=0.8, clock={"base": 60, "increment": 0})
    assert record["reason"] in ("length", "failed")
    assert 1 <= len(record["moves"]) <= 6
    hanging = upload(
        tmp_path / "hanging",
        """
        def make_move(random, time, configuration, game_state):
            while True:
                pass
        """,
    )
    record = play(hanging, built_in(), most_seconds=0.8, clock={"base": 60, "increment": 0})
    assert record["verdicts"][0]["code"] == "time"
    assert record["left"][0] > 55, "the game's seconds ended it, not the clock"


class Visit(threading.Thread):
    """Somebody who takes a turn and keeps it until told to leave."""

    def __init__(self, queue: FairQueue, who: str, name: str = "") -> None:
        super().__init__(daemon=True)
        self._queue, self._who, self._name = queue, who, name
        self.served, self.leave = threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        with self._queue.turn(self._who, self._name):
            self.served.set()
            self.leave.wait(20)


def test_two_are_served_at_a_time_and_of_one_visitor_one() -> None:
    queue = FairQueue(at_once=lambda: 2, most_waiting=10, most_of_one=10, patience=20)
    first = Visit(queue, "a")
    assert first.served.wait(10)
    again = Visit(queue, "a")
    other = Visit(queue, "b")
    assert other.served.wait(10), "another visitor is not held up by one who waits for an own turn"
    third = Visit(queue, "c")
    assert not again.served.wait(0.05)
    assert not third.served.wait(0.05)
    other.leave.set()
    assert third.served.wait(10)
    assert not again.served.is_set()
    first.leave.set()
    assert again.served.wait(10)
    for visit in (again, third):
        visit.leave.set()


def test_whoever_asks_for_many_holds_each_other_up_by_one_turn() -> None:
    queue = FairQueue(at_once=lambda: 1, most_waiting=40, most_of_one=12, patience=20)
    holder = Visit(queue, "holder")
    assert holder.served.wait(10)
    flood = [_waits(queue, "flooder", str(number)) for number in range(12)]
    others = [_waits(queue, f"student {number}", "x") for number in range(10)]
    assert [queue.place(f"student {number}", "x") for number in range(10)] == [(at, 22) for at in range(2, 12)]
    assert [queue.place("flooder", str(number))[0] for number in range(12)] == [1, *range(12, 23)]
    assert queue.place("student 1", "y") == (0, 22)
    assert queue.place("stranger", "x") == (0, 22)
    order = [flood[0], *others, *flood[1:]]
    for before, after in pairwise([holder, *order]):
        before.leave.set()
        assert after.served.wait(10)
    order[-1].leave.set()
    assert queue._rounds.keys() <= {"flooder"}, "nothing of the others is kept"


def test_an_address_leaves_room_for_others() -> None:
    room = [0]
    queue = FairQueue(at_once=lambda: room[0], most_waiting=4, most_of_one=3, patience=60, most_of_address=2)
    waiting = [_waits(queue, Visitor(f"v{number}", "here", "10.0.0.1"), "x") for number in range(2)]
    with pytest.raises(TooOften), queue.turn(Visitor("v2", "here", "10.0.0.1")):
        pytest.fail("its address has no room left")
    waiting.append(_waits(queue, Visitor("v3", "there", "10.0.0.2"), "x"))
    room[0] = len(waiting)
    with queue._changed:
        queue._changed.notify_all()
    for visit in waiting:
        assert visit.served.wait(10)
        visit.leave.set()
        visit.join(10)


def _waits(queue: FairQueue, who: str, name: str) -> Visit:
    """Somebody who stands in the queue."""
    before = queue.place("", "")[1]
    made = Visit(queue, who, name)
    until(lambda: queue.place("", "")[1] > before)
    return made


def test_fewer_are_served_while_there_is_less_room() -> None:
    room = [2]
    queue = FairQueue(at_once=lambda: room[0], most_waiting=10, most_of_one=10, patience=20)
    first, second = Visit(queue, "a"), Visit(queue, "b")
    assert first.served.wait(10)
    assert second.served.wait(10)
    room[0] = 1
    third = Visit(queue, "c")
    first.leave.set()
    assert not third.served.wait(0.1)
    second.leave.set()
    assert third.served.wait(10)
    third.leave.set()


def test_turns_that_take_long_keep_nobody_out_yet_no_crowd_is_served() -> None:
    queue = FairQueue(at_once=lambda: 1, most_waiting=10, most_of_one=10, patience=20, long=0.2)
    visits = [Visit(queue, f"sleeper {number}") for number in range(CROWD)]
    assert all(visit.served.wait(10) for visit in visits), "each has a turn while those before it last"
    late, again = Visit(queue, "late"), Visit(queue, "sleeper 0")
    assert not late.served.wait(0.5)
    visits[0].leave.set()
    assert late.served.wait(10)
    assert not again.served.is_set()
    for visit in (*visits, late, again):
        visit.leave.set()


def test_who_would_wait_too_long_is_told_so() -> None:
    queue = FairQueue(at_once=lambda: 1, most_waiting=2, most_of_one=1, patience=0.05)
    first = Visit(queue, "a")
    assert first.served.wait(10)
    with pytest.raises(TooOften, match=r"within 0.05 s"), queue.turn("b"):
        pytest.fail("it was not b's turn")
    slow = FairQueue(at_once=lambda: 1, most_waiting=2, most_of_one=1, patience=20)
    holder = Visit(slow, "a")
    assert holder.served.wait(10)
    waiting = [Visit(slow, "b")]
    deadline = time.monotonic() + 10
    while not slow._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(TooOften), slow.turn("b"):
        pytest.fail("b waits already")
    first.leave.set()
    holder.leave.set()
    waiting[0].leave.set()
