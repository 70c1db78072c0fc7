"""``convert``: reads a record in any form that a game reads and writes another."""

from __future__ import annotations

import click

from plyground.commands import _shared


@_shared.command("convert")
@_shared.game_argument
@click.argument("file", metavar="FILE")
@click.option("--to", "form", metavar="FORM", required=True, help="The form to write: json or one of the game's own.")
def command(game_id: str, file: str, form: str) -> _shared.Shown:
    """Read a game record from FILE (- is stdin) in any form, check every move, and write it in another."""
    from plyground.core import records, registry

    game = registry.game(game_id)
    record = records.read(game, _shared.read_text(file))
    start = game.initial(record.options) if record.start is None else game.parse_position(record.start, record.options)
    game.replay(start, record.moves)
    text = records.write(game, record, form)
    return {"game": game_id, "form": form, "text": text}, text
