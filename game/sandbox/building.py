"""Builds a bot from its sources by the compiler of its language, confined as a bot is and bounded in all it may use."""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.sandbox import surroundings
from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.contract import MEGABYTE, Bounds, NoSandbox, NotStarted
from plyground.sandbox.images import Image
from plyground.sandbox.running import Running, readable
from plyground.sandbox.surroundings import PYTHON

SECONDS = 60.0
"""What a build may take."""
MOST_BYTES = 16 * MEGABYTE
"""What a build may write out, packed."""
BOUNDS = Bounds(
    memory_bytes=1024 * MEGABYTE,
    cpu_seconds=int(SECONDS),
    open_files=256,
    threads=48,
    scratch_bytes=256 * MEGABYTE,
    error_bytes=256 * 1024,
)
"""``memory_bytes`` are for each program of a build, and once more for all of them; ``threads`` for all together."""
_BUILDER = Path(__file__).resolve().parent / "builder.py"
_STEP = 0.1
_NICE = 10
_WHAT = (PYTHON, "-I", "-S", str(_BUILDER))


class NoBuilding(NoSandbox):
    """Sources cannot be compiled safely on this machine."""


@dataclass(frozen=True)
class Built:
    """What came of a build: the zip of what was made, None if it failed; what the compiler said; and, where a bound was
    passed, which: ``time``, ``memory`` or ``output``."""

    made: bytes | None
    messages: str
    passed: str | None = None


def build(folder: Path, steps: Sequence[Sequence[str]], image: Image, more: Sequence[Path] = ()) -> Built:
    """Run a language's steps on the sources in a folder, with ``more`` files that may be read. Raises ``NoBuilding`` or
    ``NotStarted``, never for a fault of the sources."""
    if not _works():
        raise NoBuilding("Sources are compiled in bubblewrap, which does not work on this machine.")
    return _built(folder, steps, (*image.paths_for_building(), *more))


@functools.cache
def _works() -> bool:
    """Whether bubblewrap runs at all here; whether it holds is the probe's to say."""
    try:
        return _built(Path(__file__).resolve().parent / "bot_library", [], ()).made is not None
    except NotStarted:
        return False


def _built(folder: Path, steps: Sequence[Sequence[str]], paths: Sequence[Path]) -> Built:
    words = [*_WHAT, json.dumps([[surroundings.inside(word) for word in step] for step in steps])]
    running = Bubblewrap().started(folder, words, BOUNDS, (*paths, _BUILDER), building=True)
    try:
        _give_way(running.first)
        made, passed = _heard(running)
    finally:
        ending = running.kill()
    messages = running.errors().decode("utf-8", errors="replace")
    if ending.too_much_output or ending.too_many_files:
        passed = "output"
    elif ending.out_of_memory:
        passed = "memory"
    good = passed is None and ending.exit_code == 0
    return Built(made if good else None, messages, passed)


def _give_way(first: int) -> None:
    """Have games that are played meanwhile come first: where Linux shares out its cores by sessions (``autogroup``), a
    process's own niceness counts only beside others of its session, and each bot has one."""
    with suppress(OSError):
        Path(f"/proc/{first}/autogroup").write_text(str(_NICE), encoding="ascii")


def _heard(running: Running) -> tuple[bytes, str | None]:
    """All that the builder writes until its end, and the bound that was passed."""
    deadline, made = time.monotonic() + SECONDS, bytearray()
    while True:
        if readable(running.stdout, _STEP):
            with suppress(BlockingIOError):
                got = os.read(running.stdout, 65536)
                made += got
                if not got:
                    return bytes(made), None if _over(running, deadline) else "time"
        if len(made) > MOST_BYTES:
            return b"", "output"
        if time.monotonic() > deadline:
            return b"", "time"
        if _memory(running.first) > BOUNDS.memory_bytes:
            return b"", "memory"


def _over(running: Running, deadline: float) -> bool:
    """Wait for the end of a builder that has closed its output."""
    while running.poll() is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True


def _memory(first: int) -> int:
    """Bytes that a process and all that come from it hold."""
    total, todo = 0, [first]
    while todo:
        process = Path("/proc") / str(todo.pop())
        with suppress(OSError, ValueError, IndexError):
            todo += [int(each) for each in (process / "task" / process.name / "children").read_text().split()]
            for line in (process / "status").read_text().splitlines():
                if line.startswith("RssAnon:"):
                    total += int(line.split()[1]) * 1024
    return total
