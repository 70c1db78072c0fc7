"""GGF, the Generic Game Format of the Othello servers: ``(;GM[Othello]PB[…]PW[…]BO[8 … *]B[F5]W[D6]…;)``.

A move may carry an evaluation and seconds after slashes (``B[F5/1.2/3]``), which are not kept. Tags that have a plain
name here are called by it; the others keep their capital letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from plyground.core.errors import MalformedMove, MalformedPosition, MalformedRecord, SeveralGames, quoted
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.notation import cells_text, parse_move, parse_position
from plyground.games.othello.position import DARK, LIGHT, SIZES, OthelloPosition, start_position
from plyground.games.othello.records.replay import OthelloGame, record_at, settle

OPENING = re.compile(r"\(\s*;")
_PROPERTY = re.compile(r"\s*+([A-Za-z]{1,4})\s*+\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_OPEN = re.compile(r"\s*+(?:[A-Za-z]{1,4}\s*+\[|\Z)")
_BLANK = re.compile(r"\s*+")
_CLOSING = re.compile(r"\s*+;?\s*+\)")
_SEATS = {"B": DARK, "W": LIGHT}
_NAMES = {"PB": "dark", "PW": "light", "DT": "date", "PC": "place", "RE": "result", "CO": "comment"}
_LETTERS = {name: letters for letters, name in _NAMES.items()}
_RESULTS = {"1-0": "+64", "0-1": "-64", "1/2-1/2": "0"}
_REASONS = {"resigned": ":r", "time": ":t"}
"""How the servers mark a game that was not played out."""
_OWN = frozenset({"GM", "BO", "TY", "B", "W"})
"""Properties that are written from the game itself."""


def _properties(text: str, place: int) -> tuple[list[tuple[str, str]], int]:
    """The parts of the game that begins there, and the place behind it; raises ``_Broken``."""
    found = []
    while (closing := _CLOSING.match(text, place)) is None:
        match = _PROPERTY.match(text, place)
        if match is None:
            if _OPEN.match(text, place):
                raise _Broken(_("The GGF game is cut off: it must end with ;)"), len(text))
            raise _Broken(
                _("A GGF game is made of parts such as B[F5]; {quoted} is none.", quoted=quoted(_next(text, place))),
                place,
            )
        found.append((match[1].upper(), re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL)))
        place = match.end()
    return found, closing.end()


def _next(text: str, place: int) -> str:
    """The twelve signs behind the blanks there."""
    blank = _BLANK.match(text, place)
    assert blank is not None, "a run of blanks may be empty"
    return text[blank.end() : blank.end() + 12].rstrip()


class _Broken(MalformedRecord):
    """A game breaks off, where what stands is no part of one or at the end of the text: nothing before is read again,
    for a bracket that is not closed takes in the games that follow."""

    def __init__(self, sentence: str, place: int) -> None:
        super().__init__(sentence)
        self.place = place


def _start(properties: dict[str, str]) -> OthelloPosition:
    if "BO" not in properties:
        kind = re.match(r"\d+", properties.get("TY", "8").strip())
        return start_position(_size(kind[0] if kind else ""), "standard")
    digits, _unused, board = properties["BO"].strip().partition(" ")
    size = _size(digits)
    try:
        start = parse_position(board)
    except MalformedPosition as error:
        raise MalformedRecord(
            _("The part BO of the GGF game is no board: {sentence}", sentence=error.sentence)
        ) from error
    if start.size != size:
        raise MalformedRecord(
            _(
                "The part BO of the GGF game names size {size}, but its board has size {rows}.",
                size=size,
                rows=start.size,
            )
        )
    return start


def _size(text: str) -> int:
    if text not in {str(size) for size in SIZES}:
        raise MalformedRecord(
            _("The GGF game is for a board of size {quoted}; sizes 4, 6 and 8 can be played.", quoted=quoted(text))
        )
    return int(text)


def read(game: OthelloGame, text: str) -> Record:
    """Read one game; raises ``MalformedRecord``."""
    ends = [opening.end() for opening in OPENING.finditer(text)]
    if len(ends) > 1:
        raise SeveralGames(
            _("The text holds {openings} GGF games; it must hold one. Keep a single game.", openings=len(ends))
        )
    properties, end = _properties(text, ends[0])
    if text[end:].strip():
        raise MalformedRecord(_("After the GGF game comes more text: {quoted}.", quoted=quoted(text[end:].strip())))
    return _game(game, properties)


def read_all(game: OthelloGame, text: str) -> Iterator[Record | MalformedRecord]:
    """Each game of an archive, both of a synchro pair among them, or the refusal that says what is wrong with it."""
    place = 0
    while (opening := OPENING.search(text, place)) is not None:
        place = opening.end()
        try:
            properties, place = _properties(text, place)
            yield _game(game, properties)
        except _Broken as error:
            place = error.place
            yield error
        except MalformedRecord as error:
            yield error


def _game(game: OthelloGame, properties: Sequence[tuple[str, str]]) -> Record:
    single = {letters: value for letters, value in properties if letters not in _SEATS}
    if single.get("GM", "").strip().lower() != "othello":
        raise MalformedRecord(
            _("The GGF text is a game of {quoted}, not of Othello.", quoted=quoted(single.get("GM", "")))
        )
    start = _start(single)
    moves = []
    for letters, value in properties:
        if letters in _SEATS:
            try:
                moves.append((parse_move(value.partition("/")[0], start.size), _SEATS[letters]))
            except MalformedMove as error:
                raise MalformedRecord(
                    _(
                        "The part {letters}[{value}] cannot be read: {sentence}",
                        letters=letters,
                        value=value[:20],
                        sentence=error.sentence,
                    )
                ) from error
    tags = {_NAMES.get(letters, letters): value for letters, value in single.items() if letters not in _OWN and value}
    return record_at(game, start, settle(game, start, moves), tags)


def write(game: OthelloGame, record: Record, positions: list[OthelloPosition]) -> str:
    """Write the game with its tags; the result of a finished game is dark's disc difference."""
    start = positions[0]
    tags = _dated({_LETTERS.get(name, name): value for name, value in record.tags.items()})
    returns = game.returns(positions[-1])
    if returns is not None:
        tags["RE"] = f"{returns[DARK]:+.0f}" if returns[DARK] else "0"
    elif (how := record.tags.get("result")) in _RESULTS:
        tags["RE"] = _RESULTS[how] + _REASONS.get(record.tags.get("reason", ""), "") * (how != "1/2-1/2")
    parts = ["GM[Othello]"]
    for letters, value in tags.items():
        if re.fullmatch(r"[A-Z]{1,4}", letters) and letters not in _OWN:
            parts.append(f"{letters}[{_escape(value)}]")
    board = cells_text(start).replace("X", "*")
    parts += [f"TY[{start.size}]", f"BO[{start.size} {board} {'*O'[start.mover]}]"]
    for position, text in zip(positions, record.moves, strict=False):
        move = game.parse_move(position, text)
        shown = "PA" if game.move_text(position, move) == "pass" else game.move_text(position, move).upper()
        parts.append(f"{'BW'[position.mover]}[{shown}]")
    return f"(;{''.join(parts)};)"


def _dated(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags with day, time and clock as the servers write them: ``2026.11.22_10:30:00.UTC``, ``05:00/00:03``."""
    made = dict(tags)
    if made.get("DT") and made.get("time"):
        made["DT"] += f"_{made['time']}.UTC"
    if clock := re.fullmatch(r"([0-9]{1,4}):([0-9]{2}) \+([0-9]{1,4})(?:\.[0-9]{1,2})?", made.get("TI", "")):
        added = int(clock[3])
        made["TI"] = f"{int(clock[1]):02}:{clock[2]}/{added // 60:02}:{added % 60:02}"
    return made


def _escape(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", " ".join(value.split()))
