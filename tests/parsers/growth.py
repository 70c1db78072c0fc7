"""How a function's work grows with the length of its input, measured in processor time so that others do not count."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_GROWTH = 2.5
"""A doubled input takes less than so many times as long: twice is linear, four times quadratic."""
_ENOUGH = 0.004
"""Seconds of work that are long enough for a ratio."""
_FIRST, _STEP = 1_000, 4
_RUNS, _TRIES = 3, 4


_KEEP = 1 << 30


def keep_memory() -> None:
    """Have what was freed be taken again: fresh pages for each large text cost more than a short one's work."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another library of C, where a jump shows in one doubling alone
        return
    for name in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
        mallopt(name, _KEEP)


@dataclass(frozen=True)
class Growth:
    """The best times in seconds for ``size``, twice and four times that many characters."""

    size: int
    times: tuple[float, float, float]

    @property
    def rate(self) -> float:
        """How many times as long a doubled input takes, by the better of two doublings.

        Where memory gets slower, past a cache, one of them jumps; work that grows with the square shows in each.
        """
        first, second, third = (max(each, 1e-9) for each in self.times)
        return min(second / first, third / second)

    def __str__(self) -> str:
        shown = ", ".join(f"{1000 * each:.2f}" for each in self.times)
        return f"{self.rate:.2f} times a doubling ({shown} ms for {self.size:,} characters, 2 and 4 times that)"


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """The least processor time of this thread that the work took."""
    best = float("inf")
    for _unused in range(runs):
        begin = time.thread_time()
        work()
        best = min(best, time.thread_time() - begin)
    return best


def growth(call: Callable[[str], object], text: Callable[[int], str], longest: int) -> Growth | None:
    """How the work of ``call`` grows, None if it is done at once even for the longest text.

    Longer and longer texts are tried until one takes long enough to be measured; only there is the growth looked at.
    """
    keep_memory()
    size = _FIRST
    while True:
        given = text(min(size, longest))
        if seconds(lambda: call(given)) >= _ENOUGH:  # noqa: B023  (called at once)
            break
        if size >= longest:
            return None
        size *= _STEP
    size = max(1, min(size, longest) // 4)
    texts = [text(size * times) for times in (1, 2, 4)]
    found = _measured(call, size, texts)
    for _unused in range(_TRIES):
        if found.rate < MOST_GROWTH:
            break
        again = _measured(call, size, texts)
        found = min(found, again, key=lambda each: each.rate)
    return found


def _measured(call: Callable[[str], object], size: int, texts: list[str]) -> Growth:
    first, second, third = (seconds(lambda: call(text), _RUNS) for text in texts)  # noqa: B023
    return Growth(size, (first, second, third))
