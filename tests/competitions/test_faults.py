"""Failures at tables of three; and failures of the server's own, by which nobody loses: the game is played again."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from plyground.competitions import registration
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import files, unpacking
from plyground.core import compiled_calls
from plyground.sandbox import probe, surroundings
from plyground.sandbox.bot_library.folder import folder
from tests.competitions.events import Deciders, make, open_store
from tests.competitions.playing import code, play, upload
from tools.benchmarks.event_kills import worker_processes

FAIR = """
turns = 0

def make_move(random, time, configuration, game_state):
    global turns
    turns += 1
    ON_TURN
    return game_state.moves[int(random() * (len(game_state.moves) - 1))]
"""
PATIENT = {"base": 60.0, "increment": 1.0}


def three(folder: Path, *on_turn: str) -> dict[str, Any]:
    """A game of Lambda Punter between three handed-in bots in a sandbox, with what each does at its turns."""
    folder.chmod(0o755)
    bots = [upload(folder / f"bot{seat}", FAIR.replace("ON_TURN", words)) for seat, words in enumerate(on_turn)]
    for seat in range(3):
        (folder / f"bot{seat}").chmod(0o755)
    settings: dict[str, Any] = {"clock": PATIENT, "confinement": probe.choose().name}
    return play(*bots, game="punter", options={"punters": 3}, **settings)


def test_at_a_table_of_three_one_falls_and_the_others_play_on(tmp_path: Path) -> None:
    record = three(tmp_path, "pass", "assert turns < 3", "pass")
    assert [code(record, seat) for seat in range(3)] == ["fair", "crash", "fair"]
    assert record["verdicts"][1]["move"] == 3
    own = [move for move, seat in zip(record["moves"], record["seats"], strict=True) if seat == 1]
    assert "pass" not in own[:2]
    assert set(own[2:]) == {"pass"}
    assert len(own) > 4
    assert record["reason"] == "rules"
    assert record["ranks"][1] == 3
    assert sorted(record["ranks"]) in ([1, 2, 3], [1, 1, 3])
    assert record["points"][1] == 0
    assert "AssertionError" in record["logs"][1]


def test_at_a_table_of_three_the_last_who_stands_has_won(tmp_path: Path) -> None:
    record = three(tmp_path, "return 'nonsense'", "pass", "assert turns < 2")
    assert [code(record, seat) for seat in range(3)] == ["illegal", "fair", "crash"]
    assert record["reason"] == "failed"
    assert record["ranks"] == [2, 1, 2]
    assert record["points"][0] == record["points"][2] == 0 < record["points"][1]


CAMEL = b"""
import time as clock
from plyground.camel import list_valid_moves

def make_move(random, time, configuration, game_state):
    clock.sleep(0.1)
    moves = list_valid_moves(configuration, game_state)
    return moves[int(random() * (len(moves) - 1))]
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def two_uploads(store: CompetitionStore, most_moves: int) -> str:
    """A competition of two handed-in bots that think for a tenth of a second at each move."""
    made = make(store, bots=0, most_moves=most_moves, clock=PATIENT)
    for name in ("one", "two"):
        _, version = registration.register_with(store, made.id, unpacking.unpack("bot.py", CAMEL), name)
        store.set_admission(version.id, "admitted")
    return made.id


def test_a_bot_whose_folder_vanishes_does_not_lose_by_it(store: CompetitionStore, tmp_path: Path) -> None:
    before = compiled_calls.compiled_in_use()
    away = tmp_path / "away"
    faults: list[Mapping[str, Any]] = []

    def play_one(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if len(faults) == 2:
            return tasks.play(task)
        files.bots_folder().rename(away)
        try:
            record = tasks.play(task)
        finally:
            away.rename(files.bots_folder())
        faults.append(record)
        return record

    made = two_uploads(store, 4)
    CompetitionRunner(store, made, Deciders(play_one), "none").run_event()
    compiled_calls.use_compiled(before)
    assert [record["status"] for record in faults] == ["server_fault", "server_fault"]
    assert "not kept on the machine that plays" in faults[0]["sentence"]
    games = store.games(made)
    assert [game.attempts for game in games] == [1, 1]
    assert [game.result and game.result["verdicts"] for game in games] == [["fair", "fair"]] * 2
    assert all(record["reason"] == "length" for _, _, record in store.records(made))


def test_a_game_whose_worker_is_killed_is_played_again_and_its_bots_end(store: CompetitionStore) -> None:
    made = two_uploads(store, 20)
    killed: list[psutil.Process] = []

    def kill() -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and not killed:
            for worker in worker_processes(os.getpid()):
                bots = [each for each in worker.children(recursive=True) if _is_bot(each)]
                if len(bots) == 2:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.extend(bots)
                    break

    with GameWorkers(1) as cluster:
        killer = threading.Thread(target=kill)
        killer.start()
        CompetitionRunner(store, made, cluster, probe.choose().name).run_event()
        killer.join()
    assert len(killed) == 2
    assert not psutil.wait_procs(killed, timeout=15)[1]
    games = store.games(made)
    assert [game.result and game.result["verdicts"] for game in games] == [["fair", "fair"]] * 2
    assert [len(record["moves"]) for _, _, record in store.records(made)] == [20, 20]


def _is_bot(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool({main := str(folder() / "main.py"), surroundings.inside(main)} & {*process.cmdline()})
    return False
