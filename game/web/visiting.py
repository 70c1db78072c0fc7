"""The keys by which visitors' browsers are told apart: made, sealed, kept in a cookie, and counted with a crowd.

A key is a random word with a seal that only this server makes, so nothing of it is stored. It opens nothing and stands
in no page; limits alone hang on it. Keys are given out at a bounded pace to each address, or a flood that asks for a
new one each time would be as many visitors as it likes.
"""

from __future__ import annotations

import threading

from flask import Flask, Response, g, request

from plyground.core.recent import Recent
from plyground.core.refusals import TooFast
from plyground.sessions.keys import Seal, digest
from plyground.sessions.limits import Buckets
from plyground.sessions.visitors import Visitor, network
from plyground.web.addresses import served

COOKIE = "plyground_visitor"
_KEPT_SECONDS = 180 * 24 * 3600
_KEYS_A_SECOND, _KEYS_AT_ONCE = 5, 500
_CROWDS_KEPT = 20_000


class Visitors:
    """Makes visitors' keys and tells visitors by them. May be used from any thread."""

    def __init__(self, secret: str) -> None:
        """Keys are sealed with something that follows from ``secret``: whoever has the same knows each other's keys."""
        self._keys = Seal(secret, "visitors")
        self._made = Buckets(_KEYS_A_SECOND, _KEYS_AT_ONCE, "")
        self._crowds: Recent[str, str] = Recent(_CROWDS_KEPT)
        self._lock = threading.Lock()

    def new_key(self, address: str) -> str | None:
        """A fresh key for a browser at this address; None where too many were given out of late."""
        try:
            self._made.take(network(address))
        except TooFast:
            return None
        return self._keys.new()

    def known(self, key: str) -> bool:
        """Whether this is a key that was made here."""
        return self._keys.is_on(key)

    def who(self, address: str, key: str) -> str:
        """The visitor who asks from this address and shows this key, which may be empty or anything."""
        home = network(address)
        if not key or not self.known(key):
            return home
        name = f"v{digest(key)[:15]}"
        with self._lock:
            crowd = self._crowds.find(name)
        return Visitor(name, crowd or home, home)

    def belongs(self, who: str, crowd: str) -> str:
        """Count a visitor with this crowd from now on (a class, say); gives that. Without a key all stays."""
        if not crowd or not isinstance(who, Visitor):
            return who
        with self._lock:
            self._crowds[who] = crowd
        return Visitor(who, crowd, who.address)


def tell_apart(app: Flask, visitors: Visitors) -> None:
    """Have the application know its visitors, and give each browser that opens a page a key."""

    def give(answer: Response) -> Response:
        page = request.method == "GET" and answer.status_code == 200 and answer.mimetype == "text/html"
        # A page inside another site's may keep no cookie there.
        if page and not g.get("framed") and not visitors.known(request.cookies.get(COOKIE, "")):
            key = visitors.new_key(request.remote_addr or "")
            if key is not None:
                visitors.belongs(visitors.who(request.remote_addr or "", key), g.get("crowd", ""))
                answer.set_cookie(
                    COOKIE, key, max_age=_KEPT_SECONDS, path=served("") or "/", secure=request.is_secure,
                    httponly=True, samesite="Lax",
                )  # fmt: skip
        return answer

    app.extensions["visitors"] = visitors
    app.after_request(give)
