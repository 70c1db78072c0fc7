"""Many watchers of many games: how long an event takes from the log to each of them."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
from websocket import WebSocket, WebSocketTimeoutException, create_connection

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import Server

WATCHERS, GAMES, SECONDS = 200, 20, 30


class Watcher(threading.Thread):
    """One connection that joins a game and notes, for every move it is told of, when it came and when it was logged."""

    def __init__(self, server: Server, game: str) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.delays: list[float] = []
        self.sequence: list[int] = []
        self.joined = threading.Event()
        self.done = threading.Event()
        self._address = server.url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket"

    def run(self) -> None:
        line = create_connection(self._address, timeout=5)
        try:
            line.recv()
            line.send("40")
            while not self.done.is_set():
                try:
                    self._take(line, str(line.recv()))
                except WebSocketTimeoutException:
                    continue
        finally:
            line.close()

    def _take(self, line: WebSocket, packet: str) -> None:
        came = time.monotonic()
        if packet == "2":
            line.send("3")
        elif packet.startswith("40"):
            line.send("420" + json.dumps(["join", {"game": self.game, "tokens": []}]))
        elif packet.startswith("430"):
            answer = json.loads(packet[3:])[0]
            self.sequence.append(answer["snapshot"]["seq"])
            self.joined.set()
        elif packet.startswith("42"):
            name, payload = json.loads(packet[2:])
            if name == "event":
                self.sequence.append(payload["seq"])
                self.delays.append(came - payload["at"])


@contextmanager
def running_server(**settings: str) -> Iterator[Server]:
    """A warm server with an empty database, ended afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PLYGROUND_GAMES_PER_MINUTE="10000", **settings)
        try:
            yield server.start().wait_until_warm()
        finally:
            server.stop()


def make_game(server: Server, **settings: Any) -> dict[str, Any]:
    """A new game over http."""
    answer = requests.post(f"{server.url}/games", json=settings, timeout=30)
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@benchmark("watching", measures="game/jobs game/sessions game/web")
def watching() -> list[Row]:
    """200 watchers on loopback over 20 games of bots (half Othello, half Crazy Camel) at one move a second, for 30 s.

    The delay runs from the moment an event is in the log to its receipt; both are read from the machine's one
    monotonic clock.
    """
    seats = [{"kind": "bot", "bot": "random"}] * 2
    with running_server() as server:
        games = [
            make_game(server, game=("othello", "camel")[number % 2], seats=seats, pace=1.0, seed=number)["id"]
            for number in range(GAMES)
        ]
        watchers = [Watcher(server, games[number % GAMES]) for number in range(WATCHERS)]
        for watcher in watchers:
            watcher.start()
        joined = sum(watcher.joined.wait(30) for watcher in watchers)
        time.sleep(SECONDS)
        for watcher in watchers:
            watcher.done.set()
        for watcher in watchers:
            watcher.join(10)
    delays = [1000 * delay for watcher in watchers for delay in watcher.delays]
    gaps = sum(
        after != before + 1
        for watcher in watchers
        for before, after in zip(watcher.sequence, watcher.sequence[1:], strict=False)
    )
    return [
        Row("watchers that joined", joined, "watchers", str(WATCHERS)),
        Row("moves received", len(delays), "moves"),
        Row("append to receipt, p50", percentile(delays, 0.5), "ms"),
        Row("append to receipt, p99", percentile(delays, 0.99), "ms", "at most 150"),
        Row("moves lost or out of order", gaps, "moves", "0"),
    ]
