"""Challenges between bots over the network: offered, accepted by all whom they ask, declined, cancelled.

A game against bots of the program's own, or with a link for a person, needs nobody's consent and begins at once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from plyground.core.errors import UnfitBot
from plyground.core.messages import _
from plyground.core.refusals import (
    ChallengeClosed,
    Malformed,
    NoSuchChallenge,
    NotChallenged,
    Oversized,
    TooMany,
)
from plyground.sessions import reading
from plyground.sessions.lobby import Lobby
from plyground.sessions.network.accounts import Account, Accounts
from plyground.sessions.network.telling import tell
from plyground.sessions.setup import Created, Seat, network_seat, read_position, read_spec
from plyground.sessions.tokens import new_id
from plyground.storage.schema.games import games
from plyground.storage.schema.sites import challenged, challenges, network_games

MOST_OPEN, MOST_PLAYED, MOST_ASKED = 50, 50, 200
"""Open challenges that a bot may have made, unfinished games that it may be in, challenges that may wait for it."""
KEPT_SECONDS = 86_400.0
"""A challenge that nobody answers is gone after this time, and so is one that was answered."""
LONGEST_SPEC = 250_000


@dataclass(frozen=True)
class Challenge:
    """A game that ``maker`` offers; ``accepted`` says of each other bot over the network whether it has agreed."""

    id: str
    maker: Account
    spec: dict[str, Any]
    state: str
    game: str | None
    created: float
    accepted: dict[str, bool]

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats of the game, as the maker named them."""
        return list(self.spec["seats"])

    def as_json(self, asker: str) -> dict[str, Any]:
        """What a bot that it concerns may know; ``your_seat`` is the asker's own."""
        own = {"kind": "me"} if asker == self.maker.id else {"kind": "network", "bot": asker}
        seat = next(n for n, each in enumerate(self.seats) if own.items() <= each.items())
        return {
            "id": self.id,
            "state": self.state,
            "challenger": self.maker.as_json(),
            "yours": asker == self.maker.id,
            "game": self.spec["game"],
            "options": self.spec.get("options") or {},
            "position": self.spec.get("position"),
            "clock": self.spec.get("clock") or {"kind": "none"},
            "seats": self.seats,
            "your_seat": seat,
            "game_id": self.game,
            "created": self.created,
        }


