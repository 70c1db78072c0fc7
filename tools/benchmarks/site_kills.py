"""What befalls a site under games with players and watchers: kills, frozen servers, rolling restarts, outages.

Nothing that was acknowledged may be lost or doubled by any of it, and every page must be current again soon after.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median

from plyground.core import cache
from tools.benchmarks._measuring import percentile
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import ROOT
from tools.benchmarks.site import Site, lay_out, running_site
from tools.benchmarks.site_checks import (
    Log,
    Outage,
    Turn,
    Wait,
    charged_for,
    compare,
    current_after,
    going_on_after,
    tracebacks,
)
from tools.benchmarks.site_load import Load

MINUTES, EVERY = 10, 10.0
CURRENT = 5.0
"""Seconds after which every page should be current again."""
_TOLD = 40
Happening = Callable[[Site, list[Outage]], Awaitable[None]]
"""Does something to a site, and notes what was taken away when."""


@dataclass
class Trial:
    """What a load saw of what happened. Times in seconds."""

    load: Load
    log: Log
    outages: int
    waits: list[Wait]
    """Of each page after each outage."""
    going_on: list[float]
    """Of each game whose server was taken away: until its next event."""
    turns: list[Turn]
    tracebacks: list[str]
    may_miss: bool
    """Whether a page may miss an event and join again: Redis was away."""

    @property
    def faults(self) -> list[str]:
        """All that should not have been, in sentences."""
        missed = [] if self.may_miss else self.load.found.gaps
        return self.log.faults + self.load.found.faults + missed + self.tracebacks

    def explain(self) -> None:
        """Say on standard error what slow pages waited for, what turns cost, and all faults."""
        slow = [each for each in self.waits if each.seconds > CURRENT]
        slow.sort(key=lambda each: each.seconds, reverse=True)
        costly = sorted((each for each in self.turns if each.cost > 0), key=lambda each: each.cost, reverse=True)
        for line in [*map(str, slow[:_TOLD]), *(each.story for each in costly[:_TOLD]), *self.faults[:_TOLD]]:
            print(f"  {line}", file=sys.stderr)


async def trial(
    site: Site, happening: Happening, games: int, watchers: int, seed: int = 1, may_miss: bool = False
) -> Trial:
    """Let something happen to a running site under so many games and watchers, and see what came of it.

    ``may_miss``: see ``Trial``.
    """
    load, outages = Load(site, games, watchers, seed), list[Outage]()
    read = len(site.logs())
    try:
        await load.start()
        await asyncio.sleep(1)
        await happening(site, outages)
        await load.settle()
        await asyncio.sleep(2)  # in which every game moves once more
    finally:
        load.stop()
    end = time.monotonic()
    log = await asyncio.to_thread(compare, site, load)
    waits, going_on = [], []
    for outage, until in zip(outages, [each.at for each in outages[1:]] + [end], strict=True):
        waits += current_after(outage, until, load.pages, load.found)
        going_on += going_on_after(outage, until, load.found)
    turns = charged_for(outages, log, load.found)
    return Trial(load, log, len(outages), waits, going_on, turns, tracebacks(site.logs()[read:]), may_miss)


async def _taken(site: Site, outages: list[Outage], number: int) -> None:
    """Note that a server is taken away now, with all that it carries on."""
    owners = await asyncio.to_thread(site.owners)
    outages.append(Outage(time.monotonic(), frozenset(thing for thing, owner in owners.items() if owner == number)))


def kills(count: int, every: float, seed: int = 1) -> Happening:
    """Kill a server chosen at random so many times, about one each ``every`` seconds, and start it again at once."""

    async def happen(site: Site, outages: list[Outage]) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            begun = time.monotonic()
            number = rng.randrange(len(site.processes))
            await _taken(site, outages, number)
            site.processes[number].kill()
            await asyncio.to_thread(site.processes[number].start)
            await asyncio.sleep(max(0.0, begun + every * rng.uniform(0.95, 1.05) - time.monotonic()))
            await asyncio.to_thread(site.wait_until_whole)

    return happen


async def rolling(site: Site, outages: list[Outage], pause: float = 4) -> None:
    """Restart each server in turn, as a new version is brought in: SIGTERM, start as the present one, then the next."""
    for number, process in enumerate(site.processes):
        await _taken(site, outages, number)
        await asyncio.to_thread(process.terminate)
        process.program = ROOT
        await asyncio.to_thread(process.start)
        await asyncio.to_thread(site.wait_until_whole)
        await asyncio.sleep(pause)


async def freeze(site: Site, outages: list[Outage], seconds: float = 10) -> None:
    """Let a server stand still for so long (SIGSTOP) that the others take it for dead, and then go on (SIGCONT)."""
    await _taken(site, outages, 0)
    site.processes[0].freeze()
    await asyncio.sleep(seconds)
    site.processes[0].thaw()
    await asyncio.to_thread(site.wait_until_whole)
    await asyncio.sleep(2)


async def restart_redis(site: Site, outages: list[Outage], seconds: float = 1) -> None:
    """Kill Redis, which keeps nothing, and start it again after a while."""
    outages.append(Outage(time.monotonic()))
    await asyncio.to_thread(site.redis.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.redis.start)
    await asyncio.sleep(3)


async def restart_database(site: Site, outages: list[Outage], seconds: float = 1) -> None:
    """End PostgreSQL as a crash would, and start it again after a while."""
    outages.append(Outage(time.monotonic()))
    await asyncio.to_thread(site.database.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.database.start)
    await asyncio.sleep(3)


async def kill_workers(site: Site, outages: list[Outage]) -> None:
    """Kill all bots' workers of all servers at once."""
    outages.append(Outage(time.monotonic()))
    for process in site.processes:
        for worker in process.workers():
            os.kill(worker, signal.SIGKILL)
    await asyncio.sleep(3)


