"""Tables of all positions of a small ending, for lessons: what one has of a position, and what a page draws of it.

A ``pattern`` is a position's text with ``{x}`` and ``{y}`` for the column and row of a piece, and it may have ``{u}``
and ``{v}`` for those of another; it stands for all positions that this makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.search.teaching.retrograde import Outcome, Table

MOST_POSITIONS = 6_000
MOST_ACROSS = 9
_KEPT = 20


class Tabled:
    """A table, for templates: ``size``, ``moves``, ``passes`` (how many positions each decided), ``count(result)``."""

    def __init__(self, game: Game[Any, Any], patterns: Sequence[str], options: dict[str, Any]) -> None:
        self.game, self.options = game, options
        starts = [position for pattern in patterns for *_, position in self._squares(_spread(pattern))]
        self._table = Table(game, starts, MOST_POSITIONS)
        self.size, self.moves, self.passes = self._table.size, self._table.moves, tuple(self._table.passes)
        self.count = self._table.count
        self._slice = lru_cache(_KEPT)(self._sliced)

    def outcome(self, position: str) -> Outcome:
        """``result`` for the seat to move (1, -1, 0 if nobody wins) and ``plies``; raises ``KeyError``."""
        return self._table.outcome(self._read(position))

    def best(self, position: str) -> list[str]:
        """The moves that win soonest, or else that nobody wins after, or else that lose last."""
        told = self.told(position)
        kept = max(result for _move, result, _plies in told)
        best = min((-kept * plies for _move, result, plies in told if result == kept))
        return [move for move, result, plies in told if result == kept and -kept * plies == best]

    def told(self, position: str) -> list[tuple[str, int, int]]:
        """The moves of a position, each with its text, and result and plies for whoever makes it."""
        return self._moves(self._read(position))

    def drawn(self, slices: Sequence[Mapping[str, str]], at: int = 0) -> dict[str, Any]:
        """What a page draws: slices of the table, each a ``title`` and the pattern ``position``, at a pass. A slice has
        its ``mover`` and ``cells``, each with ``x``, ``y``, ``result`` and ``plies`` for the mover, its ``view``, and
        ``moves``, each a text with result and plies for the cell's mover."""
        return {
            "game": self.game.spec.id,
            "options": self.options,
            "names": [str(self.game.spec.seat_name(seat)) for seat in range(2)],
            "passes": self.passes,
            "size": self.size,
            "open": self.count(0),
            "at": at,
            "slices": [{"title": each["title"], **self._slice(each["position"])} for each in slices],
        }

    def _sliced(self, pattern: str) -> dict[str, Any]:
        cells = [
            {
                "x": x, "y": y, "view": self.game.view(position, None), "moves": self._moves(position),
                **self._table.outcome(position)._asdict(),
            }
            for x, y, position in self._squares(_spread(pattern))
        ]  # fmt: skip
        return {"mover": cells[0]["view"]["to_move"], "cells": cells}

    def _moves(self, position: Any) -> list[tuple[str, int, int]]:
        found = []
        mover = self.game.to_move(position)
        for move in self.game.legal_moves(position) if self.game.returns(position) is None else ():
            after = self.game.play(position, move)
            result, plies = self._table.outcome(after)
            mine = result if self.game.to_move(after) == mover else -result
            found.append((self.game.move_text(position, move), mine, plies + 1 if mine else -1))
        return found

    def _read(self, text: str) -> Any:
        return self.game.parse_position(text, self.game.options(self.options))

    def _squares(self, texts: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, Any]]:
        """Column, row and position of each of these texts that is one; raises the refusal of the first if none is."""
        found, refused = [], None
        for x, y, text in texts:
            try:
                found.append((x, y, self._read(text)))
            except Refusal as refusal:
                refused = refused or refusal
        if not found and refused:
            raise refused
        return found


def _spread(pattern: str) -> Iterator[tuple[int, int, str]]:
    """Column and row of the piece, and the text, for each way to fill a pattern."""
    places = range(MOST_ACROSS)
    others = product(places, places) if "{u}" in pattern else [(0, 0)]
    for v, u in others:
        text = pattern.replace("{u}", str(u)).replace("{v}", str(v))
        for y, x in product(places, places):
            yield x, y, text.replace("{x}", str(x)).replace("{y}", str(y))


@lru_cache(_KEPT)
def table(game_id: str, patterns: tuple[str, ...], options: str) -> Tabled:
    """The table of all positions that follow from those of the patterns; ``options`` is JSON. Raises a refusal, or
    ``TooManyPositions``."""
    return Tabled(registry.game(game_id), patterns, json.loads(options))
