"""The contest's messages: JSON with its length before it (``13:{"me":"name"}``), and what stands in each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from plyground.core import json_text
from plyground.core.errors import quoted
from plyground.core.messages import _
from plyground.engines.wire import EngineFault
from plyground.games.punter import charts, notation, texts
from plyground.games.punter.conversation import MOVES
from plyground.games.punter.position import Position, punters

HANDSHAKE_SECONDS = 10.0
SETUP_SECONDS = 10.0
MOVE_SECONDS = 1.0
MOST_TIMEOUTS = 10
"""The contest's times; who has been late so often plays no more, and passes to the end."""
_DIGITS = 9
_BLANK = b" \t\r\n\0"


def frame(message: Any) -> bytes:
    """A message as it travels."""
    text = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    return b"%d:%s" % (len(text), text)


def frames(content: bytes) -> tuple[bytes, bytes, bytes]:
    """Cuts off the first message (``Split``); raises ``EngineFault`` where none can begin.

    Blanks and ends of lines between messages are passed over, as the contest's server did.
    """
    content = content.lstrip(_BLANK)
    colon = content.find(b":", 0, _DIGITS + 1)
    head = content[: _DIGITS + 1] if colon < 0 else content[:colon]
    if (head or colon == 0) and (not head.isdigit() or len(head) > _DIGITS):
        shown = quoted(content[:40].decode("utf-8", errors="replace"))
        raise EngineFault(_("it wrote {text}, where a message begins with its length and a colon.", text=shown))
    end = colon + 1 + int(head or 0)
    if colon < 0 or len(content) < end:
        return content, b"", b""
    return content[colon + 1 : end], b":", content[end:]


def read(text: str) -> dict[str, Any]:
    """A message that was cut off; raises ``EngineFault`` if it is no JSON object."""
    try:
        data = json_text.read(text)
    except ValueError:
        raise EngineFault(_("it wrote {text}, which is not JSON.", text=quoted(text[:60]))) from None
    if not isinstance(data, dict):
        raise EngineFault(_("it wrote {text}, which is no JSON object.", text=quoted(text[:60])))
    return data


def name_in(message: dict[str, Any]) -> str:
    """The name that a punter's first message gives; raises ``EngineFault``."""
    name = message.get("me")
    if not isinstance(name, str):
        raise EngineFault(_("it began with {text} instead of its name.", text=quoted(json.dumps(message)[:60])))
    return name.strip()[:100]


def setup(position: Position, seat: int) -> dict[str, Any]:
    """What a punter is told before the game; the extensions only where some are played."""
    given = {
        "punter": seat,
        "punters": int(punters(position)),
        "map": charts.of_board(position.board).file.as_json(),
    }
    settings = texts.settings_json(position)
    return {**given, "settings": settings} if settings else given


def bets(position: Position, seat: int, message: dict[str, Any]) -> str:
    """The answer to the set-up as the bets that count, in our text; raises ``EngineFault``."""
    ready = message.get("ready")
    if isinstance(ready, bool) or not isinstance(ready, int):
        said = quoted(json.dumps(message)[:60])
        raise EngineFault(_("it answered the set-up with {text} instead of being ready.", text=said))
    if ready != seat:
        raise EngineFault(_("it is ready as punter {ready}, and it is punter {seat}.", ready=ready, seat=seat))
    laid = notation.valid_bets(charts.of_board(position.board), message.get("futures"))
    return notation.move_text(position, laid) if laid.targets else "futures -"


def body_of(message: dict[str, Any]) -> dict[str, Any]:
    """The move in an answer, without the state beside it; raises ``EngineFault``."""
    found = next((kind for kind in MOVES if isinstance(message.get(kind), dict)), None)
    if found is None:
        told = {name: value for name, value in message.items() if name != "state"}
        raise EngineFault(_("it answered {text}, which is no move.", text=quoted(json.dumps(told)[:60])))
    return {found: message[found]}


def move_json(text: str, punter: int) -> dict[str, Any]:
    """A turn in our text in the contest's JSON; no position is needed."""
    if text == "pass":
        return {"pass": {"punter": punter}}
    if text.startswith("splurge "):
        return {"splurge": {"punter": punter, "route": [int(site) for site in text[8:].split("-")]}}
    kind = "option" if text.startswith("option ") else "claim"
    ends = text.removeprefix("option ").partition("#")[0]
    source, target = map(int, ends.split("-"))
    return {kind: {"punter": punter, "source": source, "target": target}}


def told(turns: Sequence[str], seat: int, count: int, since: int | None) -> list[dict[str, Any]]:
    """The moves for the prompt of a punter's turn: a round of ``count``, or all rounds ``since`` so many turns.

    The first round of a game has the moves before a punter's first, and passes of those who have not moved; so has a
    punter who is told of the whole game (``since`` is None). Rounds are in the order of punters.
    """
    chunks: list[list[dict[str, Any]]] = []
    if since is None:
        first = [*turns[:seat], *["pass"] * (count - seat)]
        chunks.append([move_json(text, punter) for punter, text in enumerate(first)])
        since = seat
    for begin in range(since, len(turns), count):
        round_ = {(begin + away) % count: turns[begin + away] for away in range(min(count, len(turns) - begin))}
        chunks.append([move_json(round_[punter], punter) for punter in sorted(round_)])
    return [move for chunk in chunks for move in chunk]
