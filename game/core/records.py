"""The program's own record of a game, in JSON, beside the notations that each game reads and writes itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedRecord
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import SHAPE_COLOURS, Branch, Record, Remark

FORM = "json"
VERSION = 1
TAGS = ("seat0", "seat1", "date", "time", "result", "clock", "event", "place", "ending", "reason")
"""What every record may say of its game: the players by seat, day (2026.11.22) and time (UTC), the result as 1-0,
0-1 or 1/2-1/2, the clock (``5:00 +3``), where it was played, how it ended in a sentence and in a word. Games whose
notations have names of their own for these declare them in ``spec.tags``."""
_MOST_LINES = 10_000
_MOST_SHAPES = 100
"""So many are drawn on one board."""
_SHAPE = re.compile(rf"(?:{'|'.join(SHAPE_COLOURS)})(?: [a-z]?[0-9]{{1,5}}){{1,2}}")


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
    branches, remarks = data.get("branches") or [], data.get("remarks") or []
    if not (isinstance(options, dict) and isinstance(moves, list) and isinstance(tags, dict)):
        raise MalformedRecord(_("In a record, options and tags are objects and moves a list."))
    if not (start is None or isinstance(start, str)):
        raise MalformedRecord(_("In a record, the start is a position's text or null."))
    return Record(
        game.options(options),
        start,
        tuple(_move(move) for move in moves),
        {str(k): str(v) for k, v in tags.items()},
        _branches(branches, len(moves)),
        _remarks(remarks, branches),
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
    if record.branches:
        data["branches"] = [vars(branch) for branch in record.branches]
    if record.remarks:
        data["remarks"] = [remark.as_json() for remark in record.remarks]
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


def own_tags(game: Game[Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Tags called as ``TAGS`` has them, under the names of the game's own notations; empty ones are left out."""
    return {game.spec.tags.get(name, name): value for name, value in given.items() if value}


def about(game: Game[Any, Any], record: Record) -> dict[str, str]:
    """What a record says of its game, under the names of ``TAGS``."""
    own = {name: game.spec.tags.get(name, name) for name in TAGS}
    return {name: record.tags[tag] for name, tag in own.items() if record.tags.get(tag)}


def winner(result: str) -> int | None:
    """The seat that a result of two sides names, -1 for a draw, None if it says nothing of it.

    Results are ``1-0``, ``R-0``, ``1/2-1/2`` or a difference such as ``+12.00``, the first seat's.
    """
    text = result.strip().replace("½", "1/2").replace("1/2-1/2", "=")
    if text in ("=", "1/2", "0-0"):
        return -1
    first, dash, second = text[:12].partition("-")
    if dash and first and second:
        return 0 if second == "0" and first != "0" else 1 if first == "0" and second != "0" else None
    number = text.partition(":")[0].lstrip("+-").replace(".", "", 1)
    if not number.isdecimal() or len(number) > 9 or text[0] not in "+-0":
        return None
    return -1 if not int(number) else 1 if text[0] == "-" else 0


def _branches(given: object, moves: int) -> tuple[Branch, ...]:
    branches: list[Branch] = []
    lengths = [moves]
    if not isinstance(given, list) or len(given) > _MOST_LINES:
        raise MalformedRecord(_("In a record, branches are a list of at most {most:,}.", most=_MOST_LINES))
    for each in given:
        each = each if isinstance(each, dict) else {}
        parent, ply, made = each.get("parent"), each.get("ply"), each.get("moves")
        known = isinstance(parent, int) and 0 <= parent < len(lengths)
        if not (known and isinstance(ply, int) and isinstance(made, list) and 0 <= ply <= lengths[parent]):  # type: ignore[index]
            raise MalformedRecord(
                _(
                    "Branch {number} of the record says no line that stands before it, with a ply of that line and "
                    "a list of moves.",
                    number=len(lengths),
                )
            )
        found = tuple(_move(move) for move in made)
        branches.append(Branch(str(each.get("name") or "")[:200], int(parent), ply, found))  # type: ignore[arg-type]
        lengths.append(ply + len(found))
    return tuple(branches)


def _remarks(given: object, branches: Sequence[object]) -> tuple[Remark, ...]:
    refusal = MalformedRecord(_("In a record, each remark has a line, a ply, marks and a list of words."))
    if not isinstance(given, list):
        raise refusal
    remarks = []
    for each in given:
        each = each if isinstance(each, dict) else {}
        line, ply, words = each.get("line"), each.get("ply"), each.get("words") or []
        if not (isinstance(line, int) and isinstance(ply, int) and isinstance(words, list)):
            raise refusal
        if not (0 <= line <= len(branches) and ply >= 0):
            raise refusal
        shapes = _shapes(each.get("shapes") or [])
        remarks.append(Remark(line, ply, str(each.get("marks") or "")[:8], tuple(map(str, words)), shapes))
    return tuple(remarks)


def _shapes(given: object) -> tuple[str, ...]:
    texts = given if isinstance(given, list) and len(given) <= _MOST_SHAPES else [None]
    if all(isinstance(text, str) and _SHAPE.fullmatch(text) for text in texts):
        return tuple(dict.fromkeys(texts))
    raise MalformedRecord(
        _(
            "What is drawn on a board is a list of at most {most}, each a colour ({colours}) and one place or two.",
            most=_MOST_SHAPES,
            colours=", ".join(SHAPE_COLOURS),
        )
    )
