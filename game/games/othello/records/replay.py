"""What all records share: moves played from a start, passes put in where they were left out, starts recognised."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from plyground.core.errors import IllegalMove, MalformedRecord
from plyground.core.game import KernelGame
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.othello.position import PASS, STARTS, OthelloPosition, start_position

OthelloGame = KernelGame[OthelloPosition]


def record_at(
    game: OthelloGame, start: OthelloPosition, moves: Iterable[str] = (), tags: Mapping[str, str] | None = None
) -> Record:
    """A record from ``start``; a start that the options name is written as options, any other as text."""
    for name in STARTS:
        if start == start_position(start.size, name):
            options = game.options({"size": start.size, "start": name})
            return Record(options, None, tuple(moves), tags or {})
    return Record(game.options({"size": start.size}), game.position_text(start), tuple(moves), tags or {})


def start_of(game: OthelloGame, record: Record) -> OthelloPosition:
    """The position from which a record's moves begin."""
    return game.initial(record.options) if record.start is None else game.parse_position(record.start)


def positions_of(game: OthelloGame, record: Record) -> list[OthelloPosition]:
    """All positions of a record; raises the refusal of the first move that is not legal."""
    return game.replay(start_of(game, record), record.moves)


def settle(game: OthelloGame, start: OthelloPosition, moves: Iterable[tuple[int, int | None]]) -> list[str]:
    """Play moves given as (move, seat that made it, or None if the record does not say), with passes put in.

    Return their texts. Raises ``MalformedRecord`` with the number of the first move that cannot be played, counted
    without passes that were left out.
    """
    position = start
    texts: list[str] = []
    for number, (move, seat) in enumerate(moves, start=1):
        if move != PASS and game.legal_moves(position) == [PASS]:
            position = _step(game, position, PASS, texts)
        text = game.move_text(position, move)
        if seat is not None and seat != position.mover:
            sides = ("dark", "light")
            raise MalformedRecord(
                _(
                    "Move {number} of the record, {move}, is {mover}'s, but it is {turn}'s turn.",
                    number=number,
                    move=text,
                    mover=sides[seat],
                    turn=sides[1 - seat],
                )
            )
        error: IllegalMove | None = game.check(position, move)
        if error is not None:
            raise MalformedRecord(
                _(
                    "Move {number} of the record, {text}, cannot be played: {sentence}",
                    number=number,
                    text=text,
                    sentence=error.sentence,
                )
            )
        position = _step(game, position, move, texts)
    return texts


def _step(game: OthelloGame, position: OthelloPosition, move: int, texts: list[str]) -> OthelloPosition:
    texts.append(game.move_text(position, move))
    return game.play(position, move)
