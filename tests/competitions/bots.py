"""Small bots for tests of sandboxes, and the reading of what they say."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.confinements import Unconfined
from plyground.sandbox.contract import Bounds, Ending
from plyground.sandbox.landlock import Landlock
from plyground.sandbox.running import Confinement, Running
from plyground.sandbox.surroundings import PYTHON

SAFE: tuple[Confinement, ...] = (Bubblewrap(), Landlock())
ALL: tuple[Confinement, ...] = (*SAFE, Unconfined())
PATIENCE = 30.0


@contextmanager
def running(confinement: Confinement, folder: Path, source: str, bounds: Bounds | None = None) -> Iterator[Running]:
    """A bot with this source, until the block ends."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    (folder / "bot.py").write_text(source)
    bot = confinement.start(folder, [PYTHON, "-I", "bot.py"], bounds or Bounds())
    try:
        yield bot
    finally:
        bot.kill()


def said(bot: Running, upto: bytes = b"\n") -> bytes:
    """What a bot says until these bytes, or until it ends."""
    deadline = time.monotonic() + PATIENCE
    got = b""
    while not got.endswith(upto):
        assert select.select([bot.stdout], [], [], max(0.0, deadline - time.monotonic()))[0], f"only {got!r} was said"
        more = os.read(bot.stdout, 65536)
        if not more:
            break
        got += more
    return got


def ending(bot: Running) -> Ending:
    """How a bot ends by itself."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = bot.poll()
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("the bot did not end")
