"""The games of one device: how they stand, and how their list comes to another device, by a code that is used once.

A browser keeps its games itself, with the tokens of its seats. Here they are only looked up, some at a time, and kept
for the minutes that it takes to type a code, sealed with that code, so that what lies in the database opens no seat.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sqlalchemy import delete, func, insert, select

from plyground.core import json_text
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import Malformed, NoSuchCode, NoSuchGame, Oversized, TooFast
from plyground.sessions import reading
from plyground.sessions.keys import digest
from plyground.sessions.limits import Buckets
from plyground.sessions.tokens import new_id
from plyground.sessions.visitors import address_of
from plyground.storage import Database
from plyground.storage.schema.games import handovers

MOST_AT_ONCE = 20
"""Games that are looked up in one request."""
LARGEST = 300_000
"""Characters of a list on its way."""
SECONDS = 900.0
"""How long a code is good."""
MOST_OF_VISITOR, MOST_OF_HOME, MOST_KEPT = 10, 100, 500
"""Lists that one browser and one address may send in that time, and at once besides; and how many are kept of all."""
_TOO_MANY = _("Too many codes were made or tried from here; wait a minute.")
_TOLD = (
    "id",
    "game",
    "title",
    "options",
    "start",
    "ply",
    "status",
    "result",
    "clock",
    "created",
    "next",
    "series",
    "waiting",
)


class Games(Protocol):
    """Where games are: the lobby."""

    def snapshot(self, game_id: str, tokens: tuple[str, ...]) -> dict[str, Any]:
        """A game as the holder of these tokens sees it."""


def cards(lobby: Games, body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How some games stand, of ``{"games": [{"id", "tokens"}]}``: in short what their snapshots say.

    Besides there are ``yours``, the seats that the tokens open, and ``your_turn``; of a game that is kept no longer
    only ``gone``. Raises a refusal."""
    given = reading.an_object(body).get("games")
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise Malformed(_("The games are a list of objects, each with an id and its tokens."))
    if len(given) > MOST_AT_ONCE:
        raise Oversized(_("At most {most} games are looked up at a time.", most=MOST_AT_ONCE))
    return [_card(lobby, each) for each in given]


def _card(lobby: Games, given: Mapping[str, Any]) -> dict[str, Any]:
    game_id = reading.a_text(given, "id", 64, required=True)
    tokens = reading.texts(given, "tokens", 20, 200)
    try:
        found = lobby.snapshot(game_id, tokens)
    except NoSuchGame:
        return {"id": game_id, "gone": True}
    except Refusal as refusal:  # a server that is away for a moment, say
        return {"id": game_id, "error": refusal.as_json()}
    yours, to_move = found["you"]["seats"], found["view"]["to_move"]
    seats = [{name: seat[name] for name in ("name", "kind", "bot") if name in seat} for seat in found["seats"]]
    your_turn = found["status"] == "playing" and to_move in yours
    return {name: found[name] for name in _TOLD} | {"seats": seats, "yours": yours, "your_turn": your_turn}


class Handovers:
    """Lists that are on their way. May be used from any thread."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database, self._now = database, now
        self._visitors, self._homes = (
            Buckets(most / SECONDS, most, _TOO_MANY) for most in (MOST_OF_VISITOR, MOST_OF_HOME)
        )

    def give(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """Keep ``{"list": …}`` for a while: gives the ``code``, and for how many ``seconds`` it is good."""
        given = reading.an_object(body).get("list")
        if not isinstance(given, dict):
            raise Malformed(_("The list is an object."))
        text = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
        if len(text) > LARGEST:
            raise Oversized(_("The list is too long to be sent by a code; save it as a file."))
        self._visitors.take(who)
        self._homes.take(address_of(who))
        code, now = new_id(), self._now()
        sealed = base64.b64encode(_sealed(code, text.encode("utf-8", "replace"))).decode()

        def work(connection: Any) -> None:
            connection.execute(delete(handovers).where(handovers.c.until < now))
            if connection.execute(select(func.count()).select_from(handovers)).scalar_one() >= MOST_KEPT:
                raise TooFast(_TOO_MANY)
            connection.execute(insert(handovers).values(code=digest(code), body=sealed, until=now + SECONDS))

        self._database.write(work)
        return {"code": code, "seconds": int(SECONDS)}

    def sweep(self) -> None:
        """Forget the lists whose codes are good no more."""
        self._database.change(delete(handovers).where(handovers.c.until < self._now()))

    def take(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The ``list`` of ``{"code": TEXT}``, which is good no more then; raises ``NoSuchCode``."""
        typed = reading.a_text(reading.an_object(body), "code", 100, required=True)
        code = "".join(letter for letter in typed.lower() if letter.isalnum())
        mine = handovers.c.code == digest(code)

        def work(connection: Any) -> str | None:
            query = select(handovers.c.body).where(mine, handovers.c.until >= self._now())
            found: str | None = connection.execute(query).scalar()
            connection.execute(delete(handovers).where(mine))
            return found

        sealed = self._database.write(work)
        if sealed is None:
            raise NoSuchCode(_("This code is not good, or no longer: it lasts some minutes and is used once."))
        return {"list": json_text.read(_sealed(code, base64.b64decode(sealed)).decode())}


def _sealed(code: str, content: bytes) -> bytes:
    """The content under a stream of bits that follows from the code, which stands for one list; or taken off it."""
    stream = hashlib.shake_256(b"handover " + code.encode()).digest(len(content))
    return bytes(one ^ other for one, other in zip(content, stream, strict=True))
