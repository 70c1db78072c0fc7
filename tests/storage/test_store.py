"""The store of games, on SQLite and PostgreSQL: what is appended is on the disk and comes back; sweep and backup."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.errors import BadOption, Refusal
from plyground.core.refusals import Closing, NoBackup, StorageFailed, StorageFull
from plyground.core.settings import Settings
from plyground.sessions.events import Event
from plyground.sessions.setup import Setup, read_spec
from plyground.sessions.store import Store
from plyground.sessions.visitors import Visitor
from plyground.storage import Database, backup

DAY = 86_400.0


class Calendar:
    """The time of day, set by hand."""

    now = 1_000 * DAY

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def store(address: str, calendar: Calendar) -> Iterator[Store]:
    made = Store(Settings(database=address), calendar, monotonic=calendar)
    yield made
    made.close()


@pytest.fixture
def file_store(tmp_path: Path, calendar: Calendar) -> Iterator[Store]:
    made = Store(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3"), calendar, monotonic=calendar)
    yield made
    made.close()


@pytest.fixture
def small_store(address: str, calendar: Calendar) -> Iterator[Store]:
    made = Store(Settings(database=address, disk_megabytes=1), calendar, monotonic=calendar)
    yield made
    made.close()


def a_setup() -> Setup:
    return read_spec({"game": "othello"}, "somebody")[0]


def an_event(seq: int, at: float = 0.0, command: str | None = None, **data: object) -> Event:
    return Event(seq, "move", {"text": f"move {seq}", **data}, at, command)


def test_what_is_appended_comes_back_in_order(store: Store) -> None:
    setup = a_setup()
    store.append(setup.id, (), opens=setup)
    store.append(setup.id, [an_event(1, command="s0:a"), an_event(2)])
    store.append(setup.id, [an_event(3, left=[1.5, 2.0])])
    loaded = store.load(setup.id)
    assert loaded is not None
    assert loaded[0] == setup
    assert loaded[1] == [an_event(1, command="s0:a"), an_event(2), an_event(3, left=[1.5, 2.0])]
    assert store.load("nothing") is None


def test_the_log_is_durable_by_its_settings(file_store: Store) -> None:
    with file_store.database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"


@pytest.mark.parametrize(
    "second", [an_event(1, command="s0:b"), an_event(2, command="s0:a")], ids=["same number", "same command"]
)
def test_nothing_is_written_twice(store: Store, second: Event) -> None:
    setup = a_setup()
    store.append(setup.id, [an_event(1, command="s0:a")], opens=setup)
    with pytest.raises(StorageFailed):
        store.append(setup.id, [second])
    loaded = store.load(setup.id)
    assert loaded is not None
    assert len(loaded[1]) == 1


def test_events_of_an_unknown_game_are_not_written(store: Store) -> None:
    with pytest.raises(StorageFailed):
        store.append("nothing", [an_event(1)])


def test_many_threads_append_and_only_the_faulty_one_fails(store: Store) -> None:
    setups = [a_setup() for _ in range(12)]
    for setup in setups:
        store.append(setup.id, (), opens=setup)
    failures = []

    def play(setup: Setup) -> None:
        for seq in range(1, 16):
            store.append(setup.id, [an_event(seq)])
            if seq == 7:
                try:
                    store.append(setup.id, [an_event(seq)])
                except Refusal as refusal:
                    failures.append(refusal.code)

    threads = [threading.Thread(target=play, args=(setup,)) for setup in setups]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == ["storage_failed"] * 12
    for setup in setups:
        loaded = store.load(setup.id)
        assert loaded is not None
        assert [event.seq for event in loaded[1]] == list(range(1, 16))


def test_unfinished_games_are_found_if_they_go_on_or_are_recent(store: Store, calendar: Calendar) -> None:
    new, active, waiting, recent, done = (a_setup() for _ in range(5))
    for setup in (new, active, waiting, recent, done):
        store.append(setup.id, (), opens=setup)
    long_ago = calendar.now - 5000
    store.append(active.id, [an_event(1, long_ago)], active=True)
    store.append(waiting.id, [an_event(1, long_ago - 1)], active=False)
    store.append(recent.id, [an_event(1, calendar.now + 5)], active=False)
    store.append(done.id, [an_event(1, calendar.now)], finished=True, active=False)
    assert store.unfinished(900) == [recent.id, new.id, active.id]


def test_the_sweep_deletes_what_is_kept_no_longer(store: Store, calendar: Calendar) -> None:
    old, kept, young = (a_setup() for _ in range(3))
    for setup in (old, kept, young):
        store.append(setup.id, (), opens=setup)
    calendar.now += 29 * DAY
    store.append(young.id, [an_event(1, calendar.now)])
    assert store.sweep() == []
    calendar.now += 2 * DAY
    assert store.sweep(frozenset([kept.id])) == [old.id]
    assert store.load(old.id) is None
    assert store.load(kept.id) is not None
    assert store.load(young.id) is not None


@pytest.mark.parametrize("days", [365, -365])
@pytest.mark.parametrize("restart", [False, True])
def test_a_clock_that_leaps_deletes_nothing(tmp_path: Path, calendar: Calendar, days: int, restart: bool) -> None:
    """Neither when it is set wrong nor when it is put right; after a day it is believed."""
    address, passed = f"sqlite:///{tmp_path}/games.sqlite3", [0.0]

    def opened() -> Store:
        return Store(Settings(database=address), calendar, monotonic=lambda: passed[0])

    def pass_time(seconds: float) -> None:
        calendar.now += seconds
        passed[0] += seconds

    store, setup, later = opened(), a_setup(), a_setup()
    store.append(setup.id, [an_event(1, calendar.now)], opens=setup, finished=True)
    for leap in (days, -days):
        calendar.now += leap * DAY
        if restart:
            store.close()
            store = opened()
        for _ in range(3):
            assert store.sweep() == []
            pass_time(3600.0)
        if leap == days and (days > 0 or not restart):  # what is played a year ago, as the clock said, is that old
            store.append(later.id, [an_event(1, calendar.now)], opens=later, finished=True)
    assert store.load(setup.id) is not None
    assert (store.load(later.id) is not None) == (days > 0 or not restart)
    for _ in range(40):
        pass_time(DAY)
        store.sweep()
    assert store.load(setup.id) is None, "in the end it goes for its true age"
    store.close()


def test_over_the_cap_the_oldest_finished_go_first_and_the_file_shrinks(tmp_path: Path, calendar: Calendar) -> None:
    file = tmp_path / "games.sqlite3"
    settings = Settings(database=f"sqlite:///{file}", disk_megabytes=1)
    Store(settings, calendar).close()
    empty = file.stat().st_size
    store = Store(settings, calendar)
    setups = [a_setup() for _ in range(60)]
    for number, setup in enumerate(setups):
        calendar.now += 1
        finished = number != 0
        store.append(setup.id, [an_event(1, calendar.now, filler="x" * 40_000)], opens=setup, finished=finished)
    full = store.used()
    assert full > 2_000_000
    gone = store.sweep()
    assert store.used() <= 1_000_000 < full
    assert gone == [setup.id for setup in setups[1 : 1 + len(gone)]], "the unfinished one stays, the oldest go"
    store.check_room()
    store.close()
    assert file.stat().st_size < 1_000_000 + empty


def test_what_games_take_is_about_what_the_file_holds_of_them(file_store: Store) -> None:
    def pages() -> int:
        with file_store.database.engine.connect() as connection:
            count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            free = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
        return 4096 * int(count - free)

    empty = pages()
    assert file_store.used() == 0
    for _ in range(60):
        setup = a_setup()
        events = [
            replace(an_event(number, filler="ä" * 60), command=f"{setup.id[:8]}-{number}") for number in range(40)
        ]
        file_store.append(setup.id, events, opens=setup)
    assert 0.6 < file_store.used() / (pages() - empty) < 1.2


def test_what_others_keep_in_the_database_costs_no_game(small_store: Store, calendar: Calendar) -> None:
    store = small_store
    setup = a_setup()
    store.append(setup.id, [an_event(1, calendar.now, filler="x" * 400_000)], opens=setup, finished=True)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE others (words text)")
        connection.execute(text("INSERT INTO others VALUES (:words)"), {"words": "x" * 2_000_000})
    assert store.sweep() == []
    store.check_room()
    more = a_setup()
    store.append(more.id, [an_event(1, calendar.now, filler="x" * 700_000)], opens=more)
    assert store.sweep() == [setup.id]
    assert store.used() < 1_000_000


def test_a_full_store_takes_no_new_games_until_there_is_room(small_store: Store, calendar: Calendar) -> None:
    store = small_store
    setup = a_setup()
    store.append(setup.id, [an_event(1, calendar.now, filler="x" * 1_500_000)], opens=setup)
    assert store.sweep() == []
    with pytest.raises(StorageFull):
        store.check_room()
    calendar.now += 2 * DAY
    assert store.sweep() == [setup.id], "nobody has touched it for a day"
    store.check_room()


def test_one_browser_or_address_takes_no_more_than_its_share_of_the_room(
    small_store: Store, calendar: Calendar
) -> None:
    store, school = small_store, "192.0.2.1"

    def fill(who: str, kilobytes: int, **more: Any) -> Setup:
        setup = read_spec({"game": "othello", "seats": [{}, {}]}, who)[0]
        store.append(setup.id, [an_event(1, calendar.now, filler="x" * 1000 * kilobytes)], opens=setup, **more)
        store.weigh()
        return setup

    def refused(setup: Setup, times: int = 1) -> bool:
        try:
            store.check_share(setup.maker, setup.home, times)
        except StorageFull:
            return True
        return False

    first = fill(Visitor("v1", school, school), 400)
    assert not refused(first), "while there is room enough"
    other = fill("192.0.2.2", 120)
    greedy = fill(Visitor("v2", "a class", school), 10, lasting=True)
    assert refused(first, 2)
    assert refused(greedy), "all of the address have too much"
    assert not refused(greedy, 2)
    assert not refused(other)
    calendar.now += DAY + 1
    store.weigh()
    assert not refused(first), "which may be cleared away by now"
    ended = fill(Visitor("v1", school, school), 30, finished=True)
    assert refused(ended), "a browser's own share is smaller"
    assert not refused(greedy)
    calendar.now += DAY + 1
    kept = fill(Visitor("v3", school, school), 260, lasting=True)
    calendar.now += 30 * DAY
    store.weigh()
    assert refused(kept), "by correspondence"
    fill("192.0.2.3", 400)
    store.sweep()
    store.check_room(other.maker, other.home)


def test_new_games_count_before_they_are_weighed(small_store: Store) -> None:
    setup = replace(a_setup(), start="x" * 300_000, maker="v1", home="here")
    small_store.append(setup.id, (), opens=setup)
    for maker, home in (("v1", "elsewhere"), ("v2", "here")):
        with pytest.raises(StorageFull):
            small_store.check_room(maker, home)
    small_store.check_room("v2", "elsewhere")
    small_store.weigh()
    small_store.check_room("v1", "here")


def test_a_backup_is_a_whole_database_and_overwrites_nothing(file_store: Store, tmp_path: Path) -> None:
    setup, address = a_setup(), file_store.settings.database
    file_store.append(setup.id, [an_event(1)], opens=setup)
    copy = tmp_path / "copies" / "copy.sqlite3"
    backup(address, copy)
    file_store.append(setup.id, [an_event(2)])
    with pytest.raises(NoBackup):
        backup(address, copy)
    restored = Store(replace(file_store.settings, database=f"sqlite:///{copy}"))
    loaded = restored.load(setup.id)
    assert loaded is not None
    assert len(loaded[1]) == 1
    restored.close()
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_what_is_not_there_or_not_a_file_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(NoBackup, match="nothing to copy"):
        backup(f"sqlite:///{tmp_path}/none.sqlite3", tmp_path / "copy.sqlite3")
    with pytest.raises(NoBackup, match="own tools"):
        backup("postgresql://localhost/nothing", tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_two_stores_share_a_database_until_the_last_one_closes(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3")
    database = Database(settings.database_url)
    first, second = Store(settings, database=database), CompetitionStore(settings, database=database)
    first.close()
    first.close()
    made = second.create("Cup", "camel", {}, EventSettings(), 7)
    assert second.get(made.id) == made
    second.close()
    with pytest.raises(Closing):
        second.set_title(made.id, "Late")


def test_large_seeds_of_competitions_are_kept(address: str) -> None:
    store = CompetitionStore(Settings(database=address))
    made = store.create("Cup", "camel", {}, EventSettings(), 2**53)
    assert store.get(made.id).seed == 2**53
    store.close()


def test_a_closed_store_refuses(tmp_path: Path) -> None:
    store = Store(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3"))
    store.close()
    store.close()
    with pytest.raises(Closing):
        store.append("x", [an_event(1)])


@pytest.mark.parametrize(
    "url",
    [
        "games.sqlite3", "sqlite://", "sqlite:///:memory:", "mysql://x/y", "oracle+z://x", "me:hidden@host/games",
        "postgresql://me:hidden@host:port/games",
    ],
)  # fmt: skip
def test_a_bad_database_url_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="PLYGROUND_DATABASE") as refused:
        Store(Settings(database=url))
    assert "hidden" not in refused.value.sentence
