"""``bench``: runs the measurements."""

from __future__ import annotations

import click

from game.commands import _shared


@click.command("bench")
@click.argument("names", metavar="[NAME]…", nargs=-1)
@click.option("--write", is_flag=True, help="Put the figures into docs/benchmarks.md.")
@_shared.json_option
def command(names: tuple[str, ...], write: bool, as_json: bool) -> None:
    """Run the benchmarks of these names, or all of them."""
    from game.benchmarks import format_figure, run

    _shared.use_kernels()
    rows = run(names, write, lambda line: click.echo(line, err=True))
    lines = [f"{row['name']}: {format_figure(row['figure'])} {row['unit']}" for row in rows]
    _shared.show({"rows": rows}, "\n".join(lines), as_json)
