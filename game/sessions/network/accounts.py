"""Accounts of bots over the network: a name, the games that it plays, and the digest of a token that is shown once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import BadToken, Malformed, NameTaken, NoSuchBot, StorageFailed, TooMany
from plyground.sessions import reading
from plyground.sessions.keys import LONGEST, NETWORK_BOT, digest
from plyground.storage import Database
from plyground.storage.schema.games import games
from plyground.storage.schema.sites import challenged, challenges, network_bots, network_events, network_games

MOST_ACCOUNTS = 10_000
LONGEST_NAME = 30
"""Characters of a bot's name: in a game “ (bot)” comes after it."""
_SEEN_EACH, _UNUSED_SECONDS = 3600.0, 183 * 86_400.0


@dataclass(frozen=True)
class Account:
    """A bot over the network. ``games`` are ids, none for all; ``created`` is in Unix seconds."""

    id: str
    name: str
    games: tuple[str, ...]
    created: float

    def plays(self, game_id: str) -> bool:
        """Whether it plays this game."""
        return not self.games or game_id in self.games

    def as_json(self) -> dict[str, Any]:
        """What everybody may know."""
        return {"id": self.id, "name": self.name, "games": list(self.games)}


class Accounts:
    """All of a database. May be used from any thread."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database, self._now = database, now

    def make(self, body: Mapping[str, Any]) -> tuple[Account, str]:
        """A new account from ``{"name", "games"}``, and its token; raises a refusal."""
        name, wanted = _read(body)
        token, kept = NETWORK_BOT.new()
        now = self._now()
        made = Account(secrets.token_hex(6), name, wanted, now)

        def work(connection: Connection) -> None:
            _forget(connection, network_bots.c.seen < now - _UNUSED_SECONDS)
            if connection.execute(select(func.count()).select_from(network_bots)).scalar_one() >= MOST_ACCOUNTS:
                raise TooMany(_("There are as many bots as this server keeps; delete one that you need no more."))
            row = {"id": made.id, "name": name, "sought": name.casefold()[:80], "key": kept, "told": 0}
            row |= {"games": json.dumps(wanted), "created": now, "seen": now}
            connection.execute(insert(network_bots).values(row))

        try:
            self._database.write(work)
        except StorageFailed as failure:
            if isinstance(failure.__cause__, IntegrityError):
                raise NameTaken(_("Another bot has the name {name}; choose one of your own.", name=name)) from None
            raise
        return made, token

    def of(self, token: str) -> Account:
        """Whose token this is; raises ``BadToken``."""
        if not token:
            raise BadToken(_("This needs the header Authorization: Bearer TOKEN, with the token of a bot."))
        row = None
        if len(token) <= LONGEST:
            row = self._row(network_bots.c.key == digest(token))
        if row is None:
            raise BadToken(_("This token is no bot’s here; it may have been renewed, or the bot deleted."))
        now = self._now()
        if now - row.seen > _SEEN_EACH:
            self._database.change(update(network_bots).where(network_bots.c.id == row.id).values(seen=now))
        return _account(row)

    def get(self, bot: str) -> Account:
        """The bot of this id; raises ``NoSuchBot``."""
        row = self._row(network_bots.c.id == bot)
        if row is None:
            raise NoSuchBot(_("There is no bot with this id; those that can be challenged are listed at /api/bots."))
        return _account(row)

    def listed(self, game_id: str, most: int) -> list[Account]:
        """Those that play this game (any for an empty id), whoever asked for something last first."""
        columns = network_bots.c
        query = select(columns.id, columns.name, columns.games, columns.created).order_by(columns.seen.desc())
        found = (_account(row) for row in self._database.rows(query))
        return [account for account in found if not game_id or account.plays(game_id)][:most]

    def renew(self, bot: str) -> str:
        """A fresh token; the old one opens nothing from now on."""
        token, kept = NETWORK_BOT.new()
        self._database.change(update(network_bots).where(network_bots.c.id == bot).values(key=kept))
        return token

    def delete(self, bot: str) -> None:
        """Forget a bot; its name stays in the games that it played."""
        self._database.write(lambda connection: _forget(connection, network_bots.c.id == bot))

    def games(self, bot: str, finished: bool | None, most: int) -> list[dict[str, Any]]:
        """Its games, the latest first: ``{"id", "game", "seat", "finished"}``."""
        query = (
            select(games.c.id, games.c.setup, games.c.finished, network_games.c.seat)
            .join(network_games, network_games.c.game == games.c.id)
            .where(network_games.c.bot == bot)
            .order_by(games.c.created.desc())
            .limit(most)
        )
        if finished is not None:
            query = query.where(games.c.finished.is_not(None) if finished else games.c.finished.is_(None))
        return [
            {
                "id": row.id,
                "game": json.loads(row.setup)["game"],
                "seat": row.seat,
                "finished": row.finished is not None,
            }
            for row in self._database.rows(query)
        ]

    def seat(self, bot: str, game_id: str) -> int | None:
        """The seat that the bot has in a game, None if it has none."""
        query = select(network_games.c.seat).where(network_games.c.bot == bot, network_games.c.game == game_id)
        rows = self._database.rows(query) if len(game_id) <= 64 else []
        return rows[0].seat if rows else None

    def _row(self, condition: Any) -> Row[Any] | None:
        rows = self._database.rows(select(network_bots).where(condition))
        return rows[0] if rows else None


def _read(body: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    name = reading.a_text(body, "name", LONGEST_NAME, required=True)
    if name != " ".join(name.split()) or not name.isprintable() or not any(letter.isalnum() for letter in name):
        raise Malformed(
            _("A bot’s name is one line of letters, digits and signs, with single spaces and none at its ends.")
        )
    wanted = reading.texts(body, "games", 50, 40)
    for game_id in wanted:
        registry.game(game_id)
    return name, tuple(dict.fromkeys(wanted))


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.name, tuple(json.loads(row.games)), row.created)


def _forget(connection: Connection, condition: Any) -> None:
    """Delete bots and all that hangs on them."""
    gone = list(connection.execute(select(network_bots.c.id).where(condition)).scalars())
    if not gone:
        return
    offered = select(challenges.c.id).where(challenges.c.maker.in_(gone))
    connection.execute(delete(challenged).where(challenged.c.bot.in_(gone) | challenged.c.challenge.in_(offered)))
    connection.execute(delete(challenges).where(challenges.c.maker.in_(gone)))
    for table in (network_games, network_events):
        connection.execute(delete(table).where(table.c.bot.in_(gone)))
    connection.execute(delete(network_bots).where(network_bots.c.id.in_(gone)))
