"""``bench``: runs the measurements."""

from __future__ import annotations

import importlib

import click

from plyground.commands import _shared
from plyground.core.errors import Refusal


class NoBenchmarks(Refusal):
    """The program is installed; its benchmarks stand in the checkout alone."""


@click.command("bench")
@click.argument("names", metavar="[NAME]…", nargs=-1)
@click.option("--write", is_flag=True, help="Put the figures into docs/benchmarks.md.")
@_shared.json_option
def command(names: tuple[str, ...], write: bool, as_json: bool) -> None:
    """Run the benchmarks of these names, or all of them."""
    try:
        benchmarks = importlib.import_module("tools.benchmarks")
    except ImportError:
        raise NoBenchmarks("Benchmarks are run in a checkout of the project, from its folder.") from None

    _shared.use_kernels()
    rows = benchmarks.run(names, write, lambda line: click.echo(line, err=True))
    lines = [f"{row['name']}: {benchmarks.format_figure(row['figure'])} {row['unit']}" for row in rows]
    _shared.show({"rows": rows}, "\n".join(lines), as_json)
