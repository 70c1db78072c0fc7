"""Random texts for every parser, and what came of them so far: ``python -m tests.parsers.figures``.

With ``--write`` the figures are put into ``docs/benchmarks.md``.
"""

from __future__ import annotations

import heapq
import os
import sys
import time

from tests.parsers import fuzzing as kept
from tests.parsers.table import parsers
from tools.benchmarks._registry import Benchmark, Row, format_figure, put

MINUTES = float(os.environ.get("FUZZ_MINUTES", "10"))
_SLICE, _TOLD = 15.0, 5


def fuzzing() -> list[Row]:
    """Random texts of up to 20 kB for each parser of people's text: good ones spoilt, their parts put together, signs
    of all kinds, numbers that are none, nesting. Each must be read or refused in a sentence, within 50 ms of the
    processor (files of games within what the server gives them).

    Runs add up in the folder that ``FUZZING`` names: each goes on for ``FUZZ_MINUTES`` (0 only counts) with the parsers
    that had the least, until all have had ``FUZZ_SECONDS`` of the processor. What failed is tried again first.
    """
    known = parsers()
    waiting = [(kept.kept(parser).seconds, number) for number, parser in enumerate(known)]
    heapq.heapify(waiting)
    until = time.monotonic() + 60 * MINUTES
    while waiting and time.monotonic() < until:
        spent, number = heapq.heappop(waiting)
        if spent < kept.ENOUGH:
            heapq.heappush(waiting, (kept.go_on(known[number], patience=_SLICE).seconds, number))
    found = [kept.kept(parser) for parser in known]
    for each in found:
        for text, why in each.failed.items():
            print(f"  {each.parser}: {why}: {text[:200]!r}", file=sys.stderr)
    slowest = sorted(found, key=lambda each: each.slowest_seconds, reverse=True)[:_TOLD]
    return [
        Row("parsers", len(found), "parsers"),
        Row(
            f"parsers that had {kept.ENOUGH:,} s",
            sum(each.seconds >= kept.ENOUGH for each in found),
            "parsers",
            f"{len(found)}",
        ),
        Row("the least that a parser had", min(each.seconds for each in found), "s", f"at least {kept.ENOUGH:,}"),
        Row("together", sum(each.seconds for each in found) / 3600, "hours of processor time"),
        Row("texts", sum(each.texts for each in found), "texts"),
        Row(
            "texts that were neither read nor refused, or not in time",
            sum(len(each.failed) for each in found),
            "texts",
            "0",
        ),
        *(Row(f"slowest text: {each.parser}", 1000 * each.slowest_seconds, "ms") for each in slowest),
    ]


if __name__ == "__main__":
    rows = fuzzing()
    for row in rows:
        print(f"{row.name}: {format_figure(row.figure)} {row.unit}")
    if "--write" in sys.argv[1:]:
        put(Benchmark("fuzzing", fuzzing, ("game", "tests/parsers")), rows)
