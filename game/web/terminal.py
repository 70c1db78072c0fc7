"""Shows in the terminal how far the compiling of kernels is: a bar for people, plain lines for a file or a pipe."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

_LOOK_SECONDS = 0.2

Health = Callable[[], dict[str, Any]]
"""What ``Lobby.health`` gives."""


@contextmanager
def warming_shown(health: Health, console: Console | None = None) -> Iterator[None]:
    """Show the compiling from a thread of its own, until it is done or the block is left."""
    console = console or Console()
    left = threading.Event()
    show = _bar if console.is_terminal else _lines
    thread = threading.Thread(target=show, args=(health, console, left), name="warming shown", daemon=True)
    thread.start()
    try:
        yield
    finally:
        left.set()
        thread.join()


def _steps(health: Health, left: threading.Event) -> Iterator[tuple[int, int, str]]:
    """How many kernels are done, of how many, and which is in work: now and then, until a worker has them all."""
    while not left.wait(_LOOK_SECONDS):
        now = health()
        kernels = now["kernels"]
        if now["workers"]:
            yield kernels["of"], kernels["of"], ""
            return
        if kernels["title"]:
            yield kernels["done"], kernels["of"], kernels["title"]


def _bar(health: Health, console: Console, left: threading.Event) -> None:
    columns = (
        TextColumn("First start: compiling"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("looking for games and bots; pages are there already", total=None)
        for done, of, title in _steps(health, left):
            progress.update(bar, completed=done, total=of, description=title or "all kernels are ready")


def _lines(health: Health, console: Console, left: threading.Event) -> None:
    begin, shown = time.monotonic(), ""
    _say(console, "First start: the kernels are compiled, once; pages are there already.")
    for done, of, title in _steps(health, left):
        if not title:
            _say(console, f"All {of} kernels are ready after {time.monotonic() - begin:.0f} s.")
        elif title != shown:
            shown = title
            _say(console, f"Compiling {done + 1} of {of}: {title}")


def _say(console: Console, line: str) -> None:
    console.file.write(line + "\n")
    console.file.flush()
