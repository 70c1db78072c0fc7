"""The program's own record of a game, in JSON, beside the notations that each game reads and writes itself."""

from __future__ import annotations

import json
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedRecord
from plyground.core.game import Game, Record
from plyground.core.messages import _

FORM = "json"
VERSION = 1


def forms(game: Game[Any, Any]) -> tuple[str, ...]:
    """The forms in which this game's records can be written; the program's own is always one."""
    return (FORM, *(form for form in game.spec.records if form != FORM))


def read(game: Game[Any, Any], text: str) -> Record:
    """Read a record in the program's own form or any of the game's notations; raises ``MalformedRecord``."""
    data = _plain(text)
    if data is None or "plyground" not in data:
        return game.read_record(text)
    if data["plyground"] != VERSION:
        raise MalformedRecord(
            _(
                "This record is of version {data}; version {version} is read here.",
                data=str(data["plyground"])[:20],
                version=VERSION,
            )
        )
    if data.get("game") != game.spec.id:
        raise MalformedRecord(
            _("This is a record of “{data}”, not of {title}.", data=str(data.get("game"))[:40], title=game.spec.title)
        )
    options, start, moves = data.get("options") or {}, data.get("start"), data.get("moves") or []
    tags = data.get("tags") or {}
    if not (isinstance(options, dict) and isinstance(moves, list) and isinstance(tags, dict)):
        raise MalformedRecord(_("In a record, options and tags are objects and moves a list."))
    if not (start is None or isinstance(start, str)):
        raise MalformedRecord(_("In a record, the start is a position's text or null."))
    return Record(
        game.options(options), start, tuple(_move(move) for move in moves), {str(k): str(v) for k, v in tags.items()}
    )


def write(game: Game[Any, Any], record: Record, form: str) -> str:
    """Write a record in one of ``forms(game)``; raises ``MalformedRecord`` for another."""
    if form in game.spec.records and form != FORM:
        return game.write_record(record, form)
    if form != FORM:
        raise MalformedRecord(
            _(
                "{title} writes {forms}; there is no form “{form}”.",
                title=game.spec.title,
                forms=", ".join(forms(game)),
                form=form[:40],
            )
        )
    data = {
        "plyground": VERSION,
        "game": game.spec.id,
        "options": dict(record.options),
        "start": record.start,
        "moves": [{"text": move} for move in record.moves],
        "tags": dict(record.tags),
    }
    return json.dumps(data, ensure_ascii=False)


def _plain(text: str) -> dict[str, Any] | None:
    """The JSON object in ``text``, or None if it is something else."""
    try:
        data = json_text.read(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _move(move: object) -> str:
    text = move.get("text") if isinstance(move, dict) else move
    if not isinstance(text, str):
        raise MalformedRecord(_("In a record, each move is a text, or an object with a text."))
    return text
