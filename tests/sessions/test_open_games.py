"""Open games: listed by their hosts, taken once, gone when nobody waits any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.core.settings import Settings
from plyground.sessions import open_games
from plyground.sessions.lobby import Lobby
from plyground.sessions.open_games import LIVE_SECONDS, MOST_OF_VISITOR
from plyground.sessions.presence import AWAY_SECONDS
from plyground.sessions.store import Store
from plyground.sessions.visitors import Visitor
from tests.sessions.support import FakePool, FakeTimers

HOST, GUEST = Visitor("host"), Visitor("guest")
SEATS = [{"kind": "link"}, {"kind": "person", "name": "Ada"}]
GAME = {"game": "othello", "seats": SEATS, "listed": True, "clock": {"kind": "game", "base": 300, "increment": 3}}


class Place:
    """A lobby whose clock the test moves on."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.timers = FakeTimers()
        patch.setattr("plyground.sessions.lobby.Timers", lambda: self.timers)
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite3")
        self.lobby = Lobby(
            lambda *given: None,
            settings,
            Store(settings),
            FakePool(),  # type: ignore[arg-type]
            lambda: self.timers.now,
        )
        self.lobby.open_games._now = lambda: self.timers.now

    def ids(self, who: str = GUEST) -> list[str]:
        """The ids of the open games, as this visitor sees them."""
        return [each["id"] for each in self.lobby.open_games.listed(who)]

    def join(self, made: Any, token: str, connection: str) -> None:
        """Open a page of the game."""
        self.lobby.join(made.id, [token], connection, lambda room: None)
        self.timers.pass_time(1)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    made = Place(tmp_path, monkeypatch)
    yield made
    made.lobby.store.close()


def test_an_open_game_is_shown_to_all_and_taken_by_one(place: Place) -> None:
    made = place.lobby.create(GAME, HOST)
    place.join(made, made.tokens["s1"], "ada")
    place.timers.pass_time(30)
    (card,) = place.lobby.open_games.listed(GUEST)
    assert (card["title"], card["host"], card["host_seat"], card["free"]) == ("Othello", "Ada", 1, 1)
    assert (card["waits"], card["yours"], card["clock"]["base"]) == (31, False, 300)
    assert "token" not in str(card)
    assert [card["yours"] for card in place.lobby.open_games.listed(HOST)] == [True]
    with pytest.raises(Refusal, match="your own game"):
        place.lobby.open_games.take(made.id, HOST)
    path = place.lobby.open_games.take(made.id, GUEST)
    assert path == f"/g/{made.id}#s0={made.tokens['i0']}"
    assert place.lobby.snapshot(made.id, [path.partition("=")[2]])["you"]["seats"] == [0]
    assert place.ids() == []
    with pytest.raises(Refusal, match="quicker") as refused:
        place.lobby.open_games.take(made.id, Visitor("third"))
    assert refused.value.code == "seat_taken"


def test_a_guest_who_comes_by_the_link_takes_the_game_off_the_list(place: Place) -> None:
    made = place.lobby.create(GAME, HOST)
    place.join(made, made.tokens["i0"], "ben")
    assert place.ids() == []


def test_a_game_whose_host_has_left_is_not_offered_until_they_are_back(place: Place) -> None:
    made = place.lobby.create(GAME, HOST)
    place.join(made, made.tokens["s1"], "ada")
    place.lobby.leave(made.id, "ada")
    place.timers.pass_time(AWAY_SECONDS + 1)
    assert place.ids() == []
    with pytest.raises(Refusal, match="host has left"):
        place.lobby.open_games.take(made.id, GUEST)
    place.join(made, made.tokens["s1"], "ada again")
    assert place.ids() == [made.id]


def test_what_ends_is_withdrawn_or_too_old_is_gone(place: Place) -> None:
    first, second, third = (place.lobby.create(GAME, HOST) for _ in range(3))
    for each in (first, second, third):
        place.join(each, each.tokens["s1"], f"ada {each.id}")
    place.lobby.command({"game": first.id, "token": first.tokens["s1"], "id": "a", "ply": 0, "do": "resign"})
    place.timers.pass_time(1)
    assert set(place.ids()) == {third.id, second.id}
    place.lobby.open_games.unlist(second.id, GUEST)
    assert second.id in place.ids(), "only its host may"
    place.lobby.open_games.unlist(second.id, HOST)
    assert place.ids() == [third.id]
    place.timers.now += LIVE_SECONDS
    assert place.ids() == []
    place.lobby.open_games.sweep()
    place.timers.now -= LIVE_SECONDS
    assert place.ids() == []


def test_at_a_table_of_three_each_seat_is_taken_by_itself(place: Place) -> None:
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "link"}]
    made = place.lobby.create({"game": "punter", "options": {"punters": 3}, "seats": seats, "listed": True}, HOST)
    assert [card["free"] for card in place.lobby.open_games.listed(GUEST)] == [2]
    taken = {place.lobby.open_games.take(made.id, Visitor(name)).partition("#")[2][:2] for name in ("b", "c")}
    assert taken == {"s1", "s2"}


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [{"kind": "person"}, {"kind": "bot"}]},
        {"seats": [{"kind": "link"}, {"kind": "link"}]},
        {"listed": "yes"},
    ],
)
def test_a_game_that_nobody_could_join_is_not_listed(place: Place, change: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=r"by link|true or false"):
        place.lobby.create({**GAME, **change}, HOST)
    assert place.ids() == []


def test_a_visitor_has_only_so_many_open_games(place: Place) -> None:
    for _ in range(MOST_OF_VISITOR):
        place.lobby.create(GAME, HOST)
    with pytest.raises(Refusal, match="open games already"):
        place.lobby.create(GAME, HOST)
    place.lobby.create(GAME, GUEST)
    assert len(place.ids()) == MOST_OF_VISITOR + 1 <= open_games.MOST_LISTED


def test_games_of_one_address_and_one_host_do_not_crowd_out_others(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "MOST_LISTED", 5)
    school = "192.0.2.1"

    def listed(name: str, address: str) -> str:
        place.timers.pass_time(1)
        return str(place.lobby.create(GAME, Visitor(name, "", address)).id)

    alone, classmate = listed("v1", "192.0.2.2"), listed("v2", school)
    flood = [listed(name, school) for name in ("v3", "v4", "v5") for _ in range(3)]
    assert place.ids() == [flood[8], flood[5], flood[2], classmate, alone], "the newest of each host, newest first"
    monkeypatch.setattr(open_games, "MOST_LISTED", 60)
    assert place.ids() == [*reversed(flood), classmate, alone]
