"""Competitions among several servers: whoever leads them no more writes nothing more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import CarriedElsewhere
from plyground.core.settings import Settings
from plyground.peers.competitions import COMPETITIONS, SharedService
from plyground.sessions.tokens import new_id
from tests.competitions.events import Deciders, make
from tests.peers.support import Server
from tests.waiting import until


class Idle(Deciders):
    """Players that nobody asks."""

    def close(self) -> None:
        """There is nothing to end."""


@pytest.fixture
def stores(servers: list[Server]) -> Iterator[list[CompetitionStore]]:
    """Each server's store of competitions."""
    made = [CompetitionStore(Settings(), database=server.database) for server in servers]
    yield made
    for store in made:
        store.close()


def running(server: Server, store: CompetitionStore, kept: list[CompetitionStore]) -> SharedService:
    """The competitions of a server; the store with which it leads is added to ``kept`` each time it begins to."""
    workers: Any = Idle

    def parts(mine: CompetitionStore) -> tuple[FinalsBroadcast, CompetitionService]:
        kept.append(mine)
        finals = FinalsBroadcast(mine, server.site.publish)
        return finals, CompetitionService(mine, workers, lambda: "none", changed=finals.changed)

    service = SharedService(server.site, parts, store, workers, lambda: "none")
    service.start()
    return service


def test_a_leader_that_stood_still_for_long_writes_nothing_more(
    servers: list[Server], stores: list[CompetitionStore]
) -> None:
    leader, _ = servers
    kept: list[CompetitionStore] = []
    with ExitStack() as stack:
        services = [running(server, store, kept) for server, store in zip(servers, stores, strict=True)]
        for service in services:
            stack.callback(service.close)
        until(lambda: services[0].led.part is not None)
        made = make(kept[0], bots=2)
        leader.site.membership.look = lambda: None  # type: ignore[method-assign]  # it stands still
        until(lambda: services[1].led.part is not None)
        for write in (
            lambda: kept[0].set_state(made.id, "running"),
            lambda: kept[0].count_fault("x", {}),
            lambda: kept[0].delete(made.id),
        ):
            with pytest.raises(CarriedElsewhere):
                write()
        kept[1].set_title(made.id, "Goes on")
        assert (stores[0].get(made.id).title, stores[0].get(made.id).state) == ("Goes on", "open")
        stores[0].set_title(made.id, "What visitors ask for is written by every server")
        del leader.site.membership.look


def test_what_a_server_led_before_is_fenced_off_when_it_leads_again(
    servers: list[Server], stores: list[CompetitionStore]
) -> None:
    one, _ = servers
    assert one.site.owners.acquire(COMPETITIONS) == ""
    before = stores[0].guarded(one.site.owners.held(COMPETITIONS))
    made = before.create("Test", "camel", {}, make(stores[0], bots=0).settings, 7)
    one.site.owners.give_back(COMPETITIONS)
    one.site.owners.settle()
    assert one.site.owners.acquire(COMPETITIONS) == ""
    now = stores[0].guarded(one.site.owners.held(COMPETITIONS))
    now.set_title(made.id, "New")
    with pytest.raises(CarriedElsewhere):
        before.set_title(made.id, "Old")
    assert stores[1].get(made.id).title == "New"


def test_of_two_servers_that_begin_the_next_season_one_makes_it(stores: list[CompetitionStore]) -> None:
    made = make(stores[0], bots=2, seasons=2)
    CompetitionRunner(stores[0], made.id, Deciders(), "none").run_event()
    over, gate = stores[0].get(made.id), threading.Barrier(6)

    def follow(number: int) -> bool:
        later = replace(over, id=new_id(), title="Next", state="open", field=None, season=2)
        gate.wait()
        return stores[number % 2].seasons.follow(over, later, {})

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(follow, range(6))) == [False] * 5 + [True]
    found = [each for each in stores[1].all() if each.season == 2]
    assert [each.id for each in found] == [stores[1].get(made.id).followed_by]
    assert len(stores[1].entries(found[0].id)) == 2
