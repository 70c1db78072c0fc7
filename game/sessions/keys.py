"""Keys without accounts: whose there are, what each opens, how it is made, kept, compared, renewed and forgotten.

Whoever holds a key is who it says. A key is 128 random bits, safe in an address, so a plain SHA-256 of it, which is all
that is kept of most, cannot be turned back. Keys stand behind the ``#`` of a link, which browsers do not send, and
travel as ``Authorization`` or in a message, never in an address. ``docs/operate.md`` tells people of them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plyground.core.refusals import UnfitFolder

LONGEST = 200
"""Characters of a key that are looked at; whoever shows more has none of ours."""
_WORD = _SEAL = 22
"""Letters of a sealed key's random word, and of its seal."""


_FORM = re.compile(rf"[A-Za-z0-9_-]{{22,{LONGEST}}}", re.ASCII)


def digest(key: str) -> str:
    """What is kept of a key: its SHA-256."""
    return hashlib.sha256(key.encode("utf-8", errors="replace")).hexdigest()


def fits(key: str) -> bool:
    """Whether a key that its holder has made is as long and as plain as ours; that it is random is theirs to see to."""
    return _FORM.fullmatch(key) is not None


def is_key(key: str, kept: str | None) -> bool:
    """Whether this is the key of which ``kept`` is the digest; in the same time for every wrong one."""
    return kept is not None and len(key) <= LONGEST and hmac.compare_digest(digest(key), kept)


@dataclass(frozen=True)
class Role:
    """Whose a key is: what it opens, what the server keeps of it, how its holder moves it, gets a new one, and what
    ends it. The sentences are those of ``docs/operate.md``."""

    name: str
    opens: str
    kept: str
    moves: str
    renewed: str
    ends: str

    def new(self) -> tuple[str, str]:
        """A fresh key, and the digest of it that is kept."""
        key = secrets.token_urlsafe(16)
        return key, digest(key)


_BY_LINK = "the same link"
VISITOR = Role(
    "a visitor", "nothing: limits count by it", "nothing; the server's seal is on it", "each browser has its own",
    "delete the cookie", "after half a year",
)  # fmt: skip
SEAT = Role(
    "a seat", "playing that seat", "its digest, with the game", "*Play on from another device* shows the link",
    "*A new link* beside that", "with the game",
)  # fmt: skip
DIRECTOR = Role(
    "a director", "pausing and pacing a game between bots", "its digest, with the game",
    "*Play on from another device* shows the link", "*A new link* beside that", "with the game",
)  # fmt: skip
STUDENT = Role(
    "a student", "a place in a class", "its digest, with the class", "*Your link* on the student's page",
    "*Your link* on the student's page", "with the class, or when the teacher removes the student",
)  # fmt: skip
TEACHER = Role(
    "a teacher", "the teacher's page of one class", "its digest, with the class", "*Your link* on the teacher's page",
    "*Your link* on the teacher's page", "with the class",
)  # fmt: skip
AUTHOR = Role(
    "an author", "changing and deleting one plan", "its digest, with the plan", "*Share* on the plan's page",
    "keep the plan as another", "with the plan, or two years after its last change",
)  # fmt: skip
SETTER = Role(
    "who sets homework", "the teacher's page of one homework", "its digest, with the homework", _BY_LINK,
    "*A new link* on the homework's page", "with the homework",
)  # fmt: skip
OWNER = Role(
    "an owner", "handing in, logs and source of one bot", "its digest, with the bot", _BY_LINK,
    "*A new link* on the bot's page", "with the bot",
)  # fmt: skip
KEEPER = Role(
    "the keeper", "every competition, and `/operate`", "itself, in `teacher.key` in the data folder",
    "`plyground event key` shows the link", "`plyground event key --renew`", "with the file",
)  # fmt: skip
NETWORK_BOT = Role(
    "a bot over the network", "its games, challenges and events", "its digest, with the bot's account",
    "copy it to the other program", "`POST /api/bot/token`", "`DELETE /api/bot`, or half a year without use",
)  # fmt: skip
ROLES = (VISITOR, SEAT, DIRECTOR, STUDENT, TEACHER, AUTHOR, SETTER, OWNER, KEEPER, NETWORK_BOT)


class KeyFile:
    """A key that lies in a file which only the server's own user can read, and is made when it is first asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def key(self) -> str:
        """The key as the file has it now: another process may have renewed it. Raises ``UnfitFolder``."""
        with self._reached():
            try:
                found = self._path.read_text(encoding="ascii").strip()
            except FileNotFoundError:
                return self._first()
            except UnicodeDecodeError:
                found = ""
            return found or self.renew()

    def renew(self) -> str:
        """Write a fresh key, whole or not at all; the old one opens nothing from now on. Raises ``UnfitFolder``."""
        with self._reached():
            key, working = self._written()
            working.replace(self._path)
            return key

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Say in a sentence why the file cannot be had."""
        try:
            yield
        except OSError as error:
            raise UnfitFolder(
                f"{self._path} cannot be read or made: {error.strerror}. PLYGROUND_DATA names the folder for it."
            ) from None

    def _first(self) -> str:
        """Make the file, or let it be that of another process which was faster."""
        key, working = self._written()
        try:
            os.link(working, self._path)
        except FileExistsError:
            key = self.key
        except OSError:  # a file system without links
            working.replace(self._path)
        working.unlink(missing_ok=True)
        return key

    def _written(self) -> tuple[str, Path]:
        """A fresh key, and a file beside with it."""
        key, _kept = KEEPER.new()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        working = self._path.with_name(f"{self._path.name}.{secrets.token_hex(6)}")
        with open(os.open(working, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(key + "\n")
        return key, working


class Seal:
    """Makes keys of which nothing is kept: a random word with a seal that only who has the secret can make."""

    def __init__(self, secret: str, purpose: str) -> None:
        self._secret = hashlib.sha256(f"{purpose} {secret}".encode()).digest()

    def new(self) -> str:
        """A fresh key."""
        word, _kept = VISITOR.new()
        return word + self._of(word)

    def is_on(self, key: str) -> bool:
        """Whether a key was made with this secret for this purpose."""
        word, seal = key[:_WORD], key[_WORD:]
        return len(key) == _WORD + _SEAL and key.isascii() and hmac.compare_digest(seal, self._of(word))

    def _of(self, word: str) -> str:
        seal = hmac.digest(self._secret, word.encode(), "sha256")
        return base64.urlsafe_b64encode(seal)[:_SEAL].decode()
