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


class Making:
    """A book that grows. ``options`` are those of the game that are not as usual; ``nodes`` bounds one search."""

    def __init__(self, game: Game[Any, Any], options: Mapping[str, Any], nodes: int, seed: int = 1) -> None:
        strength = knowledge.of(game).strength
        start = game.initial(game.options(dict(options)))
        if strength is None or not strength.searched or not pvs.fits(game) or game.seats_at(start) != 2:
            raise NoBook(_("The Hare does not search {title}: no book of it can be made.", title=game.spec.title))
        self._game, self._options, self._nodes, self._seed = game, dict(options), nodes, seed
        self._weights = strength.weights()
        self._root = int(likeness(start))
        self._known = {self._root: _Node(start, 0)}
        self._open: set[int] = set()

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
        self._settle()

    def grow(self, positions: int, jobs: int, report: Callable[[int, int], None]) -> None:
        """Open positions until so many are open, or nothing is left; ``report`` hears how many are, and of how many."""
        with keeping.threads(jobs) as pool:
            while len(self._open) < positions:
                keys = self._next(min(AT_ONCE, positions - len(self._open)))
                if not keys:
                    return
                found: list[Future[list[tuple[Any, int]]]] = [pool.submit(self._search, key) for key in keys]
                for key, future in zip(keys, found, strict=True):
                    self._take(key, future.result())
                self._settle()
                report(len(self._open), positions)

    def book(self) -> Book:
        """What has been made so far."""
        fields = [name for name, value in self._known[self._root].position._asdict().items() if isinstance(value, int)]
        values = {name: {getattr(node.position, name) for node in self._known.values()} for name in fields}
        fixed = {name: int(*each) for name, each in values.items() if len(each) == 1}
        scores = {key: node.score for key, node in self._known.items()}
        about = {"options": self._options, "nodes": self._nodes, "seed": self._seed, "positions": len(self._open)}
        commit = checkout.git(Path(__file__).parent, "describe", "--always", "--dirty") or "unknown"
        return Book(scores, set(self._open), fixed, {"game": self._game.spec.id, **about, "commit": commit})

    def _search(self, key: int) -> list[tuple[Any, int]]:
        """The worthwhile moves of a position, with their scores."""
        found = pvs.search(
            self._game,  # type: ignore[arg-type]  # a game with kernels
            self._known[key].position,
            self._weights,
            Limits(nodes=self._nodes),
            best_lines=LINES,
            rng=random.Random(f"{self._seed}:{key}"),
        )
        lines = [(line.moves[0], max(-_HIGHEST, min(_HIGHEST, line.score))) for line in found.lines]
        return [each for each in lines if each[1] >= lines[0][1] - WORTHWHILE]

    def _take(self, key: int, moves: list[tuple[Any, int]]) -> None:
        node = self._known[key]
        self._open.add(key)
        mover = self._game.to_move(node.position)
        for move, score in moves:
            after = self._game.play(node.position, move)
            child = node.moves[move] = int(likeness(after))
            same = self._game.to_move(after) == mover
            self._known.setdefault(child, _Node(after, score if same else -score))

    def _worth(self, node: _Node, child: int) -> int:
        """What a move to this position is worth for whoever makes it."""
        after = self._known[child]
        same = self._game.to_move(after.position) == self._game.to_move(node.position)
        return after.score if same else -after.score

    def _settle(self) -> None:
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

    def _next(self, count: int) -> list[int]:
        """The positions to be opened next."""
        costs, reached = [(0, self._root)], set()
        found: list[int] = []
        while costs and len(found) < count:
            cost, key = heapq.heappop(costs)
            if key in reached:
                continue
            reached.add(key)
            node = self._known[key]
            if key not in self._open:
                if self._game.returns(node.position) is None:
                    found.append(key)
                continue
            for child in node.moves.values():
                heapq.heappush(costs, (cost + A_PLY + node.score - self._worth(node, child), child))
        return found


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
