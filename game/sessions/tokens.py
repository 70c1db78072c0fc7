"""Ids of games, and short names for visitors."""

from __future__ import annotations

import hashlib
import secrets

from plyground.sessions.visitors import Visitor

_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
_SALT = secrets.token_bytes(16)


def new_id() -> str:
    """A game's id: ten characters that are not mistaken for one another, 50 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def visitor_digest(who: str) -> str:
    """A short name for a visitor, the same while this process lives; empty for nobody.

    There are so few addresses that a plain hash could be turned back by trying them all. So a salt goes with it that
    is kept nowhere: after a restart an address has another name, and nobody can tell whose the old one was. Browsers
    that keep a key have a name already.
    """
    if isinstance(who, Visitor):
        return who
    return hashlib.sha256(_SALT + who.encode("utf-8", errors="replace")).hexdigest()[:12] if who else ""
