"""A dask cluster as a course would start it, for tests and benchmarks: a scheduler and workers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


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
    assert process.stderr is not None
    for line in process.stderr:
        if words in line:
            return line
    raise AssertionError(f"the program ended without “{words}”")
