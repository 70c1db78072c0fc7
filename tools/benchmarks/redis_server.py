"""A Redis of one's own: on a free port of loopback, keeping nothing on disk, to stop and to start again."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tools.benchmarks._measuring import wait_until
from tools.benchmarks.serving import Freezing, free_port

if TYPE_CHECKING:
    from redis import Redis


class RedisServer(Freezing):
    """One server; ``start`` after ``stop`` brings an empty one back at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> RedisServer:
        """Start it, also again, and wait until it answers."""
        program = shutil.which("redis-server")
        assert program, "There is no Redis here: tools/set-up redis installs it."
        words = [program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*words, "--dir", str(self._folder)], stdout=log, stderr=log)
        wait_until(self._answers, 120, 0.01)
        return self

    def _answers(self) -> bool:
        from redis.exceptions import RedisError

        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "log").read_text()
        try:
            with self.client() as client:
                return bool(client.ping())
        except RedisError:
            return False

    def client(self) -> Redis:
        """A client of the tests' own."""
        from redis import Redis

        return Redis.from_url(self.url)

    def stop(self) -> None:
        """End it at once, as a crash would; whatever it held is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    """A running server, ended afterwards."""
    with tempfile.TemporaryDirectory(prefix="plyground-redis-") as folder:
        server = RedisServer(Path(folder))
        try:
            yield server.start()
        finally:
            server.stop()
