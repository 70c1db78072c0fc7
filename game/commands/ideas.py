"""``ideas``: what each idea of the fast search saves on a position."""

from __future__ import annotations

from dataclasses import asdict

import click

from plyground.commands import _shared


@_shared.command("ideas")
@click.option("--without", metavar="ID,ID", default="", help="Also count without these ideas together.")
@click.option("--depth", type=click.IntRange(1, 20), help="Plies to look ahead; as deep as takes a moment.")
@_shared.in_situation
def command(here: _shared.Situation, without: str, depth: int | None) -> _shared.Shown:
    """Count the positions that the fast search visits with all its ideas, and without each of them."""
    from plyground.search import ideas

    _shared.use_kernels()
    here.insist_unfinished()
    names = [name for name in without.split(",") if name]
    deep, counts = ideas.compare(here.game, here.position, names, depth)
    titles = {idea.id: str(idea.title) for idea in ideas.ideas_of(here.game, here.position)}
    data = {"game": here.game.spec.id, "depth": deep, "counts": [asdict(each) for each in counts]}
    lines = [f"{deep} plies deep", f"{'':52}{'positions':>12}{'times':>9}  move"]
    for each in counts:
        title = "all ideas" if not each.without else "none of them"
        if 0 < len(each.without) < len(titles):
            title = "without " + ", ".join(titles[name].lower() for name in each.without)
        most = "≥" if each.stopped else ""
        lines.append(
            f"{title:52}{f'{most}{each.positions:,}':>12}{f'{most}{each.times:.2f}':>9}  {each.move} {each.value}"
        )
    return data, "\n".join(lines)
