"""Limits of a server that counts alone, which it still knows after a restart: in a file of its folder of data.

The file is written when the server ends in order, and is gone when it is read at the next start; one that was killed
begins anew. It says when each bucket is full again that is not, by a name that is hashed with a salt of its own.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from plyground.sessions.limits import Bucket, Clock, LocalLevels
from plyground.storage.private import private_file

log = logging.getLogger(__name__)


class KeptLevels:
    """The levels of all limits of one process, for ``limits.levels_of``."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self._path, self._wall = path, wall
        self._made: list[tuple[str, LocalLevels]] = []
        self._salt, self._full = self._read()

    def levels(self, title: str, rate: float, burst: float, monotonic: Clock) -> LocalLevels:
        """The levels of a limit; they go on from those of the process before."""
        limit = f"{title} {rate} {burst}"
        made = LocalLevels(rate, burst, monotonic, lambda bucket: self._left(limit, bucket))
        self._made.append((limit, made))
        return made

    def write(self) -> None:
        """Keep what is not full again; that this cannot be written is in the log, and no more than that."""
        now = self._wall()
        full = {name: at for name, at in self._full.items() if at > now}  # of whoever has not asked since
        for limit, made in self._made:
            full |= {self._name(limit, bucket): now + seconds for bucket, seconds in made.left()}
        try:
            private_file(self._path)
            self._path.write_text(json.dumps({"salt": self._salt, "full": full}), encoding="ascii")
        except OSError as error:
            log.warning("The limits could not be kept: %s", error)

    def _read(self) -> tuple[str, dict[str, float]]:
        try:
            found = json.loads(self._path.read_text(encoding="ascii"))
            self._path.unlink()
            return str(found["salt"]), {str(name): float(at) for name, at in found["full"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return secrets.token_hex(16), {}

    def _left(self, limit: str, bucket: Bucket) -> float:
        return self._full.get(self._name(limit, bucket), 0.0) - self._wall() if self._full else 0.0

    def _name(self, limit: str, bucket: Bucket) -> str:
        said = f"{limit} {bucket[1]} {bucket[0]}".encode("utf-8", errors="replace")
        return hashlib.blake2b(said, digest_size=12, key=self._salt.encode()).hexdigest()
