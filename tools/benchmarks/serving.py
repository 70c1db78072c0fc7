"""A real Plyground server in a process of its own, on a free port of loopback, for tests and measurements; and a dask
cluster as a course would start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import requests

from tools.benchmarks import copied
from tools.benchmarks._measuring import wait_until
from tools.benchmarks.copied import Copied

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    """A port of the loopback address that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Freezing:
    """A process that can be made to stand still, with all its connections: what a cut line looks like."""

    _process: subprocess.Popen[bytes] | Copied | None

    def freeze(self) -> None:
        """Let it stand still (SIGSTOP)."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


class Server:
    """One server process with a database of its own; ``restart`` keeps port and database."""

    program = ROOT
    """The folder of the program; tests that add a game set it to a copy of their own."""
    copied = False
    """Whether a server that is started as usual is copied from a process that has imported the program."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._settings = {
            "PLYGROUND_DATABASE": f"sqlite:///{folder / 'games.sqlite3'}",
            "PLYGROUND_DATA": str(folder / "data"),
            **settings,
        }
        self.data = Path(self._settings["PLYGROUND_DATA"])
        self._process: subprocess.Popen[bytes] | Copied | None = None

    def command(self) -> list[str]:
        """The words that start it."""
        return copied.SERVER

    def environment(self) -> dict[str, str]:
        """The variables that it is started with."""
        return {**os.environ, "HOST": "127.0.0.1", "PORT": str(self.port), **self._settings}

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self._process is not None
        return self._process.pid

    @property
    def teacher_key(self) -> str:
        """The key of the competitions' teacher."""
        return (self.data / "teacher.key").read_text().strip()

    def running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    def start(self, patience: float = 60) -> Server:
        """Start the process and wait until it answers."""
        self._process = self._started(self.command(), self.environment())
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if not self.running():
                raise RuntimeError(f"the server ended at its start:\n{self.log.read_text()[-2000:]}")
            if self.answers():
                return self
            time.sleep(0.05)
        self.kill()  # nobody else knows of it
        raise RuntimeError(f"the server did not answer within {patience} s:\n{self.log.read_text()[-2000:]}")

    def _started(self, words: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes] | Copied:
        if self.copied and self.program == ROOT and words == copied.SERVER and copied.original().fits(environment):
            return copied.copied_server(environment, self.log)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                words, cwd=self.program, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def answers(self) -> bool:
        """Whether it says that it is alive."""
        try:
            return requests.get(f"{self.url}/health", timeout=2).ok
        except (requests.ConnectionError, requests.Timeout):  # a busy machine may be slow to answer at first
            return False

    def wait_until_warm(self, patience: float = 240) -> Server:
        """Wait until the bots' workers are ready to think; a server that never is, is ended."""

        def warm() -> bool:
            health = requests.get(f"{self.url}/health", timeout=30).json()
            return bool(health["workers"] > 0 and health["kernels"]["done"] >= health["kernels"]["of"])

        try:
            wait_until(warm, patience, 0.1)
        except BaseException:
            self.stop()
            raise
        return self

    def kill(self) -> None:
        """End the process at once, as a power cut would (SIGKILL)."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(10)

    def stop(self) -> None:
        """End the process as Ctrl-C does, and insist if it lingers."""
        if self._process is not None and self.running():
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


_Kind = TypeVar("_Kind", bound=Server)


@contextmanager
def running(server: _Kind) -> Iterator[_Kind]:
    """This server, warm; ended afterwards."""
    try:
        server.start().wait_until_warm()
        yield server
    finally:
        server.stop()


@contextmanager
def running_server(**settings: str) -> Iterator[Server]:
    """A warm server with an empty database, ended afterwards."""
    settings = {"PLYGROUND_GAMES_PER_MINUTE": "10000", **settings}
    with tempfile.TemporaryDirectory() as folder, running(Server(Path(folder), **settings)) as server:
        yield server


def make_game(server: Server, **settings: Any) -> dict[str, Any]:
    """A new game over http."""
    answer = requests.post(f"{server.url}/games", json=settings, timeout=30)
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


class Course:
    """A dask scheduler and its workers, each a program of its own."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.address = ""
        self.workers: list[subprocess.Popen[str]] = []

    def start_scheduler(self) -> None:
        """Start it, at the address that it had before if it had one."""
        port = self.address.rpartition(":")[2] or "0"
        self.scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show")
        self.address = _said(self.scheduler, "Scheduler at:").split()[-1]

    def start_worker(self, **environment: str) -> None:
        """Start one with one thread."""
        usual = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--memory-limit", "0", "--local-directory", "."]
        self.workers.append(self._run("worker", self.address, *usual, **environment))
        _said(self.workers[-1], "Registered to:")

    def _run(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.callback(process.communicate)
        self._stack.callback(process.kill)
        return process


@contextmanager
def course(folder: Path, *environments: Mapping[str, str]) -> Iterator[Course]:
    """A cluster with a worker for each environment."""
    with ExitStack() as stack:
        made = Course(folder, stack)
        made.start_scheduler()
        for environment in environments:
            made.start_worker(**environment)
        yield made


def _said(process: subprocess.Popen[str], words: str) -> str:
    """The line in which a program says these words."""
    for line in process.stderr or ():
        if words in line:
            return line
    raise AssertionError(f"the program ended without “{words}”")
