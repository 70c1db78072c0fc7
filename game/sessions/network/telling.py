"""What bots over the network are told: events in the database, numbered for each, in the transaction of their cause.

A server needs no message to learn of them, so it is all the same which of several a bot asks.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from plyground.sessions.setup import Setup
from plyground.storage import Database
from plyground.storage.schema.sites import network_bots, network_events, network_games

KEPT = 200
"""So many of the last events are kept for each bot."""


def tell(connection: Connection, bot: str, event: dict[str, Any], at: float) -> None:
    """Tell a bot something, if it still has an account; of servers that tell it at once the second waits here."""
    counted = update(network_bots).where(network_bots.c.id == bot).values(told=network_bots.c.told + 1)
    connection.execute(counted)
    seq = connection.execute(select(network_bots.c.told).where(network_bots.c.id == bot)).scalar()
    if seq is None:
        return
    data = json.dumps(event, ensure_ascii=False, allow_nan=False)
    connection.execute(insert(network_events).values(bot=bot, seq=seq, data=data, at=at))
    old = (network_events.c.bot == bot) & (network_events.c.seq <= seq - KEPT)
    connection.execute(delete(network_events).where(old))


def game_opened(connection: Connection, setup: Setup, at: float) -> None:
    """A game begins, in the transaction that writes it."""
    for bot, seat in sorted(setup.network_bots.items()):
        known = connection.execute(select(network_bots.c.id).where(network_bots.c.id == bot)).scalar()
        if known is not None:  # it may have gone before a rematch
            connection.execute(insert(network_games).values(bot=bot, game=setup.id, seat=seat))
            game = {"id": setup.id, "game": setup.game, "seat": seat}
            tell(connection, bot, {"type": "game_start", "game": game}, at)


def game_finished(connection: Connection, game_id: str, at: float) -> None:
    """A game is over, in the transaction that writes its end."""
    playing = select(network_games.c.bot).where(network_games.c.game == game_id).order_by(network_games.c.bot)
    for bot in connection.execute(playing).scalars().all():
        tell(connection, bot, {"type": "game_finish", "game": {"id": game_id}}, at)


def told_since(database: Database, bot: str, seq: int) -> list[dict[str, Any]]:
    """What a bot was told after the event ``seq``, the first first, as far as it is kept; each with ``seq`` and ``at``
    (Unix seconds)."""
    columns = network_events.c
    query = select(columns.seq, columns.data, columns.at).where(columns.bot == bot, columns.seq > seq)
    rows = database.rows(query.order_by(columns.seq))
    return [{"seq": row.seq, "at": row.at, **json.loads(row.data)} for row in rows]


def last_told(database: Database, bots: set[str]) -> dict[str, int]:
    """The number of the last event of each of these bots, 0 before the first; without those that are gone."""
    query = select(network_bots.c.id, network_bots.c.told).where(network_bots.c.id.in_(bots))
    return {row.id: row.told for row in database.rows(query)}
