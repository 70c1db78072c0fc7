"""Measurements of the product by itself: ``plyground bench`` runs them and writes ``docs/benchmarks.md``.

A benchmark is a function in one of this folder's modules, marked with ``benchmark``. It returns rows; it asserts
nothing, since a figure belongs to the machine and the day. What must hold everywhere is a test instead.
"""

from tools.benchmarks._registry import Row, benchmark, format_figure, names, run, stale

__all__ = ["Row", "benchmark", "format_figure", "names", "run", "stale"]
