"""Random texts for every parser, and what came of them so far, as JSON: ``python -m tests.parsers.figures``.

Words after it choose the parsers whose names hold one of them; ``--table`` prints the table of all instead. For people
there is ``plyground bench fuzzing``.
"""

from __future__ import annotations

import gc
import heapq
import json
import os
import resource
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict

from plyground.web.services import GARBAGE
from tests.parsers import fuzzing as kept
from tests.parsers.parser import Parser
from tests.parsers.table import parsers
from tools.benchmarks._registry import Row

MINUTES = float(os.environ.get("FUZZ_MINUTES", "10"))
_MEMORY = 4 << 30
"""Bytes that are enough for all; a text that asks for more fails."""
_SLICES = 1.0, 5.0, 15.0
"""Seconds of the processor that a parser has at a time: at first all come soon, later little is lost to changing."""


def fuzzing(wanted: tuple[str, ...] = ()) -> list[Row]:
    """Go on with the parsers whose names hold one of the words, or with all, and say how far all are."""
    known = [parser for parser in parsers() if not wanted or any(word in parser.name for word in wanted)]
    companies = kept.companies(known)
    waiting = [(min(kept.kept(each).seconds for each in company), place) for place, company in enumerate(companies)]
    heapq.heapify(waiting)
    until = time.monotonic() + 60 * MINUTES
    while waiting and time.monotonic() < until:
        spent, place = heapq.heappop(waiting)
        if spent < kept.ENOUGH:
            slice_ = len(companies[place]) * next((each for each in _SLICES if spent < each), _SLICES[-1])
            had = min(each.seconds for each in kept.go_on(companies[place], patience=slice_))
            heapq.heappush(waiting, (had, place))
    found = [kept.kept(parser) for parser in parsers()]
    for each in found:
        for text, why in each.failed.items():
            print(f"  {each.parser}: {why}: {text[:200]!r}", file=sys.stderr)
    had = sum(each.seconds >= kept.ENOUGH for each in found)
    failed = sum(len(each.failed) for each in found)
    return [
        Row("parsers", len(found), "parsers"),
        Row(f"parsers that had {kept.ENOUGH:,} s", had, "parsers", f"{len(found)}"),
        Row("the least that a parser had", min(each.seconds for each in found), "s", f"at least {kept.ENOUGH:,}"),
        Row("together", sum(each.seconds for each in found) / 3600, "hours of processor time"),
        Row("texts", sum(each.texts for each in found), "texts"),
        Row("texts that were neither read nor refused, or not in time", failed, "texts", "0"),
    ]


def table(found: Iterable[kept.Kept], known: Iterable[Parser]) -> str:
    """What parsers had so far, those with the slowest texts first; ``fuzzing.py`` reads it again."""
    limits = {parser.name: parser.seconds for parser in known}
    rows = sorted(found, key=lambda each: each.slowest_seconds / limits[each.parser], reverse=True)
    lines = ["| parser | code | s | texts | slowest, ms | at most | failed |", "|---|---|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {each.parser} | {each.code} | {each.seconds:.1f} | {each.texts:,} | {1000 * each.slowest_seconds:.2f} "
        f"| {1000 * limits[each.parser]:g} | {len(each.failed)} |"
        for each in rows
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    gc.freeze()  # as the server does, so that what is measured is what it takes there
    gc.set_threshold(*GARBAGE)
    if sys.argv[1:] == ["--table"]:
        print(table(map(kept.kept, parsers()), parsers()))
    else:
        print(json.dumps([asdict(row) for row in fuzzing(tuple(sys.argv[1:]))]))