class Challenges:
    """All of a database. May be used from any thread."""

    def __init__(self, lobby: Lobby, accounts: Accounts, now: Callable[[], float] = time.time) -> None:
        self._lobby, self._accounts, self._now = lobby, accounts, now
        self._database = lobby.store.database

    def make(self, maker: Account, body: Mapping[str, Any], who: str) -> tuple[Challenge | None, Created | None]:
        """Offer the game of a body like that of ``POST /games``, where one seat's kind is ``me`` and others' may be
        ``network`` with a bot's id: a challenge, or the game itself if nobody is to be asked. Raises a refusal."""
        spec, asked = self._read(maker, body)
        self._check_room(maker.id)
        if not asked:
            return None, self._lobby.create(spec, who, self._held(maker, spec))
        read_spec(spec, who, self._held(maker, spec))
        made = Challenge(new_id(), maker, spec, "open", None, self._now(), dict.fromkeys(asked, False))
        written = json.dumps(spec, ensure_ascii=False, allow_nan=False)
        if len(written) > LONGEST_SPEC:
            raise Oversized(_("A challenge has at most {most:,} characters.", most=LONGEST_SPEC))

        def work(connection: Connection) -> None:
            self._sweep(connection)
            mine = (challenges.c.maker == maker.id) & (challenges.c.state == "open")
            if _count(connection, challenges.c.id, mine) >= MOST_OPEN:
                raise TooMany(_("You have {most} open challenges; cancel one, or wait for an answer.", most=MOST_OPEN))
            row = {"id": made.id, "maker": maker.id, "spec": written, "state": "open", "created": made.created}
            connection.execute(insert(challenges).values(row))
            for bot in sorted(asked):
                open_ones = select(challenges.c.id).where(challenges.c.state == "open")
                waiting = (challenged.c.bot == bot) & challenged.c.challenge.in_(open_ones)
                if _count(connection, challenged.c.challenge, waiting) >= MOST_ASKED:
                    raise TooMany(_("So many challenges wait for this bot that it can take no more."))
                connection.execute(insert(challenged).values(bot=bot, challenge=made.id, accepted=False))
                tell(connection, bot, {"type": "challenge", "challenge": made.as_json(bot)}, made.created)

        self._database.write(work)
        return made, None

    def accept(self, bot: Account, challenge_id: str, who: str) -> Challenge:
        """Agree; the last who does begins the game. To have agreed already is no mistake."""
        found = self._concerning(bot.id, challenge_id)
        if found.maker.id == bot.id:
            raise NotChallenged(_("This challenge is your own; the others are to accept it."))
        if found.state == "accepted":
            return found
        self._check_room(bot.id)

        def agree(connection: Connection) -> int:
            _insist_open(connection, challenge_id, {"state": "open"})  # of two who agree at once the second waits here
            mine = (challenged.c.challenge == challenge_id) & (challenged.c.bot == bot.id)
            connection.execute(update(challenged).where(mine).values(accepted=True))
            missing = (challenged.c.challenge == challenge_id) & challenged.c.accepted.is_(False)
            return _count(connection, challenged.c.bot, missing)

        if not self._database.write(agree):

            def begin(connection: Connection, game_id: str) -> None:
                _insist_open(connection, challenge_id, {"state": "accepted", "game": game_id})
                self._tell(connection, found, "challenge_accepted", "accepted", game_id, (found.maker.id,))

            self._check_room(found.maker.id)
            self._lobby.create(found.spec, who, self._held(found.maker, found.spec), begin)
        return self._concerning(bot.id, challenge_id)

    def decline(self, bot: Account, challenge_id: str) -> Challenge:
        """Refuse one that another made."""
        return self._close(bot, challenge_id, "declined")

    def cancel(self, bot: Account, challenge_id: str) -> Challenge:
        """Take back one's own."""
        return self._close(bot, challenge_id, "cancelled")

    def get(self, bot: str, challenge_id: str) -> Challenge:
        """One that concerns this bot; raises ``NoSuchChallenge``."""
        return self._concerning(bot, challenge_id)

    def of(self, bot: str) -> list[Challenge]:
        """The open ones that a bot made or that ask it, the latest first."""
        asking = select(challenged.c.challenge).where(challenged.c.bot == bot)
        concerning = (challenges.c.maker == bot) | challenges.c.id.in_(asking)
        fresh = challenges.c.created > self._now() - KEPT_SECONDS
        return self._read_rows(concerning & fresh & (challenges.c.state == "open"))

    def close_all(self, bot: Account) -> None:
        """A bot goes: its challenges are cancelled, those that ask it declined."""
        for each in self.of(bot.id):
            self._close(bot, each.id, "cancelled" if each.maker.id == bot.id else "declined")

    # Inside

    def _read(self, maker: Account, body: Mapping[str, Any]) -> tuple[dict[str, Any], set[str]]:
        """The game that is offered, with all seats said, and the bots over the network that are asked."""
        names = ("game", "options", "position", "moves", "record", "seats", "clock", "pace", "seed")
        spec = {name: body[name] for name in names if body.get(name) is not None}
        if "clock" in spec:
            reading.an_object(spec["clock"])
        if "seats" not in spec:
            read = read_position(spec)
            level = {"level": body["level"]} if body.get("level") else {"bot": body["bot"]} if body.get("bot") else {}
            count = read.rules.seats_at(read.position)
            spec["seats"] = [{"kind": "me"}] + [{"kind": "bot", **level}] * (count - 1)
        seats = spec["seats"]
        if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
            raise Malformed(_("The seats are a list of objects."))
        kinds = [seat.get("kind", "bot") for seat in seats]
        if kinds.count("me") != 1:
            raise Malformed(_("Exactly one of the seats has the kind me: your own."))
        if any(kind not in ("me", "network", "bot", "link") for kind in kinds):
            raise Malformed(_("A seat’s kind is me, network, bot or link."))
        bots = [reading.a_text(seat, "bot", 64, required=True) for seat in seats if seat.get("kind") == "network"]
        if len(set(bots)) < len(bots) or maker.id in bots:
            raise Malformed(_("Each bot over the network has one seat in a game at most."))
        if bots and "link" in kinds:
            raise Malformed(_("A game has seats for bots over the network or by link, not both."))
        game_id = reading.a_text(spec, "game", 40, required=True)
        for bot in bots:
            account = self._accounts.get(bot)
            if not account.plays(game_id):
                raise UnfitBot(_("{name} does not play this game.", name=account.name))
        return spec, set(bots)

    def _held(self, maker: Account, spec: Mapping[str, Any]) -> dict[int, Seat]:
        """The seats of bots over the network."""
        held = {}
        for number, seat in enumerate(spec["seats"]):
            if seat.get("kind") in ("me", "network"):
                account = maker if seat["kind"] == "me" else self._accounts.get(seat["bot"])
                held[number] = network_seat(account.id, account.name)
        return held

    def _check_room(self, bot: str) -> None:
        mine = select(func.count()).select_from(network_games).join(games, games.c.id == network_games.c.game)
        [[playing]] = self._database.rows(mine.where(network_games.c.bot == bot, games.c.finished.is_(None)))
        if playing >= MOST_PLAYED:
            raise TooMany(_("A bot has at most {most} unfinished games; one of these has.", most=MOST_PLAYED))

    def _close(self, bot: Account, challenge_id: str, state: str) -> Challenge:
        found = self._concerning(bot.id, challenge_id)
        if (found.maker.id == bot.id) != (state == "cancelled"):
            raise NotChallenged(_("A challenge is cancelled by whoever made it, and declined by whom it asks."))
        if found.state == state:
            return found
        others = set(found.accepted) if state == "cancelled" else {found.maker.id, *found.accepted} - {bot.id}

        def work(connection: Connection) -> None:
            _insist_open(connection, challenge_id, {"state": state})
            self._tell(connection, found, f"challenge_{state}", state, None, sorted(others))

        self._database.write(work)
        return self._concerning(bot.id, challenge_id)

    def _tell(
        self, connection: Connection, found: Challenge, kind: str, state: str, game: str | None, bots: Any
    ) -> None:
        for bot in bots:
            told = {**found.as_json(bot), "state": state, "game_id": game}
            tell(connection, bot, {"type": kind, "challenge": told}, self._now())

    def _concerning(self, bot: str, challenge_id: str) -> Challenge:
        found = self._read_rows(challenges.c.id == challenge_id) if len(challenge_id) <= 64 else []
        if not found or bot not in {found[0].maker.id, *found[0].accepted}:
            raise NoSuchChallenge(_("There is no such challenge of yours, or for you; it may be too old."))
        return found[0]

    def _read_rows(self, condition: ColumnElement[bool]) -> list[Challenge]:
        rows = self._database.rows(select(challenges).where(condition).order_by(challenges.c.created.desc()))
        if not rows:
            return []
        ids = [row.id for row in rows]
        asked: dict[str, dict[str, bool]] = {one: {} for one in ids}
        for each in self._database.rows(select(challenged).where(challenged.c.challenge.in_(ids))):
            asked[each.challenge][each.bot] = each.accepted
        found = []
        for row in rows:
            maker = self._accounts.get(row.maker)
            found.append(
                Challenge(row.id, maker, json.loads(row.spec), row.state, row.game, row.created, asked[row.id])
            )
        return found

    def _sweep(self, connection: Connection) -> None:
        old = select(challenges.c.id).where(challenges.c.created < self._now() - KEPT_SECONDS)
        gone = list(connection.execute(old).scalars())
        if gone:
            connection.execute(delete(challenged).where(challenged.c.challenge.in_(gone)))
            connection.execute(delete(challenges).where(challenges.c.id.in_(gone)))


def _count(connection: Connection, column: Any, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count(column)).where(condition)).scalar_one())


def _insist_open(connection: Connection, challenge_id: str, values: Mapping[str, Any]) -> None:
    """Change an open challenge; raises ``ChallengeClosed`` if it is none any more."""
    still = (challenges.c.id == challenge_id) & (challenges.c.state == "open")
    result: Any = connection.execute(update(challenges).where(still).values(**values))
    if not result.rowcount:
        raise ChallengeClosed(_("This challenge was answered or cancelled already."))
