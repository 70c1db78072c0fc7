"""Servers and workers that are copied from a process which has imported the program: a start without the work of
importing.

``python -m tools.benchmarks.copied`` is that process. It listens on a Unix socket, says when it does, and ends when its
input ends. A message of JSON tells it to start one (its words, folder and variables, with its input, output and log
beside), or asks what became of one, or which ones a process had started; it answers with JSON.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import psutil  # type: ignore[import-untyped]

from plyground.jobs import process

ROOT = Path(__file__).resolve().parent.parent.parent
SERVER = [sys.executable, "app.py"]
"""The words that start a server from a checkout."""
_READ_LATE = ("PLYGROUND_", "HOST", "PORT", "PYTEST_")
_READ_AT_ONCE = ("PLYGROUND_CACHE",)
_LONGEST = 200_000
"""Bytes of a message; variables are the most of it."""


def _read_by_imports(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that may be read while the program is imported."""
    late = (name for name in environment if name.startswith(_READ_LATE) and name not in _READ_AT_ONCE)
    return {name: environment[name] for name in environment.keys() - set(late)}


class Original:
    """The process that is copied, by its id: anybody on this machine may ask it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._environment = _read_by_imports(os.environ)

    def fits(self, environment: Mapping[str, str]) -> bool:
        """Whether a program with these variables would have imported the same."""
        return _read_by_imports(environment) == self._environment

    def ask(self, order: dict[str, Any], opened: Sequence[int] = ()) -> Any:
        """Its answer; ``opened`` are the files that a copy gets."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asking:
            asking.connect(_address(self._pid))
            socket.send_fds(asking, [json.dumps(order).encode()], opened)
            return json.loads(asking.recv(_LONGEST))


def _address(pid: int) -> str:
    return f"\0plyground-copied-{pid}"


@cache
def original() -> Original:
    """The one of this process, started when it is first needed and ended with this one."""
    words = [sys.executable, "-m", __name__]
    started = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert started.stdout is not None
    started.stdout.readline()
    atexit.register(started.communicate)
    return Original(started.pid)


class Copied:
    """A process that was copied: as much of ``subprocess.Popen`` as those need who start servers and workers."""

    stdin: IO[bytes] | None = None
    stdout: IO[bytes] | None = None

    def __init__(
        self,
        source: Original,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        opened: Sequence[int],
    ) -> None:
        """``opened`` are its input, its output and where it writes what goes wrong."""
        self._source = source
        order = {"words": list(words), "folder": str(folder), "environment": dict(environment)}
        self.pid: int = source.ask(order, opened)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, None while it runs."""
        if self.returncode is None:
            self.returncode = self._source.ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raises ``subprocess.TimeoutExpired`` after so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a copied process", timeout or 0)
            time.sleep(0.02)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Tell it to end."""
        self.send_signal(signal.SIGTERM)


def copied_server(environment: Mapping[str, str], log: Path) -> Copied:
    """A server with these variables, in the checkout."""
    with open(os.devnull, "rb") as nothing, log.open("ab") as written:
        opened = nothing.fileno(), written.fileno(), written.fileno()
        return Copied(original(), SERVER, ROOT, environment, opened)


def copied_workers(source: Callable[[], Original]) -> Callable[..., Any]:
    """What starts workers instead of ``subprocess.Popen``: it copies those that are started as usual."""

    def popen(words: Sequence[str], cwd: Path, **how: Any) -> Copied | subprocess.Popen[bytes]:
        if tuple(words[: len(process.COMMAND)]) != process.COMMAND or not source().fits(os.environ):
            return subprocess.Popen(words, cwd=cwd, **how)
        (asked, stdin), (stdout, said) = os.pipe(), os.pipe()
        try:
            worker = Copied(source(), words, cwd, os.environ, (asked, said, 2))
        finally:
            os.close(asked)
            os.close(said)
        worker.stdin, worker.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")
        return worker

    return popen


