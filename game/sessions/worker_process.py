"""One worker process as the pool sees it: start it, send it lines, hear its lines and its end."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from plyground.core import folders

COMMAND = (sys.executable, "-m", "plyground.sessions.worker")


class WorkerProcess:
    """A started program. ``heard`` and ``ended`` are called from a thread of its own, ``ended`` once and last."""

    def __init__(
        self,
        heard: Callable[[dict[str, Any]], None],
        ended: Callable[[], None],
        command: Sequence[str] = COMMAND,
    ) -> None:
        """Start the program; raises ``OSError`` if that cannot be done."""
        self._heard, self._ended = heard, ended
        self._process = subprocess.Popen(
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
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
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
