"""Many watchers of many games: how late each move comes to them, and what a message and a watcher cost the server.

Run as a program it is the watchers, all in one thread of a process of its own:
``python -m tools.benchmarks.watching PORT,… SECONDS WATCHERS GAME…``, with one JSON object on standard output.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any

import psutil  # type: ignore[import-untyped]
from websocket import WebSocketTimeoutException

from tools.benchmarks._measuring import percentile
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import ROOT, Server, make_game, running_server
from tools.benchmarks.site import running_site
from tools.benchmarks.swarm import Line

GAMES, SECONDS = 20, 30
_BEHIND = 0.7
"""Share of a second by which the games are out of phase with each other in all."""
_LEAVING = 3.0
"""Seconds without a thread less after which all watchers have left; what went with them were their threads."""


class Watcher(Line):
    """One websocket that joins a game and notes, for each event, when it came and when it was logged."""

    def __init__(self, game: str, headers: str = "") -> None:
        super().__init__(headers)
        self._game = game
        self.joined = asyncio.Event()
        self.delays: list[float] = []
        self.sequence: list[int] = []

    def opened(self) -> None:
        self.ask("join", {"game": self._game, "tokens": []}, self._settle)

    def _settle(self, answer: dict[str, Any]) -> None:
        if not answer["ok"]:
            self.close()
            return
        self.sequence.append(answer["snapshot"]["seq"])
        self.joined.set()

    def hear(self, event: str, payload: dict[str, Any], came: float) -> None:
        if event == "event":
            self.sequence.append(payload["seq"])
            self.delays.append(came - payload["at"])

    def ended(self) -> None:
        self.joined.set()


async def watch(ports: Sequence[int], seconds: float, count: int, games: Sequence[str]) -> dict[str, Any]:
    """Connect so many watchers, note what they are told for so long, and say what came of it."""
    loop, watchers = asyncio.get_running_loop(), []
    for number in range(count):
        port = ports[number % len(ports)]
        game = games[number // len(ports) % len(games)]
        _, watcher = await loop.create_connection(partial(Watcher, game), "127.0.0.1", port)
        watchers.append(watcher)
        if number % 20 == 0:
            await watcher.joined.wait()
    await asyncio.wait_for(asyncio.gather(*(watcher.joined.wait() for watcher in watchers)), 60)
    print("joined", flush=True)
    for watcher in watchers:
        watcher.delays.clear()
    begun = time.process_time()
    await asyncio.sleep(seconds)
    spent = time.process_time() - begun
    lost = sum(watcher.lost for watcher in watchers)
    for watcher in watchers:
        watcher.close()
    await asyncio.sleep(0)  # in which the connections are closed
    delays = [1000 * delay for watcher in watchers for delay in watcher.delays]
    return {
        "joined": sum(bool(watcher.sequence) for watcher in watchers),
        "lost": lost,
        "gaps": sum(after != before + 1 for watcher in watchers for before, after in pairwise(watcher.sequence)),
        "messages": len(delays),
        "p50": percentile(delays, 0.5),
        "p99": percentile(delays, 0.99),
        "slowest": max(delays),
        "processor": spent,
    }


async def rush(port: int, count: int, games: Sequence[str]) -> dict[str, float]:
    """Connect so many watchers at once; the seconds until the last of them has joined, and how many were lost."""
    loop, begun = asyncio.get_running_loop(), time.monotonic()
    opening = (
        loop.create_connection(partial(Watcher, games[number % len(games)]), "127.0.0.1", port)
        for number in range(count)
    )
    watchers = [watcher for _, watcher in await asyncio.gather(*opening)]
    await asyncio.wait_for(asyncio.gather(*(watcher.joined.wait() for watcher in watchers)), 60)
    found = {"seconds": time.monotonic() - begun, "lost": sum(watcher.lost for watcher in watchers)}
    for watcher in watchers:
        watcher.close()
    return found


def make_games(servers: Sequence[Server], games: int = GAMES) -> list[str]:
    """The ids of so many games of bots at a move a second, out of phase, made at one server after the other."""
    seats, made = [{"kind": "bot", "bot": "random"}] * 2, []
    for number in range(games):
        game = ("othello", "camel")[number % 2]
        made.append(make_game(servers[number // 2 % len(servers)], game=game, seats=seats, pace=1.0, seed=number)["id"])
        time.sleep(_BEHIND / games)
    return made


def measure(
    servers: Sequence[Server],
    watchers: int,
    seconds: float = SECONDS,
    games: int = GAMES,
    beside: Callable[[], dict[str, float]] = dict,
) -> dict[str, Any]:
    """Let so many watch over so many games at a move a second, out of phase; what came of it, and its cost.

    ``beside`` gives the processor time that other programs have spent.
    """
    made = make_games(servers, games)
    processes = [psutil.Process(server.pid) for server in servers]

    def threads() -> int:
        return sum(process.num_threads() for process in processes)

    words = [",".join(str(server.port) for server in servers), str(seconds), str(watchers), *made]
    with subprocess.Popen(
        [sys.executable, "-m", __name__, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as swarm:
        assert swarm.stdout is not None
        swarm.stdout.readline()
        before, others = sum(sum(process.cpu_times()[:2]) for process in processes), beside()
        most = threads()
        found: dict[str, Any] = json.loads(swarm.stdout.readline() or "{}")
        spent = sum(sum(process.cpu_times()[:2]) for process in processes) - before
        others = {name: (now - others[name]) / seconds for name, now in beside().items()}
    left, since = most, time.monotonic()
    while time.monotonic() - since < _LEAVING:
        time.sleep(0.1)
        if (now := threads()) < left:
            left, since = now, time.monotonic()
    each = 1e6 * spent / found["messages"]
    return {**found, "seconds": seconds, "threads": (most - left) / watchers, "each": each, "beside": others}


def rows(title: str, found: dict[str, Any], watchers: int, p99: str, each: str = "") -> list[Row]:
    """The figures of ``measure`` under a title."""
    return [
        Row(f"{title}: watchers that joined", found["joined"], "watchers", str(watchers)),
        Row(f"{title}: dropped", found["lost"], "watchers", "0"),
        Row(f"{title}: moves received", found["messages"], "moves"),
        Row(f"{title}: lost or out of order", found["gaps"], "moves", "0"),
        Row(f"{title}: append to receipt, p50", found["p50"], "ms"),
        Row(f"{title}: append to receipt, p99", found["p99"], "ms", p99),
        Row(f"{title}: the server's processor time a message", found["each"], "us", each),
        Row(f"{title}: threads a watcher", found["threads"], "threads", "at most 2"),
        Row(f"{title}: the watchers' own processor time", found["processor"] / found["seconds"], "processors"),
    ]


@benchmark("watching", measures="game/jobs game/sessions game/web")
def watching() -> list[Row]:
    """Watchers on loopback over 20 games of bots (half Othello, half Crazy Camel) at one move a second, for 30 s.

    The delay runs from the moment an event is in the log to its receipt; both are read from the machine's one
    monotonic clock. The watchers are one thread of another process on the same two cores.
    """
    found = []
    for watchers, goal, each in ((200, "at most 150", ""), (1000, "at most 100", "at most 200")):
        with running_server() as server:
            found += rows(f"{watchers:,}", measure([server], watchers), watchers, goal, each)
    return found


@benchmark("site-watching", measures="game/jobs game/peers game/sessions game/web")
def site_watching() -> list[Row]:
    """2,000 watchers of 20 games as in ``watching``, on two servers with PostgreSQL and Redis, all on two cores.

    Each server carries on half of the games and has half of the watchers of each game. The watchers go straight to the
    servers, with no proxy between.
    """
    with running_site() as site:
        seen = measure(site.processes, 2000, beside=site.spent_beside)
    return [
        *rows("2,000", seen, 2000, "at most 250", "at most 200"),
        *(Row(f"2,000: the processor time of {name}", share, "processors") for name, share in seen["beside"].items()),
    ]


def _spent(server: Server) -> float:
    """Seconds of processor time of the server's process, its workers not counted."""
    return float(sum(psutil.Process(server.pid).cpu_times()[:2]))


