"""A bot at a table that runs on a computer elsewhere: its lines come and go through the server that it is connected to.

The server writes a file for each connected bot, which says at which port of this machine it passes lines on; so any
process of this machine can play its games. What it says is judged, and its time is charged, as any handed-in bot's.
"""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing.entrants import Answer
from plyground.competitions.refereeing.uploads import TOTAL_BYTES, Upload
from plyground.competitions.refereeing.verdicts import Verdict
from plyground.competitions.submissions.files import bots_folder
from plyground.competitions.submissions.programs import Program
from plyground.core.messages import _
from plyground.engines import bot_lines
from plyground.sandbox.channel import Channel, Received
from plyground.sandbox.contract import Bounds, Ending

KIND = "network"
"""The kind of such an entrant, which names the ``account``."""
BACK_SECONDS = 30.0
"""A bot whose connection is lost may come back within this time; its clock goes on meanwhile."""
_CONNECT_SECONDS = 5.0


def rendezvous(account: str) -> Path:
    """The file that says where a connected bot's lines are passed on: ``{"port", "secret"}``."""
    return bots_folder().parent / "network" / f"{account}.json"


class _Line:
    """The line to the server, as a program that was started is seen."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.stdin = self.stdout = line.fileno()

    def pause(self) -> bool:
        """It may think on: its computer is its own."""
        return True

    def resume(self) -> None:
        """It never stopped."""

    def usage(self) -> None:
        """Of what it uses nothing is known here."""

    def poll(self) -> Ending | None:
        """Of its end nothing is known here."""
        return None

    def errors(self) -> bytes:
        """What it logs stays with it."""
        return b""

    def kill(self) -> None:
        """End the line."""
        self._line.close()


class Networked(Upload):
    """The bot of an account."""

    def __init__(self, account: str, game_id: str, bounds: Bounds) -> None:
        self._account, self._bounds = account, bounds
        self._game = f"{game_id}.{secrets.token_hex(3)}"  # a bot that plays itself has two lines
        self._program = Program([], False)
        self._confined: Any = None
        self._spoke, self._unread = False, False
        self._info: Mapping[str, Any] = {}
        self._used = None
        self._still = 0.0
        self._extras: tuple[str, ...] = ()
        self._remarks: list[bytes] = []
        self._move = 0

    def open(self) -> None:
        with suppress(OSError, ValueError, KeyError):
            told = json.loads(rendezvous(self._account).read_text("utf-8"))
            line = socket.create_connection(("127.0.0.1", told["port"]), _CONNECT_SECONDS)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            hello = {"secret": told["secret"], "account": self._account, "game": self._game}
            line.sendall(bot_lines.line(hello))
            self._confined = _Line(line)
            self._channel = Channel(line.fileno(), line.fileno(), self._bounds.output_line_bytes, TOTAL_BYTES)

    def begin(self, facts: Mapping[str, Any], left: float) -> Answer:
        if self._confined is None:
            return Answer(0.0, verdict=Verdict("silent", _("It was not connected."), 0))
        return super().begin(facts, left)

    def _failure(self, got: Received, seconds: float) -> Answer:
        if got.kind != "closed":
            return super()._failure(got, seconds)
        return Answer(seconds, verdict=self._verdict("silent", _("Its program ended, or its connection was lost")))
