"""Many watchers of many games: how long an event takes from the log to each of them."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import Server, make_game, running_server

WATCHERS, GAMES, SECONDS = 200, 20, 30


class Watcher(threading.Thread):
    """One connection that joins a game and notes, for every move it is told of, when it came and when it was logged."""

    def __init__(self, server: Server, game: str) -> None:
        super().__init__(daemon=True)
        self._port, self.game = server.port, game
        self.delays: list[float] = []
        self.sequence: list[int] = []
        self.joined, self.done = threading.Event(), threading.Event()

    def run(self) -> None:
        with Link(self._port, 30) as link:
            self.sequence.append(link.ask("join", {"game": self.game, "tokens": []})["snapshot"]["seq"])
            self.joined.set()
            while not self.done.is_set():
                found = link.next_event(1)
                if found is not None and found[0] == "event":
                    self.sequence.append(found[1]["seq"])
                    self.delays.append(link.came - found[1]["at"])


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
    gaps = sum(after != before + 1 for watcher in watchers for before, after in pairwise(watcher.sequence))
    return [
        Row("watchers that joined", joined, "watchers", str(WATCHERS)),
        Row("moves received", len(delays), "moves"),
        *spread("append to receipt, ", delays, "ms", p50="", p99="at most 150"),
        Row("moves lost or out of order", gaps, "moves", "0"),
    ]
