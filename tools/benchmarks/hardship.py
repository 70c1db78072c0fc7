"""What people notice of strangers who hold all connections, and of disks that are full, slow or may only be read."""

from __future__ import annotations

import random
import resource
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import requests

from tools.benchmarks._measuring import spread, wait_until
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.postgresql import cluster
from tools.benchmarks.serving import Server, make_game, running, running_server

HALF_OPEN, DESCRIPTORS = 3_000, 1_024
_TURNS, _MOVES = 30, 10


class WithFewDescriptors(Server):
    """A server that may open few files and connections in all."""

    descriptors = DESCRIPTORS

    def command(self) -> list[str]:
        """Start it so."""
        return ["bash", "-c", f'ulimit -n {self.descriptors}; exec "$@"', "bash", *super().command()]


@contextmanager
def room_for(connections: int) -> Iterator[None]:
    """Let this process have so many connections."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, min(most, connections + 500)), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


class OnASmallDisk(Server):
    """A server whose database lies on a disk of its own of a few megabytes, which is seen from here too; with a file
    ``slow`` on it, each write to the database takes three seconds."""

    MEGABYTES = 60

    def __init__(self, folder: Path, **settings: str) -> None:
        self.disk = folder / "disk"
        self.disk.mkdir()
        super().__init__(folder, PLYGROUND_DATABASE=f"sqlite:///{self.disk}/games.sqlite3", **settings)

    def command(self) -> list[str]:
        """Within a mount namespace, which needs no root; commits look for the file."""
        slow = (
            "import os, time, app; from plyground.storage.writer import Writer; commit = Writer._commit;"
            f"Writer._commit = lambda *given: (time.sleep(3 * os.path.exists('{self.disk}/slow')), commit(*given));"
            "app.main(['serve'])"
        )
        bwrap = shutil.which("bwrap")
        assert bwrap is not None, "tools/set-up sandbox installs bubblewrap"
        size = str(self.MEGABYTES * 1_000_000)
        place = ["--dev-bind", "/", "/", "--size", size, "--tmpfs", str(self.disk), "--die-with-parent"]
        return [bwrap, *place, sys.executable, "-c", slow]

    def inside(self) -> Path:
        """The disk as it is seen from here, for as long as the server runs."""
        inner = psutil.Process(self.pid).children()[0].pid
        return Path(f"/proc/{inner}/root{self.disk}")


def fill(disk: Path) -> None:
    """Leave no room on a disk; ``empty`` takes it back."""
    for name, sizes in (("filler", (1_000_000, 4096)), ("rest", (4096,))):
        with (disk / name).open("wb", buffering=0) as file:
            for size in sizes:
                with suppress(OSError):
                    while True:
                        file.write(b"x" * size)


def empty(disk: Path) -> None:
    """Give back the room that ``fill`` took."""
    for name in ("filler", "rest"):
        (disk / name).unlink()


class Table:
    """Somebody at a game of Crazy Camel, against a random bot or alone for both seats; notes what was acknowledged."""

    def __init__(self, server: Server, bot: bool) -> None:
        second = {"kind": "bot", "bot": "random"} if bot else {"kind": "person"}
        made = make_game(server, game="camel", seats=[{"kind": "person"}, second], seed=1)
        self._url = f"{server.url}/api/games/{made['id']}"
        self._game, self._tokens, self._bot = made["id"], list(made["tokens"].values()), bot
        self._link = Link(server.port, 60)
        self._random = random.Random(1)
        self.kept: dict[int, str] = {}
        self.refused: list[str] = []

    def move(self) -> float:
        """Make a move, and wait for the bot's; the seconds until the acknowledgement and, with a bot, its answer. A
        move that is refused is noted."""
        snapshot = self._link.ask("join", {"game": self._game, "tokens": self._tokens})["snapshot"]
        ply, text = snapshot["ply"], self._random.choice(snapshot["view"]["moves"])["text"]
        token = self._tokens[ply % len(self._tokens)]
        command = {"game": self._game, "token": token, "id": str(time.monotonic_ns()), "ply": ply, "do": "move"}
        begun = time.monotonic()
        answer = self._link.ask("command", {**command, "move": text})
        if not answer["ok"]:
            self.refused.append(answer["error"]["sentence"])
            return time.monotonic() - begun
        self.kept[ply] = text
        while self._bot and (self._link.next_event(60) or ("", {}))[1].get("state", {}).get("ply") != ply + 2:
            pass
        return time.monotonic() - begun

    def lost(self) -> int:
        """How many moves that were acknowledged are not in the game."""
        made = [each["text"] for each in requests.get(self._url, timeout=30).json()["moves"]]
        return sum(made[ply : ply + 1] != [text] for ply, text in self.kept.items())

    def over(self) -> None:
        """Leave."""
        self._link.close()


@contextmanager
def held(port: int, count: int) -> Iterator[None]:
    """So many requests are begun at a server and never ended; whichever it gives up begins anew."""
    over, lines = threading.Event(), list[socket.socket]()

    def hold() -> None:
        while not over.is_set():
            with suppress(OSError):
                while len(lines) < count and not over.is_set():
                    lines.append(socket.create_connection(("127.0.0.1", port), timeout=30))
                    lines[-1].sendall(b"GET / HTTP/1.1\r\n")
                    lines[-1].setblocking(False)
            for line in [line for line in lines if _given_up(line)]:
                line.close()
                lines.remove(line)
            over.wait(0.2)

    holding = threading.Thread(target=hold, daemon=True)
    holding.start()
    try:
        yield
    finally:
        over.set()
        holding.join(60)
        for line in lines:
            line.close()


def _given_up(line: socket.socket) -> bool:
    try:
        line.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


@benchmark("half-open", measures="game/web")
def half_open() -> list[Row]:
    """What people notice of 3,000 connections that have begun a request and do not end it, while the server may have
    1,024 open files and connections in all. Whatever of them it gives up begins again.

    Somebody plays against a random bot, a move every half a second, and a newcomer opens the first page as often; first
    with no such connections.
    """
    times: dict[str, list[float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        room_for(HALF_OPEN),
        running(WithFewDescriptors(Path(folder), PLYGROUND_WORKERS="1")) as server,
    ):
        _play(server, "nobody holds", times)
        with held(server.port, HALF_OPEN):
            wait_until(lambda: "newcomers wait" in server.log.read_text(), 60)
            turned_away = _play(server, "held", times)
        said = server.log.read_text().count("newcomers wait")
    rows = [
        row
        for title, seconds in times.items()
        for row in spread(f"{title}, ", [1e3 * each for each in seconds], "ms", median="", slowest="")
    ]
    return [
        *rows,
        Row("held: newcomers who did not get the page", turned_away, f"of {_TURNS}", "0"),
        Row("held: lines of the log that say why newcomers wait", said, "lines", "1 or more"),
    ]


def _play(server: Server, title: str, times: dict[str, list[float]]) -> int:
    """Play and visit, and note the times; how many visits failed."""
    moves, pages, failed = [], [], 0
    for turn in range(_TURNS):
        if turn % 10 == 0:
            table = Table(server, bot=True)
        moves.append(table.move())
        begun = time.monotonic()
        try:
            requests.get(server.url, timeout=60).raise_for_status()
            pages.append(time.monotonic() - begun)
        except requests.RequestException:
            failed += 1
        if turn % 10 == 9:
            table.over()
        time.sleep(0.5)
    times[f"{title}: a move and the bot's answer"] = moves
    times[f"{title}: a newcomer's page"] = pages
    return failed


def _ready(server: Server) -> bool:
    return requests.get(f"{server.url}/ready", timeout=30).ok


def _trouble(server: Server, title: str, begin: Callable[[], Any], end: Callable[[], Any]) -> list[Row]:
    """Play before, in and after a trouble with the disk; how soon it is told, and what became of the moves."""
    table = Table(server, bot=False)

    def moves() -> tuple[float, int, int]:
        """The slowest answer, how many were done or refused in a sentence, and how many of them refused."""
        done, refused = len(table.kept), len(table.refused)
        slowest = max(table.move() for _ in range(_MOVES))
        refused = sum(map(bool, table.refused[refused:]))
        return slowest, len(table.kept) - done + refused, refused

    def told(ready: bool) -> float:
        """Seconds until `/ready` says so."""
        begun = time.monotonic()
        wait_until(lambda: _ready(server) == ready, 60)
        return time.monotonic() - begun

    moves()
    begin()
    after = told(False)
    slowest, answered, refused = moves()
    end()
    again = told(True)
    refused_again = moves()[2]
    table.over()
    return [
        Row(f"{title}: `/ready` says so after", after, "s", "at most 5"),
        Row(f"{title}: moves done, or refused in a sentence", answered, "moves", str(_MOVES)),
        Row(f"{title}: of these refused", refused, "moves"),
        Row(f"{title}: the slowest answer", slowest, "s"),
        Row(f"{title}: `/ready` says that it is over after", again, "s"),
        Row(f"{title}: refused after that", refused_again, "moves", "0"),
        Row(f"{title}: acknowledged moves lost", table.lost(), "moves", "0"),
    ]


@benchmark("disks", measures="game/core game/sessions game/storage game/web")
def disks() -> list[Row]:
    """A game of two people, a move after the other, before, during and after a full disk (a small one of its own for
    the database, filled to the last byte), a slow one (each write takes three seconds) and one that may only be read
    (PostgreSQL's own switch for it)."""
    with tempfile.TemporaryDirectory() as folder, running(OnASmallDisk(Path(folder))) as small:
        disk = small.inside()
        rows = _trouble(small, "full", lambda: fill(disk), lambda: empty(disk))
        rows += _trouble(small, "slow", (disk / "slow").touch, (disk / "slow").unlink)
    with cluster() as database, running_server(PLYGROUND_DATABASE=database.create()) as server:
        rows += _trouble(server, "read-only", lambda: database.read_only(True), lambda: database.read_only(False))
    return rows
