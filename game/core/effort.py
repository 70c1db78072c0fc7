"""How much of the processor one request may take while it is read and replayed.

Most texts are short work, but a game of ten thousand moves on a map of ten thousand rivers may be built so that each
move walks over all that came before. What replays moves asks ``check`` between two of them; nothing is bounded unless
somebody has said so around it, so workers and commands take their time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from plyground.core.errors import Refusal
from plyground.core.messages import _


class TooMuchWork(Refusal, status=413):
    """Reading a text would take more of the processor than one request may have."""


_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Let this thread spend so much processor time within, or what is left of the bound that holds already."""
    if _until.get() is not None:
        yield
        return
    token = _until.set(time.thread_time() + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def check() -> None:
    """Raise ``TooMuchWork`` if the time is spent."""
    until = _until.get()
    if until is not None and time.thread_time() > until:
        raise TooMuchWork(_("This takes too long to read here; send a shorter game, or one on a smaller map."))
