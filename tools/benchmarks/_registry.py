"""Finds, runs and writes down benchmarks."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from plyground.commands._reports import machine, put_section
from plyground.core import compiled_calls
from plyground.core.errors import BadOption
from tools.benchmarks import _ages as ages

REPORT = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
_HEAD = """# Benchmarks

Written by `plyground bench --write`, which runs every measurement again (`plyground bench NAME --write` runs
one and leaves the others as they were). Figures belong to the machine, the day and the commit that stand above each
table (a + behind it: with changes that were not committed); `plyground bench --stale` tells which are older than the
code that they measure. Ratios were measured side by side in one run.
"""


@dataclass(frozen=True)
class Row:
    """One measured figure: what it is, the number, its unit, and what was aimed for (a sentence, or empty)."""

    name: str
    figure: float
    unit: str
    goal: str = ""

    def as_json(self, machine: str) -> dict[str, Any]:
        """The row as the command line prints it with ``--json``."""
        return {"name": self.name, "figure": self.figure, "unit": self.unit, "goal": self.goal, "machine": machine}


@dataclass(frozen=True)
class Benchmark:
    """A named measurement; its docstring says how it is taken."""

    name: str
    measure: Callable[[], list[Row]]
    measures: tuple[str, ...]
    """The folders whose code the figures tell of; figures are old once one of them has changed."""
    more: Callable[[], str] = str
    """What stands in the report below the figures."""

    @property
    def method(self) -> str:
        """How the figures are taken, from the function's docstring, on one line."""
        return " ".join((self.measure.__doc__ or "").split())


_found: dict[str, Benchmark] = {}


def benchmark(
    name: str, measures: str, more: Callable[[], str] = str
) -> Callable[[Callable[[], list[Row]]], Callable[[], list[Row]]]:
    """Mark a function as the benchmark with this name, of the code in these folders of the project (with blanks);
    ``more`` makes what stands in the report below its figures."""

    def register(measure: Callable[[], list[Row]]) -> Callable[[], list[Row]]:
        _found[name] = Benchmark(name, measure, tuple(measures.split()), more)
        return measure

    return register


def _load() -> dict[str, Benchmark]:
    package = importlib.import_module("tools.benchmarks")
    for info in pkgutil.iter_modules(package.__path__):
        if not info.name.startswith("_"):
            importlib.import_module(f"tools.benchmarks.{info.name}")
    return _found


def names() -> list[str]:
    """The names of all benchmarks."""
    return list(_load())


def stale() -> dict[str, str]:
    """The benchmarks whose figures are older than the code that they tell of, or missing, each with the reason."""
    written = ages.commits(REPORT.read_text(encoding="utf-8"))
    reasons = {bench.name: ages.reason(written.get(bench.name), bench.measures) for bench in _load().values()}
    return {name: reason for name, reason in reasons.items() if reason}


def run(
    wanted: Iterable[str] = (), write: bool = False, tell: Callable[[str], None] = lambda line: None
) -> list[dict[str, Any]]:
    """Run the named benchmarks (all without names) and return their rows; ``write`` puts them in the report.

    Raises ``BadOption`` for an unknown name. ``tell`` is called with a line before and after each. One that lacks what
    it measures has no rows, and leaves the report as it is.
    """
    known = _load()
    chosen = list(wanted) or list(known)
    for name in chosen:
        if name not in known:
            raise BadOption(f"There is no benchmark called “{name[:40]}”; there are: {', '.join(known)}.")
    compiled_calls.use_compiled(True)
    rows: list[dict[str, Any]] = []
    for name in chosen:
        tell(f"{name} …")
        measured = known[name].measure()
        for row in measured:
            tell(f"  {row.name}: {format_figure(row.figure)} {row.unit}")
        rows += [row.as_json(machine()) for row in measured]
        if write and measured:
            put(known[name], measured)
    return rows


def format_figure(figure: float) -> str:
    """A number with thousands separated, and three digits where it is small."""
    if abs(figure) < 1e15 and figure == int(figure):
        return f"{int(figure):,}"
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"


def _section(bench: Benchmark, rows: list[Row]) -> str:
    lines = [bench.name, "", bench.method, "", f"{date.today().isoformat()}, {machine()}, {ages.here()}", ""]
    lines += ["| what | figure | unit | aim |", "|---|---:|---|---|"]
    lines += [f"| {row.name} | {format_figure(row.figure)} | {row.unit} | {row.goal} |" for row in rows]
    more = bench.more()
    return "\n".join(lines) + "\n" + (f"\n{more}\n" if more else "")


def put(bench: Benchmark, rows: list[Row]) -> None:
    """Put a section into the report, in the place of the one of this name."""
    put_section(REPORT, _HEAD, bench.name, _section(bench, rows), names())
