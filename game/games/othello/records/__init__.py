"""Othello's own notations, in and out: transcripts, board strings, OBF lines and GGF games.

``transcript`` is the moves one after another (``f5d6c3…``); ``board`` a position; ``obf`` a position with scored
moves, as solvers' test suites hold; ``ggf`` the Generic Game Format of the Othello servers; ``wthor`` files of games of
tournaments. A form is recognised by its look. ``transcript`` and ``ggf`` carry a whole game, ``board`` and ``obf`` the
position at its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.core.errors import MalformedRecord, SeveralGames
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.records import ggf, obf, transcript, wthor, wthor_names
from plyground.games.othello.records.replay import OthelloGame, positions_of, record_at

FORMS = ("transcript", "board", "obf", "ggf")
"""What ``write`` writes; ``read`` reads all of them."""
TAGS = {"seat0": "dark", "seat1": "light", "clock": "TI"}


def read(game: OthelloGame, text: str) -> Record:
    """Read one game or position in any of the forms; raises ``MalformedRecord``."""
    if not text.strip():
        raise MalformedRecord(_("The text is empty; there is no game in it."))
    if ggf.OPENING.search(text):
        return ggf.read(game, text)
    if ";" in text or "%" in text:
        return obf.read(game, text)
    board, moves = transcript.split_board(text)
    if board and not moves.strip():
        return record_at(game, transcript.read_board(game, board))
    try:
        return transcript.read(game, board, moves)
    except MalformedRecord:
        if not board and transcript.is_list(game, moves):
            raise SeveralGames(_("The text holds a game on each line; it must hold one. Keep a single line.")) from None
        raise


NAME_FILES = wthor_names.NAME_FILES
COLLECTIONS = (wthor.FORM, "ggf", "obf", "transcript")
"""What ``write_all`` writes; ``read_all`` reads all of them."""


def read_all(game: OthelloGame, content: bytes) -> Iterator[Record | MalformedRecord]:
    """The games of a file: WTHOR, behind its lists of names or without, a GGF archive, positions in OBF, or
    transcripts, one a line."""
    names, content = wthor_names.split(content)
    if wthor.looks_like(content):
        yield from wthor.read(game, content, names)
        return
    if names != wthor_names.Names():
        raise MalformedRecord(_("These are the names of WTHOR; open them together with one of its files of games."))
    text = content.decode("utf-8-sig", "replace")
    if not text.strip():
        raise MalformedRecord(_("The text is empty; there is no game in it."))
    if ggf.OPENING.search(text):
        yield from ggf.read_all(game, text)
    elif ";" in text or "%" in text:
        yield from obf.read_all(game, text)
    else:
        board, moves = transcript.split_board(text)
        if board and not moves.strip():
            yield read(game, text)
        else:
            yield from transcript.read_all(game, board, moves)


def write_all(game: OthelloGame, found: Sequence[Record], form: str) -> bytes:
    """A file of these games in one of ``COLLECTIONS``; raises ``MalformedRecord``."""
    if form == wthor.FORM:
        return wthor.write(game, found)
    return "".join(f"{write(game, record, form)}\n" for record in found).encode()


def write(game: OthelloGame, record: Record, form: str) -> str:
    """Write a game in one of ``FORMS``; raises the refusal of the first move that is not legal."""
    positions = positions_of(game, record)
    if form == "transcript":
        return transcript.write(game, record, positions)
    if form == "board":
        return game.position_text(positions[-1])
    if form == "obf":
        return obf.write(game, record, positions[-1])
    return ggf.write(game, record, positions)