def _plies(server: Server, *marks: int) -> list[float]:
    """The server's processor time, in seconds, when a watched game of two random bots has come to each of these."""
    seats, options = [{"kind": "bot", "bot": "random"}] * 2, {"map": "random-200-1", "punters": 2}
    made = make_game(server, game="punter", options=options, seats=seats, pace=0.04, seed=1)
    found: list[float] = []
    with Link(server.port, 60) as link:
        link.ask("join", {"game": made["id"], "tokens": []})
        while len(found) < len(marks):
            event = link.next_event(60)
            if event is None:
                raise RuntimeError("the game stands still")
            if event[0] == "event" and event[1]["seq"] == marks[len(found)]:
                found.append(_spent(server))
    return found


@benchmark("growth", measures="game/jobs game/sessions game/web")
def growth() -> list[Row]:
    """What one more move costs the server's process in games that nobody watches, in few of them and in many; what a
    further watcher's message costs; and a watched move early and late in one game of 300 plies (Lambda Punter)."""
    found = []
    for games in (10, 40):
        with running_server() as server:
            make_games([server], games)
            before = _spent(server)
            time.sleep(20)
            found.append(Row(f"a move, {games} games, no watchers", 1e3 * (_spent(server) - before) / games / 20, "ms"))
    spent = []
    for watchers in (200, 600):
        with running_server() as server:
            seen = measure([server], watchers, 15)
            spent.append((seen["each"] * seen["messages"], seen["messages"]))
    (few, few_messages), (many, many_messages) = spent
    found.append(Row("a further watcher's message", (many - few) / (many_messages - few_messages), "us", "at most 200"))
    with running_server() as server:
        marks = _plies(server, 50, 150, 200, 300)
    found += [
        Row("a watched move, plies 50 to 150", 10 * (marks[1] - marks[0]), "ms"),
        Row("a watched move, plies 200 to 300", 10 * (marks[3] - marks[2]), "ms"),
    ]
    return found


