"""Calls between servers whose answers are late or lost: nothing is done twice, nobody stays who has gone."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select

from plyground.core.refusals import Busy
from plyground.peers import site
from plyground.sessions.session import Session
from plyground.storage.schema.games import games
from tests.peers.support import PEOPLE, Server
from tests.waiting import until


class Gate:
    """Holds calls of a method up until it is opened, and counts those that were begun and those that are done."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.calls, self.done, self.opened = 0, 0, threading.Event()
        real = getattr(owner, name)

        def held_up(*given: Any, **more: Any) -> Any:
            self.calls += 1
            self.opened.wait(60)
            try:
                return real(*given, **more)
            finally:
                self.done += 1

        patch.setattr(owner, name, held_up)


def test_who_was_let_in_too_late_does_not_stay(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.lobby.notation(made.id, "ggf")  # it knows who has the game: to find that out may take all its patience
    gate = Gate(monkeypatch, Session, "join")
    monkeypatch.setattr(site, "_JOIN_PATIENCE", 0.3)
    with pytest.raises(Busy):
        two.join(made.id, "c")
    until(lambda: gate.calls)  # a busy machine hears of the call when it has been given up already
    assert gate.calls == 1
    two.lobby.drop("c")
    one.lobby.drop_here(two.site.named("c"))  # as when one hears of that before the call is done
    gate.opened.set()
    session = one.lobby.get(made.id)
    until(lambda: gate.done)
    until(lambda: not session.followed and not one.site._guests.all())


def test_what_is_made_is_made_once_though_its_answer_was_lost(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    one.play(made, 0, "d3", 0)
    gate = Gate(monkeypatch, one.lobby, "_open")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(two.lobby.continue_from, made.id, {"ply": 1}, "me")
        until(lambda: gate.calls)
        two.site._calls.fail(one.id)  # as when messages were lost
        until(lambda: two.site._calls.asked_of())  # it asks again
        gate.opened.set()
        again = asked.result(60)
    assert gate.calls == 1
    assert one.carries(again.id)
    with one.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(games)).scalar() == 2


def test_who_waits_for_a_server_that_died_asks_when_that_is_known(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    made = one.lobby.create(PEOPLE, "me")
    two.lobby.snapshot(made.id)
    asked: list[str] = []
    owner = two.site.owners.owner

    def noted(thing: str) -> str:
        asked.append(thing)
        return owner(thing)

    monkeypatch.setattr(two.site.owners, "owner", noted)
    one.die()
    assert two.lobby.snapshot(made.id)["ply"] == 0
    assert two.carries(made.id)
    assert len(asked) <= 3, "the database is not asked again and again meanwhile"
