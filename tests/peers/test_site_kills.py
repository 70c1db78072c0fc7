"""Two real servers of one site, killed, frozen, restarted and cut off under play: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tests.soaking import more
from tools.benchmarks.site import Site
from tools.benchmarks.site_checks import NEVER, Outage
from tools.benchmarks.site_kills import (
    Happening,
    Trial,
    freeze,
    kill_workers,
    kills,
    restart_database,
    restart_redis,
    rolling,
    trial,
)

GAMES, WATCHERS = more(4, 40), more(12, 400)
NOTICED = 1.0
"""Seconds that the others need at least before they take a killed server's games: nobody's clock runs meanwhile."""


def befall(site: Site, happening: Happening, seed: int, may_miss: bool = False) -> Trial:
    """Let it happen; nothing may be lost, doubled, out of order or late for good by it, nor any log have a trace."""
    found = asyncio.run(trial(site, happening, GAMES, WATCHERS, seed, may_miss))
    assert found.faults == []
    assert (found.log.lost, found.log.doubled) == (0, 0)
    assert NEVER not in [each.seconds for each in found.waits]
    assert len(found.load.found.acknowledged) > 2 * GAMES
    return found


@pytest.mark.soak
def test_kills_of_one_server_after_the_other(site: Site) -> None:
    found = befall(site, kills(more(1, 60), every=more(7, 10), seed=10), seed=10)  # the server with a clock first
    assert found.going_on
    assert found.turns
    for turn in found.turns:
        assert turn.cost <= turn.seconds - NOTICED, f"nobody is charged while nobody carries a game on: {turn.story}"


@pytest.mark.soak
def test_a_rolling_restart_drops_no_game(site: Site) -> None:
    befall(site, partial(rolling, pause=more(1, 8)), seed=12)


@pytest.mark.soak
@pytest.mark.long  # test_games.py has owners taken for dead
def test_a_server_that_stood_still_finds_that_it_was_taken_for_dead(site: Site) -> None:
    (before,) = [server for server, process in site.members().items() if process == 0]
    befall(site, partial(freeze, seconds=more(6, 10)), seed=13)
    assert before not in site.members()
    assert f"took this one ({before}) for dead" in site.logs()


@pytest.mark.soak
def test_what_the_servers_lean_on_is_killed(site: Site) -> None:
    async def happen(site: Site, outages: list[Outage]) -> None:
        for away in (restart_redis, restart_database, kill_workers):
            await away(site, outages)

    befall(site, happen, seed=14, may_miss=True)
