"""Transcripts: the squares played, one after another, with a board in front if the start is not a usual one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from plyground.core.errors import MalformedPosition, MalformedRecord, quoted
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.notation import DARK_MARKS, EMPTY_MARKS, LIGHT_MARKS, parse_move
from plyground.games.othello.position import SIZES, STARTS, OthelloPosition, start_position
from plyground.games.othello.records.replay import OthelloGame, record_at, settle

_GAP = re.compile(r"(?P<gap>(?:(?!(?<!-)--\s*+\Z)[\s,.\-|]){1,1000})")
"""A piece of what stands between two moves: of a megabyte one step would take too long."""
_TOKEN = re.compile(rf"(?P<move>[a-h][1-8]|pass|pa|ps|--)|\d+\s*[.):]*|{_GAP.pattern}", re.IGNORECASE)
_BOARD_CHARACTERS = DARK_MARKS + LIGHT_MARKS + EMPTY_MARKS
_SMALLEST_BOARD = min(SIZES) ** 2
_MOST_MOVES = 2 * max(SIZES) ** 2
"""With a pass after each move there are fewer."""


def split_board(text: str) -> tuple[str, str]:
    """The leading lines that can only be a board (empty if there are none), and the rest."""
    lines = text.strip().splitlines()
    count = 0
    while count < len(lines) and not "".join(lines[count].split()).strip(_BOARD_CHARACTERS):
        count += 1
    board = "\n".join(lines[:count])
    if len("".join(board.split())) < _SMALLEST_BOARD:  # the two hyphens of a pass, say
        return "", text
    return board, "\n".join(lines[count:])


def read_board(game: OthelloGame, text: str) -> OthelloPosition:
    """Read a position of any size; raises ``MalformedRecord``."""
    try:
        return game.parse_position(text)
    except MalformedPosition as error:
        raise MalformedRecord(error.sentence) from error


def read(game: OthelloGame, board: str, text: str) -> Record:
    """Read a transcript in any case, with or without spaces, move numbers and passes.

    A transcript names neither size nor start: without a board in front it is read on the first start, larger boards
    and the standard arrangement first, from which every move is legal. Raises ``MalformedRecord``.
    """
    words = _words(text)
    if board:
        return _read_from(game, read_board(game, board), words)
    first_error: MalformedRecord | None = None
    for start, openings in _starts(game):
        if first_error is None or words[0].lower() in openings:
            try:
                return _read_from(game, start, words)
            except MalformedRecord as error:
                first_error = first_error or error
    assert first_error is not None
    raise first_error


@cache
def _starts(game: OthelloGame) -> list[tuple[OthelloPosition, frozenset[str]]]:
    """The starts in the order in which they are tried, each with the moves from there."""
    starts = [start_position(size, start) for size in sorted(SIZES, reverse=True) for start in STARTS]
    return [(start, frozenset(game.move_text(start, move) for move in game.legal_moves(start))) for start in starts]


def read_all(game: OthelloGame, board: str, text: str) -> Iterator[Record | MalformedRecord]:
    """The one game of a text that goes over several lines, or a game of each line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if board or len(lines) < 2:
        yield read(game, board, text)
        return
    try:
        whole = read(game, "", text)
    except MalformedRecord:
        pass
    else:
        yield whole
        return
    for number, line in lines:
        try:
            yield read(game, "", line)
        except MalformedRecord as error:
            yield MalformedRecord(_("Line {number}: {sentence}", number=number, sentence=error.sentence))


def is_list(game: OthelloGame, text: str) -> bool:
    """Whether the first two of several lines are games of their own."""
    lines = [line for line in text.splitlines() if line.strip()][:2]
    try:
        return len(lines) == 2 and all(read(game, "", line) is not None for line in lines)
    except MalformedRecord:
        return False


def _words(text: str) -> list[str]:
    words, place, match = list[str](), 0, None
    while place < len(text):
        within = match is not None and match.lastgroup == "gap"  # two hyphens within a gap are no pass
        match = (_GAP.match(text, place) if within else None) or _TOKEN.match(text, place)
        if match is None:
            raise MalformedRecord(
                _(
                    "{quoted} is no move of a transcript (squares such as f5d6c3), nor is the text a board, "
                    "an OBF line or a GGF game.",
                    quoted=quoted(text[place : place + 12]),
                )
            )
        if match.lastgroup == "move":
            words.append(match[0])
            if len(words) > _MOST_MOVES:
                raise MalformedRecord(_("A game has at most {most_moves} moves.", most_moves=_MOST_MOVES))
        place = match.end()
    if not words:
        raise MalformedRecord(_("There is no move in this text; a transcript is squares such as f5d6c3."))
    return words


def _read_from(game: OthelloGame, start: OthelloPosition, words: list[str]) -> Record:
    moves = []
    for number, word in enumerate(words, start=1):
        try:
            moves.append((parse_move(word, start.size), None))
        except ValueError as error:
            raise MalformedRecord(
                _("Move {number} of the record cannot be read: {error}", number=number, error=error)
            ) from error
    return record_at(game, start, settle(game, start, moves))


def write(game: OthelloGame, record: Record, positions: list[OthelloPosition]) -> str:
    """Write the moves without passes, which reading puts back; the last move is written even if it is one.

    A board goes in front where reading would not find the start without it.
    """
    kept = [text for text in record.moves[:-1] if text != "pass"] + list(record.moves[-1:])
    moves = "".join(kept)
    start = positions[0]
    board = game.position_text(start)
    if not kept:
        return board
    try:
        found = read(game, "", moves)
    except MalformedRecord:
        return f"{board}\n{moves}"
    return moves if found == record_at(game, start, found.moves) else f"{board}\n{moves}"
