"""Who may do what in competitions: the keeper of the server, whom pages call the teacher, by the server's one key; an
owner by the key of the own bot (``plyground.sessions.keys``)."""

from __future__ import annotations

from pathlib import Path

from plyground.competitions.store import CompetitionStore, Entry
from plyground.competitions.submissions import files
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import NotTeacher
from plyground.sessions.keys import OWNER, KeyFile, digest, is_key

KEY_FILE = "teacher.key"


class NotOwner(Refusal, status=403):
    """The key is not that of the bot's owner."""

    def __init__(self) -> None:
        super().__init__(_("Only the owner of this bot may do this: open the secret link that was given with the bot."))


class Rights:
    """Knows the keys of one server. May be used from any thread."""

    def __init__(self, store: CompetitionStore, folder: Path | None = None) -> None:
        """``folder`` holds the teacher's key; without it the one above the handed-in bots."""
        self._store = store
        self._file = KeyFile((folder or files.bots_folder().parent) / KEY_FILE)
        assert self.teacher_key  # made at once, so that it can be shown

    @property
    def teacher_key(self) -> str:
        """The key as its file has it now: another process may have renewed it."""
        return self._file.key

    def is_teacher(self, key: str) -> bool:
        """Whether this is the teacher's key."""
        return is_key(key, digest(self.teacher_key))

    def insist_teacher(self, key: str) -> None:
        """Raise ``NotTeacher`` unless this is the teacher's key."""
        if not self.is_teacher(key):
            raise NotTeacher(
                _("Only the teacher may do this: open the teacher's link, which “plyground event key” shows.")
            )

    def renew_teacher(self) -> str:
        """Make a new key for the teacher; the old one opens nothing from now on. Returns the new one."""
        return self._file.renew()

    def is_owner(self, entry: Entry, key: str) -> bool:
        """Whether this is the key of the bot's owner. The teacher's is not: logs and source are their author's."""
        return any(is_key(key, kept) for kept in (entry.owner, *entry.keys))

    def insist_owner(self, competition: str, entry: str, key: str) -> Entry:
        """The bot with this id or alias, if the key is its owner's; raises ``NotOwner`` or ``NoSuchEntry``."""
        found = self._store.entry(competition, entry)
        if not self.is_owner(found, key):
            raise NotOwner
        return found

    def renew_owner(self, entry: Entry, wanted: str = "", shown: str = "") -> str:
        """Give a bot's owner, or the one of its team who has ``shown`` a key, a new one; the old one opens nothing from
        now on. Returns the new one.

        Who has made one already, so that it is not lost with the answer, names it as ``wanted``.
        """
        key = wanted or OWNER.new()[0]
        if not self._store.roster.change_key(entry.competition, digest(shown), digest(key)):
            self._store.set_owner(entry.id, digest(key))
        return key
