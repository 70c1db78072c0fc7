"""Whole games as text: a list of moves with tags, and the contest's replay links.

The list looks like this; tags name the options that differ from the usual ones, the start if it is not the usual one,
and whatever else was noted::

    [starting_camels "10"]
    1. Down, Up
    2. H 2 3, Down

The notation of Quoridor is read and written too (``quoridor``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedMove, MalformedRecord, Refusal, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.camel import notation, quoridor, replay

FORMS = ("moves", "replay", "quoridor")

_LONGEST = 100_000
_MOST_MOVES = 2000
_TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s+"([^"\]]*)"\s*\]')
_NUMBER = re.compile(r"(?<!\d)\d++\.+")
_GAP = re.compile(r"[\s,;]*")
_MOVE = re.compile(
    r"(?:move\s+)?(?:(?:up|down)[\s_-]?(?:left|right)\b|(?:up|down|left|right|pass)\b)"
    r"|(?:camel\s*)?[hv][\s,(]*-?\d+(?:\s*,\s*|\s+)-?\d+\)?|(?:camel\s*)?[hv]\d\d",
    re.IGNORECASE,
)


def read(game: Game[Any, Any], text: str) -> Record:
    """Read either form; raises ``MalformedRecord``. The moves come back in the form that is written."""
    if len(text) > _LONGEST:
        raise MalformedRecord(_("A game has at most {longest:,} characters.", longest=_LONGEST))
    bare = text.strip()
    if "#" in bare or re.fullmatch(r"Aw[A-Za-z0-9+/_%= -]+", bare):
        return replay.read_link(bare)
    if re.match(r'\[\s*"', bare):
        try:
            listed = json_text.read(bare)
        except ValueError:
            raise MalformedRecord(_("The list of moves is no JSON; check its brackets and commas.")) from None
        if not all(isinstance(move, str) for move in listed):
            raise MalformedRecord(_("A JSON list of moves holds texts only."))
        return _record(game, {}, listed)
    tags = dict(_TAG.findall(bare))
    words = _NUMBER.sub(" ", _TAG.sub(" ", bare)).replace(",", " ").split()
    if quoridor.looks_like(words):
        return _of_quoridor(game, tags, words)
    return _record(game, tags, _split(_NUMBER.sub(" ", _TAG.sub(" ", bare))))


def write(game: Game[Any, Any], record: Record, form: str) -> str:
    """Write one of ``FORMS``; raises ``MalformedRecord``."""
    try:
        options = game.options(record.options)
        start = game.initial(options)
        texts = [notation.move_text(notation.parse_move(start, move)) for move in record.moves]
    except Refusal as error:
        raise MalformedRecord(_("The game cannot be written: {sentence}", sentence=error.sentence)) from None
    usual = record.start is None or record.start == game.position_text(start)
    if form == "replay":
        if not usual:
            raise MalformedRecord(_("A replay link holds only games from the usual start; this one begins elsewhere."))
        return replay.write_link(int(options["board_width"]), int(options["board_height"]), texts)
    if form == "quoridor":
        first = start if usual else game.parse_position(record.start or "", options)
        try:
            texts = [quoridor.write(game, first, texts)]
        except Refusal as error:
            raise MalformedRecord(_("The game cannot be written: {sentence}", sentence=error.sentence)) from None
    shown = {
        option.name: options[option.name] for option in game.spec.options if options[option.name] != option.default
    }
    lines = [f'[{name} "{str(value).lower() if isinstance(value, bool) else value}"]' for name, value in shown.items()]
    if not usual:
        lines.append(f'[start "{record.start}"]')
    lines += [
        f'[{name} "{_clean(value)}"]' for name, value in record.tags.items() if re.fullmatch(r"[A-Za-z_]\w*", name)
    ]
    if form == "quoridor":
        return "\n".join([*lines, *texts]) + "\n"
    lines += [f"{number // 2 + 1}. {', '.join(texts[number : number + 2])}" for number in range(0, len(texts), 2)]
    return "\n".join(lines) + "\n"


def _of_quoridor(game: Game[Any, Any], tags: dict[str, str], words: list[str]) -> Record:
    """A game in the notation of Quoridor, on the first usual board that allows it if its tags name none."""
    if len(words) > _MOST_MOVES:
        raise MalformedRecord(_("A game has at most {most_moves:,} moves.", most_moves=_MOST_MOVES))
    sized = "board_width" in tags or "start" in tags
    refused: MalformedRecord | None = None
    for size, camels in [(0, 0)] if sized else quoridor.SIZES:
        chosen = {} if sized else {"board_width": f"{size}", "board_height": f"{size}", "starting_camels": f"{camels}"}
        begun = _record(game, {**chosen, **tags}, [])
        try:
            moves = quoridor.read(game, game.options(begun.options), begun.start, words)
        except MalformedRecord as error:
            refused = refused or error
        else:
            return replace(begun, moves=tuple(moves))
    assert refused is not None
    raise refused


def _record(game: Game[Any, Any], tags: dict[str, str], moves: list[str]) -> Record:
    names = {option.name for option in game.spec.options}
    given = {name: value for name, value in tags.items() if name in names}
    start = tags.get("start")
    if len(moves) > _MOST_MOVES:
        raise MalformedRecord(_("A game has at most {most_moves:,} moves.", most_moves=_MOST_MOVES))
    if not (moves or tags):
        raise MalformedRecord(_("There is no move in this text; a game is a list of moves such as Down, Up, H 2 3."))
    try:
        options = game.options(given)
        first = game.parse_position(start, options) if start else game.initial(options)
        number = 0
        texts = []
        for number, move in enumerate(moves, start=1):  # noqa: B007  (the number of the move that fails)
            texts.append(notation.move_text(notation.parse_move(first, move)))
    except MalformedMove as error:
        raise MalformedRecord(_("Move {number}: {sentence}", number=number, sentence=error.sentence)) from None
    except Refusal as error:
        raise MalformedRecord(error.sentence) from None
    other = {name: value for name, value in tags.items() if name not in names and name != "start"}
    return Record({name: options[name] for name in given}, start, tuple(texts), other)


def _split(text: str) -> list[str]:
    """The moves of a plain list; raises ``MalformedRecord`` at the first word that is no move."""
    moves: list[str] = []
    place = _end_of_gap(text, 0)
    while place < len(text):
        match = _MOVE.match(text, place)
        if match is None:
            rest = text[place : place + 30].strip()
            raise MalformedRecord(_("The text is no game: {quoted} is no move.", quoted=quoted(rest)))
        moves.append(match[0])
        place = _end_of_gap(text, match.end())
    return moves


def _end_of_gap(text: str, place: int) -> int:
    match = _GAP.match(text, place)
    assert match is not None, "a gap may be empty"
    return match.end()


def _clean(value: str) -> str:
    return value.replace('"', "'").replace("]", ")")
