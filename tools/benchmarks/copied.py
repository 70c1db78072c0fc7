"""Servers that are copied from a process which has imported the program: a start without the work of importing.

``python -m tools.benchmarks.copied`` is that process. A line of JSON tells it to start one (the words after
``plyground``, its folder, its variables, the file of its log), or asks what became of one; it answers with a line.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
_READ_LATE = ("PLYGROUND_", "HOST", "PORT", "PYTEST_")
_READ_AT_ONCE = ("PLYGROUND_CACHE",)


def _read_by_imports(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that may be read while the program is imported."""
    late = (name for name in environment if name.startswith(_READ_LATE) and name not in _READ_AT_ONCE)
    return {name: environment[name] for name in environment.keys() - set(late)}


class Original:
    """The process that is copied, started when it is first needed and ended with this one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._asking = threading.Lock()
        self._environment = _read_by_imports(os.environ)
        atexit.register(self._process.communicate)

    def fits(self, environment: Mapping[str, str]) -> bool:
        """Whether a program with these variables would have imported the same."""
        return _read_by_imports(environment) == self._environment

    def ask(self, order: dict[str, Any]) -> Any:
        """Its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._asking:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())


original = cache(Original)


class Copied:
    """A process that was copied: as much of ``subprocess.Popen`` as those need who start servers."""

    def __init__(self, words: list[str], folder: Path, environment: Mapping[str, str], log: Path) -> None:
        order = {"words": words, "folder": str(folder), "environment": dict(environment), "log": str(log)}
        self.pid: int = original().ask(order)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, None while it runs."""
        if self.returncode is None:
            self.returncode = original().ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raises ``subprocess.TimeoutExpired`` after so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a copied server", timeout or 0)
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


def _serve_orders() -> list[str]:
    """Follow orders until they end, which ends the process; in each copy gives the words that it is to run."""
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            pid, status = os.waitpid(order["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        elif not (answer := os.fork()):
            _become(order)
            words: list[str] = order["words"]
            return words
        os.write(1, f"{json.dumps(answer)}\n".encode())
    sys.exit()


def _become(order: dict[str, Any]) -> None:
    """What a start of its own would have given this process."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    for end, opened in enumerate((os.open(os.devnull, os.O_RDONLY), log, log)):
        os.dup2(opened, end)
    os.closerange(3, log + 2)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    sys.argv = ["plyground", *order["words"]]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with who started it
    from numba.core.registry import cpu_target

    from plyground.commands import main, serve  # noqa: F401
    from plyground.core import registry
    from plyground.web import alone, http_server, serving  # noqa: F401

    registry.own_bots()  # which imports games and bots
    alone.files(), alone.languages()  # what is read once by a process
    for context in (cpu_target.typing_context, cpu_target.target_context):
        context.refresh()  # a fifth of a second in each process that loads a kernel
    gc.freeze()
    main(_serve_orders())
