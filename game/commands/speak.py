"""``speak``: a bot of ours answers in a protocol, for the programs of others."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands import _shared


@click.command("speak")
@click.argument("protocol", metavar="PROTOCOL")
@click.option("--game", "game_id", metavar="GAME", help="The game, where the protocol is for several.")
@click.option("--bot", default="hare", show_default=True, help="The bot that answers, with its options.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--host", help="Where to connect to, in protocols that do.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port there.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same choices.")
@_shared.limit_options
def command(
    protocol: str, game_id: str | None, bot: str, options: tuple[str, ...], host: str | None, port: int | None,
    seed: int, limits: dict[str, Any],
) -> None:  # fmt: skip
    """Answer in PROTOCOL on standard input and output, so that a bot of ours plays in the programs of others.

    plyground speak tei --bot hare; the limits hold where the other side names none.
    """
    from plyground.bots import _warming
    from plyground.core import compiled_calls, registry
    from plyground.core.errors import BadOption
    from plyground.core.options import parse_pairs
    from plyground.engines import finding
    from plyground.engines.speaking import Place

    found = [game_id] if game_id else finding.games_of(protocol)
    if len(found) > 1:
        raise BadOption(f"“{protocol}” is spoken in several games; name one by --game: {', '.join(found)}.")
    game = registry.game(found[0])
    chosen = finding.protocol(game.spec.id, protocol)
    compiled_calls.use_compiled(True)
    asked = game.options(parse_pairs(",".join(options)))
    place = Place(bot, asked, limits, seed, (host or "127.0.0.1", port) if port else None)
    _warming.load(place.player(game), game.initial(asked))
    chosen.speak(game, place)
