"""Whole games in Portable Tak Notation, as the playing sites, PTN Ninja and databases write them, and positions in TPS.

A PTN file is tags in brackets, then numbered pairs of moves, with comments in braces and the result at the end, and
branches behind it. The tags ``Size``, ``Komi``, ``Opening``, ``Flats``, ``Caps`` and ``TPS`` say how the game is set
up; the others are kept. A link of PTN Ninja carries a whole PTN file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from plyground.core.errors import MalformedMove, MalformedRecord, Refusal, SeveralGames
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.tak import notation, tps
from plyground.games.tak.position import SIZES, TakPosition
from plyground.games.tak.records import links, several, writing
from plyground.games.tak.records.lines import MISSING, RESULTS, Lines
from plyground.games.tak.records.tokens import Token, tokens
from plyground.games.tak.refusals import OffBoard

FORMS = ("ptn", "tps", "link")
COLLECTIONS = ("ptn",)
TAGS = {
    "seat0": "Player1", "seat1": "Player2", "date": "Date", "time": "Time", "result": "Result", "clock": "Clock",
    "event": "Event", "place": "Site", "ending": "Termination",
}  # fmt: skip

_LONGEST = 200_000


def read(game: Game[TakPosition, int], text: str) -> Record:
    """Read a PTN file, a list of moves, a position or a link of PTN Ninja; raises ``MalformedRecord``."""
    if len(text) > _LONGEST:
        raise MalformedRecord(_("A game has at most {longest:,} characters.", longest=_LONGEST))
    bare = text.strip().lstrip("\ufeff")
    if not bare:
        raise MalformedRecord(_("The text is empty; there is no game in it."))
    if links.looks_like(bare):
        bare = links.ptn_of(bare, _LONGEST)
    if "[" not in bare and tps.looks_like(bare):
        return _position(game, bare)
    games = several.split(bare)
    if len(games) > 1:
        raise SeveralGames(_("The text holds {count} games; it must hold one. Keep a single game.", count=len(games)))
    return _record(game, tokens(bare))


def read_all(game: Game[TakPosition, int], content: bytes) -> Iterator[Record | MalformedRecord]:
    """The games of a PTN file, or the refusal that says what is wrong with one and where it begins."""
    games = several.split(content.decode("utf-8-sig", "replace").strip())
    for line, text in games:
        try:
            yield read(game, text)
        except MalformedRecord as error:
            where = _("from line {line} on: {sentence}", line=line, sentence=error.sentence)
            yield MalformedRecord(where) if len(games) > 1 else error


def write_all(game: Game[TakPosition, int], found: Sequence[Record], form: str) -> bytes:
    """A file of these games in one of ``COLLECTIONS``; raises ``MalformedRecord``."""
    return "\n".join(write(game, record, form) for record in found).encode()


def _position(game: Game[TakPosition, int], text: str) -> Record:
    try:
        size = tps.size_of(text)
        options = game.options({"size": size} if size else None)
        start = game.position_text(game.parse_position(text, options))
    except Refusal as error:
        raise MalformedRecord(error.sentence) from None
    return Record({"size": options["size"]}, start, (), {})


def _record(game: Game[TakPosition, int], found: Sequence[Token]) -> Record:
    tags = {name: value for kind, value, name, _apart in found if kind == "tag"}
    given: dict[str, Any] = {}
    other: dict[str, str] = {}
    start = None
    for name, value in tags.items():
        key = name.lower()
        if key in writing.SPOKEN:
            given[writing.SPOKEN[key]] = value.strip()
        elif key == "tps":
            start = value.strip() or None
        else:
            other[name] = value
    words = [word for kind, word, _name, _apart in found if kind == "word"]
    if not (tags or any(word.lower() not in RESULTS for word in words)):
        raise MalformedRecord(_("There is no move in this text; a game is numbered moves such as 1. a1 e5."))
    if "size" not in given:
        given["size"] = (tps.size_of(start) if start else None) or _smallest(game, words)
    try:
        options = game.options(given)
        first = game.parse_position(start, options) if start else game.initial(options)
    except Refusal as error:
        raise MalformedRecord(error.sentence) from None
    if start is not None:
        options["size"] = first.size
        start = game.position_text(first)
    lines = Lines(first)
    lines.read(found)
    if lines.result:
        other.setdefault("Result", lines.result)
    chosen = {name: options[name] for name in given}
    moves = tuple(lines.lines[0].moves)
    return Record(chosen, start, moves, other, lines.branches(), lines.remarks(), tuple(lines.told))


def _smallest(game: Game[TakPosition, int], words: list[str]) -> int:
    """The usual size, or the smallest that has all squares named, for a game that does not say its size."""
    usual = int(game.options()["size"])
    moves = [word for word in dict.fromkeys(words) if word not in MISSING and word.lower() not in RESULTS]
    for size in range(usual, SIZES[-1]):
        try:
            for word in moves:
                notation.parse_move(word, size)
        except OffBoard:
            continue
        except MalformedMove:
            return size
        return size
    return SIZES[-1]


def write(game: Game[TakPosition, int], record: Record, form: str) -> str:
    """Write one of ``FORMS``; raises ``MalformedRecord`` for a move that is not legal."""
    if form == "tps":
        return game.position_text(writing.positions(game, record)[-1])
    ptn = writing.write(game, record)
    return links.link_of(ptn) if form == "link" else ptn
