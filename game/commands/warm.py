"""``warm``: compiles all kernels into the cache."""

from __future__ import annotations

import time

from plyground.commands import _shared


@_shared.command("warm")
def command() -> _shared.Shown:
    """Compile the kernels of all games and bots into the cache, on all processors."""
    begin = time.perf_counter()
    with _shared.progress_bars("{task.description}", elapsed=True) as progress:
        bar = progress.add_task("looking for games and bots", total=None)
        from plyground.bots import _warming
        from plyground.core import processors

        kernels, failed = _warming.warm(
            lambda done, of, title: progress.update(bar, completed=done, total=of, description=title),
            processors.count(),
        )
        progress.update(bar, completed=kernels, description="ready")
    seconds = time.perf_counter() - begin
    ready = f"{kernels - len(failed)} kernels are ready after {seconds:.1f} s."
    return {"seconds": seconds, "kernels": kernels - len(failed), "failed": failed}, "\n".join([*failed, ready])
