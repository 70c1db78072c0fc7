"""Whether the servers of one site reach each other by Redis: a message is sent and must come back, and each server that
lives must be listening there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from plyground.core.messages import _, ngettext
from plyground.storage.redis_server import connect, delivery_seconds, sentence
from plyground.web.operating.checks import Check

PATIENCE = 0.75
UNHEARD_SECONDS = 5.0
"""A server that begins, ends or died is known as living for a while without listening."""


class Peers(Protocol):
    """The servers of a site, as this one knows them."""

    def unheard(self) -> tuple[frozenset[str], int]:
        """The ids of those that do not listen on this Redis, of how many; may raise what Redis' driver does."""

    def told(self) -> list[dict[str, Any]]:
        """What each of them says of itself; ``folder`` stands for its data folder."""


class RedisCheck:
    """Looks at the Redis of a site, and whether its servers fit together. Not locked."""

    def __init__(self, address: str, peers: Peers, monotonic: Callable[[], float] = time.monotonic) -> None:
        from redis.exceptions import RedisError  # an extra, which is there where a setting needs it

        self._failure, self._peers, self._monotonic = RedisError, peers, monotonic
        self._client = connect(address, PATIENCE)
        self._since: dict[str, float] = {}

    def __call__(self) -> Check:
        """What is found now; takes ``PATIENCE`` seconds or two."""
        try:
            seconds = delivery_seconds(self._client, PATIENCE)
            unheard, servers = self._peers.unheard()
        except self._failure as failure:
            apart = _("{why} The servers do not reach each other.", why=sentence(failure))
            return Check("redis", False, apart, {})
        figures = {"seconds": round(seconds, 4), "servers": servers}
        folders = {each["folder"] for each in self._peers.told() if "folder" in each}
        if wrong := self._lasting({*unheard, *([_APART] if len(folders) > 1 else [])}):
            return Check("redis", False, _folders() if wrong == {_APART} else _another(), figures)
        words = ngettext(
            "Redis delivers messages; {count} server is at work.",
            "Redis delivers messages; {count} servers are at work.",
            servers,
        )
        return Check("redis", True, words, figures)

    def _lasting(self, found: set[str]) -> set[str]:
        """What of this has been found for a while."""
        now = self._monotonic()
        self._since = {each: self._since.get(each, now) for each in found}
        return {each for each, since in self._since.items() if now - since > UNHEARD_SECONDS}


_APART = "data folders"


def _another() -> str:
    return _("A server on this database does not listen on this Redis; all need the same PLYGROUND_REDIS.")


def _folders() -> str:
    return _(
        "The servers have different data folders, so bots, maps and keys of one are not known to the others; all need "
        "the same PLYGROUND_DATA."
    )
