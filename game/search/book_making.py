"""Makes opening books by deep searches: the moves that may be played are looked at as far as they are worthwhile.

A position is opened by one search that finds its best lines; each move that is not far behind the best comes into the
book with its score. Which position is opened next: the one that costs the players least to come to, where a move
costs a little for its depth and as much more as it is behind the best (drop-out expansion, T. R. Lincke, "Strategies
for the automatic construction of opening books", 2000). What was found goes back to the root: a position is worth
what its best move is.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.core import checkout, knowledge
from plyground.core.bot import Limits
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.search import book
from plyground.search.book import Book
from plyground.search.learning import keeping
from plyground.search.likeness import likeness
from plyground.search.pvs import search as pvs

LINES = 5
"""How many moves of a position come into the book at most."""
WORTHWHILE = 400
"""Moves that are further behind the best, in hundredths, stay outside."""
A_PLY = 25
"""What a ply costs, in hundredths of what a move behind the best costs."""
AT_ONCE = 16
"""Positions that are opened before the next are chosen: the same on any number of threads."""
_HIGHEST = 30_000


class NoBook(Refusal):
    """No book of this game can be made."""


@dataclass
class _Node:
    position: Any
    score: int
    moves: dict[Any, int] = field(default_factory=dict)


class Growing:
    """A book that grows, whatever finds the moves of a position. ``options`` are those of the game that are not as
    usual."""

    def __init__(self, game: Game[Any, Any], options: Mapping[str, Any]) -> None:
        start = game.initial(game.options(dict(options)))
        self._game, self._options = game, dict(options)
        self._root = int(likeness(start))
        self._known = {self._root: _Node(start, 0)}
        self._open: set[int] = set()

    def position(self, key: int) -> Any:
        """The position with this key."""
        return self._known[key].position

    def waiting(self, count: int) -> list[tuple[int, int]]:
        """The positions to be opened next, each with what it costs to come to and its key, the cheapest first."""
        costs, reached = [(0, self._root)], set()
        found: list[tuple[int, int]] = []
        while costs and len(found) < count:
            cost, key = heapq.heappop(costs)
            if key in reached:
                continue
            reached.add(key)
            node = self._known[key]
            if key not in self._open:
                if self._game.returns(node.position) is None:
                    found.append((cost, key))
                continue
            for child in node.moves.values():
                heapq.heappush(costs, (cost + A_PLY + node.score - self._worth(node, child), child))
        return found

    def take(self, key: int, moves: list[tuple[Any, int]]) -> None:
        """Open a position: all its moves with their scores, the best first, of which the worthwhile come in."""
        node = self._known[key]
        self._open.add(key)
        mover = self._game.to_move(node.position)
        scores = [max(-_HIGHEST, min(_HIGHEST, score)) for _move, score in moves[:LINES]]
        for (move, _score), score in zip(moves, scores, strict=False):
            if score < scores[0] - WORTHWHILE:
                break
            after = self._game.play(node.position, move)
            child = node.moves[move] = int(likeness(after))
            same = self._game.to_move(after) == mover
            self._known.setdefault(child, _Node(after, score if same else -score))

    def settle(self) -> None:
        """Give each open position the score of its best move, until nothing changes (a game may go in circles)."""
        for _sweep in range(100):
            changed = False
            for key in self._open:
                node = self._known[key]
                best = max((self._worth(node, child) for child in node.moves.values()), default=node.score)
                changed |= best != node.score
                node.score = best
            if not changed:
                return

    def book(self) -> Book:
        """What has been made so far."""
        return Book({key: node.score for key, node in self._known.items()}, set(self._open))

    def _worth(self, node: _Node, child: int) -> int:
        """What a move to this position is worth for whoever makes it."""
        after = self._known[child]
        same = self._game.to_move(after.position) == self._game.to_move(node.position)
        return after.score if same else -after.score


class Making(Growing):
    """A book that grows by the fast search; ``nodes`` bounds one search."""

    def __init__(self, game: Game[Any, Any], options: Mapping[str, Any], nodes: int, seed: int = 1) -> None:
        super().__init__(game, options)
        start = self._known[self._root].position
        strength = knowledge.of(game).strength
        if strength is None or not strength.searched or not pvs.fits(game) or game.seats_at(start) != 2:
            raise NoBook(_("The Hare does not search {title}: no book of it can be made.", title=game.spec.title))
        self._nodes, self._seed = nodes, seed
        self._weights = strength.weights()

    def resume(self, kept: Book) -> None:
        """Take over what a book has."""
        waiting = [self._root]
        while waiting:
            key = waiting.pop()
            node = self._known[key]
            if key in kept.open and key not in self._open:
                self._open.add(key)
                for move, _score in kept.moves(self._game, node.position):
                    after = self._game.play(node.position, move)
                    child = int(likeness(after))
                    node.moves[move] = child
                    self._known.setdefault(child, _Node(after, kept.scores[child]))
                    waiting.append(child)
        self.settle()

    def grow(self, positions: int, jobs: int, report: Callable[[int, int], None]) -> None:
        """Open positions until so many are open, or nothing is left; ``report`` hears how many are, and of how many."""
        with keeping.threads(jobs) as pool:
            while len(self._open) < positions:
                keys = [key for _cost, key in self.waiting(min(AT_ONCE, positions - len(self._open)))]
                if not keys:
                    return
                found: list[Future[list[tuple[Any, int]]]] = [pool.submit(self._search, key) for key in keys]
                for key, future in zip(keys, found, strict=True):
                    self.take(key, future.result())
                self.settle()
                report(len(self._open), positions)

    def book(self) -> Book:
        """What has been made so far, with what tells one form of the game from another and how it was made."""
        made = super().book()
        fields = [name for name, value in self._known[self._root].position._asdict().items() if isinstance(value, int)]
        values = {name: {getattr(node.position, name) for node in self._known.values()} for name in fields}
        fixed = {name: int(*each) for name, each in values.items() if len(each) == 1}
        about = {"options": self._options, "nodes": self._nodes, "seed": self._seed, "positions": len(self._open)}
        commit = checkout.git(Path(__file__).parent, "describe", "--always", "--dirty") or "unknown"
        return Book(made.scores, made.open, fixed, {"game": self._game.spec.id, **about, "commit": commit})

    def _search(self, key: int) -> list[tuple[Any, int]]:
        """The best moves of a position, with their scores."""
        found = pvs.search(
            self._game,  # type: ignore[arg-type]  # a game with kernels
            self._known[key].position,
            self._weights,
            Limits(nodes=self._nodes),
            best_lines=LINES,
            rng=random.Random(f"{self._seed}:{key}"),
        )
        return [(line.moves[0], line.score) for line in found.lines]


def named(game_id: str, options: Mapping[str, Any]) -> str:
    """The name of the file of a book of a game with these options (those that are not as usual)."""
    return ",".join(f"{name}={value}" for name, value in sorted(options.items())) or game_id


def make(
    game: Game[Any, Any],
    options: Mapping[str, Any],
    positions: int,
    nodes: int,
    seed: int,
    jobs: int,
    path: Path,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Book:
    """A book with so many open positions in the file ``path``; one that is there already is gone on with."""
    making = Making(game, options, nodes, seed)
    if path.exists():
        making.resume(book.read(path))
    try:
        making.grow(positions, jobs, report)
    finally:
        made = making.book()
        made.write(path)
    return made
