"""Who counts as living, by clocks that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.peers.membership import BEAT_SECONDS, PATIENCE, PATIENCE_WITH_SILENCE, Membership
from plyground.storage import Database


class Ears:
    """What a server is told of the others; ``unheard`` are those whose line is gone."""

    def __init__(self) -> None:
        self.unheard: frozenset[str] = frozenset()
        self.expulsions = 0

    def expelled(self) -> None:
        self.expulsions += 1

    def silent(self, servers: frozenset[str]) -> frozenset[str]:
        return servers & self.unheard

    def present(self, servers: frozenset[str]) -> None:
        pass


class Server:
    """One server that looks when it is told to."""

    def __init__(self, database: Database) -> None:
        self.now, self.ears = 1000.0, Ears()
        self.membership = Membership(database.engine, lambda: self.now)
        self.membership._end.set()  # so that its own thread does not look
        self.membership.start(self.ears)

    def look_for(self, seconds: float) -> frozenset[str]:
        """Look again and again for so long; who else lives in the end."""
        for _ in range(round(seconds * 10)):
            self.look_after(0.1)
        return self.membership.others

    def look_after(self, seconds: float) -> frozenset[str]:
        """Look again, so much later; who else lives."""
        self.now += seconds
        self.membership.look()
        return self.membership.others


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    database = Database(f"sqlite:///{tmp_path}/games.sqlite3")
    made = Server(database), Server(database)
    made[0].look_after(0.5)
    yield made
    database.close()


def test_a_server_whose_number_stands_still_is_dead_in_time(servers: tuple[Server, Server]) -> None:
    one, two = servers
    assert one.look_for(PATIENCE - 0.1) == {two.membership.id}
    assert not one.look_for(0.2)
    two.look_after(0)
    assert two.ears.expulsions == 1
    assert one.look_after(0.5) == {two.membership.id}, "it is a new one"


def test_who_is_to_be_judged_is_looked_at_as_soon_as_that_may_be(servers: tuple[Server, Server]) -> None:
    one, two = servers
    assert one.membership._pause() == BEAT_SECONDS
    one.look_for(PATIENCE - 0.2)
    one.look_after(one.membership._pause())
    assert two.membership.id not in one.membership.others


def test_one_whose_line_is_gone_too_is_dead_sooner(servers: tuple[Server, Server]) -> None:
    one, two = servers
    one.ears.unheard = frozenset([two.membership.id])
    assert one.look_for(PATIENCE_WITH_SILENCE - 0.1)
    assert not one.look_for(0.2)


def test_one_whose_line_alone_is_gone_lives(servers: tuple[Server, Server]) -> None:
    one, two = servers
    one.ears.unheard = frozenset([two.membership.id])
    for _ in range(10):
        two.look_after(0.5)
        assert one.look_after(0.5) == {two.membership.id}
    assert two.ears.expulsions == 0


def test_after_a_stall_nobody_is_judged_by_what_was_seen_before(servers: tuple[Server, Server]) -> None:
    one, _ = servers
    for server in servers:
        assert server.look_after(60.0)
    assert [server.ears.expulsions for server in servers] == [0, 0]
    assert not one.look_for(PATIENCE + 0.3)
