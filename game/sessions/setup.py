"""A game's setup: all that is settled when it is made and never changes, and how it is read from a request."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from plyground.bots import _levels
from plyground.core import effort, records, registry
from plyground.core.bot import Player
from plyground.core.errors import GameFinished
from plyground.core.game import Game
from plyground.core.messages import _, ngettext
from plyground.core.record import Record
from plyground.core.refusals import Malformed
from plyground.sessions import reading
from plyground.sessions.clock import ClockRule
from plyground.sessions.keys import DIRECTOR, SEAT, digest
from plyground.sessions.tokens import new_id, visitor_digest
from plyground.sessions.visitors import address_of


def find_opponent(rules: Game[Any, Any], bot: Any = None, level: Any = None) -> tuple[Player, str]:
    """The player and the title that people read; raises ``UnknownBot``, ``UnfitBot``, ``BadOption`` or ``Malformed``.

    ``bot`` is a bot's text and goes before ``level``, a level's id; with neither it is the default opponent.
    """
    if not isinstance(bot, str | None) or not isinstance(level, str | None):
        raise Malformed(_("A bot and a level are named by a text."))
    if bot:
        player = registry.parse_player(bot, rules)
        return player, _title(rules, player)
    chosen = _levels.level(rules, level) if level else _levels.default_level(rules)
    return registry.parse_player(chosen.bot, rules), chosen.title


def _title(rules: Game[Any, Any], player: Player) -> str:
    """The title of the level that this player is, or the bot's title with what differs from its defaults."""
    level = _levels.name_of(rules, player.text)
    if level is not None:
        return level["title"]
    _, _, pairs = player.text.partition(":")
    return f"{player.bot.spec.title} ({pairs.replace(',', ', ')})" if pairs else player.bot.spec.title


SeatKind = Literal["person", "link", "bot"]
_OF_BOT = "bot "
"""What stands before a bot's id in place of a token's digest, which holds no space: no token opens such a seat."""
MOST_MOVES, LONGEST_MOVE = 10_100, 12_000
"""Moves that a game may begin with, and characters of one; what a request may hold bounds them together."""
DEFAULT_PACE = 0.6
"""Seconds between two moves in a game between bots, unless the maker says otherwise."""


@dataclass(frozen=True)
class Seat:
    """One seat: who has it, the name that the maker gave or the bot's, the bot's text, the hash of its token."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None
    token: str | None = None


_NOBODY: Mapping[int, Seat] = {}
_NO_KEYS: Mapping[int | None, str] = {}


def network_seat(bot: str, name: str) -> Seat:
    """The seat of a bot over the network: as that of a guest, but opened by the bot's own key, and said to be a bot's
    wherever its name stands."""
    return Seat("link", _("{name} (bot)", name=name), None, _OF_BOT + bot)


@dataclass(frozen=True)
class Series:
    """The games that went before by rematches: how many, and the ``points`` of whoever holds each seat now: for each
    opponent one for being ahead and a half for being level."""

    games: int = 0
    points: tuple[float, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"games": self.games, "points": list(self.points)}


@dataclass(frozen=True)
class Setup:
    """What a game is made of. ``start`` is a position's text, ``prelude`` the moves that were played from it before.

    ``director`` is the hash of the director's token, in games between bots; ``maker`` stands for the visitor who made
    the game, ``home`` for the address from which they did, where that is known; ``created`` is a time in UTC as ISO
    8601.
    """

    id: str
    game: str
    options: dict[str, Any]
    start: str
    prelude: tuple[str, ...]
    seats: tuple[Seat, ...]
    clock: ClockRule
    pace: float
    seed: int
    director: str | None
    maker: str
    created: str
    series: Series = Series()
    home: str = field(default="", compare=False)

    @property
    def rules(self) -> Game[Any, Any]:
        """The game's rules; raises ``UnknownGame`` if the program no longer has them."""
        return registry.game(self.game)

    def level(self, seat: int) -> dict[str, str] | None:
        """People's ``word`` for the level that plays a seat under its own title, and its ``algorithm``; else None."""
        bot, name = self.seats[seat].bot, self.seats[seat].name
        level = _levels.name_of(self.rules, bot) if bot else None
        return level if level and level["title"] == name else None

    @property
    def bots_only(self) -> bool:
        return all(seat.kind == "bot" for seat in self.seats)

    @property
    def network_bots(self) -> dict[str, int]:
        """The ids of the bots over the network that play here, each with its seat."""
        tokens = ((seat.token or "", number) for number, seat in enumerate(self.seats))
        return {token[len(_OF_BOT) :]: number for token, number in tokens if token.startswith(_OF_BOT)}

    def seats_of(self, tokens: Sequence[str], renewed: Mapping[int | None, str] = _NO_KEYS) -> tuple[int, ...]:
        """The seats that these tokens open, in order; ``renewed`` has the digests of newer ones (``State.keys``)."""
        hashes = {digest(token) for token in tokens}
        return tuple(number for number, seat in enumerate(self.seats) if renewed.get(number, seat.token) in hashes)

    def directs(self, tokens: Sequence[str], renewed: Mapping[int | None, str] = _NO_KEYS) -> bool:
        """Whether one of the tokens is the director's."""
        return self.director is not None and renewed.get(None, self.director) in {digest(token) for token in tokens}

    def as_json(self) -> dict[str, Any]:
        """Plain JSON that ``from_json`` reads back, and servers of before too; they need neither ``besides`` nor
        ``home`` know."""
        seats = [vars(seat) for seat in self.seats]
        clock = {"kind": "none"} if self.clock.kind == "days" else self.clock.as_json()
        plain = {**vars(self), "prelude": list(self.prelude), "seats": seats, "clock": clock}
        del plain["series"], plain["home"]
        return plain

    def besides(self) -> dict[str, Any]:
        """What goes beside ``as_json``: what servers of before version 0008 of the database do not know."""
        days = {"clock": self.clock.as_json()} if self.clock.kind == "days" else {}
        return days | ({"series": self.series.as_json()} if self.series.games else {})

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Setup:
        seats, clock = tuple(Seat(**seat) for seat in given["seats"]), ClockRule.read(given["clock"])
        series = given.get("series") or {}
        read = {"seats": seats, "clock": clock, "prelude": tuple(given["prelude"])}
        return cls(**{**given, **read, "series": Series(series.get("games", 0), tuple(series.get("points", ())))})


