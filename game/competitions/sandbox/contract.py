"""What a sandbox promises: a bot's program is started, stopped for its opponent's turn, watched, and ended for good.

Times are seconds, sizes bytes. Everything here may be used from any thread, and a bot outlives the thread that asked
for it. The kernel ends it when the server is killed, so that nothing is left running.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from plyground.core.errors import Refusal

MEGABYTE = 1024 * 1024


class NoSandbox(Refusal, status=503):
    """No confinement holds on this machine; the sentence names the remedy."""


class NotStarted(Exception):
    """The program could not be started by a fault on this side; never the bot's own."""


@dataclass(frozen=True)
class Bounds:
    """How much of the machine one bot may have."""

    memory_bytes: int = 512 * MEGABYTE
    """What the program may hold in memory; beyond it allocations fail or it is ended."""
    cpu_seconds: int = 600
    """Processor time of the whole run; a safety net, since clocks are the referee's."""
    open_files: int = 64
    threads: int = 32
    scratch_bytes: int = 16 * MEGABYTE
    """Room in ``/tmp``, which is the bot's alone and empty at the start. With Landlock there is none."""
    error_bytes: int = 16 * 1024
    """How much of its standard error is kept: the last part."""
    error_bytes_in_all: int = 16 * MEGABYTE
    """More than so much standard error ends it."""
    output_line_bytes: int = 64 * 1024
    """The longest line that a reader of ``stdout`` has to take; the reader sees to it."""

    def as_json(self) -> dict[str, Any]:
        """The bounds as a task carries them; ``Bounds(**...)`` reads them back."""
        return asdict(self)


@dataclass(frozen=True)
class Ending:
    """How a bot's program ended; one of ``exit_code`` and ``signal`` is a number, the other None."""

    exit_code: int | None
    signal: int | None
    out_of_memory: bool = False
    cpu_exceeded: bool = False
    too_much_output: bool = False
    too_many_files: bool = False
    too_many_threads: bool = False
    killed: bool = False
    """Ended by ``kill``, so no fault of its own."""

    @property
    def sentence(self) -> str:
        """What happened, for the person who wrote the bot."""
        if self.out_of_memory:
            return "It used more memory than it may."
        if self.cpu_exceeded:
            return "It used more processor time than it may."
        if self.too_much_output:
            return "It wrote more to its standard error than it may."
        if self.too_many_files:
            return "It made more files than it may."
        if self.too_many_threads:
            return "It started more threads than it may."
        if self.killed:
            return "It was ended."
        if self.signal is not None:
            aborted = " (or aborted)" if self.signal == 11 else ""  # the first process of a namespace has but SIGSEGV
            return f"It was ended by the signal {signal_name(self.signal)}{aborted}."
        if self.exit_code:
            return f"It ended with status {self.exit_code}."
        return "It ended."


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11, and so on; the number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


class Confined(Protocol):
    """One running bot. ``stdin`` and ``stdout`` are non-blocking file descriptors for ``os.write`` and ``os.read``.

    They stay open until ``kill``, which must be called in the end, whatever happened; it may be called again.
    """

    @property
    def stdin(self) -> int:
        """Where the bot reads from; a write raises ``BlockingIOError`` when it is full, ``BrokenPipeError`` after."""
        ...

    @property
    def stdout(self) -> int:
        """What the bot writes; for ``select.poll`` and ``os.read``, which gives no bytes at the end."""
        ...

    def errors(self) -> bytes:
        """The last part of its standard error so far; it is read all along, so a bot never waits for it."""
        ...

    def pause(self) -> None:
        """Stop all of it, threads included, until ``resume``: a bot that is not to move uses no processor."""
        ...

    def resume(self) -> None:
        """Let it go on."""
        ...

    def poll(self) -> Ending | None:
        """How it ended, or None while it runs."""
        ...

    def kill(self) -> Ending:
        """End it if it runs, wait until nothing of it is left, and close its pipes."""
        ...


class Confinement(Protocol):
    """A way to run a bot so that it can do no harm."""

    @property
    def name(self) -> str:
        """``bubblewrap``, ``landlock``, or ``none``, which confines nothing."""
        ...

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds) -> Confined:
        """Start ``argv`` in ``folder``, which the bot may read and not write; its environment is empty.

        ``argv[0]`` is the path of Python (``surroundings.PYTHON``) or of a file within the folder, relative to it, as
        are all files of the bot that are named: the folder may lie elsewhere inside. Python's own folders, the
        project's runner and the system's libraries can be read, nothing else. Raises ``NotStarted`` for a fault of
        the server's own; a program that cannot be run ends at once (``Ending`` with status 126 or 127).
        """
        ...
