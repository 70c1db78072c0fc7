"""Ids of games, and short names for visitors."""

from __future__ import annotations

import hashlib
import secrets

from plyground.sessions.visitors import Visitor

_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
_salts = [secrets.token_bytes(16)]


def new_id() -> str:
    """A game's id: ten characters that are not mistaken for one another, 50 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def visitor_digest(who: str) -> str:
    """A short name for a visitor, the same while this process lives; empty for nobody.

    There are so few addresses that a plain hash could be turned back by trying them all. So a salt goes with it that
    is kept nowhere: after a restart an address has another name, and nobody can tell whose the old one was. Servers
    that form one site have one salt. Browsers that keep a key have a name already.
    """
    if isinstance(who, Visitor):
        return who
    return hashlib.sha256(salt() + who.encode("utf-8", errors="replace")).hexdigest()[:12] if who else ""


def salt() -> bytes:
    """What goes with an address into its digest."""
    return _salts[0]


def agree(salt: bytes) -> None:
    """Take the salt that other servers have."""
    _salts[0] = salt
