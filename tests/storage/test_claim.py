"""One server works on a database, or several that share it: a claim holds, is given back, and is taken again after an
outage."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine

from plyground.core.refusals import DatabaseInUse
from plyground.storage import claim as claiming
from plyground.storage.claim import claim
from tests.waiting import until
from tools.benchmarks.postgresql import Cluster


def fine() -> None:
    raise AssertionError("nobody took it over")


@pytest.fixture(params=["file", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path / 'a.sqlite3'}"
    made: str = request.getfixturevalue("cluster").create()
    return made


def taken(address: str, shared: bool = False) -> bool:
    try:
        claim(address, fine, patience=0, shared=shared)()
    except DatabaseInUse:
        return True
    return False


def test_a_claim_holds_until_it_is_given_back(address: str) -> None:
    release = claim(address, fine)
    assert taken(address)
    release()
    assert not taken(address)


def test_a_server_that_begins_waits_for_one_that_ends(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    release = claim(address, fine)
    monkeypatch.setattr(claiming, "_pause", release)
    claim(address, fine)()


def test_servers_with_redis_share_a_database_and_one_without_is_refused(cluster: Cluster) -> None:
    address = cluster.create()
    first = claim(address, fine, shared=True)
    second = claim(address, fine, shared=True)
    first()
    with pytest.raises(DatabaseInUse, match="together all need the same PLYGROUND_REDIS"):
        claim(address, fine, patience=0)
    second()
    alone = claim(address, fine)
    with pytest.raises(DatabaseInUse, match="A server without PLYGROUND_REDIS works on the database"):
        claim(address, fine, patience=0, shared=True)
    alone()
    assert not taken(address, shared=True)


def test_whoever_may_not_write_beside_the_database_is_told_of_that_instead(tmp_path: Path) -> None:
    claim(f"sqlite:///{tmp_path / 'not' / 'there' / 'a.sqlite3'}", fine)()


def test_a_shared_claim_that_a_server_alone_took_over_is_lost(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away, and when it came back a server without Redis was first."""
    address = cluster.create()
    locked, lost, found = claiming._locked, threading.Event(), list[Callable[[], None]]()
    monkeypatch.setattr(claiming, "_LOOK_SECONDS", 0.05)
    release = claim(address, lost.set, shared=True)

    def second_comes_first(engine: Engine, shared: bool) -> Connection | None:
        if shared and not found:
            found.append(claim(address, fine))
        return locked(engine, shared)

    monkeypatch.setattr(claiming, "_locked", second_comes_first)
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        end_holder(connection)
    assert lost.wait(60)
    engine.dispose()
    release()
    found[0]()


@pytest.fixture
def other(cluster: Cluster) -> Iterator[tuple[str, Connection]]:
    """A database of PostgreSQL, and another connection to it."""
    address = cluster.create()
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield address, connection
    engine.dispose()


HOLDER = """
    SELECT min(pid) FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE locktype = 'advisory' AND granted AND datname = current_database()
"""


def holder(connection: Connection) -> int | None:
    """The number of the connection that holds the claim."""
    return connection.exec_driver_sql(HOLDER).scalar()


def end_holder(connection: Connection) -> int | None:
    """End that connection; its number."""
    held = holder(connection)
    connection.exec_driver_sql(f"SELECT pg_terminate_backend({held})")
    return held


@pytest.mark.parametrize("shared", [False, True])
def test_a_claim_is_taken_again_when_its_connection_was_lost(
    other: tuple[str, Connection], monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    monkeypatch.setattr(claiming, "_LOOK_SECONDS", 0.05)
    address, connection = other
    release = claim(address, fine, shared=shared)
    ended = end_holder(connection)
    until(lambda: holder(connection) not in {ended, None})
    assert taken(address)
    assert taken(address, shared=True) is not shared
    release()
    until(lambda: not taken(address))  # the database ends a connection in its own time


def test_a_claim_that_another_server_took_over_is_lost(
    other: tuple[str, Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claiming, "_LOOK_SECONDS", 0.05)
    address, connection = other
    lost = threading.Event()
    release = claim(address, lost.set)
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as second:
        waits = threading.Thread(target=second.exec_driver_sql, args=(f"SELECT pg_advisory_lock({claiming._KEY})",))
        waits.start()
        until(lambda: connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted").scalar())
        end_holder(connection)
        assert lost.wait(60)
        waits.join(60)
    engine.dispose()
    release()
