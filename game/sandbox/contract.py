"""What a sandbox promises: a bot's program is started, stopped for its opponent's turn, watched, and ended for good.

Times are seconds, sizes bytes. Everything here may be used from any thread, and a bot outlives the thread that asked
for it. The kernel ends it when the server is killed, so that nothing is left running.
"""

from __future__ import annotations

import signal
from dataclasses import asdict, dataclass
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.messages import _

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
    def what(self) -> str:
        """What happened, for the person who wrote the bot; a sentence that lacks its full stop."""
        for fault, said in _FAULTS.items():
            if getattr(self, fault):
                return said
        if self.signal == signal.SIGSEGV:  # the first process of a namespace has no other
            return _("It was ended by the signal {signal} (or aborted)", signal=signal_name(self.signal))
        if self.signal is not None:
            return _("It was ended by the signal {signal}", signal=signal_name(self.signal))
        return _("It ended with status {status}", status=str(self.exit_code)) if self.exit_code else _("It ended")

    @property
    def sentence(self) -> str:
        """The same as a whole sentence."""
        return _("{what}.", what=self.what)


_FAULTS = {
    "out_of_memory": _("It used more memory than it may"),
    "cpu_exceeded": _("It used more processor time than it may"),
    "too_much_output": _("It wrote more to its standard error than it may"),
    "too_many_files": _("It made more files than it may"),
    "too_many_threads": _("It started more threads than it may"),
    "killed": _("It was ended"),
}


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11, and so on; the number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
