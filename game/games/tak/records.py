"""Whole games in Portable Tak Notation, as the playing sites and databases write them, and single positions in TPS.

A PTN file is tags in brackets, then numbered pairs of moves, with comments in braces and the result at the end. The
tags ``Size``, ``Komi``, ``Opening``, ``Flats``, ``Caps`` and ``TPS`` say how the game is set up; the others are kept.
"""

from __future__ import annotations

import re
from typing import Any

from plyground.core.errors import MalformedMove, MalformedRecord, Refusal
from plyground.core.game import Game, Record
from plyground.core.messages import _
from plyground.games.tak import notation, tps
from plyground.games.tak.position import BLACK_FLATS, BLACK_ROAD, ONGOING, SIZES, WHITE_FLATS, WHITE_ROAD, TakPosition
from plyground.games.tak.refusals import OffBoard

FORMS = ("ptn", "tps")

_LONGEST = 200_000
_MOST_MOVES = 5000
_TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s+"([^"]*)"\s*\]')
_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"(?<!\S)\d+\s*\.+")
_MISSING = frozenset({"--", "…", "..."})
_RESULTS = frozenset({"r-0", "0-r", "f-0", "0-f", "1-0", "0-1", "1/2-1/2", "½-½", "0-0", "*"})
_SPOKEN = {"size": "size", "komi": "komi", "opening": "opening", "flats": "stones", "caps": "capstones"}
"""The option that each tag sets, by the tag in small letters."""

_TAGS = {"size": "Size", "komi": "Komi", "opening": "Opening", "stones": "Flats", "capstones": "Caps"}
_ENDS = {WHITE_ROAD: "R-0", BLACK_ROAD: "0-R", WHITE_FLATS: "F-0", BLACK_FLATS: "0-F"}


def read(game: Game[TakPosition, int], text: str) -> Record:
    """Read a PTN file, a list of moves, or a position; raises ``MalformedRecord``."""
    if len(text) > _LONGEST:
        raise MalformedRecord(_("A game has at most {longest:,} characters.", longest=_LONGEST))
    bare = text.strip().lstrip("\ufeff")
    if not bare:
        raise MalformedRecord(_("The text is empty; there is no game in it."))
    if tps.looks_like(bare) and not _TAG.search(bare):
        return _position(game, bare)
    tags = dict(_TAG.findall(bare))
    body = _COMMENT.sub(" ", _TAG.sub(" ", bare))
    for sign, what in (("{", _("comment in braces")), ("}", _("comment in braces")), ("[", _("tag in brackets"))):
        if sign in body:
            raise MalformedRecord(
                _("There is a {what} that does not begin or end; look for a lone {sign}.", what=what, sign=sign)
            )
    return _record(game, tags, _NUMBER.sub(" ", body).split())


def _position(game: Game[TakPosition, int], text: str) -> Record:
    try:
        size = tps.size_of(text)
        options = game.options({"size": size} if size else None)
        start = game.position_text(game.parse_position(text, options))
    except Refusal as error:
        raise MalformedRecord(error.sentence) from None
    return Record({"size": options["size"]}, start, (), {})


def _record(game: Game[TakPosition, int], tags: dict[str, str], words: list[str]) -> Record:
    given: dict[str, Any] = {}
    other: dict[str, str] = {}
    start = None
    for name, value in tags.items():
        key = name.lower()
        if key in _SPOKEN:
            given[_SPOKEN[key]] = value.strip()
        elif key == "tps":
            start = value.strip() or None
        else:
            other[name] = value
    if words and words[-1].lower() in _RESULTS:
        other.setdefault("Result", words[-1])
        words = words[:-1]
    if not (words or tags):
        raise MalformedRecord(_("There is no move in this text; a game is numbered moves such as 1. a1 e5."))
    if len(words) > _MOST_MOVES:
        raise MalformedRecord(_("A game has at most {most_moves:,} moves.", most_moves=_MOST_MOVES))
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
    return Record({name: options[name] for name in given}, start, _moves(first, words), other)


