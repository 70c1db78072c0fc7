"""``solve``: the exact value of a position with perfect play, and every best move."""

from __future__ import annotations

import time
from typing import Any

import click

from plyground.commands import _shared


@_shared.command("solve")
@click.option("--seconds", type=_shared.SECONDS, default=60.0, show_default=True, help="Give up then.")
@_shared.in_situation
def command(here: _shared.Situation, seconds: float) -> _shared.Shown:
    """Find the exact value of a position and every best move, or say that it could not be done."""
    from rich.console import Console

    from plyground.core import processors
    from plyground.core.bot import Limits
    from plyground.core.errors import Unsolved
    from plyground.search import running, solving

    _shared.use_kernels()
    here.insist_unfinished()
    solving.load(here.game, here.position)
    begin = time.perf_counter()
    with Console(stderr=True).status("solving") as status:

        def tell(progress: dict[str, Any]) -> None:
            told = [f"{name} {progress[name]:,}" for name in ("depth", "nodes") if progress.get(name) is not None]
            status.update(f"solving: {', '.join(told)}" if told else "solving")

        limits = Limits(seconds=seconds, threads=running.spare(processors.count()))
        solved = solving.solve(here.game, here.position, limits, tell)
    taken = time.perf_counter() - begin
    if solved is None:
        raise Unsolved(
            f"This position could not be solved: {'the time was up' if taken >= seconds else 'it is too large'}."
        )
    data = {"game": here.game.spec.id, **_data(here, solved, taken)}
    return data, _words(here.game, data)


def _data(here: _shared.Situation, solved: Any, taken: float) -> dict[str, Any]:
    game = here.game
    line, _end = game.line_texts(here.position, solved.line)
    return {
        "returns": list(solved.returns),
        "value": solved.value,
        "moves": [game.move_text(here.position, move) for move in solved.best],
        "line": list(line),
        "nodes": solved.nodes,
        "seconds": taken,
    }


def _words(game: Any, data: dict[str, Any]) -> str:
    """What people read: the value, the moves that reach it, a line."""
    unit = f" {game.spec.unit}" if game.spec.unit else ""
    lines = [f"value: {data['value']:+g}{unit} for the seat to move", f"best: {', '.join(data['moves'])}"]
    if data["line"]:
        lines.append(f"line: {', '.join(data['line'])}")
    return "\n".join([*lines, f"{data['nodes']:,} positions, {data['seconds']:.3f} s"])
