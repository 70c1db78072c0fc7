"""All that the pages of a competition are counted from, read once and kept until something of it changes.

A page is asked for every two seconds by everybody who watches, and most answers are the same. Whether anything changed
is asked of the database each time, so that games which another process plays are seen as well.
"""

from __future__ import annotations

import threading
import time
from copy import copy
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, finalize

from sqlalchemy import StaticPool, create_engine, func, select

from plyground.competitions.store import CompetitionStore, Snapshot
from plyground.core.recent import Recent
from plyground.storage.schema.competitions import competition_games

MOST_KEPT = 8
"""How many competitions of a store are kept at a time, those that were looked at last."""
REST = 10.0
"""While games end all the time, a snapshot stands for so many times as long as it took to make: a large table takes no
more than a tenth of a core from the bots, however many watch."""


class _Kept(NamedTuple):
    """A snapshot with what it was made from: ``version`` of the whole database (None: not known to be the latest),
    ``who`` takes part in what, and how many ``games`` there were; ``made`` is when."""

    version: int | None
    who: Any
    games: dict[str, int]
    made: float
    snapshot: Snapshot


class _Cache:
    """The snapshots of one store. It reads by a connection of its own that stays open: to open one costs more than to
    read, and counts as a change. Everything is used with the lock held."""

    def __init__(self, store: CompetitionStore) -> None:
        self.lock = threading.Lock()
        self.kept: Recent[str, _Kept] = Recent(MOST_KEPT)
        self.reader = copy(store)
        self._tells = store.database.is_file
        if self._tells:
            asked = {"timeout": 30, "check_same_thread": False, "isolation_level": None}
            url = store.database.engine.url
            self.reader.database = copy(store.database)
            self.reader.database.engine = create_engine(url, poolclass=StaticPool, connect_args=asked)
            finalize(self, self.reader.database.engine.dispose)

    def version(self) -> int | None:
        """A number that changes whenever anybody writes into the database; None where there is none.

        SQLite's ``data_version`` tells of what other connections wrote, and nobody writes by this one.
        """
        if not self._tells:
            return None
        with self.reader.database.read() as connection:
            return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())


_caches: WeakKeyDictionary[CompetitionStore, _Cache] = WeakKeyDictionary()
_caches_lock = threading.Lock()


def snapshot(store: CompetitionStore, competition: str) -> Snapshot:
    """The competition as it stands; raises ``NoSuchCompetition``."""
    with _caches_lock:
        cache = _caches.get(store)
        if cache is None:
            cache = _caches[store] = _Cache(store)
    with cache.lock:
        version = cache.version()
        kept = cache.kept.find(competition)
        if kept is None or version is None or kept.version != version:
            kept = cache.kept[competition] = _renewed(cache.reader, competition, kept, version)
        return kept.snapshot


def forget(store: CompetitionStore) -> None:
    """Count everything anew when it is asked for next."""
    with _caches_lock:
        _caches.pop(store, None)


def _renewed(store: CompetitionStore, competition: str, kept: _Kept | None, version: int | None) -> _Kept:
    """What is kept, if it is the same or must rest a little, else a new snapshot."""
    begun = time.monotonic()
    found = store.get(competition)
    who = (found, store.entries(found.id), store.versions(found.id))
    games = _counts(store, found.id)
    if kept is not None and kept.who == who:
        if kept.games == games:
            return kept._replace(version=version)
        if begun <= kept.made + REST * kept.snapshot.cost:
            return kept._replace(version=None)
    made = Snapshot(*who, store.games(found.id, known=kept.snapshot.games if kept else ()))
    now = time.monotonic()
    made.cost += now - begun
    return _Kept(version, who, games, now, made)


def _counts(store: CompetitionStore, competition: str) -> dict[str, int]:
    """How many games wait and how many were played: games are added and finished, and never changed after that."""
    query = (
        select(competition_games.c.status, func.count())
        .where(competition_games.c.competition == competition)
        .group_by(competition_games.c.status)
    )
    return {row[0]: row[1] for row in store.database.rows(query)}
