"""All that the pages of a competition are counted from, read once and kept until something of it changes.

A page is asked for every two seconds by everybody who watches, and most answers are the same. Whether anything changed
is read from the database each time, so that games which another process plays are seen as well.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import func, select

from game.competitions.store import Competition, CompetitionStore, Entry, StoredGame, Version
from game.competitions.store.schema import games as games_table

T = TypeVar("T")

MOST_KEPT = 8
"""How many competitions of a store are kept at a time, those that were looked at last."""
REST = 10.0
"""While games end all the time, a snapshot stands for so many times as long as it took to make: a large table takes no
more than a tenth of a core from the bots, however many watch."""


class Snapshot:
    """A competition with its bots, versions and games at one moment; ``played`` has the latest game first."""

    def __init__(
        self,
        competition: Competition,
        entries: Sequence[Entry],
        versions: Mapping[str, Version],
        games: Sequence[StoredGame],
    ) -> None:
        self.competition, self.entries, self.versions, self.games = competition, entries, versions, games
        finished = [game for game in games if game.finished is not None]
        self.played = sorted(finished, key=lambda game: (-(game.finished or 0.0), game.id))
        by_entry = {entry.id: entry for entry in entries}
        self.owners = {version.id: by_entry[version.entry] for version in versions.values()}
        self.cost = 0.0
        self._lock = threading.RLock()
        self._kept: dict[str, Any] = {}

    def name(self, entrant: str) -> str:
        """What everybody may call a version; the program's own random bot takes part in validation games."""
        owner = self.owners.get(entrant)
        return owner.shown_name if owner else "Random"

    def keep(self, what: str, compute: Callable[[], T]) -> T:
        """What ``compute`` gives, computed once for this snapshot, whoever asks for it at the same time."""
        with self._lock:
            if what not in self._kept:
                begun = time.monotonic()
                self._kept[what] = compute()
                self.cost += time.monotonic() - begun
            found: T = self._kept[what]
            return found


class _Shelf:
    """The snapshots of one store."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[str, tuple[Any, Any, float, Snapshot]] = OrderedDict()


_shelves: WeakKeyDictionary[CompetitionStore, _Shelf] = WeakKeyDictionary()
_shelves_lock = threading.Lock()


def snapshot(store: CompetitionStore, competition: str) -> Snapshot:
    """The competition as it stands; raises ``NoSuchCompetition``."""
    with _shelves_lock:
        shelf = _shelves.setdefault(store, _Shelf())
    with shelf.lock:
        found = store.get(competition)
        entries, versions = store.entries(found.id), store.versions(found.id)
        who, games = (found, entries, versions), _counts(store, found.id)
        kept = shelf.kept.get(found.id)
        begun = time.monotonic()
        if kept is None or kept[0] != who or (kept[1] != games and begun > kept[2] + REST * kept[3].cost):
            made = Snapshot(found, entries, versions, store.games(found.id))
            now = time.monotonic()
            made.cost += now - begun
            kept = shelf.kept[found.id] = (who, games, now, made)
        shelf.kept.move_to_end(found.id)
        while len(shelf.kept) > MOST_KEPT:
            shelf.kept.popitem(last=False)
        return kept[3]


def _counts(store: CompetitionStore, competition: str) -> dict[str, int]:
    """How many games wait and how many were played: games are added and finished, and never changed after that."""
    query = (
        select(games_table.c.status, func.count())
        .where(games_table.c.competition == competition)
        .group_by(games_table.c.status)
    )
    with store.engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(query)}
