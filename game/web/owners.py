"""Who owns a bot, for requests: the key that they show, and how much is asked for with it."""

from __future__ import annotations

from plyground.competitions.rights import NotOwner, Rights
from plyground.competitions.store import CompetitionStore, Entry
from plyground.core.messages import _
from plyground.core.refusals import NoSuchEntry
from plyground.sessions.limits import Buckets
from plyground.web.exchange import bearer, who


class Owners:
    """Of all bots. What owners ask for is counted for each bot, and only wrong keys for the address: a class sits
    behind one, and nobody without a key may use up what the others have."""

    def __init__(self, store: CompetitionStore, rights: Rights) -> None:
        self._store, self._rights = store, rights
        self.changes = Buckets(1, 60, _("Too much is asked for with this key; wait a moment."))
        self.strangers = Buckets(1, 60, _("Too much is asked for from your address; wait a moment."))

    def insist(self, competition: str, entry: str) -> Entry:
        """The bot whose key the asker shows; raises ``NotOwner``, ``NoSuchEntry`` or ``TooFast``."""
        try:
            found = self._rights.insist_owner(self._store.get(competition).id, entry, bearer())
        except (NotOwner, NoSuchEntry):
            self.strangers.take(who())
            raise
        self.changes.take(found.id)
        return found
