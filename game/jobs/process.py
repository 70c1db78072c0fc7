"""One worker process as the pool sees it: start it, send it lines, hear its lines and its end."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from plyground.core import folders
from plyground.core.settings import Settings

COMMAND = (sys.executable, "-m", "plyground.jobs.worker")
LATE = "--load-late"
"""The word after a worker's command that lets it load kernels when they are first needed, if they are compiled."""


def bot_worker(settings: Settings, command: Sequence[str] = COMMAND) -> tuple[str, ...]:
    """The command of a worker for bots that loads kernels when these settings say."""
    return (*command, *(() if settings.preload else (LATE,)))


popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen
"""What starts a worker's program."""
Heard = Callable[[dict[str, Any]], None]
Ended = Callable[[], None]


class Process(Protocol):
    """A worker's process, on this machine or on another one."""

    @property
    def pid(self) -> int:
        """The process id on this machine, 0 if it runs elsewhere."""

    def listen(self) -> None:
        """Begin to hear."""

    def send(self, message: dict[str, Any]) -> None:
        """Send one line; it is lost if the process has ended, whose end is heard of soon."""

    def kill(self) -> None:
        """End it at once."""

    def close(self) -> None:
        """End it in order, at once if it does not obey."""


Start = Callable[[Heard, Ended], Process]
"""Starts a worker; raises ``OSError`` if that cannot be done. ``Ended`` is called once, and last."""


class WorkerProcess:
    """A started program. ``heard`` and ``ended`` are called from a thread of its own, ``ended`` once and last."""

    def __init__(self, heard: Heard, ended: Ended, command: Sequence[str] = COMMAND) -> None:
        """Start the program; raises ``OSError`` if that cannot be done."""
        self._heard, self._ended = heard, ended
        self._process = popen(
            command, cwd=folders.PACKAGE.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )  # a session of its own, so that Ctrl-C reaches the server alone, which ends its workers in order
        self._sending = threading.Lock()
        self._thread = threading.Thread(target=self._listen, name=f"worker {self._process.pid}", daemon=True)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def listen(self) -> None:
        """Begin to hear."""
        self._thread.start()

    def send(self, message: dict[str, Any]) -> None:
        """Send one line. To a process that has ended it is lost; its end is heard of soon."""
        line = encoded(message)
        stdin = self._process.stdin
        assert stdin is not None
        with self._sending:
            try:
                stdin.write(line)
                stdin.flush()
            except (OSError, ValueError):
                return

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """Close its input, upon which it ends; insist after a second."""
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(OSError):
            stdin.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(5.0)

    def _listen(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            for line in stdout:
                try:
                    message = json.loads(line)
                except ValueError:  # cut off by its death
                    continue
                self._heard(message)
        self._process.wait()
        stdin = self._process.stdin
        assert stdin is not None
        with self._sending, contextlib.suppress(OSError):
            stdin.close()
        self._ended()


def encoded(message: dict[str, Any]) -> bytes:
    """A message as the line that travels."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Places(Protocol):
    """Where workers are started."""

    def places(self) -> Mapping[str, Start]:
        """The places there are now, by their names."""

    def follow(self, changed: Callable[[Mapping[str, Start]], None]) -> None:
        """From now on tell which places there are, whenever that may have changed."""

    def close(self) -> None:
        """Tell no more."""


class Here:
    """Places on this machine, one for each command; they never change."""

    def __init__(self, commands: Iterable[Sequence[str]]) -> None:
        self._commands = tuple(commands)

    def places(self) -> Mapping[str, Start]:
        """As many as there are commands."""
        return {str(at): partial(WorkerProcess, command=each) for at, each in enumerate(self._commands)}

    def follow(self, changed: Callable[[Mapping[str, Start]], None]) -> None:
        """There is nothing to tell."""

    def close(self) -> None:
        """There is nothing to end."""
