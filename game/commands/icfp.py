"""``icfp``: a lobby of games for punters elsewhere, as the contest of 2017 had one."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from plyground.commands import _shared


@click.command("icfp")
@click.argument("tables", nargs=-1, required=True, metavar="PORT:MAP:SEATS[:EXTENSIONS]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--bot", default="hare", show_default=True, help="The bot that takes free seats, with its options.")
@click.option("--bots", type=click.IntRange(0, 17), default=0, show_default=True, help="Seats for it from the start.")
@click.option(
    "--seconds", type=_shared.SECONDS, default=0.5, show_default=True, help="How long it thinks about a move."
)
@click.option("--patience", type=_shared.Finite(0), default=30.0, show_default=True,
              help="Seconds after the first guest, when it takes all seats that are left.")  # fmt: skip
@click.option("--games", type=click.IntRange(1), help="End after so many games on each port.")
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), help="Keep each game there, as a log.")
def command(
    tables: tuple[str, ...], host: str, bot: str, bots: int, seconds: float, patience: float, games: int | None,
    logs: Path | None,
) -> None:  # fmt: skip
    """Hold games of Lambda Punter for programs that speak the online protocol of the ICFP contest of 2017.

    Each TABLE is a port with its map (a file, or a name of the library), its seats, and its extensions:

    plyground icfp 9001:lambda.json:2 9002:city-60-1:4:futures+splurges+options --logs logs
    """
    from plyground.bots import _warming
    from plyground.core import compiled_calls, registry
    from plyground.core.errors import BadOption
    from plyground.games.punter.engines import lobby
    from plyground.games.punter.engines.table import Ended, log_of

    compiled_calls.use_compiled(True)
    offers = [lobby.parse(each, bot=bot, bots=bots, seconds=seconds, patience=patience) for each in tables]
    for offer in offers:
        if offer.bots > offer.seats:
            raise BadOption(f"There are {offer.seats} seats on port {offer.port}, not {offer.bots} for bots.")
    game = registry.game("punter")
    _warming.load(registry.parse_player(bot, game), game.initial(offers[0].options))
    if logs is not None:
        logs.mkdir(parents=True, exist_ok=True)
    ports = []
    try:
        for offer in offers:
            try:
                port = lobby.Port(offer, host, lambda line: click.echo(line))
            except OSError as error:
                raise BadOption(f"Port {offer.port} of {host} cannot be used: {error.strerror or error}.") from None
            ports.append(port)
            click.echo(f"{offer.words}: waiting on {host}:{port.port}")

        def run(port: lobby.Port) -> None:
            number = 0

            def ended(ended: Ended) -> None:
                if logs is not None:
                    text = log_of(ended, game.options(ended.record.options))
                    lobby.log_file(logs, port.port, number).write_text(text, encoding="utf-8")

            port.ended = ended
            while (games is None or number < games) and port.play(number := number + 1):
                pass

        threads = [threading.Thread(target=run, args=(port,), daemon=True) for port in ports]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for port in ports:
            port.close()