def _flood(port: int, over: threading.Event) -> None:
    """Send 5,000 messages a second, as far as they are taken, and read what comes back."""
    with Link(port, 60) as link:
        line, sent, begun = link.line, 0, time.monotonic()
        line.settimeout(0.001)
        while not over.is_set():
            with suppress(WebSocketTimeoutException):
                while sent < 5000 * (time.monotonic() - begun):
                    line.send(f'42{sent}["ping_clock",{{}}]')
                    sent += 1
                line.recv()


@benchmark("flood", measures="game/jobs game/sessions game/web")
def flood() -> list[Row]:
    """What 200 watchers of 20 games notice of one client that sends 5,000 messages a second, in turn with no such one.

    And how soon 500 watchers who come back at once after a kill of the server are all in.
    """
    quiet, loud = [], []
    for _ in range(3):
        with running_server() as server:
            quiet.append(measure([server], 200, 10)["p99"])
        with running_server() as server:
            over = threading.Event()
            flooding = threading.Thread(target=_flood, args=(server.port, over), daemon=True)
            flooding.start()
            loud.append(measure([server], 200, 10)["p99"])
            over.set()
            flooding.join(30)
    with running_server() as server:
        games = make_games([server])
        server.kill()
        server.start()
        back = asyncio.run(rush(server.port, 500, games))
    return [
        Row("append to receipt, p99, nobody floods", median(quiet), "ms"),
        Row("append to receipt, p99, one floods", median(loud), "ms", "at most twice"),
        Row("500 come back after a kill: all have joined", back["seconds"], "s", "at most 5"),
        Row("500 come back after a kill: lost", back["lost"], "watchers", "0"),
    ]


if __name__ == "__main__":
    ports, seconds, count, *names = sys.argv[1:]
    print(json.dumps(asyncio.run(watch([int(port) for port in ports.split(",")], float(seconds), int(count), names))))
