"""Bots on computers elsewhere that play in competitions: their websockets, and the lines of their games.

The process that plays a game comes to a port of this machine (``refereeing.networked``); what it says is passed on to
the bot's websocket, with the game's name and a number, and the other way round. A connection that is lost may come
back: both sides say how many lines they have, and the missing ones are sent again.
"""

from __future__ import annotations

import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from plyground.competitions.refereeing.networked import BACK_SECONDS, rendezvous
from plyground.core import json_text
from plyground.core.messages import _
from plyground.core.refusals import BadToken, Malformed
from plyground.sessions.keys import digest, is_key
from plyground.storage.private import private_folder

log = logging.getLogger(__name__)

LONGEST_LINE = 1024 * 1024
_PATIENCE_SECONDS = 10.0
_REST_SECONDS = 0.5

Send = Callable[[dict[str, Any]], None]
"""Sends a message to a bot's websocket; raises if it is gone."""


class Table:
    """One game of a bot: the line to who plays it, all lines for the bot, and how many of the bot's were passed on."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.lines: list[str] = []
        self.taken = 0

    def take(self, number: int, text: str) -> None:
        """A line of the bot; one that came already does nothing."""
        if number == self.taken:
            self.taken += 1
            with suppress(OSError):  # the game is over by now
                self._line.sendall(text.encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        """The bot is gone, or its program."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)


class Laptop:
    """One connected bot. Its games go on for a while when the connection is lost."""

    def __init__(self, account: str, gone: Callable[[Laptop], None]) -> None:
        self.account, self._gone = account, gone
        self.tables: dict[str, Table] = {}
        self.lock = threading.RLock()
        self._send: Send | None = None
        self._deleted = False
        self._waiting: threading.Timer | None = None

    def attach(self, send: Send, got: Mapping[str, Any], hello: Mapping[str, Any]) -> None:
        """The bot is there, or is back: it is told what is missing on either side. Of two connections the later one
        counts."""
        with self.lock:
            if self._waiting is not None:
                self._waiting.cancel()
            self._send = send
            send({"hello": {**hello, "taken": {game: table.taken for game, table in self.tables.items()}}})
            for game in set(got) - set(self.tables):
                send({"game": game, "over": True})
            for game, table in self.tables.items():
                first = got.get(game, 0)
                for number in range(first if isinstance(first, int) else 0, len(table.lines)):
                    send({"game": game, "n": number, "line": table.lines[number]})

    def detach(self, send: Send) -> None:
        """The connection is lost."""
        with self.lock:
            if self._send is send:
                self._send = None
                self._waiting = threading.Timer(BACK_SECONDS, self._is_gone, (send,))
                self._waiting.daemon = True
                self._waiting.start()

    def _is_gone(self, send: Send) -> None:
        with self.lock:
            if self._send is not None:
                return
            for table in self.tables.values():
                table.close()
        self._gone(self)

    def say(self, message: dict[str, Any]) -> None:
        """Send a message, if there is a connection; what is lost is sent when the bot is back."""
        with self.lock:
            if self._send is not None:
                with suppress(Exception):  # the connection is gone: its own thread finds out
                    self._send(message)

    def delete(self) -> None:
        """The account is gone, and so is the bot with the next thing that it says."""
        self._deleted = True
        self.say({"error": {"code": BadToken.code, "sentence": _("This bot was deleted.")}})

    def heard(self, message: Any) -> None:
        """A message of the bot: a line of a game, or that the game's program has ended; raises a refusal."""
        if self._deleted:
            raise BadToken(_("This bot was deleted."))
        if not isinstance(message, dict) or not isinstance(message.get("game"), str):
            raise Malformed(_("A message is an object with the game, the number n, and the line."))
        with self.lock:
            table = self.tables.get(message["game"])
        if table is None:
            return
        if message.get("end"):
            table.close()
            return
        number, line = message.get("n"), message.get("line")
        if not isinstance(number, int) or not isinstance(line, str) or "\n" in line:
            raise Malformed(_("A message is an object with the game, the number n, and the line."))
        table.take(number, line)


def is_there(account: str) -> bool:
    """Whether some process of this machine has a connected bot's lines."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        port = json.loads(rendezvous(account).read_text("utf-8"))["port"]
        socket.create_connection(("127.0.0.1", port), _PATIENCE_SECONDS).close()
        return True
    return False


def left_behind() -> list[str]:
    """The accounts of bots that were connected to a server which was killed; they are noted no more."""
    gone = [path.stem for path in rendezvous("x").parent.glob("*.json") if not is_there(path.stem)]
    for account in gone:
        rendezvous(account).unlink(missing_ok=True)
    return gone


class Laptops:
    """All that are connected to this process. May be used from any thread."""

    def __init__(self) -> None:
        self._laptops: dict[str, Laptop] = {}
        self._lock = threading.Lock()
        self._secret = secrets.token_urlsafe(16)
        self._listener: socket.socket | None = None

    def get(self, account: str, gone: Callable[[], None]) -> Laptop:
        """The bot of an account, from now on to be found by those who play; ``gone`` is called when it is so for good.

        Raises ``OSError`` where no file can be written.
        """
        with self._lock:
            port = self._listen()
            found = self._laptops.get(account)
            if found is None:
                found = self._laptops[account] = Laptop(account, lambda laptop: self._forget(laptop, gone))
            path = rendezvous(account)
            private_folder(path.parent)
            path.touch(0o600)
            path.write_text(json.dumps({"port": port, "secret": self._secret}), "utf-8")
            return found

    def delete(self, account: str) -> None:
        """An account is gone."""
        with self._lock:
            found = self._laptops.get(account)
        if found is not None:
            found.delete()

    def _forget(self, laptop: Laptop, gone: Callable[[], None]) -> None:
        with self._lock:
            if self._laptops.get(laptop.account) is laptop:
                del self._laptops[laptop.account]
                rendezvous(laptop.account).unlink(missing_ok=True)
        gone()

    def _listen(self) -> int:
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", 0))
            threading.Thread(target=self._accept, name="laptops", daemon=True).start()
        return int(self._listener.getsockname()[1])

    def _accept(self) -> None:
        assert self._listener is not None
        while True:
            try:
                line, _address = self._listener.accept()
            except OSError as error:  # no descriptor is left: one of the next games may have one
                log.warning("A game of a bot elsewhere waits: %s", error)
                time.sleep(_REST_SECONDS)
                continue
            try:
                threading.Thread(target=self._serve, args=(line,), name="laptop's game", daemon=True).start()
            except RuntimeError as error:  # no thread can be started
                log.warning("A game of a bot elsewhere could not begin: %s", error)
                line.close()

    def _serve(self, line: socket.socket) -> None:
        """Pass on what is said in one game until it is over."""
        with line, line.makefile("rb") as said:
            line.settimeout(_PATIENCE_SECONDS)
            try:
                hello = json_text.read(said.readline(10_000))
                if not is_key(str(hello["secret"]), digest(self._secret)):
                    return
                game = str(hello["game"])
                with self._lock:
                    laptop = self._laptops[str(hello["account"])]
            except (ValueError, KeyError, TypeError, OSError):
                return
            line.settimeout(None)
            table = Table(line)
            with laptop.lock:
                laptop.tables[game] = table
            with suppress(OSError, ValueError):
                for raw in said:
                    text = raw.decode().rstrip("\n")
                    with laptop.lock:
                        table.lines.append(text)
                        laptop.say({"game": game, "n": len(table.lines) - 1, "line": text})
            with laptop.lock:
                if laptop.tables.get(game) is table:
                    del laptop.tables[game]
                laptop.say({"game": game, "over": True})
