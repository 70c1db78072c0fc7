"""``moves``: lists the legal moves of a position."""

from __future__ import annotations

import click

from plyground.commands import _shared


@click.command("moves")
@_shared.game_argument
@_shared.situation_options
@_shared.json_option
def command(game_id: str, option_texts: tuple[str, ...], position_text: str | None, as_json: bool) -> None:
    """List the legal moves of a position, one a line."""
    here = _shared.read_situation(game_id, option_texts, position_text)
    moves = [here.game.move_text(here.position, move) for move in here.game.legal_moves(here.position)]
    _shared.show({**here.summary(), "moves": moves}, "\n".join(moves), as_json)
