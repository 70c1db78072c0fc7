"""``warm``: compiles all kernels into the cache."""

from __future__ import annotations

import time

import click

from plyground.commands import _shared


@click.command("warm")
@_shared.json_option
def command(as_json: bool) -> None:
    """Compile the kernels of all games and bots into the cache, the usual bot's first."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    begin = time.perf_counter()
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("looking for games and bots", total=None)
        from plyground.bots import _warming

        kernels = _warming.warm(
            lambda done, of, title: progress.update(bar, completed=done, total=of, description=title)
        )
        progress.update(bar, completed=kernels, description="ready")
    seconds = time.perf_counter() - begin
    data = {"seconds": seconds, "kernels": kernels}
    _shared.show(data, f"{kernels} kernels are ready after {seconds:.1f} s.", as_json)
