"""Games with players and watchers on a site, all clients in one thread: what each saw, said and was acknowledged.

A game that is over is followed by a new one of its kind, with the same people at it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import requests

from tools.benchmarks.site import PIN, Site
from tools.benchmarks.swarm import Json, Page

PASSING = ("too_fast", "closing", "storage_failed", "busy", "carried_elsewhere")
"""Refusals that say “not now”: a person presses again, and here the same command is sent again."""
_AGAIN = 0.3


@dataclass(slots=True)
class Acknowledged:
    """A command that was acknowledged."""

    game: str
    name: str
    """As the log has it: the seat and the client's id."""
    ply: int
    text: str
    seq: int
    began: float
    """When the page knew that it was its turn."""
    came: float


@dataclass(slots=True)
class Received:
    """When a page had an event, by itself or within a snapshot (monotonic)."""

    game: str
    seq: int
    came: float


@dataclass
class Findings:
    """What all pages have seen. Times are monotonic seconds."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    logged: dict[tuple[str, int], float] = field(default_factory=dict)
    """When each event was in the log, as the events say."""
    texts: dict[tuple[str, int], str] = field(default_factory=dict)
    """The move at each ply of each game, as the pages were told."""
    refusals: Counter[str] = field(default_factory=Counter)
    """What players were refused, by its code."""
    sent: set[tuple[str, str]] = field(default_factory=set)
    """The game and the name of each command that was sent."""
    repeated: int = 0
    events: int = 0
    twice: int = 0
    gaps: list[str] = field(default_factory=list)
    """Events that came after others than the one before them, and were mended by joining again."""
    joins: int = 0
    faults: list[str] = field(default_factory=list)


class Follower(Page):
    """A page that watches a game, and keeps what tells whether it was always right, and since when it was current."""

    def __init__(self, port: int, found: Findings, seed: int, headers: str = "") -> None:
        super().__init__(port, headers, random.Random(seed))
        self.found, self.game = found, ""
        self.tokens: list[str] = []
        self.seq = -1
        self.received: list[Received] = []
        self.joinings: list[tuple[float, float]] = []
        """When each joining was asked for and answered."""
        self.over: Callable[[], None] = lambda: None
        self.followed: list[tuple[float, str]] = []
        """Since when it has followed which game."""
        self._early: list[tuple[Json, float]] = []

    def follow(self, game: str, tokens: list[str]) -> None:
        """Follow another game from now on."""
        self.ask("leave", {"game": self.game}, lambda _: None)
        self.game, self.tokens, self.seq = game, tokens, -1
        self.followed.append((time.monotonic(), game))
        self.join()

    def game_at(self, at: float) -> str:
        """The game that it followed then."""
        return next((game for since, game in reversed(self.followed) if since <= at), "")

    def knock(self) -> Json:
        self._early = []
        return {"game": self.game, "tokens": self.tokens}

    def settle(self, answer: Json, came: float) -> None:
        snapshot = answer["snapshot"]
        self.found.joins += 1
        self.joinings.append((self.asked_at, came))
        if snapshot["seq"] < self.seq:
            self.found.faults.append(f"{self.game}: a snapshot of {snapshot['seq']} came after event {self.seq}")
        if self.seq >= 0:
            self.received += (Received(self.game, seq, came) for seq in range(self.seq + 1, snapshot["seq"] + 1))
        self.seq = snapshot["seq"]
        for made in snapshot["moves"]:
            self._note(made)
        self.see(snapshot, came)
        for event, at in self._early:
            self.hear("event", event, at)
        if snapshot["status"] == "finished":
            self.over()

    def refused(self, error: Json) -> None:
        self.found.refusals[f"join: {error['code']}"] += 1

    def hear(self, event: str, payload: Json, came: float) -> None:
        if event != "event" or payload["game"] != self.game:
            return
        if self.joining:
            self._early.append((payload, came))
        elif payload["seq"] <= self.seq:
            self.found.twice += 1
        elif payload["seq"] > self.seq + 1:
            self.found.gaps.append(f"{self.game}: event {payload['seq']} came after event {self.seq}")
            self.note("missed an event")
            self.join()  # as a page does
        else:
            self._take(payload, came)

    def _take(self, event: Json, came: float) -> None:
        self.found.events += 1
        self.seq = event["seq"]
        self.found.logged[self.game, self.seq] = event["at"]
        self.received.append(Received(self.game, self.seq, came))
        if event["kind"] == "move":
            self._note(event["move"])
        if event["state"]:
            self.see(event["state"], came)
            if event["state"]["status"] == "finished":
                self.over()

    def _note(self, made: Json) -> None:
        place = self.game, made["ply"]
        before = self.found.texts.setdefault(place, made["text"])
        if before != made["text"]:
            self.found.faults.append(f"{self.game}: ply {made['ply']} was {before} and is {made['text']}")

    def see(self, state: Json, came: float) -> None:
        """The game stands so."""


class Player(Follower):
    """A page that has a seat: it thinks a while, moves, and sends the same command until it is acknowledged."""

    def __init__(self, *given: Any, think: tuple[float, float] = (0.4, 1.2), **more: Any) -> None:
        super().__init__(*given, **more)
        self._think = think
        self._numbers = itertools.count()
        self._token, self._seat = "", ""
        self._state: Json = {}
        self._ply, self._began = -1, 0.0
        self._thought = False
        self.pending: Json | None = None

    def sit(self, seat: str, token: str) -> None:
        """Take a seat (``s0``, say) of the game that is followed next."""
        self._seat, self._token, self.tokens = seat, token, [token]
        self.pending, self._state, self._ply = None, {}, -1

    def settle(self, answer: Json, came: float) -> None:
        super().settle(answer, came)
        if self.pending is not None and self._thought:
            self.found.repeated += 1
            self._send(self.pending)

    def see(self, state: Json, came: float) -> None:
        self._state = state
        moves = state["view"].get("moves") if state["status"] == "playing" else None
        if self.pending is not None or not moves or state["ply"] <= self._ply:
            return
        self._ply, self._began, self._thought = state["ply"], came, False
        command = {"id": f"{next(self._numbers)}-{self._rng.random()}", "ply": state["ply"]}
        command |= {"do": "move", "move": self._rng.choice(moves)["text"]}
        self.pending = {"game": self.game, "token": self._token, **command}
        self.found.sent.add((self.game, f"{self._seat}:{command['id']}"))
        asyncio.get_running_loop().call_later(self._rng.uniform(*self._think), self._send, self.pending)

    def _send(self, command: Json) -> None:
        """Send it if the page has joined; else it is sent when it has."""
        if command is self.pending and not self._over:
            self._thought = True
            if self.joined and not self.joining:
                self.ask("command", command, lambda answer: self._done(command, answer), lambda: self._late(command))

    def _late(self, command: Json) -> None:
        if command is self.pending:
            self.found.repeated += 1
            self._send(command)

    def _done(self, command: Json, answer: Json) -> None:
        if command is not self.pending:
            return
        came = time.monotonic()
        if answer["ok"]:
            name, made = f"{self._seat}:{command['id']}", (command["ply"], command["move"], answer["seq"])
            self.found.acknowledged.append(Acknowledged(self.game, name, *made, self._began, came))
            self.pending = None
            self.see(self._state, came)
            return
        code = answer["error"]["code"]
        self.found.refusals[code] += 1
        if code in PASSING:
            asyncio.get_running_loop().call_later(_AGAIN, self._send, command)
        else:
            self.found.faults.append(f"{self.game}: {command} was refused: {answer['error']}")


@dataclass
class Table:
    """A game with those who are at it; ``game`` is the one that is played now, ``played`` are all."""

    settings: Json
    players: list[Player]
    watchers: list[Follower]
    game: str = ""
    played: list[str] = field(default_factory=list)
    changing: bool = False


BOTS = [{"kind": "bot", "bot": "random"}] * 2
PERSON = {"kind": "person"}
KINDS: tuple[Json, ...] = (
    {"game": "othello", "seats": BOTS, "pace": 1.0},
    {"game": "camel", "seats": BOTS, "pace": 1.0},
    {"game": "othello", "seats": [PERSON, PERSON], "clock": {"kind": "game", "base": 600, "increment": 0}},
    {"game": "camel", "seats": [PERSON, {"kind": "bot", "bot": "minimax:budget=60"}], "pace": 0.3},
)
"""Half of the games are between bots, a quarter between two people with a clock, a quarter against a bot."""


class Load:
    """So many games with so many watchers in all; ``start`` and ``stop`` them in a running event loop.

    Games are begun on one server of the site after the other, so that each has some.
    """

    def __init__(self, site: Site, games: int, watchers: int, seed: int = 1) -> None:
        port, self._url, self._servers = site.port, site.url, len(site.processes)
        self.found = Findings()
        self.tables: list[Table] = []
        self._made = itertools.count(seed * 1000)
        for number in range(games):
            kind = KINDS[number % len(KINDS)]
            people = sum(seat["kind"] == "person" for seat in kind["seats"])
            players = [Player(port, self.found, seed * 10_000 + 10 * number + seat) for seat in range(people)]
            share = [Follower(port, self.found, seed * 20_000 + each) for each in range(number, watchers, games)]
            self.tables.append(Table(kind, players, share))
        self._changes: set[asyncio.Future[None]] = set()
        self._over = False

    @property
    def pages(self) -> list[Follower]:
        """All pages."""
        return [page for table in self.tables for page in (*table.players, *table.watchers)]

    async def start(self, spread: float = 1.0) -> None:
        """Make the games, out of phase by so many seconds in all, and let everybody come; returns when all are in."""
        for table in self.tables:
            await self._begin(table)
            for page in (*table.players, *table.watchers):
                page.start()
            await asyncio.sleep(spread / len(self.tables))
        async with asyncio.timeout(120):
            while not all(page.joined for page in self.pages):
                await asyncio.sleep(0.05)

    async def _begin(self, table: Table) -> None:
        """Make the table's next game and have everybody follow it, now or when they come."""
        seed = next(self._made)
        made = await asyncio.to_thread(self._make, table.settings | {"seed": seed}, f"s{seed % self._servers}")
        table.game = made["id"]
        table.played.append(made["id"])
        for number, player in enumerate(table.players):
            player.sit(f"s{number}", made["tokens"][f"s{number}"])
        for page in (*table.players, *table.watchers):
            page.over = partial(self._next, table, made["id"])
            page.follow(made["id"], page.tokens)

    def _next(self, table: Table, game: str) -> None:
        if table.game != game or table.changing or self._over:
            return
        table.changing = True

        async def change() -> None:
            try:
                await asyncio.sleep(0.5)  # in which the others hear of the end
                await self._begin(table)
            finally:
                table.changing = False

        task = asyncio.ensure_future(change())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)

    def _make(self, settings: Json, server: str) -> Json:
        """Make a game on a server, or on another while that one is away, as often as it takes."""
        end = time.monotonic() + 60
        while True:
            try:
                answer = requests.post(f"{self._url}/games", json=settings, cookies={PIN: server}, timeout=10)
                if answer.ok:
                    made: Json = answer.json()
                    return made
                self.found.refusals[f"making: {answer.status_code}"] += 1
            except requests.RequestException:
                self.found.refusals["making: no answer"] += 1
            if time.monotonic() > end:
                raise TimeoutError("no game can be made")
            time.sleep(0.3)

    async def settle(self) -> None:
        """Wait until nobody waits for an acknowledgement or a joining, as far as they ever cease to."""
        self._over = True
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if all(page.joined and not page.joining for page in self.pages) and not self._changes:
                return
            await asyncio.sleep(0.1)

    def stop(self) -> None:
        """Let all pages go."""
        self._over = True
        for page in self.pages:
            page.stop()
        for task in list(self._changes):
            task.cancel()
