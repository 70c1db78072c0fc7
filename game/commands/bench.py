"""``bench``: runs the measurements."""

from __future__ import annotations

import importlib
import sys

import click

from plyground.commands import _shared
from plyground.core import folders
from plyground.core.errors import Refusal


class NoBenchmarks(Refusal):
    """The program is installed; its benchmarks stand in the checkout alone."""


@_shared.command("bench")
@click.argument("names", metavar="[NAME]…", nargs=-1)
@click.option("--write", is_flag=True, help="Put the figures into docs/benchmarks.md.")
@click.option("--stale", is_flag=True, help="Run none; list those whose figures are older than the code.")
def command(names: tuple[str, ...], write: bool, stale: bool) -> _shared.Shown:
    """Run the benchmarks of these names, or all of them."""
    if not folders.IN_CHECKOUT:
        raise NoBenchmarks("Benchmarks are run in a checkout of the project.")
    if str(folders.HOME) not in sys.path:
        sys.path.append(str(folders.HOME))
    benchmarks = importlib.import_module("tools.benchmarks")
    if stale:
        old = {name: why for name, why in benchmarks.stale().items() if not names or name in names}
        text = "\n".join(f"{name}: {why}" for name, why in old.items())
        return {"stale": old}, text or "All figures are of the code as it is."
    rows = benchmarks.run(names, write, lambda line: click.echo(line, err=True))
    lines = [f"{row['name']}: {benchmarks.format_figure(row['figure'])} {row['unit']}" for row in rows]
    return {"rows": rows}, "\n".join(lines)
