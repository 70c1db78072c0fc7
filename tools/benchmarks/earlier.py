"""The program of today beside that of an earlier commit: the same benchmarks, run by turns."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.benchmarks._registry import Row, benchmark, format_figure
from tools.benchmarks.serving import ROOT
from tools.benchmarks.site import lay_out

_NAMES = (
    "start",
    "first-board",
    "answer-time",
    "minimax-time",
    "watching",
    "worker-overhead",
    "sandbox-start",
    "othello-perft",
    "camel-perft",
    "tak-perft",
)
_TURNS = 2
_SAME = 1.1
"""Figures that differ by less than this factor are called the same."""
_RISING = ("/s", "moves", "watchers")
"""How the units end of which more is better."""
_compared: list[tuple[str, str, float, float]] = []
"""Each figure that both have: what it is, its unit, then and today."""


def _figures(folder: Path, name: str) -> dict[tuple[str, str], float]:
    words = [sys.executable, "-m", "game", "bench", name, "--json"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)["rows"]
    return {(row["name"].removeprefix("200: "), row["unit"]): row["figure"] for row in rows}


def _both(folder: Path, name: str) -> Iterator[tuple[str, str, float, float]]:
    turns = [(_figures(folder, name), _figures(ROOT, name)) for _ in range(_TURNS)]
    for key in turns[0][0].keys() & turns[0][1].keys():
        then, today = (statistics.fmean(turn[at][key] for turn in turns) for at in (0, 1))
        yield f"{name}: {key[0]}", key[1], then, today


def _table() -> str:
    head = ["| what | then | today | unit | today : then |", "|---|---:|---:|---|---:|"]
    return "\n".join(
        head
        + [
            f"| {what} | {format_figure(then)} | {format_figure(today)} | {unit} | {today / then if then else 1:.2f} |"
            for what, unit, then, today in _compared
        ]
    )


@benchmark("earlier", measures="game static templates", more=_table)
def earlier() -> list[Row]:
    """Benchmarks of the earlier commit that ``EARLIER`` names, with the packages of today, and those of the same names
    of this one, by turns, twice; the table has the means of the figures that both have."""
    _compared.clear()
    if not (commit := os.environ.get("EARLIER")):
        return []
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder), commit)
        for name in _NAMES:
            _compared.extend(sorted(_both(Path(folder), name)))
    slower = [
        what
        for what, unit, then, today in _compared
        if (then > today * _SAME if unit.endswith(_RISING) else today > then * _SAME)
    ]
    return [
        Row("figures that both have", len(_compared), "figures"),
        Row("worse today by more than a tenth", len(slower), "figures"),
    ]
