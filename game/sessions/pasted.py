"""Reads a game that somebody pastes, in any notation of any game, as something a board can go through move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from plyground.core import registry
from plyground.core.errors import MalformedRecord, Refusal
from plyground.sessions import reading
from plyground.sessions.setup import Reading, read_position

MOST_VIEWS = 64
"""How many boards are given at a time."""


class PastedGame:
    """A game read from ``record``; ``game`` says of which it is, or is left out: then each game tries in turn."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        body = reading.an_object(body)
        record = reading.a_text(body, "record", reading.LONGEST_RECORD, required=True)
        named = reading.a_text(body, "game", 40)
        self._read = read_position({"game": named, "record": record}) if named else _found(record)
        rules = self.rules = self._read.rules
        start = rules.parse_position(self._read.start, self._read.options)
        self._positions = rules.replay(start, self._read.prelude)

    def as_json(self) -> dict[str, Any]:
        """The snapshot that a board replays: moves with their effects, the last view, the seats, and how it ended."""
        rules, last = self.rules, self._positions[-1]
        moves = []
        for ply, text in enumerate(self._read.prelude):
            position = self._positions[ply]
            effect = rules.effect(position, rules.parse_move(position, text))
            moves.append({"ply": ply, "seat": rules.to_move(position), "text": text, "effect": effect, "choice": None})
        over = rules.returns(last) is not None
        return {
            "id": "",
            "game": rules.spec.id,
            "title": rules.spec.title,
            "options": self._read.options,
            "start": self._read.start,
            "ply": len(moves),
            "moves": moves,
            "view": rules.view(last, None),
            "seats": [{"seat": n, "name": rules.spec.seat_name(n)} for n in range(rules.seats_at(last))],
            "status": "finished" if over else "live",
            "result": {"sentence": rules.ending(last) or "The game ends here."} if over else None,
        }

    def views(self, first: int, last: int | None) -> Iterator[dict[str, Any]]:
        """The boards after ``first`` to ``last`` moves, at most 64."""
        end = min(len(self._positions) - 1, first + MOST_VIEWS - 1)
        end = end if last is None else min(end, last)
        return (self.rules.view(position, None) for position in self._positions[first : end + 1])


def _found(record: str) -> Reading:
    """The record as the first game reads it that can; raises ``MalformedRecord`` if none can."""
    for game_id in registry.games():
        try:
            read = read_position({"game": game_id, "record": record})
        except Refusal:
            continue
        if read.prelude:
            return read
    raise MalformedRecord("No game reads this text as its own; say of which game it is to learn what is wrong with it.")