@dataclass(frozen=True)
class Created:
    """A game just made: its id and its tokens by their names in the fragment (``s0``, ``i1``, ``d``)."""

    id: str
    tokens: dict[str, str]

    @property
    def url(self) -> str:
        """The path of the game's page, with the tokens in the fragment, which browsers do not send."""
        fragment = "&".join(f"{name}={token}" for name, token in self.tokens.items())
        return f"/g/{self.id}" + (f"#{fragment}" if fragment else "")

    def as_json(self) -> dict[str, Any]:
        """The answer to ``POST /games``."""
        return {"id": self.id, "url": self.url, "tokens": self.tokens}


@dataclass(frozen=True)
class Reading:
    """A position read from a request, with the options and the moves that led to it."""

    rules: Game[Any, Any]
    options: dict[str, Any]
    start: str
    prelude: tuple[str, ...]
    position: Any
    first: Any
    """The position at the start."""

    def as_json(self) -> dict[str, Any]:
        """``view`` (of the seat to move), ``text``, ``start``, ``options``, ``moves`` and how many ``seats``."""
        to_move = None if self.rules.returns(self.position) is not None else self.rules.to_move(self.position)
        return {
            "view": self.rules.view(self.position, to_move),
            "text": self.rules.position_text(self.position),
            "start": self.start,
            "options": self.options,
            "moves": list(self.prelude),
            "seats": self.rules.seats_at(self.position),
        }


def read_position(body: Mapping[str, Any], looked_at: bool = False) -> Reading:
    """Read ``game``, ``options``, ``position`` and ``moves``, or a ``record`` instead of the last two.

    A position in which chance decides too is refused, unless it is only ``looked_at``: nobody here draws for it.
    Long texts are read one at a time and with a bound on the work; raises the refusal.
    """
    body = reading.an_object(body)
    with reading.long_ones(body.get("position"), body.get("record"), body.get("moves")):
        read = _read_position(body)
    if not looked_at and read.rules.uncertain(read.position):
        raise Malformed(_("Chance decides in this position, so it is only looked into and not played: open the lab."))
    return read


def _read_position(body: Mapping[str, Any]) -> Reading:
    rules = registry.game(reading.a_text(body, "game", 40, required=True))
    options = dict(rules.options(reading.an_object({} if body.get("options") is None else body["options"])))
    start_text = reading.a_text(body, "position", reading.LONGEST_POSITION)
    moves = reading.texts(body, "moves", MOST_MOVES, LONGEST_MOVE)
    if body.get("record"):
        is_object = isinstance(body["record"], Mapping)
        pasted = json.dumps(body["record"]) if is_object else reading.a_text(body, "record", reading.LONGEST_RECORD)
        return played(rules, records.read(rules, pasted))
    return _played(rules, options, start_text, moves)


def played(rules: Game[Any, Any], record: Record) -> Reading:
    """The end of a record's game, each move of which must be legal; raises the refusal."""
    return _played(rules, dict(rules.options(record.options)), record.start, record.moves, record.first)