def rows(title: str, found: Trial) -> list[Row]:
    """When pages were current and games went on after what happened."""
    found.explain()
    current, late = sorted(each.seconds for each in found.waits if each.seconds) or [0.0], found.going_on
    made = [
        Row(f"{title}: lost or doubled moves", found.log.lost + found.log.doubled, "moves", "0"),
        Row(f"{title}: other faults", len(found.faults) - found.log.lost, "faults", "0"),
        Row(f"{title}: pages that it touched, of {len(found.waits):,}", len(current), "pages"),
        Row(f"{title}: such a page current again, p50", median(current), "s"),
        Row(f"{title}: such a page current again, p99", percentile(current, 0.99), "s"),
        Row(f"{title}: such a page current again, slowest", current[-1], "s", f"at most {CURRENT:g}"),
        Row(f"{title}: pages that took longer", sum(each > CURRENT for each in current), "pages", "0"),
    ]
    if late:
        made += [
            Row(f"{title}: a game of that server moves again, p50", median(late), "s"),
            Row(f"{title}: a game of that server moves again, slowest", max(late), "s"),
        ]
    return made


@benchmark("site-kills", measures="game/peers game/sessions game/storage game/web")
def site_kills() -> list[Row]:
    """Two servers with PostgreSQL and Redis behind HAProxy; one of them is killed (SIGKILL) every ten seconds for ten
    minutes and started again, under 40 games and 400 watchers.

    Half of the games are between bots, a quarter between two people with clocks, a quarter against a bot, all at about
    a move a second. Players repeat, after reconnecting, what was not acknowledged. A page is current again once it has
    joined or heard of a move since the kill and nothing that was logged meanwhile is still on its way; one that the
    kill did not touch was current all along. What slow pages waited for is said on standard error.
    """
    with running_site() as site:
        found = asyncio.run(trial(site, kills(int(60 * MINUTES / EVERY), EVERY), 40, 400))
    seen, turns = found.load.found, found.turns or [Turn(0.0, 0.0, "")]
    return [
        Row("kills", found.outages, "kills"),
        Row("moves in the log", found.log.moves, "moves"),
        Row("moves acknowledged to players", len(seen.acknowledged), "moves"),
        Row("events received by pages", seen.events, "events"),
        Row("commands sent again", seen.repeated, "commands"),
        *rows("kill", found),
        Row("turns with a clock under which the server was killed", len(found.turns), "turns"),
        Row("how long those lasted, mean", mean(each.seconds for each in turns), "s"),
        Row("what those cost on the clock, mean", mean(each.cost for each in turns), "s"),
        Row("what those cost on the clock, most", max(each.cost for each in turns), "s"),
    ]


@benchmark("site-upgrade", measures="game/peers game/sessions game/storage game/web")
def site_upgrade() -> list[Row]:
    """What 40 games and 400 watchers of two servers notice, as in ``site-kills``, when both are of an earlier version
    (the last with the database's version 0008) and are exchanged for the present one in turn (SIGTERM, start). The
    first of the present ones brings the database to its version while the other goes on with games on it."""
    with tempfile.TemporaryDirectory(prefix="plyground-before-") as folder:
        program = lay_out(Path(folder))
        with running_site(program=program, PLYGROUND_CACHE=str(cache.root())) as site:
            return rows("upgrade", asyncio.run(trial(site, partial(rolling, pause=8), 40, 400)))


@benchmark("site-outages", measures="game/peers game/sessions game/storage game/web")
def site_outages() -> list[Row]:
    """What 40 games and 400 watchers of two servers notice, as in ``site-kills``, when each server is restarted in turn
    (SIGTERM), when one stands still for ten seconds (SIGSTOP), when Redis or PostgreSQL is killed and starts again
    after a second, and when all bots’ workers are killed."""
    found: list[Row] = []
    happenings: dict[str, Happening] = {
        "rolling restart": partial(rolling, pause=8),
        "frozen": freeze,
        "Redis": restart_redis,
        "PostgreSQL": restart_database,
        "workers": kill_workers,
    }
    with running_site() as site:
        for number, (title, happening) in enumerate(happenings.items()):
            missing = title == "Redis"
            found += rows(title, asyncio.run(trial(site, happening, 40, 400, number + 1, missing)))
            site.wait_until_whole()
    return found
