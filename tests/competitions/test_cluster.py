"""Games on real workers: killed workers, a killed command, and another cluster by its address."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.live_games import LiveGames
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.store import CompetitionStore
from plyground.core import compiled_calls, processors
from plyground.core.refusals import NoCluster
from plyground.jobs.requests import Priority
from tests.commands.support import command
from tests.competitions.events import Deciders, make, open_store
from tools.benchmarks.event_kills import make_event, moves_of, table_of, worker_processes

BOTS = ("random", "minimax:budget=8", "minimax:budget=20", "minimax:budget=40")
GAMES = 36
SMALL = {"board_width": 3, "board_height": 5, "starting_camels": 2}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path_factory.mktemp("events"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def undisturbed(store: CompetitionStore) -> str:
    """The event played in this process, one game after another."""
    before = compiled_calls.compiled_in_use()
    made = make_event(store, BOTS, GAMES, SMALL)
    CompetitionRunner(store, made, Deciders(tasks.play), "none").run_event()
    compiled_calls.use_compiled(before)
    return made


class Killing:
    """Plays on a cluster whose workers are killed, one whenever so many games have ended."""

    def __init__(self, cluster: GameWorkers, after: set[int]) -> None:
        self._cluster, self._after, self.killed = cluster, after, 0
        self.given = Counter[str]()

    def play(self, games: Any, finished: Any, priority: Priority = Priority.EVENT) -> None:
        def count(game: str, record: Mapping[str, Any]) -> None:
            finished(game, record)
            self.given[game] += 1
            if self.given.total() in self._after:
                newest = worker_processes(os.getpid())[-1]  # at times one that is just starting
                os.kill(newest.pid, signal.SIGKILL)
                self.killed += 1

        self._cluster.play(games, count, priority)


def test_killed_workers_lose_no_game_and_change_nothing(store: CompetitionStore, undisturbed: str) -> None:
    made = make_event(store, BOTS, GAMES, SMALL)
    with GameWorkers(min(2, len(processors.allowed()))) as cluster:
        players = Killing(cluster, {6, 16, 17})
        CompetitionRunner(store, made, players, "none").run_event()
        workers = worker_processes(os.getpid())
    games = store.games(made)
    assert players.killed == 3
    assert len(games) == GAMES
    assert set(players.given.values()) == {1}
    assert set(players.given) == {game.id for game in games}
    assert moves_of(store, made) == moves_of(store, undisturbed)
    assert table_of(store, made) == table_of(store, undisturbed)
    assert not psutil.wait_procs(workers, timeout=10)[1]


@pytest.mark.long  # commands/test_event.py resumes one without a cluster
def test_a_killed_command_leaves_nothing_running_and_is_resumed(
    store: CompetitionStore, undisturbed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event(store, BOTS, GAMES, SMALL)
    monkeypatch.setenv("PLYGROUND_DATABASE", str(store.database.engine.url))
    words = [sys.executable, "-m", "game", "event"]
    refused = command("event", "resume", made)
    assert (refused.returncode, refused.stderr) == (1, "The event has not begun; run it first.\n")
    program = subprocess.Popen([*words, "run", made], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    played: dict[str, float | None] = {}
    try:
        until = time.monotonic() + 60
        while len(played) < 8 and program.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
            played = {game.id: game.finished for game in store.games(made) if game.finished is not None}
        workers = worker_processes(program.pid)
        assert workers
        again = command("event", "run", made)
        assert again.stderr == "This competition is being run by another process.\n"
    finally:
        program.kill()
        program.communicate()
    assert not psutil.wait_procs(workers, timeout=15)[1]
    assert len(played) < GAMES
    ran = subprocess.run([*words, "resume", made, "--json"], capture_output=True, text=True, timeout=90)
    assert ran.returncode == 0, ran.stderr
    data = json.loads(ran.stdout)
    assert len(data["games"]) == GAMES
    assert all(played.get(game.id, game.finished) == game.finished for game in store.games(made))
    assert moves_of(store, made) == moves_of(store, undisturbed)
    assert table_of(store, made) == table_of(store, undisturbed)


@pytest.mark.long  # an event on a cluster by its address is played in web/test_server_on_cluster.py
def test_another_cluster_by_its_address(store: CompetitionStore, tmp_path: Path) -> None:
    from distributed import LocalCluster

    made, watcher = make(store, bots=3, final=2), Watcher()
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=":0", local_directory=str(tmp_path), silence_logs=50
        ) as other,
        GameWorkers(scheduler=other.scheduler_address, hear=watcher.hear) as cluster,
    ):
        assert cluster.workers == 1
        CompetitionRunner(store, made.id, cluster, "none").run_event()
    games = store.games(made.id)
    assert sorted(games, key=lambda game: game.finished or 0.0) == games, "they are not played in their order"
    watched(store, made.id, watcher.heard)


class Watcher:
    """Hears the messages of games, in order."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)

    def ended(self) -> set[str]:
        return {message["id"] for message in self.heard if message["ended"]}


def watched(store: CompetitionStore, competition: str, heard: list[dict[str, Any]]) -> None:
    """What was heard is every game, move by move, those of the final among them."""
    live = LiveGames(time.monotonic)
    for message in heard:
        for _ in live.hear(message):
            pass
    played = {game.id: store.game(game.id)[3] for game in store.games(competition)}
    assert {game.id: game.texts for game in live.of(competition)} == {
        name: record["moves"] for name, record in played.items() if record
    }
    assert len(store.games(competition, ["final"])) >= 2
    assert all(game.ended for game in live.of(competition))


def test_the_moves_of_a_final_are_heard_while_they_are_played(store: CompetitionStore, tmp_path: Path) -> None:
    made, watcher = make(store, bots=3, final=2, options=SMALL, final_pace=0.1), Watcher()
    with GameWorkers(1, hear=watcher.hear) as cluster:
        players = Interrupting(cluster, watcher)
        CompetitionRunner(store, made.id, players, "none").run_event()
        assert players.killed
    watched(store, made.id, watcher.heard)
    runs = {(message["id"], message["run"]) for message in watcher.heard}
    assert len(runs) == len(watcher.ended()) + 1


class Interrupting(Killing):
    """Kills the only worker once, early in a game of the final, whose pace leaves the time."""

    def __init__(self, cluster: GameWorkers, watcher: Watcher) -> None:
        super().__init__(cluster, set())
        self._watcher = watcher

    def play(self, games: Any, finished: Any, priority: Priority = Priority.EVENT) -> None:
        killer = threading.Thread(target=self._kill, daemon=True)
        killer.start()
        super().play(games, finished, priority)

    def _kill(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and not self.killed:
            heard = [message for message in self._watcher.heard if "-f1-" in message["id"]]
            if sum(len(message["moves"]) for message in heard) >= 3 and not heard[-1]["ended"]:
                self.killed += 1
                os.kill(worker_processes(os.getpid())[-1].pid, signal.SIGKILL)
            time.sleep(0.01)


def test_a_cluster_that_does_not_suit_is_refused() -> None:
    with pytest.raises(NoCluster, match="No scheduler"):
        GameWorkers(scheduler="tcp://127.0.0.1:9")
    with pytest.raises(NoCluster, match="each core"):
        GameWorkers(workers=len(processors.allowed()) + 1)
