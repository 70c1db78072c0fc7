"""What measurements share: quantiles of what was measured as rows, times of a call, the data beside the project."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

from tools.benchmarks._registry import Row

_Result = TypeVar("_Result")
SHARED = Path(__file__).resolve().parents[3] / "shared"
"""Where data lies that is not part of the project; what needs it does without where it is not there."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(title: str, values: Sequence[float], unit: str, **goals: str) -> list[Row]:
    """A row for each goal, named by the title and its name: ``median``, ``slowest``, or one such as ``p99``."""

    def figure(name: str) -> float:
        return (
            median(values) if name == "median" else percentile(values, 1 if name == "slowest" else int(name[1:]) / 100)
        )

    return [Row(title + name, figure(name), unit, goal) for name, goal in goals.items()]


def timed(call: Callable[[], _Result], clock: Callable[[], float] = time.process_time) -> tuple[_Result, float]:
    """What a call gives, and the seconds that it took by the clock."""
    begun = clock()
    result = call()
    return result, clock() - begun


def wait_until(condition: Callable[[], bool], patience: float, look: float = 0.05) -> None:
    """Look every so many seconds whether it has come true; raises ``TimeoutError`` after ``patience`` seconds."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"nothing came of it within {patience:g} s")
        time.sleep(look)
