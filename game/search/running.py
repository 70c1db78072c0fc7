"""Runs a compiled search in a thread of its own, while this one watches the limits and passes progress on.

A compiled search cannot call back. It releases the interpreter's lock, writes its counts into a shared ``int64``
array and looks there for a stop. The places of that array that all searches share are named here.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from plyground.core import processors
from plyground.core.bot import Limits

T = TypeVar("T")
R = TypeVar("R")
STOP, NODES, DEEPEST, VISITS, DONE, SHARED = 0, 1, 2, 3, 4, 5
"""Places in the shared array: stop when not 0, positions analysed, deepest ply, a checksum of the visits in order,
root moves finished; and how many such places there are."""

_POLITE = 5
"""How much nicer to other programs the threads are that a search could do without."""
_LOAD = Path("/proc/loadavg")
_PAUSE = 0.004
_PAUSES_BETWEEN_REPORTS = 60


def shared_state() -> Any:
    """A fresh shared array, all 0."""
    return np.zeros(SHARED, dtype=np.int64)


def run(
    search: Callable[[], object],
    state: Any,
    limits: Limits,
    report: Callable[[], object] | None = None,
    others: Sequence[threading.Thread] = (),
) -> None:
    """Run ``search`` to its end, or until ``limits`` have expired; it has always ended when this returns.

    ``state[STOP]`` is set when the limits expire. ``report`` is called about four times a second. An exception of the
    search, or one that arrives here meanwhile (an interrupt), is raised after the search has ended. ``others`` are the
    threads ``beside`` it: where they and this one are as many as the processors, each begins on one of its own.
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
    alone = [{each} for each in processors.allowed()] if others else []
    threads = [thread, *others] if len(alone) == 1 + len(others) else []
    _place(threads, alone)
    try:
        _watch(ended, state, limits, report, threads)
    except BaseException:
        state[STOP] = 1
        raise
    finally:
        thread.join()
    if failures:
        raise failures[0]


def _watch(
    ended: threading.Event,
    state: Any,
    limits: Limits,
    report: Callable[[], object] | None,
    placed: Sequence[threading.Thread],
) -> None:
    """Wait for the end in short pauses; counting them spares the search a clock of its own. After the first quarter of
    a second the system may move the threads that were ``placed``."""
    pauses = 0
    while not ended.wait(_PAUSE):
        pauses += 1
        if limits.expired():
            state[STOP] = 1
            ended.wait()
            return
        if pauses == _PAUSES_BETWEEN_REPORTS:
            _place(placed, itertools.repeat(set(processors.allowed())))
        if report is not None and pauses % _PAUSES_BETWEEN_REPORTS == 0:
            report()


def _place(threads: Iterable[threading.Thread], places: Iterable[set[int]]) -> None:
    """Let each of these threads run on the processors of its place alone. The system may else keep threads that are new
    or wake up together on one of two processors until it has seen for some milliseconds that they have work for both.
    """
    for thread, place in zip(threads, places, strict=False):
        with suppress(OSError, AttributeError):  # it has just ended; only Linux has this
            if thread.is_alive() and thread.native_id is not None:
                os.sched_setaffinity(thread.native_id, place)


@contextmanager
def beside(searches: Sequence[Callable[[], object]], states: Sequence[Any]) -> Iterator[Sequence[threading.Thread]]:
    """Run ``searches`` while the block runs, each in a thread of its own that gives way to other programs, and give the
    threads; at its end they are stopped by their ``states``, and have ended. An exception of one is raised then."""
    failures: list[BaseException] = []

    def work(search: Callable[[], object]) -> None:
        _give_way()
        try:
            search()
        except BaseException as failure:  # handed to the caller, whatever it is
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(each,), name="search beside", daemon=True) for each in searches]
    try:
        for thread in threads:
            thread.start()
        yield threads
    finally:
        for state in states:
            state[STOP] = 1
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]


@contextmanager
def shared_out(threads: int) -> Iterator[Callable[[Callable[[T], R], Iterable[T]], list[R]]]:
    """What does a work with each of some things, so many at a time, and gives what comes of them in their order. All
    threads but one give way to other programs; one alone does the works in this thread."""
    if threads < 2:
        yield lambda work, things: [work(each) for each in things]
        return
    begun = itertools.count()

    def begin() -> None:
        if next(begun) > 0:
            _give_way()

    with ThreadPoolExecutor(threads, "search", begin) as pool:
        yield lambda work, things: list(pool.map(work, things))


def _give_way() -> None:
    """Let other programs go before this thread."""
    with suppress(OSError, AttributeError):  # Linux counts niceness by threads; elsewhere they are not nicer
        if os.uname().sysname == "Linux":
            own = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + _POLITE)


def busy() -> int:
    """How many threads of the whole machine run or wait for a processor at this moment, the asking one included."""
    with suppress(OSError, ValueError, IndexError):
        return int(_LOAD.read_text().split()[3].partition("/")[0])
    return round(os.getloadavg()[0]) + 1


def crowded() -> bool:
    """Whether more threads of the machine want a processor than there are for this program."""
    return busy() - 1 > processors.count()


def spare(most: int) -> int:
    """How many threads a search may have that can have ``most``: one, and one for each processor that is idle now."""
    return max(1, min(most, processors.count() + 1 - busy())) if most > 1 else 1
