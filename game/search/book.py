"""Opening books: what deep searches found of a game's first moves, and how a bot plays from it.

A book is a file ``books/NAME.npz`` in a game's package. It holds positions, by their likeness, with their scores; a
position is open where its worthwhile moves are in the book as well. ``plyground book make`` makes one by self-play
(``plyground.search.book_making``) and writes beside the scores how it came to be.
"""

from __future__ import annotations

import functools
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import registry
from plyground.core.game import Game
from plyground.search.likeness import likeness

FOLDER = "books"
AS_GOOD = 20
"""Moves that are at most this much below the best are played as often as it, in hundredths."""
_LONGEST_LINE = 12


@dataclass
class Book:
    """``scores`` are in the evaluation's hundredths, for whoever is to move in the position of that likeness; ``open``
    are those whose worthwhile moves are in the book too. ``fixed`` are the fields of a position that are the same in
    all of the book and tell one form of a game from another (the size of a board). ``about`` says how it was made."""

    scores: dict[int, int] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)
    fixed: dict[str, int] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)

    def moves(self, game: Game[Any, Any], position: Any) -> list[tuple[Any, int]]:
        """The position's moves that are in the book, the best first, with their scores for whoever is to move."""
        if not self._has(position):
            return []
        mover, found = game.to_move(position), []
        for move in game.legal_moves(position):
            after = game.play(position, move)
            score = self.scores.get(int(likeness(after)))
            if score is not None:
                found.append((move, score if game.to_move(after) == mover else -score))
        return sorted(found, key=lambda each: -each[1])

    def _has(self, position: Any) -> bool:
        if any(getattr(position, name, None) != value for name, value in self.fixed.items()):
            return False
        return int(likeness(position)) in self.open

    def line(self, game: Game[Any, Any], position: Any, move: Any) -> list[str]:
        """The texts of a move and of the best that follows in the book."""
        texts: list[str] = []
        while move is not None and len(texts) < _LONGEST_LINE:
            texts.append(game.move_text(position, move))
            position = game.play(position, move)
            after = self.moves(game, position)
            move = after[0][0] if after else None
        return texts

    def pick(self, game: Game[Any, Any], position: Any, rng: random.Random) -> tuple[Any, int] | None:
        """One of the best moves with its score, or None where the book is at its end."""
        found = self.moves(game, position)
        return rng.choice([each for each in found if each[1] >= found[0][1] - AS_GOOD]) if found else None

    def write(self, path: Path) -> None:
        """Write the book; the same book gives the same bytes."""
        keys = sorted(self.scores)
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            path,
            keys=np.array(keys, dtype=np.uint64),
            scores=np.array([self.scores[key] for key in keys], dtype=np.int16),
            open=np.array([key in self.open for key in keys]),
            about=np.array(json.dumps({"fixed": self.fixed, **self.about}, sort_keys=True)),
        )


def read(path: Path) -> Book:
    """The book of a file."""
    with np.load(path) as file:
        keys = [int(key) for key in file["keys"]]
        about = json.loads(str(file["about"]))
        opened = {key for key, is_open in zip(keys, file["open"], strict=True) if is_open}
        return Book(dict(zip(keys, file["scores"].tolist(), strict=True)), opened, about.pop("fixed"), about)


@functools.cache
def of(game_id: str) -> tuple[Book, ...]:
    """The books of a game's package, one for each form of the game that has one."""
    folder = registry.folder(game_id)
    return tuple(read(path) for path in sorted((folder / FOLDER).glob("*.npz"))) if folder else ()


def find(game: Game[Any, Any], position: Any) -> Book | None:
    """The book in which the position is open; None where there is none, or it is at its end."""
    return next((book for book in of(game.spec.id) if book.moves(game, position)), None)


def told(game: Game[Any, Any], position: Any) -> list[dict[str, Any]]:
    """``move``, ``value`` for whoever is to move, and ``line`` of each move that a book has of a position."""
    found = find(game, position)
    if found is None:
        return []
    return [
        {"move": game.move_text(position, move), "value": score / 100, "line": found.line(game, position, move)}
        for move, score in found.moves(game, position)
    ]
