"""``book``: makes opening books, and shows what is in them."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.commands import _shared
from plyground.core.errors import Refusal


class LoneModule(Refusal):
    """The game is no package, so it has no folder for a book."""


@click.group("book")
def command() -> None:
    """Make opening books by deep searches, and look into them."""


@_shared.command("make")
@_shared.in_game
@click.option("--positions", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="To open in all.")
@click.option(
    "--nodes", type=click.IntRange(100, 1_000_000_000), default=1_000_000, show_default=True, help="For each of them."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads.")
@click.option("--seed", type=int, default=1, show_default=True, help="Chance among moves that look alike.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write, [default: in the game's package].")
def make(here: _shared.Situation, positions: int, nodes: int, jobs: int, seed: int, out: Path | None) -> _shared.Shown:
    """Make the book of a game, or go on with the one that is there: what the Hare finds of its first moves."""
    from plyground.core import registry
    from plyground.search import book, book_making

    _shared.use_kernels()
    game_id = here.game.spec.id
    folder = registry.folder(game_id)
    options = here.unusual()
    if out is None:
        if folder is None:
            raise LoneModule(
                f"{here.game.spec.title} is a module without a folder; say where its book goes with --out."
            )
        out = folder / book.FOLDER / f"{book_making.named(game_id, options)}.npz"
    with _shared.progress_bars("positions {task.completed:,} of {task.total:,}", elapsed=True) as progress:
        bar = progress.add_task("", total=positions)
        made = book_making.make(
            here.game, options, positions, nodes, seed, jobs, out, lambda done, of: progress.update(bar, completed=done)
        )
    data = {"game": game_id, "open": len(made.open), "positions": len(made.scores), "file": str(out), **made.about}
    return data, f"{len(made.open):,} positions with their moves, {len(made.scores):,} in all: {out}"


@_shared.command("show")
@_shared.in_situation
def show(here: _shared.Situation) -> _shared.Shown:
    """Show the moves that the book has for a position, the best first."""
    from plyground.search import book

    here.insist_unfinished()
    listed = book.told(here.game, here.position)
    words = "\n".join(f"{each['move']}  {each['value']:+.2f}  {', '.join(each['line'])}" for each in listed)
    return {**here.summary(), "moves": listed}, words or "This position is not in a book."


for each in (make, show):
    command.add_command(each)
