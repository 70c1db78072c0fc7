"""Opening books for lessons: a small one that grows while the page is made, and what the program's own have.

The small one is made as ``plyground book make`` makes one (``book_making.Growing``), only that plain Minimax finds the
moves, a few plies deep, in plain Python.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.search import book
from plyground.search.book import Book
from plyground.search.book_making import A_PLY, Growing
from plyground.search.likeness import likeness
from plyground.search.teaching.searches import search

MOST_OPENED = 40
MOST_DEEP = 4
_KEPT = 20
_LONGEST = 60


@dataclass
class _Line:
    """A position of the tree that a book is from the start: ``changes`` are its values for whoever moved to it, each
    with the step from which it holds; ``opened`` is the step that opened it, if one did."""

    key: int
    parent: int
    move: str
    view: dict[str, Any]
    changes: list[tuple[int, float]] = field(default_factory=list)
    opened: int | None = None


class Grown(Growing):
    """A small book, for templates: ``steps`` tells how it grew, ``lines`` the tree that it is."""

    def __init__(self, game: Game[Any, Any], options: dict[str, Any], opened: int, depth: int) -> None:
        super().__init__(game, options)
        self.game, self.depth = game, depth
        self._told: list[tuple[int, int, set[int]]] = []
        self._books = [self.book()]
        for _step in range(min(opened, MOST_OPENED)):
            waiting = self.waiting(MOST_OPENED)
            if not waiting:
                break
            cost, key = waiting[0]
            self._told.append((cost, key, {other for least, other in waiting if least == cost}))
            self.take(key, self._found(self.position(key)))
            self.settle()
            self._books.append(self.book())
        self.lines = self._tree()
        self.steps: list[dict[str, Any]] = [
            {
                "cost": cost / 100,
                "opened": next(number for number, line in enumerate(self.lines) if line.key == key),
                "right": [number for number, line in enumerate(self.lines) if line.key in same],
                "value": made.scores[self._root] / 100,
            }
            for (cost, key, same), made in zip(self._told, self._books[1:], strict=True)
        ]

    def value(self, step: int = -1) -> float:
        """What the start is worth for whoever is to move there, after so many steps."""
        return self._books[step].scores[self._root] / 100

    def moves(self, *played: str) -> list[tuple[str, float]]:
        """The moves that the finished book has after these, the best first, each with its value for its mover."""
        return _moves(self.game, self._books[-1], self._after(played))

    def line(self) -> list[str]:
        """The best moves from the start to where the finished book ends."""
        played: list[str] = []
        while found := self.moves(*played):
            played.append(found[0][0])
        return played

    def told(self, *played: str) -> tuple[int, list[tuple[int, float]]]:
        """The step that opened the position after these moves (0: none did), and the values of the last of them for
        whoever made it, each with the step from which it holds."""
        number = 0
        for move in played:
            number = next(at for at, line in enumerate(self.lines) if (line.parent, line.move) == (number, move))
        return self.lines[number].opened or 0, self.lines[number].changes

    def drawn(self, at: int = 0) -> dict[str, Any]:
        """What a page draws, at a step."""
        lines = [
            {
                "parent": line.parent, "move": line.move, "view": line.view, "changes": line.changes,
                "opened": line.opened,
            }
            for line in self.lines
        ]  # fmt: skip
        return {
            "game": self.game.spec.id,
            "options": self._options,
            "at": at,
            "ply": A_PLY / 100,
            "steps": self.steps,
            "lines": lines,
        }

    def _after(self, played: tuple[str, ...]) -> Any:
        start = self.game.initial(self.game.options(self._options))
        return self.game.replay(start, list(played))[-1]

    def _found(self, position: Any) -> list[tuple[Any, int]]:
        """All moves of a position with their scores in hundredths, the best first."""
        plain, mover, found = search("minimax"), self.game.to_move(position), []
        for move in self.game.legal_moves(position):
            after = self.game.play(position, move)
            returns = self.game.returns(after)
            value = returns[mover] if returns is not None else None
            if value is None:
                value = plain.start(self.game, after, {"depth": self.depth - 1}, seat=mover).finish().value or 0
            found.append((move, round(100 * value)))
        return sorted(found, key=lambda each: -each[1])

    def _tree(self) -> list[_Line]:
        """The book as a tree from the start; of moves that are one by symmetry the first stands for all."""
        game, last = self.game, self._books[-1]
        start = self._after(())
        lines = [_Line(self._root, -1, "", game.view(start, None))]
        positions = [start]
        for number, position in enumerate(positions):  # which grows meanwhile
            alike = set()
            for move, _score in last.moves(game, position):
                after = game.play(position, move)
                key = int(likeness(after))
                if key not in alike:
                    alike.add(key)
                    positions.append(after)
                    lines.append(_Line(key, number, game.move_text(position, move), game.view(after, None)))
                    self._follow(lines[-1], game.to_move(after) == game.to_move(position))
        self._follow(lines[0], same=True)
        return lines

    def _follow(self, line: _Line, same: bool) -> None:
        for step, made in enumerate(self._books):
            if line.key in made.scores:
                value = (1 if same else -1) * made.scores[line.key] / 100
                if not line.changes or line.changes[-1][1] != value:
                    line.changes.append((step, value))
            if line.opened is None and line.key in made.open:
                line.opened = step


def _moves(game: Game[Any, Any], made: Book, position: Any) -> list[tuple[str, float]]:
    return [(game.move_text(position, move), score / 100) for move, score in made.moves(game, position)]


@lru_cache(_KEPT)
def grown(game_id: str, options: str, opened: int, depth: int) -> Grown:
    """A book of so many opened positions, each by a search so many plies deep; ``options`` is JSON."""
    return Grown(registry.game(game_id), json.loads(options), opened, min(depth, MOST_DEEP))


def own(game_id: str, position: Any) -> dict[str, Any]:
    """What the program's own books have of a position: ``moves``, each with its text and value; the ``line`` of best
    moves to where the book ends; and what the book says of itself, ``about``: how many ``positions`` are open, the
    ``nodes`` of each search."""
    game = registry.game(game_id)
    found = book.find(game, position)
    if found is None:
        return {"moves": [], "line": [], "about": {}}
    line: list[str] = []
    here = position
    while (best := found.moves(game, here)) and len(line) < _LONGEST:
        line.append(game.move_text(here, best[0][0]))
        here = game.play(here, best[0][0])
    return {"moves": _moves(game, found, position), "line": line, "about": found.about}
