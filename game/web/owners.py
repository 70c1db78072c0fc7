"""Who owns a bot, and who teaches, for requests: the key that they show, and how much is asked for with it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from plyground.competitions.rights import NotOwner, Rights
from plyground.competitions.store import CompetitionStore, Entry
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import NoSuchEntry, NotTeacher
from plyground.sessions.keys import digest
from plyground.sessions.limits import Buckets
from plyground.sessions.visitors import address_of
from plyground.web.exchange import bearer, who

_REMEMBERED = 2_000
"""Keys that were right."""


class Owners:
    """Of all bots. What owners ask for is counted for each bot, and only wrong keys for the address: a class sits
    behind one, and nobody without a key may use up what the others have."""

    def __init__(self, store: CompetitionStore, rights: Rights) -> None:
        self._store, self._rights = store, rights
        self.changes = Buckets(1, 60, _("Too much is asked for with this key; wait a moment."))
        self.strangers = Buckets(1, 60, _("Too much is asked for from your address; wait a moment."))
        self._lately: Recent[tuple[str, str], str] = Recent(_REMEMBERED)
        self._lock = threading.Lock()

    def insist(self, competition: str, entry: str, *paces: Buckets) -> Entry:
        """The bot whose key the asker shows; raises ``NotOwner``, ``NoSuchEntry`` or ``TooFast``, the latter by
        ``paces`` too, and, of a key that was right lately, before anything is read."""
        limits, shown = (self.changes, *paces), (entry, digest(bearer()))
        with self._lock:
            known = self._lately.find(shown)
        for limit in limits:
            limit.check(known or "")
        try:
            found = self._rights.insist_owner(self._store.get(competition).id, entry, bearer())
        except (NotOwner, NoSuchEntry):
            self.strangers.take(who())
            raise
        with self._lock:
            self._lately[shown] = found.id
        for limit in limits:
            limit.take(found.id)
        return found


def teachers(store: CompetitionStore, rights: Rights) -> Callable[[str], str]:
    """What gives the id of a competition to its teacher alone; it raises ``NotTeacher``, or ``TooFast`` for an address
    from which many wrong keys came."""
    strangers = Buckets(1, 60, _("That is too much at once; try again in a moment."))

    def insist(competition: str) -> str:
        try:
            rights.insist_teacher(bearer())
        except NotTeacher:
            strangers.take(address_of(who()))
            raise
        return store.get(competition).id

    return insist
