"""Messages from server to server, over Redis: each server has a channel, and each message to it a number.

Redis forgets what nobody heard. So a server counts what it sends to each other one, and whoever finds a number missing
says so (``missed``); a greeting every second shows what was lost last. What is sent leaves in the order given.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import redis

from plyground.core.refusals import UnfitServer
from plyground.peers.packing import packed, unpacked
from plyground.storage.redis_server import connect, sentence

log = logging.getLogger(__name__)

_PATIENCE, _AGAIN = 2.0, 0.2
_SILENCE = 5.0
"""Every server greets itself too, each second: a line on which nothing comes for so long is dead."""
_AT_ONCE = 200
_DOWN_SECONDS = 0.5
"""How long nothing is sent after Redis could not be reached: who calls is told at once, and nothing piles up."""

Undelivered = Callable[[], None]
Outgoing = tuple[frozenset[str], str, bytes, Undelivered | None]


class Hears(Protocol):
    """Who hears what comes in, in one thread, in the order in which each server sent it."""

    def heard(self, sender: str, kind: str, body: Any) -> None:
        """A message."""

    def missed(self, sender: str) -> None:
        """Messages of this server were lost, before the one that is heard next."""


class Bus:
    """This server's line to the others. All methods may be called from any thread."""

    def __init__(self, address: str) -> None:
        """``address`` is a Redis URL; nothing is connected yet."""
        self._redis = connect(address, _PATIENCE)
        self.id = ""
        self._waiting: queue.SimpleQueue[Outgoing | None]
        self._waiting = queue.SimpleQueue()
        self._sent: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self._hears: Hears | None = None
        self._ended = False
        self._down_until = 0.0
        self._deaf = False
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._send, "bus out"), (self._receive, "bus in"))
        ]

    def start(self, own: str, hears: Hears) -> None:
        """Begin to send and to hear as the server ``own``; raises ``UnfitServer`` if Redis cannot be reached."""
        try:
            self._redis.ping()
        except redis.RedisError as failure:
            raise UnfitServer(f"The servers cannot find each other. {sentence(failure)}") from failure
        self.id, self._hears = own, hears
        for thread in self._threads:
            thread.start()

    def become(self, own: str) -> None:
        """Be heard of under another name from now on, as one who has sent nothing yet."""
        self.id = own
        self._sent, self._heard = {}, {}

    def send(self, to: frozenset[str], kind: str, body: Any, undelivered: Undelivered | None = None) -> None:
        """Send plain data to servers; returns at once. Raises ``ValueError`` for what cannot travel.

        ``undelivered`` is called if nobody heard it, or perhaps nobody.
        """
        self._waiting.put((to, kind, packed(body), undelivered))

    def unheard(self, servers: Iterable[str]) -> frozenset[str]:
        """Those of the servers whose line nobody listens on; raises ``redis.RedisError``."""
        client: Any = self._redis
        counts = dict(client.pubsub_numsub(*map(_channel, servers)))
        return frozenset(server for server in servers if not counts.get(_channel(server).encode()))

    def forget(self, server: str) -> None:
        """A server has ended."""
        self._sent.pop(server, None)
        self._heard.pop(server, None)

    def close(self) -> None:
        """Send what waits, and end."""
        self._ended = True
        self._waiting.put(None)
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(5)
        self._redis.close()

    # Sending

    def _send(self) -> None:
        ending = False
        while not ending:
            group = [self._waiting.get()]
            while len(group) < _AT_ONCE and not self._waiting.empty():
                group.append(self._waiting.get())
            ending = None in group
            try:
                self._send_all([each for each in group if each is not None])
            except Exception:
                log.exception("A message to another server could not be sent.")

    def _send_all(self, group: list[Outgoing]) -> None:
        pipe, told = self._redis.pipeline(transaction=False), []
        for to, kind, content, undelivered in group:
            for server in to:
                number = self._sent[server] = self._sent.get(server, 0) + 1
                pipe.publish(_channel(server), packed([self.id, number, kind, content]))
                told.append(undelivered)
        heard_by = [0] * len(told)
        if time.monotonic() >= self._down_until:  # else what waits is lost at once, and its numbers with it
            try:
                heard_by = pipe.execute()
            except redis.RedisError:
                self._down_until = time.monotonic() + _DOWN_SECONDS
        for count, undelivered in zip(heard_by, told, strict=True):
            if not count and undelivered is not None:
                undelivered()

    # Hearing

    def _receive(self) -> None:
        while not self._ended:
            try:
                client: Any = self._redis
                with client.pubsub(ignore_subscribe_messages=True) as line:
                    self._listen(line, self.id)
            except redis.RedisError as failure:
                if not self._deaf:
                    log.warning("Other servers are not heard. %s", sentence(failure))
                self._deaf = True
                time.sleep(_AGAIN)

    def _listen(self, line: Any, own: str) -> None:
        line.subscribe(_channel(own))
        if self._deaf:
            log.warning("Other servers are heard again.")
            self._deaf = False
        heard_at = time.monotonic()
        while not self._ended and self.id == own and time.monotonic() < heard_at + _SILENCE:
            message = line.get_message(timeout=0.5)
            if message is not None:
                heard_at = time.monotonic()
                self._take(message["data"])

    def _take(self, data: bytes) -> None:
        assert self._hears is not None
        try:
            sender, number, kind, content = unpacked(data)
        except (ValueError, TypeError):
            log.warning("Something that no server sends came over Redis.")
            return
        if number != self._heard.get(sender, 0) + 1:
            self._hears.missed(sender)
        self._heard[sender] = number
        try:
            self._hears.heard(sender, kind, unpacked(content))
        except Exception:  # one message must not deafen this server
            log.exception("A message of another server could not be heard.")


def _channel(server: str) -> str:
    return f"plyground:{server}"
