"""Who may do what in competitions: the teacher by the server's one key, an owner by the key of the own bot.

Keys are random and secret. Of an owner's key only a digest is stored; the teacher's lies in a file that nobody but the
server's own user can read, and is printed when the server starts.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from plyground.competitions.store import CompetitionStore, Entry
from plyground.competitions.submissions import files
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import NotTeacher
from plyground.sessions.tokens import digest, new_token

KEY_FILE = "teacher.key"
_MOST_KEY = 200


class NotOwner(Refusal, status=403):
    """The key is not that of the bot's owner."""

    def __init__(self) -> None:
        super().__init__(_("Only the owner of this bot may do this: open the secret link that was given with the bot."))


class Rights:
    """Knows the keys of one server. May be used from any thread."""

    def __init__(self, store: CompetitionStore, folder: Path | None = None) -> None:
        """``folder`` holds the teacher's key; without it the one above the handed-in bots."""
        self._store = store
        self._path = (folder or files.bots_folder().parent) / KEY_FILE
        assert self.teacher_key  # made at once, so that it can be printed

    @property
    def teacher_key(self) -> str:
        """The key as the file has it now: another process may have renewed it."""
        return _read(self._path) or _write(self._path)

    def is_teacher(self, key: str) -> bool:
        """Whether this is the teacher's key."""
        return len(key) <= _MOST_KEY and hmac.compare_digest(digest(key), digest(self.teacher_key))

    def insist_teacher(self, key: str) -> None:
        """Raise ``NotTeacher`` unless this is the teacher's key."""
        if not self.is_teacher(key):
            raise NotTeacher(
                _("Only the teacher may do this: open the teacher's link, which the server prints at its start.")
            )

    def renew_teacher(self) -> str:
        """Make a new key for the teacher; the old one opens nothing from now on. Returns the new one."""
        return _write(self._path)

    def is_owner(self, entry: Entry, key: str) -> bool:
        """Whether this is the key of the bot's owner. The teacher's is not: logs and source are their author's."""
        return entry.owner is not None and len(key) <= _MOST_KEY and hmac.compare_digest(digest(key), entry.owner)

    def insist_owner(self, competition: str, entry: str, key: str) -> Entry:
        """The bot with this id or alias, if the key is its owner's; raises ``NotOwner`` or ``NoSuchEntry``."""
        found = self._store.entry(competition, entry)
        if not self.is_owner(found, key):
            raise NotOwner
        return found


def new_owner() -> tuple[str, str]:
    """A fresh key for an owner, and the digest of it to be stored as ``Entry.owner``."""
    key = new_token()
    return key, digest(key)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _write(path: Path) -> str:
    """Write a fresh key, whole or not at all."""
    key = new_token()
    path.parent.mkdir(parents=True, exist_ok=True)
    working = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(working, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key + "\n")
    working.replace(path)
    return key
