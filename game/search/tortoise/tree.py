"""A game tree that is valued whole by max^n, kept between moves, and walked down by the moves really made.

The source is the tutorial program called the Tortoise: it builds the tree, values each end by what it is worth to every
seat, and lets each mover choose the move that is best for that mover. This is plain Python over the contract and shows
the algorithm; the knowledge of a game may know a faster way. It looks a given number of plies ahead, so that a
search that is stopped still has the answer of the deepest look that it finished.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.core.game import Game

Evaluate = Callable[[Any, int], float]
"""A static score of an unfinished position for a seat."""


class Stopped(Exception):
    """The limits ended in the middle of a look ahead."""


@dataclass(frozen=True)
class Valued:
    """The value of a position for every seat, whether it rests on ends of the game alone, and the line to it."""

    values: tuple[float, ...]
    exact: bool
    line: tuple[Any, ...] = ()


class Node:
    """A position of the tree: its mover, its moves in the order of the tie rule, and the nodes after them (None until
    the node is opened), with its value once that is exact."""

    __slots__ = ("after", "known", "mover", "moves", "position")

    def __init__(self, position: Any) -> None:
        self.position = position
        self.mover = 0
        self.moves: tuple[Any, ...] | None = None
        self.after: tuple[Node, ...] = ()
        self.known: Valued | None = None


class GameTree:
    """The tree below one position of a game; ``nodes`` counts the positions that were opened.

    Of moves that are equally good for the mover it takes the last, or the first, in the order of their texts, numbers
    by their size. Unfinished leaves are worth what ``evaluate`` says. Moves are those that the game counts in perft: in
    a game with passes nobody passes who can do something else.
    """

    def __init__(self, game: Game[Any, Any], position: Any, evaluate: Evaluate, last: bool) -> None:
        self.game, self.evaluate, self.last = game, evaluate, last
        self.seats = range(game.seats_at(position))
        self.root = Node(game.for_counting(position))
        self.nodes = 0

    def walk_down(self, position: Any) -> bool:
        """Make the node of a position that has been reached meanwhile the root; False if the tree has none such."""
        wanted = self.game.for_counting(position)
        queue = deque([(self.root, 0)])
        while queue:
            node, ply = queue.popleft()
            if node.position == wanted:
                self.root = node
                return True
            if ply <= len(self.seats):
                queue.extend((child, ply + 1) for child in node.after)
        return False

    def look(self, plies: int, going_on: Callable[[], bool]) -> Valued:
        """The value of the root when its moves are looked at so many plies deep.

        Raises ``Stopped`` as soon as ``going_on`` says no; what was built and proven until then is kept.
        """
        return self._value(self.root, plies, going_on)

    def best_moves(self, plies: int, going_on: Callable[[], bool]) -> tuple[Any, ...]:
        """All first moves that are as good as the best, the preferred one first, after ``look`` at as many plies."""
        self._open(self.root, going_on)
        mover = self.root.mover
        valued = [self._value(child, plies - 1, going_on).values[mover] for child in self.root.after]
        return tuple(move for move, value in zip(self.root.moves or (), valued, strict=True) if value == max(valued))

    def _open(self, node: Node, going_on: Callable[[], bool]) -> None:
        if node.moves is not None:
            return
        if not going_on():
            raise Stopped
        self.nodes += 1
        returns = self.game.returns(node.position)
        if returns is not None:
            node.known, node.moves = Valued(returns, True), ()
            return
        node.mover = self.game.to_move(node.position)
        moves = self.game.legal_moves(node.position)
        moves.sort(key=lambda move: natural(self.game.move_text(node.position, move)), reverse=self.last)
        node.after = tuple(Node(self.game.play(node.position, move)) for move in moves)
        node.moves = tuple(moves)

    def _value(self, node: Node, plies: int, going_on: Callable[[], bool]) -> Valued:
        """The move that is best for its mover; of equals the one that the tie rule prefers, which comes first."""
        self._open(node, going_on)
        if node.known is not None:
            return node.known
        if plies < 1:
            return Valued(tuple(self.evaluate(node.position, seat) for seat in self.seats), False)
        best: Valued | None = None
        exact = True
        for move, child in zip(node.moves or (), node.after, strict=True):
            found = self._value(child, plies - 1, going_on)
            exact = exact and found.exact
            if best is None or found.values[node.mover] > best.values[node.mover]:
                best = Valued(found.values, found.exact, (move, *found.line))
        assert best is not None
        best = Valued(best.values, exact, best.line)
        if exact:
            node.known = best
        return best


def natural(text: str) -> list[tuple[int, str]]:
    """A text's order with its numbers by their size: 3-5 before 3-12."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split("([0-9]+)", text)]