def workers_of(pid: int, *words: str) -> list[psutil.Process]:
    """The workers that run for a process, its children and copies, all or those with these words."""
    wanted = [*process.COMMAND[1:], *words]
    copies = original().ask({"of": pid, "words": wanted}) if original.cache_info().currsize else []
    found = []
    for each in psutil.Process(pid).children():
        with suppress(psutil.Error):
            if _have(each.cmdline(), wanted):
                found.append(each)
    for copy in copies:
        with suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(copy))
    return found


def _have(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether a program's words go on like this after the interpreter."""
    return list(words[1 : 1 + len(wanted)]) == list(wanted)


class _Orders:
    """What the process that is copied hears, and what became of its copies."""

    def __init__(self) -> None:
        self._own = Original(os.getpid())
        self._statuses: dict[int, int] = {}
        self._started: dict[int, tuple[int, list[str]]] = {}
        """Of each copy that runs: who asked for it, and its words."""
        self._woken, self._waking = socket.socketpair()
        self._waking.setblocking(False)
        signal.set_wakeup_fd(self._waking.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)  # heard through the socket
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.bind(_address(os.getpid()))
        self._listening.listen(100)

    def follow(self) -> Callable[[], None]:
        """Follow orders until the input ends, which ends the process; in each copy gives what it is to do."""
        while True:
            woken, listening = self._woken.fileno(), self._listening.fileno()
            ready, *_ = select.select([0, woken, listening], [], [])
            if 0 in ready:
                sys.exit()
            if woken in ready:
                self._woken.recv(1000)
                while (found := _ended_child())[0]:
                    self._statuses[found[0]] = os.waitstatus_to_exitcode(found[1])
                    self._started.pop(found[0], None)
            if listening in ready:
                asking, _ = self._listening.accept()
                with asking:
                    copy = self._answer(asking)
                if copy is not None:
                    return copy

    def _answer(self, asking: socket.socket) -> Callable[[], None] | None:
        text, opened, *_ = socket.recv_fds(asking, _LONGEST, 3)
        order = json.loads(text)
        answer: Any
        if "ended" in order:
            answer = self._statuses.get(order["ended"])
        elif "of" in order:
            of = [(pid, words) for pid, (asker, words) in self._started.items() if asker == order["of"]]
            answer = [pid for pid, words in of if _have(words, order["words"])]
        elif not (answer := os.fork()):
            return self._become(order, opened)
        else:
            self._statuses.pop(answer, None)
            asker, *_ = struct.unpack("3i", asking.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            self._started[answer] = asker, order["words"]
            for each in opened:
                os.close(each)
        asking.send(json.dumps(answer).encode())
        return None

    def _become(self, order: dict[str, Any], opened: Sequence[int]) -> Callable[[], None]:
        """What a start of its own would have given this process, and what it is to do."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for each in (self._woken, self._waking, self._listening):
            each.close()
        for end, file in enumerate(opened):
            os.dup2(file, end)
            os.close(file)
        os.environ.clear()
        os.environ.update(order["environment"])
        os.chdir(order["folder"])
        if (words := order["words"]) == SERVER:
            sys.argv = ["plyground", "serve"]
            process.popen = copied_workers(lambda: self._own)
            return main
        os.setsid()
        sys.argv = words[len(process.COMMAND) - 1 :]
        return worker.main


def _ended_child() -> tuple[int, int]:
    try:
        return os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0, 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with who started it
    from numba.core.registry import cpu_target

    from plyground.bots import _thinking, _warming  # noqa: F401
    from plyground.commands import main, serve  # noqa: F401
    from plyground.core import registry
    from plyground.jobs import worker
    from plyground.search.teaching import columns, searches  # noqa: F401
    from plyground.web import alone, http_server, serving  # noqa: F401

    registry.own_bots()  # which imports games and bots
    alone.files(), alone.languages()  # what is read once by a process
    for context in (cpu_target.typing_context, cpu_target.target_context):
        context.refresh()  # a fifth of a second in each process that loads a kernel
    gc.freeze()
    orders = _Orders()
    os.write(1, b"\n")
    orders.follow()()
