"""``solve``: the exact value of a position with perfect play, and every best move."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from plyground.commands import _shared

if TYPE_CHECKING:
    from plyground.core.knowledge import Solved


@click.command("solve")
@_shared.game_argument
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, help="Give up then."
)
@_shared.situation_options
@_shared.json_option
def command(
    game_id: str,
    seconds: float,
    option_texts: tuple[str, ...],
    position_text: str | None,
    as_json: bool,
) -> None:
    """Find the exact value of a position and every best move, or say that it could not be done."""
    from plyground.core.bot import Limits
    from plyground.core.errors import Unsolved
    from plyground.search import solving

    _shared.use_kernels()
    here = _shared.read_situation(game_id, option_texts, position_text)
    here.insist_unfinished()
    solving.load(here.game, here.position)
    begin = time.perf_counter()
    with _Progress() as progress:
        solved = solving.solve(here.game, here.position, Limits(seconds=seconds), progress.tell)
    taken = time.perf_counter() - begin
    if solved is None:
        raise Unsolved(
            f"This position could not be solved: {'the time was up' if taken >= seconds else 'it is too large'}."
        )
    data = _data(here, solved, taken)
    _shared.show({"game": game_id, **data}, _words(here.game, data), as_json)


def _data(here: _shared.Situation, solved: Solved, taken: float) -> dict[str, Any]:
    game, texts, position = here.game, [], here.position
    for move in solved.line:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return {
        "returns": list(solved.returns),
        "value": solved.value,
        "moves": [game.move_text(here.position, move) for move in solved.best],
        "line": texts,
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


class _Progress:
    """A line on the terminal that says how far the solver is; nothing where stderr is no terminal."""

    def __init__(self) -> None:
        from rich.console import Console

        self._status = Console(stderr=True).status("solving")

    def __enter__(self) -> _Progress:
        self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def tell(self, progress: dict[str, Any]) -> None:
        """Show the counts that a solver reports."""
        told = [f"{name} {progress[name]:,}" for name in ("depth", "nodes") if progress.get(name) is not None]
        self._status.update(f"solving: {', '.join(told)}" if told else "solving")