def _smallest(game: Game[TakPosition, int], words: list[str]) -> int:
    """The usual size, or the smallest that has all squares named, for a game that does not say its size."""
    usual = int(game.options()["size"])
    for size in range(usual, SIZES[-1]):
        try:
            for word in words:
                notation.parse_move(word, size)
        except OffBoard:
            continue
        except MalformedMove:
            return size
        return size
    return SIZES[-1]


def _moves(first: TakPosition, words: list[str]) -> tuple[str, ...]:
    """The moves in the form that is written; ``--`` may stand for the turn before the first and after the last move."""
    if words and words[0] in _MISSING and first.ply % 2 == 1:
        words = words[1:]
    if words and words[-1] in _MISSING:
        words = words[:-1]
    texts = []
    for number, word in enumerate(words, start=1):
        if word in _MISSING:
            raise MalformedRecord(
                _(
                    "Move {number} is missing ({word}); only before Black's first move from a position, or "
                    "at the end, may a move be left out, for nobody passes in Tak.",
                    number=number,
                    word=word,
                )
            )
        try:
            texts.append(notation.move_text(notation.parse_move(word, first.size), first.size))
        except MalformedMove as error:
            raise MalformedRecord(_("Move {number}: {sentence}", number=number, sentence=error.sentence)) from None
    return tuple(texts)


def write(game: Game[TakPosition, int], record: Record, form: str) -> str:
    """Write one of ``FORMS``; raises ``MalformedRecord`` for a move that is not legal."""
    try:
        options = game.options(record.options)
        usual = game.initial(options)
        first = game.parse_position(record.start, options) if record.start else usual
        positions = game.replay(first, record.moves)
    except Refusal as error:
        raise MalformedRecord(_("The game cannot be written: {sentence}", sentence=error.sentence)) from None
    last = positions[-1]
    if form == "tps":
        return game.position_text(last)
    options["size"] = first.size
    lines = _setting(game, options, first, usual)
    result = _ENDS.get(last.result, "1/2-1/2") if last.result != ONGOING else ""
    tags = {name: value for name, value in record.tags.items() if re.fullmatch(r"[A-Za-z_]\w*", name)}
    result = result or tags.get("Result", "")
    if result:
        tags["Result"] = result
    lines += [f'[{name} "{_clean(value)}"]' for name, value in tags.items() if name.lower() not in {*_SPOKEN, "tps"}]
    texts = [
        game.move_text(position, notation.parse_move(text, first.size))
        for position, text in zip(positions, record.moves, strict=False)
    ]
    return "\n".join([*lines, "", *_numbered(first, texts), *filter(None, [_shown_result(result)])]) + "\n"


def _setting(
    game: Game[TakPosition, int], options: dict[str, Any], first: TakPosition, usual: TakPosition
) -> list[str]:
    """The tags that set the game up: the size always, the others where they are not the usual ones."""
    defaults = {option.name: option.default for option in game.spec.options}
    lines = []
    for name, tag in _TAGS.items():
        if name == "size" or options[name] != defaults[name]:
            value = options[name]
            lines.append(f'[{tag} "{value:g}"]' if isinstance(value, float) else f'[{tag} "{value}"]')
    if first != usual:
        lines.append(f'[TPS "{game.position_text(first)}"]')
    return lines


def _numbered(first: TakPosition, texts: list[str]) -> list[str]:
    turn = first.ply // 2 + 1
    words = ["--", *texts] if first.ply % 2 == 1 and texts else list(texts)
    return [f"{turn + number // 2}. {' '.join(words[number : number + 2])}" for number in range(0, len(words), 2)]


def _shown_result(result: str) -> str:
    return result if result.lower() in _RESULTS else ""


def _clean(value: str) -> str:
    return " ".join(value.replace('"', "'").split())
