"""Runs a compiled search in a thread of its own, while this one watches the limits and passes progress on.

A compiled search cannot call back. It releases the interpreter's lock, writes its counts into a shared ``int64``
array and looks there for a stop. The places of that array that all searches share are named here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.bot import Limits

STOP, NODES, DEEPEST, VISITS, DONE, SHARED = 0, 1, 2, 3, 4, 5
"""Places in the shared array: stop when not 0, positions analysed, deepest ply, a checksum of the visits in order,
root moves finished; and how many such places there are."""

_PAUSE = 0.004
_PAUSES_BETWEEN_REPORTS = 60


def shared_state() -> Any:
    """A fresh shared array, all 0."""
    return np.zeros(SHARED, dtype=np.int64)


def run(search: Callable[[], object], state: Any, limits: Limits, report: Callable[[], object] | None = None) -> None:
    """Run ``search`` to its end, or until ``limits`` have expired; it has always ended when this returns.

    ``state[STOP]`` is set when the limits expire. ``report`` is called about four times a second. An exception of the
    search, or one that arrives here meanwhile (an interrupt), is raised after the search has ended.
    """
    failures: list[BaseException] = []
    ended = threading.Event()

    def work() -> None:
        try:
            search()
        except BaseException as failure:  # handed to the caller, whatever it is
            failures.append(failure)
        finally:
            ended.set()

    thread = threading.Thread(target=work, name="search", daemon=True)
    thread.start()
    try:
        _watch(ended, state, limits, report)
    except BaseException:
        state[STOP] = 1
        raise
    finally:
        thread.join()
    if failures:
        raise failures[0]


def _watch(ended: threading.Event, state: Any, limits: Limits, report: Callable[[], object] | None) -> None:
    """Wait for the end in short pauses; counting them spares the search a clock of its own."""
    pauses = 0
    while not ended.wait(_PAUSE):
        pauses += 1
        if limits.expired():
            state[STOP] = 1
            ended.wait()
            return
        if report is not None and pauses % _PAUSES_BETWEEN_REPORTS == 0:
            report()
