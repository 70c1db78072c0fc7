"""OBF lines, the form of the endgame test suites: ``board side; move:score; move:score; … % comment``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from plyground.core.errors import MalformedPosition, MalformedRecord, Refusal, SeveralGames, quoted
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.position import OthelloPosition
from plyground.games.othello.records.replay import OthelloGame, record_at

_SCORED = re.compile(r"(?P<move>[A-Za-z]+\d*|--)\s*(?::\s*(?P<score>[+-]?\d+(?:\.\d+)?))?")

_MOST_SCORED = 64
"""A move for each square."""


@dataclass(frozen=True)
class Problem:
    """One line: a position, some legal moves with their scores for the side to move (None: not given), a comment."""

    position: OthelloPosition
    scores: tuple[tuple[str, str | None], ...]
    comment: str


def problems(game: OthelloGame, text: str) -> list[Problem]:
    """Read a whole file of lines; lines that hold only a comment are left out. Raises ``MalformedRecord``."""
    return [_numbered(game, *line) for line in _lines(text)]


def _lines(text: str) -> list[tuple[int, str, str]]:
    """The number, the position with its moves, and the comment of each line that holds more than a comment."""
    parts = ((number, *line.partition("%")) for number, line in enumerate(text.splitlines(), start=1))
    return [(number, content, comment.strip()) for number, content, _unused, comment in parts if content.strip()]


def _numbered(game: OthelloGame, number: int, content: str, comment: str) -> Problem:
    try:
        return _problem(game, content, comment)
    except Refusal as error:
        raise MalformedRecord(
            _("Line {number} of the OBF text: {sentence}", number=number, sentence=error.sentence)
        ) from error


def _problem(game: OthelloGame, content: str, comment: str) -> Problem:
    board, *fields = content.split(";")
    try:
        position = game.parse_position(board)
    except MalformedPosition as error:
        raise MalformedRecord(error.sentence) from error
    scores = []
    given = [field for field in map(str.strip, fields) if field]
    if len(given) > _MOST_SCORED:
        raise MalformedRecord(
            _(
                "A position has at most {most} moves with scores, not {given:,}.",
                most=_MOST_SCORED,
                given=len(given),
            )
        )
    for field in given:
        match = _SCORED.fullmatch(field)
        if match is None:
            raise MalformedRecord(
                _("After the position come moves with scores such as g8:+18; {quoted} is none.", quoted=quoted(field))
            )
        move = game.require(position, match["move"])
        scores.append((game.move_text(position, move), match["score"]))
    return Problem(position, tuple(scores), comment)


def read(game: OthelloGame, text: str) -> Record:
    """Read the one position of the text; its scored moves and comment become the tags ``scores`` and ``comment``."""
    found = _lines(text)
    if not found:
        raise MalformedRecord(_("The OBF text holds no position; it must hold one."))
    if len(found) > 1:
        raise SeveralGames(
            _("The OBF text holds {found} positions; it must hold one. Keep a single line.", found=len(found))
        )
    return _record(game, _numbered(game, *found[0]))


def read_all(game: OthelloGame, text: str) -> Iterator[Record | MalformedRecord]:
    """Each position of a file, or the refusal that says what is wrong with its line."""
    for line in _lines(text):
        try:
            yield _record(game, _numbered(game, *line))
        except MalformedRecord as error:
            yield error


def _record(game: OthelloGame, problem: Problem) -> Record:
    scores = "; ".join(move if score is None else f"{move}:{score}" for move, score in problem.scores)
    tags = {name: value for name, value in (("scores", scores), ("comment", problem.comment)) if value}
    return record_at(game, problem.position, tags=tags)


def write(game: OthelloGame, record: Record, position: OthelloPosition) -> str:
    """Write the last position of a record, with the scored moves and the comment if the record has no moves."""
    line = f"{game.position_text(position)};"
    if record.moves:
        return line
    if record.tags.get("scores"):
        line += f" {record.tags['scores']};"
    if record.tags.get("comment"):
        line += f" % {' '.join(record.tags['comment'].split())}"
    return line
