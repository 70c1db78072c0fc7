"""What a load on a site came to: the log against what people were told, who was current when, and what clocks took."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from tools.benchmarks.site import Site
from tools.benchmarks.site_load import Acknowledged, Findings, Follower, Load

NEVER = float("inf")
_LATE = 1.0
"""Seconds from the log to a page beyond which the page was not current."""


@dataclass
class Outage:
    """Something that was taken away at a monotonic time, and the games that went with it."""

    at: float
    games: frozenset[str] = frozenset()


@dataclass
class Log:
    """The games of a load as the database has them; ``faults`` has a sentence for what should not be."""

    lost: int = 0
    doubled: int = 0
    moves: int = 0
    faults: list[str] = field(default_factory=list)
    charged: dict[tuple[str, str], float] = field(default_factory=dict)
    """By the game and the name of a command: the seconds that its move cost on the clock of its seat."""


def compare(site: Site, load: Load) -> Log:
    """Hold what all pages know against the log: every acknowledged move once, in order, and nothing else told."""
    log = Log()
    games: dict[str, list[Any]] = defaultdict(list)
    for row in site.rows("SELECT game, seq, kind, data, command FROM events ORDER BY game, seq"):
        games[row.game].append(row)
    acknowledged: dict[str, list[Acknowledged]] = defaultdict(list)
    for each in load.found.acknowledged:
        acknowledged[each.game].append(each)
    told: dict[str, dict[int, str]] = defaultdict(dict)
    for (game, ply), text in load.found.texts.items():
        told[game][ply] = text
    for table in load.tables:
        for game in table.played:
            base = table.settings.get("clock", {}).get("base")
            _compare(game, games[game], acknowledged[game], told[game], load.found, log, base)
    return log


def _compare(
    game: str,
    rows: list[Any],
    acknowledged: list[Acknowledged],
    told: dict[int, str],
    found: Findings,
    log: Log,
    base: float | None,
) -> None:
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        log.faults.append(f"{game}: the log has the events {[row.seq for row in rows]}")
    moves = [row for row in rows if row.kind == "move"]
    left: dict[int, float] = {}
    commands: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for ply, row in enumerate(moves):
        data = json.loads(row.data)
        if row.command is not None:
            commands[row.command].append((ply, row.seq, data["text"]))
            if (game, row.command) not in found.sent:
                log.faults.append(f"{game}: nobody sent the command {row.command} of ply {ply}")
        if base is not None:
            seat = data["seat"]
            log.charged[game, str(row.command)] = left.get(seat, base) - data["left"][seat]
            left[seat] = data["left"][seat]
        if told.get(ply, data["text"]) != data["text"]:
            log.lost += 1
            log.faults.append(f"{game}: ply {ply} was told as {told[ply]} and is {data['text']}")
    if told and max(told) >= len(moves):
        log.lost += 1
        log.faults.append(f"{game}: ply {max(told)} was told, and the log has {len(moves)} moves")
    for each in acknowledged:
        places = commands.get(each.name, [])
        log.doubled += len(places) > 1
        if (each.ply, each.seq, each.text) not in places:
            log.lost += 1
            log.faults.append(f"{game}: {each} was acknowledged, and the log has {places}")
    log.doubled += sum(len(places) > 1 for places in commands.values())
    log.moves += len(moves)


@dataclass
class Wait:
    """How long a page was not current after an outage: so many seconds, ``NEVER`` if it was not before the next one."""

    page: Follower
    outage: Outage
    seconds: float
    late: list[tuple[int, float, float]]
    """The events that came late: the number of each, when it was logged and when it came (monotonic)."""

    def __str__(self) -> str:
        """What it waited for, in seconds since the outage."""
        at = self.outage.at
        told = [(when, what) for when, what in self.page.story if at - 0.5 <= when <= at + min(self.seconds, 60)]
        told += [(came, f"event {seq}, logged at {logged - at:+.2f}") for seq, logged, came in self.late]
        game = self.page.game_at(at)
        whose = "that server's" if game in self.outage.games else "another server's"
        story = "; ".join(f"{when - at:+.2f} {what}" for when, what in sorted(told))
        return f"{game} ({whose} game): current again after {self.seconds:.2f} s: {story}"


def current_after(outage: Outage, until: float, pages: Iterable[Follower], found: Findings) -> list[Wait]:
    """For each page the time until it was current again.

    It is once it was answered a joining that it asked for since, or had an event that was logged since; and each event
    that came late counts until it came. One that was logged just before ``until``, when the next outage was, and had no
    time to come before that is the next one's. A page that nothing befell and that nothing came late to, of a game
    whose server went on, was current all along.
    """
    waits = []
    for page in pages:
        answers = [answered for asked, answered in page.joinings if outage.at <= asked and answered < until]
        came_since = page.received[bisect_left(page.received, outage.at, key=attrgetter("came")) :]
        logged = [(found.logged.get((each.game, each.seq), NEVER), each) for each in came_since]
        since = [each.came for at, each in logged if outage.at <= at < until and each.came < until]
        late = [
            (each.seq, at, each.came)
            for at, each in logged
            if at < until and each.came - at > _LATE and (each.came < until or until - at > _LATE)
        ]
        last = max([min([*answers, *since], default=NEVER), *(came for *_, came in late)])
        befell = any(outage.at <= when <= last for when, _ in page.story)
        if not (late or befell or page.game_at(outage.at) in outage.games):
            last = outage.at
        waits.append(Wait(page, outage, last - outage.at, late))
    return waits


def going_on_after(outage: Outage, until: float, found: Findings) -> list[float]:
    """For each game that an outage took the server of: the seconds until its next event, as far as it had one."""
    first: dict[str, float] = {}
    for (game, _), at in found.logged.items():
        if game in outage.games and outage.at <= at < until:
            first[game] = min(at, first.get(game, NEVER))
    return [at - outage.at for at in first.values()]


@dataclass
class Turn:
    """A turn with a clock during which the game's server was taken away: what it cost, and how long it lasted."""

    cost: float
    seconds: float
    story: str
    """When what happened, in seconds since the outage."""


def charged_for(outages: Iterable[Outage], log: Log, found: Findings) -> list[Turn]:
    """Each turn with a clock during which the game's server was taken away.

    A move that was in the log by then, and of which only the acknowledgement was lost, ended its turn before.
    """
    turns, outages = [], list(outages)
    for each in found.acknowledged:
        cost, logged = log.charged.get((each.game, each.name)), found.logged.get((each.game, each.seq), each.came)
        hit = [outage.at for outage in outages if each.began <= outage.at <= logged and each.game in outage.games]
        if cost is not None and hit:
            times = {"turn": each.began, "logged": logged, "acknowledged": each.came}
            story = ", ".join(f"{what} at {when - hit[-1]:+.2f}" for what, when in times.items())
            turns.append(Turn(cost, each.came - each.began, f"{each.game} ply {each.ply} cost {cost:.2f} s: {story}"))
    return turns


def tracebacks(logged: str) -> list[str]:
    """The tracebacks in what was logged, each with the line before it and what comes after."""
    lines = logged.splitlines()
    places = [number for number, line in enumerate(lines) if line.startswith("Traceback")]
    return ["\n".join(lines[max(0, number - 1) : number + 60]) for number in places]
