"""Runs a bot with no confinement at all: for one's own bots at home, and for tests of the referee."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

from game.competitions.sandbox.contract import Bounds, Confined, Ending, NotStarted

_CHUNK = 65_536


class Unconfined:
    """A ``Confinement`` that bounds only what is kept of the bot's standard error."""

    name = "none"

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds) -> Confined:
        try:
            process = subprocess.Popen(
                list(argv),
                cwd=folder,
                env={"PYTHONHASHSEED": "0"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise NotStarted(f"{argv[0]} cannot be started: {error.strerror}") from error
        return _Running(process, bounds)


class _Running:
    """One bot's process group."""

    def __init__(self, process: subprocess.Popen[bytes], bounds: Bounds) -> None:
        self._process, self._kept = process, bounds.error_bytes
        self._tail = b""
        self._ended: Ending | None = None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        for stream in (self._stdin, self._stdout):
            os.set_blocking(stream.fileno(), False)
        self._drain = threading.Thread(target=self._read_errors, daemon=True)
        self._drain.start()

    @property
    def stdin(self) -> int:
        return self._stdin.fileno()

    @property
    def stdout(self) -> int:
        return self._stdout.fileno()

    def errors(self) -> bytes:
        if self._process.poll() is not None:
            self._drain.join(0.5)
        return self._tail

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def poll(self) -> Ending | None:
        code = self._process.poll()
        if self._ended is None and code is not None:
            self._ended = Ending(None if code < 0 else code, -code if code < 0 else None)
        return self._ended

    def kill(self) -> Ending:
        if self.poll() is None:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._ended = Ending(None, int(signal.SIGKILL), killed=True)
        self._signal(signal.SIGKILL)  # whatever else is left of the group
        self._drain.join(1.0)
        for stream in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):
                stream.close()
        assert self._ended is not None
        return self._ended

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _read_errors(self) -> None:
        with self._stderr:
            while chunk := os.read(self._stderr.fileno(), _CHUNK):
                self._tail = (self._tail + chunk)[-self._kept :]