def _played(
    rules: Game[Any, Any], options: dict[str, Any], start_text: str | None, moves: Sequence[str], first: Any = None
) -> Reading:
    """``first`` is the position of the start, if it is made already."""
    if first is None:
        first = rules.parse_position(start_text, options) if start_text else rules.initial(options)
    position = first
    start = rules.position_text(first)
    prelude = []
    for text in moves:
        effort.check()
        move = rules.require(position, text)
        prelude.append(rules.move_text(position, move))
        position = rules.play(position, move)
    return Reading(rules, options, start, tuple(prelude), position, first)


def read_spec(spec: Mapping[str, Any], who: str, held: Mapping[int, Seat] = _NOBODY) -> tuple[Setup, Created]:
    """Read the JSON of ``POST /games``: the setup, and the tokens for its maker; raises a refusal.

    ``held`` are seats that are taken already, by number; what the request says of them does not count.
    """
    read = read_position(spec)
    if read.rules.returns(read.position) is not None:
        raise GameFinished(_("The game is over in this position; choose one in which it goes on."))
    seats, tokens = _read_seats(read, spec, held)
    return _finish(read, seats, tokens, spec, who)


def continuation(
    setup: Setup, start: str, moves: Sequence[str], body: Mapping[str, Any], who: str
) -> tuple[Setup, Created]:
    """A new game from a ply of an old one: the seat to move for its maker, bots opposite. ``start`` and ``moves`` are
    those of the old game, as far as its maker may know them."""
    body = reading.an_object(body)
    ply = reading.a_whole_number(body, "ply", 0, len(moves), default=len(moves))
    read = read_position({"game": setup.game, "options": setup.options, "position": start, "moves": list(moves[:ply])})
    if read.rules.returns(read.position) is not None:
        raise GameFinished(_("The game is over there; go back a move or more to continue from."))
    to_move = read.rules.to_move(read.position)
    opposite = {"kind": "bot", **{name: body[name] for name in ("bot", "level") if body.get(name)}}
    spec = {"seats": [{"kind": "person"} if n == to_move else opposite for n in range(len(setup.seats))]}
    seats, tokens = _read_seats(read, spec)
    return _finish(read, seats, tokens, {}, who)


def _finish(
    read: Reading, seats: tuple[Seat, ...], tokens: dict[str, str], spec: Mapping[str, Any], who: str
) -> tuple[Setup, Created]:
    bots_only, director = all(seat.kind == "bot" for seat in seats), None
    if bots_only:
        tokens["d"], director = DIRECTOR.new()
    setup = Setup(
        id=new_id(),
        game=read.rules.spec.id,
        options=read.options,
        start=read.start,
        prelude=read.prelude,
        seats=seats,
        clock=ClockRule.read(spec.get("clock")).of_new_game(),
        pace=reading.a_number(spec, "pace", 0.0, 10.0, default=DEFAULT_PACE if bots_only else 0.0),
        seed=reading.a_whole_number(spec, "seed", 0, 2**53 - 1, default=secrets.randbelow(2**31)),
        director=director,
        maker=str(visitor_digest(who)),
        home=visitor_digest(address_of(who)),
        created=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    )
    return setup, Created(setup.id, tokens)


def _read_seats(
    read: Reading, spec: Mapping[str, Any], held: Mapping[int, Seat] = _NOBODY
) -> tuple[tuple[Seat, ...], dict[str, str]]:
    rules, count = read.rules, read.rules.seats_at(read.position)
    given = spec.get("seats")
    if given is None:
        level = {"level": spec["level"]} if spec.get("level") else {}
        given = [{"kind": "person"}] + [{"kind": "bot", **level}] * (count - 1)
    if not isinstance(given, list) or not all(isinstance(seat, dict) for seat in given):
        raise Malformed(_("The seats are a list of objects."))
    if len(given) != count:
        wanted = ngettext("{count} seat", "{count} seats", count)
        where = (
            _("{title} is", title=rules.spec.title)
            if len(set(rules.spec.seats)) == 1
            else _("This game of {title} is", title=rules.spec.title)
        )
        raise Malformed(_("{where} played on {wanted}, not {given}.", where=where, wanted=wanted, given=len(given)))
    tokens: dict[str, str] = {}
    seats = []
    for number, each in enumerate(given):
        if number in held:
            seats.append(held[number])
            continue
        kind = each.get("kind", "bot" if each.get("bot") or each.get("level") else "person")
        name = reading.a_name(each, "name")
        if kind == "bot":
            player, title = find_opponent(rules, each.get("bot"), each.get("level"))
            player.require_fit(read.position)
            seats.append(Seat("bot", name or title, player.text))
        elif kind in ("person", "link"):
            token, kept = SEAT.new()
            tokens[("s" if kind == "person" else "i") + str(number)] = token
            seats.append(Seat(kind, name, None, kept))
        else:
            raise Malformed(_("A seat's kind is person, link or bot."))
    return tuple(seats), tokens
