"""WTHOR, the federation's database of tournament games: read and written byte for byte.

A file is a header of 16 bytes (the day it was made, how many games, the year of the games, the board's size, a kind
and the depth of the theoretical scores) and 68 bytes for each game: the numbers of tournament, Black and White in files
of names (``wthor_names``), Black's discs, the theoretical score, and 60 moves as ``10 * row + column``, without passes.
Empty squares at the end count for the winner.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence

from plyground.core import following
from plyground.core.errors import MalformedRecord
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.position import DARK, PASS, start_position
from plyground.games.othello.records.replay import OthelloGame, positions_of
from plyground.games.othello.records.wthor_names import Names

FORM = "wthor"
TAG = "wthor"
"""The numbers of a game as its file has them: tournament, Black, White, Black's discs, theoretical score; then the
file's day, kind and depth."""
_HEADER = struct.Struct("<4BIHHBBBB")
_GAME = struct.Struct("<HHHBB60s")
_NUMBERS = re.compile(r"(?:[0-9]{1,5} ){11}[0-9]{1,5}")
_SIZE, _MOST = 8, 64
_YEAR = re.compile(r"[0-9]{4}")


def looks_like(content: bytes) -> bool:
    """Whether a file's head is that of games of WTHOR, however many of them are there."""
    if len(content) < _HEADER.size:
        return False
    century, year, month, day, count, more, _year, size, kind, _depth, spare = _HEADER.unpack_from(content)
    sound = 18 <= century <= 21 and year < 100 and month <= 12 and day <= 31
    return sound and count > 0 and more == 0 and size in (0, _SIZE) and kind < 3 and spare == 0


_NOBODY = Names()


def read(game: OthelloGame, content: bytes, known: Names = _NOBODY) -> Iterator[Record | MalformedRecord]:
    """Each game with the names that are known, or the refusal that says what is wrong with it."""
    century, year, month, day, count, _more, played, size, kind, depth, _spare = _HEADER.unpack_from(content)
    there = (len(content) - _HEADER.size) // _GAME.size
    options, start = game.options({}), start_position(_SIZE, "standard")
    names = {cell: game.move_text(start, cell) for cell in (*range(_SIZE * _SIZE), PASS)}
    for number in range(min(count, there)):
        *numbers, moves = _GAME.unpack_from(content, _HEADER.size + number * _GAME.size)
        cells = [(sign // 10 - 1) * 8 + sign % 10 - 1 for sign in moves.rstrip(b"\0")]
        if not all(11 <= sign <= 88 and 1 <= sign % 10 <= 8 for sign in moves.rstrip(b"\0")):
            yield MalformedRecord(_("Its moves are no squares of a board."))
            continue
        made, done = following.follow(start, cells, game.spec.most_moves, fill=True)
        if done < len(cells):
            yield MalformedRecord(
                _("Move {number}, {move}, cannot be played there.", number=done + 1, move=names[cells[done]])
            )
            continue
        tournament, black, white, discs, _best = numbers
        about = (*numbers, century, year, month, day, size, kind, depth)
        tags = {
            "event": known.tournament(tournament),
            "dark": known.player(black),
            "light": known.player(white),
            "date": str(played),
            "result": f"{2 * discs - _MOST:+d}" if discs * 2 != _MOST else "0",
            TAG: " ".join(map(str, about)),
        }
        yield Record(options, None, tuple(names[cell] for cell in made), tags)
    if there != count or (len(content) - _HEADER.size) % _GAME.size:
        yield MalformedRecord(
            _("The file of WTHOR says that it holds {count:,} games; it has {there:,}.", count=count, there=there)
        )


def write(game: OthelloGame, found: Sequence[Record]) -> bytes:
    """A file of these games; raises ``MalformedRecord`` for one that WTHOR has no place for."""
    rows, header = [], None
    for number, record in enumerate(found, start=1):
        numbers = _numbers(record)
        header = header or (numbers[5:], _year_of(record))
        rows.append(_row(game, record, number, numbers))
    (century, year, month, day, size, kind, depth), played = header or ((20, 0, 1, 1, _SIZE, 0, 0), 0)
    return _HEADER.pack(century, year, month, day, len(rows), 0, played, size, kind, depth, 0) + b"".join(rows)


def _row(game: OthelloGame, record: Record, number: int, numbers: tuple[int, ...]) -> bytes:
    options = game.options(record.options)
    if record.start is not None or (options["size"], options["start"]) != (str(_SIZE), "standard"):
        raise MalformedRecord(
            _("Game {number} begins elsewhere than WTHOR's games: 8 by 8, the standard start.", number=number)
        )
    start = start_position(_SIZE, "standard")
    cells = [cell for cell in (game.parse_move(start, text) for text in record.moves) if cell != PASS]
    discs = numbers[3]
    if not record.tags.get(TAG):
        last = positions_of(game, record)[-1]
        returns = game.returns(last)
        discs = int((_MOST + returns[DARK]) // 2) if returns is not None else int(last.dark).bit_count()
    moves = bytes(10 * (cell // 8 + 1) + cell % 8 + 1 for cell in cells)
    return _GAME.pack(*numbers[:3], discs, numbers[4], moves)


def _numbers(record: Record) -> tuple[int, ...]:
    """The twelve numbers of ``TAG``; those of a game that comes from elsewhere."""
    told = record.tags.get(TAG, "")
    if _NUMBERS.fullmatch(told):
        numbers = tuple(map(int, told.split()))
        if all(number < 65536 for number in numbers[:3]) and all(number < 256 for number in numbers[3:]):
            return numbers
    return (0, 0, 0, 0, 0, 20, 0, 1, 1, _SIZE, 0, 0)


def _year_of(record: Record) -> int:
    year = _YEAR.match(record.tags.get("date", ""))
    return int(year[0]) if year else 0
