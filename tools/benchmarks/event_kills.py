"""An event of many short games whose workers are killed again and again, against the same event left alone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import psutil  # type: ignore[import-untyped]

from plyground.competitions import counting, registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core import processors
from plyground.core.settings import Settings
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.copied import workers_of

GAMES, EVERY = 2_000, 20.0
_BOTS = ("minimax:budget=3000", "minimax:budget=4000", "minimax:budget=5000", "minimax:budget=7000", "intuition")
_LONG_BOTS = ("minimax:budget=14000", "minimax:budget=20000", "minimax:budget=17000")
LONG_GAMES = 60
_USE_EVERY = 0.5


def worker_processes(pid: int) -> list[psutil.Process]:
    """The processes in which an event's games are played, given the process of the command."""
    return workers_of(pid, "--calls")


def table_of(store: CompetitionStore, competition: str) -> list[tuple[Any, ...]]:
    """The table and the cross-table as they can be compared between two events."""
    data = counting.standings(store.snapshot(competition))
    rows = [tuple(row[name] for name in ("name", "place", "points", "badge", "elo")) for row in data["standings"]]
    return [*rows, *[tuple(cell and cell["points"] for cell in line) for line in data["cross_table"]]]


def moves_of(store: CompetitionStore, competition: str) -> dict[str, list[str]]:
    """The moves of every game by its place in the plan."""
    return {key.removeprefix(competition): record["moves"] for key, _, record in store.records(competition)}


@dataclass
class Held:
    """How an event went."""

    seconds: float
    kills: int
    processor: list[tuple[float, float]] = field(default_factory=list)
    """Moments at which all workers ran, with the processor seconds that command, workers and bots had used."""

    @property
    def use(self) -> float:
        """The share of the cores' time that the event used between the first and the last of those moments."""
        if len(self.processor) < 2:
            return 0.0
        (begun, before), (ended, after) = self.processor[0], self.processor[-1]
        return (after - before) / (ended - begun) / processors.count()


def make_event(
    store: CompetitionStore, bots: tuple[str, ...], games: int, options: Mapping[str, Any] | None = None
) -> str:
    """A competition of these bots with about so many games; returns its id."""
    times = max(1, round(games / (len(bots) * (len(bots) - 1))))
    made = store.create("Kills", "camel", options or {}, EventSettings(times=times), 11)
    for number, bot in enumerate(bots):
        entry = registration.register(store, made.id, f"Bot {number + 1}")
        registration.submit_built_in(store, entry, bot)
    return made.id


def hold(database: str, competition: str, every: float | None, seed: int = 1) -> Held:
    """Run the event as a program; kill one of its workers at random every so many seconds (None: never)."""
    begun = time.monotonic()
    environment = {**os.environ, "PLYGROUND_DATABASE": database}
    words = [sys.executable, "-m", "game", "event", "run", competition, "--json"]
    program = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    held, over = Held(0.0, 0), threading.Event()
    watcher = threading.Thread(target=_watch, args=(program.pid, held, over, every, random.Random(seed)))
    watcher.start()
    status = program.wait()
    over.set()
    watcher.join()
    if status:
        raise RuntimeError(f"the event ended with status {status}")
    held.seconds = time.monotonic() - begun
    return held


def _watch(pid: int, held: Held, over: threading.Event, every: float | None, rng: random.Random) -> None:
    next_kill = time.monotonic() + (every or 0.0)
    while not over.wait(_USE_EVERY):
        try:
            workers = worker_processes(pid)
        except psutil.Error:
            return
        if len(workers) >= processors.count():
            held.processor.append((time.monotonic(), _processor_seconds(pid)))
        if every is not None and time.monotonic() >= next_kill and workers:
            os.kill(rng.choice(workers).pid, signal.SIGKILL)
            held.kills += 1
            next_kill += every


def _processor_seconds(pid: int) -> float:
    """What a process and all its descendants have used, those that ended among them."""
    total = 0.0
    for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        with suppress(psutil.Error):
            total += sum(process.cpu_times()[:4])
    return total


def _faults(store: CompetitionStore, killed: str, alone: str) -> tuple[int, int]:
    """How many games do not have exactly one record, and how many differ from the event left alone."""
    games = Counter(game.id for game in store.games(killed) if game.result is not None)
    planned = {game.id for game in store.games(killed)}
    unkept = sum(games[one] != 1 for one in planned)
    own, others = moves_of(store, killed), moves_of(store, alone)
    return unkept, sum(own.get(key) != others.get(key) for key in own.keys() | others.keys())


@contextmanager
def _store() -> Iterator[tuple[CompetitionStore, str]]:
    """A store in a database of its own, and that database's address."""
    with tempfile.TemporaryDirectory(prefix="plyground-event-") as folder:
        database = f"sqlite:///{folder}/event.sqlite3"
        store = CompetitionStore(Settings(database=database))
        try:
            yield store, database
        finally:
            store.close()


@benchmark("event-kills", measures="game/competitions")
def event_kills() -> list[Row]:
    """2,000 games of Crazy Camel between five bots bounded by positions, a quarter of a second each, one worker killed
    every 20 s, then the same event with nobody killed."""
    with _store() as (store, database):
        killed, alone = make_event(store, _BOTS, GAMES), make_event(store, _BOTS, GAMES)
        disturbed, undisturbed = hold(database, killed, EVERY), hold(database, alone, None)
        unkept, different = _faults(store, killed, alone)
        same = table_of(store, killed) == table_of(store, alone)
        return [
            Row("games with kills", len(store.games(killed)), "games", "2,000"),
            Row("workers killed", disturbed.kills, "kills", "10 or more"),
            Row("games without exactly one record", unkept, "games", "0"),
            Row("games other than undisturbed", different, "games", "0"),
            Row("table equal to the undisturbed run", float(same), "1 is yes", "1"),
            Row("time with kills", disturbed.seconds, "s"),
            Row("time without", undisturbed.seconds, "s"),
        ]


@benchmark("event-cores", measures="game/competitions")
def event_cores() -> list[Row]:
    """60 games of a second and more: how busy the cores are while all workers run, by the processor time of the event's
    processes (on a machine that does nothing else), and by the time in which a game is going on."""
    with _store() as (store, database):
        made = make_event(store, _LONG_BOTS, LONG_GAMES)
        use = hold(database, made, None).use
        ended = [(game.finished, game.result["seconds"]) for game in store.games(made) if game.finished and game.result]
        seconds = [each for _, each in ended]
        span = max(at for at, _ in ended) - min(at - each for at, each in ended)
        return [
            Row("mean of the games", sum(seconds) / max(len(seconds), 1), "s", "1 s or more"),
            Row("processor time", 100 * use, "% of all cores", "85 or more"),
            Row("workers with a game", 100 * sum(seconds) / span / processors.count(), "% of the time"),
        ]
