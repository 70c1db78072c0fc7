"""A real event on a real server and cluster: killed server, workers and scheduler, and a machine that sleeps, in each
phase. Nothing is lost, nothing counted twice, and no bot is to blame.

This is the long form, and starts programs for minutes; ``test_interrupted`` has the short one, kill by kill.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
import requests

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import unpacking
from plyground.core.settings import Settings
from tests.soaking import SOAKING
from tests.waiting import until
from tools.benchmarks.copied import workers_of
from tools.benchmarks.serving import Course, Server, course

BOT = b"""
import time as clock
from plyground.camel import list_valid_moves

def make_move(random, time, configuration, game_state):
    clock.sleep(0.05)
    moves = list_valid_moves(configuration, game_state)
    return moves[int(random() * (len(moves) - 1))]
"""
PHASES = ("validation", "ladder", "event", "final")
BOTS = "ABCD"
EVENT_GAMES, FINAL_GAMES = len(BOTS) * (len(BOTS) - 1), 8
"""Each phase has more games than are over before its last fault."""
SLEEP_SECONDS = 3.0
PATIENCE = 300.0
"""For a server to start where all cores are taken."""


def kill_server(server: Server, cluster: Course) -> None:
    server.kill()
    server.start(PATIENCE)


def kill_worker(server: Server, cluster: Course) -> None:
    old = cluster.workers.pop()
    old.kill()
    old.wait(10)
    cluster.start_worker(**_data(server))


def kill_scheduler(server: Server, cluster: Course) -> None:
    cluster.scheduler.kill()
    cluster.scheduler.wait(10)
    cluster.start_scheduler()
    kill_worker(server, cluster)  # dask's workers end with their scheduler


def sleep(server: Server, cluster: Course) -> None:
    """All stands still at once, as when a lid is closed; what stood already, as a bot whose turn it is not, goes on
    standing."""
    programs = [server.pid, cluster.scheduler.pid, *(worker.pid for worker in cluster.workers)]
    roots = [*map(psutil.Process, programs), *workers_of(server.pid)]
    all_of = [each for root in roots for each in [root, *root.children(recursive=True)]]
    stopped = []
    for each in all_of:
        with suppress(psutil.Error):
            if each.status() != psutil.STATUS_STOPPED:
                each.send_signal(signal.SIGSTOP)
                stopped.append(each)
    time.sleep(SLEEP_SECONDS)
    for each in reversed(stopped):
        with suppress(psutil.Error):
            each.send_signal(signal.SIGCONT)


FAULTS: tuple[Callable[[Server, Course], None], ...] = (kill_server, kill_worker, kill_scheduler, sleep)


def _data(server: Server) -> dict[str, str]:
    return {"PLYGROUND_DATA": str(server.data)}


def outlive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    rng = random.Random(5)
    store = CompetitionStore(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    short = {"board_width": 3, "board_height": 5, "starting_camels": 2}
    clock = {"base": 20.0, "increment": 0.5}
    settings = {
        "final": 2,
        "final_games": FINAL_GAMES,
        "final_waits": True,
        "clock": clock,
        "ladder_clock": clock,
        "most_moves": 40,
    }
    made = store.create("Faults", "camel", short, EventSettings.from_json(settings), 7)
    for name in BOTS:
        registration.register_with(store, made.id, unpacking.unpack("bot.py", b"# " + name.encode() + BOT), name)
    with course(tmp_path, {"PLYGROUND_DATA": str(tmp_path / "data")}) as cluster:
        server = Server(tmp_path, PLYGROUND_SCHEDULER=cluster.address).start(PATIENCE)
        try:
            for phase in PHASES:
                _begin(server, store, made.id, phase)
                for number, fault in enumerate(FAULTS):
                    until(partial(_has_ended, store, made.id, phase, 2 * number + 1))
                    time.sleep(rng.uniform(0.0, 0.4))
                    fault(server, cluster)
                until(partial(_over, store, made.id, phase), 300)
        finally:
            server.stop()
    games = store.games(made.id)
    assert store.get(made.id).state == "finished"
    assert {game.kind for game in games if game.result is None} <= {"ladder", "league"}, "which went on to the end"
    assert [(game.id, game.result) for game in games if set((game.result or {}).get("verdicts", ())) - {"fair"}] == []
    assert sum(game.kind == "event" for game in games) == EVENT_GAMES
    assert not [entry for entry in os.listdir(tmp_path / "data" / "bots") if entry.startswith("new-")]
    store.close()


def _begin(server: Server, store: CompetitionStore, competition: str, phase: str) -> None:
    """What the teacher does for a phase; the first two begin by themselves."""
    word = {"event": "run", "final": "final"}.get(phase)
    if word:
        key = {"Authorization": f"Bearer {server.teacher_key}"}
        address = f"{server.url}/api/competitions/{competition}/{word}"
        requests.post(address, json={}, headers=key, timeout=60).raise_for_status()


def _ended(store: CompetitionStore, competition: str, phase: str) -> int:
    return sum(game.result is not None for game in store.games(competition) if game.kind == phase)


def _has_ended(store: CompetitionStore, competition: str, phase: str, least: int) -> bool:
    return _ended(store, competition, phase) >= least


def _over(store: CompetitionStore, competition: str, phase: str) -> bool:
    """Whether a phase has ended; of a ladder it is enough that it goes on."""
    if phase == "validation":
        return not store.snapshot(competition, []).waiting
    if phase == "ladder":
        return _ended(store, competition, phase) >= 8
    if phase == "final":
        return store.get(competition).state == "finished"
    return _ended(store, competition, phase) == EVENT_GAMES


if SOAKING:

    @pytest.mark.soak
    def test_an_event_outlives_what_befalls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        outlive(tmp_path, monkeypatch)
