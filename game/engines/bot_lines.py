"""The bots' protocol: lines of JSON that a bot reads and writes, and the forgiving reader of what a bot wrote.

``docs/bot_protocol.md`` describes it for the authors of bots. This module knows the form of the lines alone; what a
line is worth at this moment of a game is the referee's to decide.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core import json_text
from plyground.core.messages import Message, _

VERSION = 1
EXTRAS = ("position", "view")
"""What a bot may ask to be sent with every turn, in its ``ready``."""
MOST_LISTED = 2_000
"""Up to so many legal moves are listed with a turn; beyond, ``legal`` is null."""

_SHOWN = 80


@dataclass(frozen=True)
class Said:
    """One line of a bot, read.

    ``move`` is a move's text where the line is a JSON object with one; ``bare`` is text that stands without JSON and
    may be a move or a remark. ``ready`` and ``hello`` are the two greetings, ``extras`` what a ready bot asks for.
    ``info`` is what a bot tells of its search, a remark too.
    ``failed`` is the runner's report of its bot's failure, ``note`` a remark for the log, ``wrong`` a sentence about a
    line that begins as JSON and is none. An empty line is none of these.
    """

    text: str = ""
    move: str | None = None
    bare: str | None = None
    ready: bool = False
    hello: bool = False
    extras: tuple[str, ...] = ()
    failed: Mapping[str, Any] | None = None
    note: str | None = None
    wrong: str | None = None
    info: Mapping[str, Any] | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing stands in the line."""
        return not self.text

    @property
    def answers(self) -> bool:
        """Whether the line is more than nothing or a remark."""
        return not self.empty and self.note is None


def line(message: Mapping[str, Any]) -> bytes:
    """A message as the line that travels."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def start(facts: Mapping[str, Any]) -> bytes:
    """The first line that a bot reads; ``facts`` are the game's."""
    return line({"plyground": VERSION, "start": facts})


def turn(moves: Sequence[str], left: float, legal: Sequence[str] | None, extras: Mapping[str, Any]) -> bytes:
    """It is the bot's turn: all moves since its last one, its seconds left, and what it may play."""
    listed = None if legal is None or len(legal) > MOST_LISTED else list(legal)
    return line({"turn": {"moves": list(moves), "left": round(left, 3), "legal": listed, **extras}})


def end(result: Mapping[str, Any]) -> bytes:
    """The last line that a bot reads."""
    return line({"end": result})


def read(raw: bytes) -> Said:
    """Read one line of a bot."""
    text = raw.decode("utf-8", errors="replace").strip("\ufeff \t\r\n\0")
    if not text:
        return Said()
    try:
        data = json_text.read(text)
        if isinstance(data, dict):
            return _read_object(text, data)
    except ValueError:
        if text.startswith("{"):
            return Said(text, wrong=_("It wrote {shown}, which is not JSON.", shown=shown(text)))
        return Said(text, bare=text)
    return Said(text, bare=_whole(str(data)) if isinstance(data, str | int) else text)


def _read_object(text: str, data: dict[str, Any]) -> Said:
    failed = data.get("failed")
    if isinstance(failed, dict):
        return Said(text, failed=failed)
    if data.get("move") is not None:
        return Said(text, move=_move(data["move"]))
    if "hello" in data:
        return Said(text, hello=True)
    if "ready" in data:
        asked = data["ready"]
        extras = [name for name in asked if name in EXTRAS] if isinstance(asked, list) else []
        return Said(text, ready=True, extras=tuple(extras))
    if isinstance(data.get("info"), dict):
        return Said(text, note=json.dumps(data), info=data["info"])
    remark = data.get("note", data.get("log", text))
    return Said(text, note=_whole(remark) if isinstance(remark, str) else json.dumps(remark))


def _move(value: Any) -> str:
    """A move as text: a game's own JSON form of moves is taken as well."""
    return _whole(value) if isinstance(value, str) else json.dumps(value)


def _whole(text: str) -> str:
    """The text without halves of characters, which JSON can write and nothing else can hold."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


def printable(text: str) -> str:
    """The text on one line, without letters that nobody sees or that turn the line's direction; a message stays one."""
    if isinstance(text, Message):
        return text.with_values(printable)
    return "".join(letter if letter.isprintable() else " " for letter in text)


def shown(text: str) -> str:
    """A bot's own words as a sentence quotes them: short, on one line."""
    flat = printable(text)
    return _("“{words}”", words=flat if len(flat) <= _SHOWN else f"{flat[:_SHOWN]}…")
