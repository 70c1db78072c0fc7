"""Files of any number of games: read game by game, with a sentence in place of each that cannot be read, and written.

What a game reads and writes so it says by ``read_records`` and ``spec.collections``; the program's own form is one
record a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core import effort, json_text, records
from plyground.core.errors import MalformedRecord, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record

FORM = "lines"
"""The program's own form: a record in JSON on each line."""


@dataclass(frozen=True)
class Entry:
    """A game of a file: its number from 1, and the record, or what is wrong with it."""

    number: int
    record: Record | None
    problem: str = ""


def forms(game: Game[Any, Any]) -> tuple[str, ...]:
    """The forms in which many games of this kind can be written to one file."""
    return (FORM, *game.spec.collections)


def read(game: Game[Any, Any], content: bytes) -> Iterator[Entry]:
    """The games of a file in any form; raises ``MalformedRecord`` where it is none of this game's."""
    found = _own(game, content) if _is_own(content) else game.read_records(content)
    for number, one in enumerate(found, start=1):
        effort.check()
        if isinstance(one, Record):
            yield Entry(number, one)
        else:
            yield Entry(number, None, _("Game {number}: {sentence}", number=number, sentence=one.sentence))


def write(game: Game[Any, Any], found: Sequence[Record], form: str) -> bytes:
    """A file of these games in one of ``forms(game)``; raises ``MalformedRecord``."""
    if form == FORM:
        lines = (records.write(game, record, records.FORM).replace("\n", " ") for record in found)
        return "".join(f"{line}\n" for line in lines).encode()
    if form not in game.spec.collections:
        raise MalformedRecord(
            _(
                "{title} writes {forms}; there is no form “{form}”.",
                title=game.spec.title,
                forms=", ".join(forms(game)),
                form=form[:40],
            )
        )
    return game.write_records(found, form)


def _is_own(content: bytes) -> bool:
    head = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n[").lstrip()
    return head.startswith(b"{") and b'"plyground"' in content[:2_000]


def _own(game: Game[Any, Any], content: bytes) -> Iterator[Record | MalformedRecord]:
    """Records in JSON: one, a list of them, or one a line."""
    try:
        data = json_text.read(content)
        texts = [json.dumps(each) for each in data] if isinstance(data, list) else [json.dumps(data)]
    except ValueError:
        texts = [line for line in content.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    for text in texts:
        yield attempt(game, text)


def attempt(game: Game[Any, Any], text: str) -> Record | MalformedRecord:
    """The game in a text, or the refusal that says what is wrong with it."""
    try:
        return records.read(game, text)
    except effort.TooMuchWork:
        raise
    except Refusal as error:
        return error if isinstance(error, MalformedRecord) else MalformedRecord(error.sentence)
