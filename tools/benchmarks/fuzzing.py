"""Random texts for every parser of people's text, by the battery of the tests."""

from __future__ import annotations

import json
import subprocess
import sys

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import ROOT


def _told(*words: str) -> str:
    """What the battery says; it is a program of its own, since tools import no tests."""
    told = [sys.executable, "-m", "tests.parsers.figures", *words]
    return subprocess.run(told, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


@benchmark("fuzzing", measures="game tests/parsers", more=lambda: _told("--table"))
def fuzzing() -> list[Row]:
    """Random texts of up to 20 kB for each parser of people's text, by Hypothesis: good ones spoilt, crossed and pumped
    up, their parts put together, signs of all kinds, numbers that are none, nesting. Each must be read or refused in a
    sentence, within 50 ms of the processor. What is handed in as a file, or names a map to be drawn, has the time that
    stands beside it.

    Runs add up in the folder that ``FUZZING`` names, and for other checkouts in the table below, as long as a parser's
    code is the same: its digest stands beside it. Each run goes on for ``FUZZ_MINUTES`` by the clock on the wall (0
    only counts) with the parsers that had the least, until all have had ``FUZZ_SECONDS`` of the processor. Those that
    read a text in about the time that making it takes, or less, read the same ones, ten parsers at a time, and the time
    of making one counts for each. What failed is tried again first.
    """
    return [Row(**each) for each in json.loads(_told())]
