"""``moves``: lists the legal moves of a position."""

from __future__ import annotations

from plyground.commands import _shared


@_shared.command("moves")
@_shared.in_situation
def command(here: _shared.Situation) -> _shared.Shown:
    """List the legal moves of a position, one a line."""
    moves = [here.game.move_text(here.position, move) for move in here.game.legal_moves(here.position)]
    return {**here.summary(), "moves": moves}, "\n".join(moves)
