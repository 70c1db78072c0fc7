"""Othello's own notations, in and out: transcripts, board strings, OBF lines and GGF games.

``transcript`` is the moves one after another (``f5d6c3…``); ``board`` a position; ``obf`` a position with scored
moves, as solvers' test suites hold; ``ggf`` the Generic Game Format of the Othello servers. A form is recognised by
its look. ``transcript`` and ``ggf`` carry a whole game, ``board`` and ``obf`` the position at its end.
"""

from __future__ import annotations

from plyground.core.errors import MalformedRecord
from plyground.core.game import Record
from plyground.core.messages import _
from plyground.games.othello.records import ggf, obf, transcript
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
    return transcript.read(game, board, moves)


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
