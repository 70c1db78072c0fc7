"""Plain minimax and plain alpha-beta over the contract of a game, for trees small enough to be looked at whole.

These are the searches of the textbooks: depth first, each node's moves in the order in which they are listed or by
static value, no deepening and no memory. Values are for one searching seat throughout, which is not always the one to
move, and a side may move several times in a row. Alpha is what the searching side is sure of and changes only at its
own nodes, beta what the other side is sure of and changes only at the other's; both are handed down and neither flows
upwards. The rest of a node's moves is cut when alpha reaches beta.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975), describe the algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from game.core.game import Game

Path = tuple[int, ...]
Evaluate = Callable[[Any, int], float]
"""A static score of an unfinished position for a seat."""
Order = Literal["written", "value"]
"""The order of a node's moves: as the game lists them, or by static value, the best for the mover first."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at the node with this path.

    ``kind`` is ``enter`` (with the bounds handed down), ``leaf`` (its ``value``), ``bound`` (alpha or beta changed),
    ``cut`` (the moves of ``skipped``, by index, are not looked at) or ``leave`` (with the node's value). A bound that
    is not known yet is None.
    """

    kind: Literal["enter", "leaf", "bound", "cut", "leave"]
    path: Path
    alpha: float | None
    beta: float | None
    value: float | None = None
    skipped: tuple[int, ...] = ()


@dataclass
class Plain:
    """What a search found: filled while it is told, ``complete`` once it is done.

    ``value`` is for the searching seat, None if the root has no moves. ``line`` leads to the leaf that it comes from,
    and ``moves`` are the root's moves that were valued, with their values; under alpha-beta those of moves that are not
    the best are bounds. Leaves are nodes where the search stops: ends of the game, or the horizon. ``visited`` holds
    them in the order met, ``skipped`` in the game's order, ``cuts`` the paths of the moves that were cut. ``entered``
    counts nodes, the root included.
    """

    value: float | None = None
    line: Path = ()
    moves: list[tuple[int, float]] = field(default_factory=list)
    visited: list[Path] = field(default_factory=list)
    skipped: list[Path] = field(default_factory=list)
    cuts: list[Path] = field(default_factory=list)
    entered: int = 0
    complete: bool = False


@dataclass(frozen=True)
class _Found:
    value: float
    line: Path


class PlainSearch:
    """One search from one position; iterate over ``tell()``, or call ``run()``, and read ``result``."""

    def __init__(
        self,
        game: Game[Any, Any],
        position: Any,
        evaluate: Evaluate,
        *,
        seat: int = 0,
        cutting: bool = True,
        order: Order = "written",
        depth: int | None = None,
    ) -> None:
        """``seat`` is the searching side; without ``cutting`` this is minimax; ``depth`` is the horizon in plies."""
        self.game, self.position, self.evaluate = game, position, evaluate
        self.seat, self.cutting, self.order, self.depth = seat, cutting, order, depth
        self.result = Plain()

    def run(self, most_nodes: int | None = None) -> Plain:
        """Search to the end, or until ``most_nodes`` nodes were entered: then the value is the best so far."""
        for event in self.tell():
            if event.kind == "enter" and most_nodes is not None and self.result.entered > most_nodes:
                self.result.entered -= 1
                break
        return self.result

    def tell(self) -> Iterator[Event]:
        """Yield each event as it happens."""
        found = yield from self._search(self.position, (), None, None)
        if self.game.legal_moves(self.position):
            self.result.value, self.result.line = found.value, found.line
        self.result.skipped.sort()
        self.result.complete = True

    def leaves(self, position: Any, path: Path) -> Iterator[Path]:
        """The paths of all leaves of this search below a position, in the game's order."""
        moves = self._moves(position, path)
        if not moves:
            yield path
        for index, move in enumerate(moves):
            yield from self.leaves(self.game.play(position, move), (*path, index))

    def _moves(self, position: Any, path: Path) -> list[Any]:
        """The moves that the search looks at: none at a leaf."""
        return [] if self.depth is not None and len(path) >= self.depth else self.game.legal_moves(position)

    def _score(self, position: Any) -> float:
        returns = self.game.returns(position)
        return self.evaluate(position, self.seat) if returns is None else returns[self.seat]

    def _ordered(self, position: Any, moves: list[Any], own: bool) -> list[tuple[int, Any]]:
        """The moves' indices with the positions that they lead to, in the order of the search."""
        after = [(index, self.game.play(position, move)) for index, move in enumerate(moves)]
        if self.order == "value":
            after.sort(key=lambda pair: self._score(pair[1]), reverse=own)
        return after

    def _search(self, position: Any, path: Path, alpha: float | None, beta: float | None) -> Any:
        self.result.entered += 1
        yield Event("enter", path, alpha, beta)
        moves = self._moves(position, path)
        if not moves:
            value = self._score(position)
            self.result.visited.append(path)
            yield Event("leaf", path, alpha, beta, value)
            return _Found(value, path)
        own = self.game.to_move(position) == self.seat
        best: _Found | None = None
        children = self._ordered(position, moves, own)
        for place, (index, child) in enumerate(children):
            found: _Found = yield from self._search(child, (*path, index), alpha, beta)
            if best is None or (found.value > best.value if own else found.value < best.value):
                best = found
            self._note_root_move(path, index, found, best)
            if not self.cutting:
                continue
            if own and (alpha is None or found.value > alpha):
                alpha = found.value
                yield Event("bound", path, alpha, beta)
            elif not own and (beta is None or found.value < beta):
                beta = found.value
                yield Event("bound", path, alpha, beta)
            rest = children[place + 1 :]
            if rest and alpha is not None and beta is not None and alpha >= beta:
                yield self._cut(path, alpha, beta, rest)
                break
        assert best is not None
        yield Event("leave", path, alpha, beta, best.value)
        return best

    def _note_root_move(self, path: Path, index: int, found: _Found, best: _Found) -> None:
        """Keep what is known if the search is stopped later."""
        if not path:
            self.result.moves.append((index, found.value))
            self.result.value, self.result.line = best.value, best.line

    def _cut(self, path: Path, alpha: float, beta: float, rest: list[tuple[int, Any]]) -> Event:
        for index, child in rest:
            self.result.cuts.append((*path, index))
            self.result.skipped += self.leaves(child, (*path, index))
        return Event("cut", path, alpha, beta, skipped=tuple(index for index, _ in rest))


def best_moves(result: Plain, own: bool) -> list[int]:
    """The root's moves with the best value, in the game's order, of a search that cut nothing."""
    if not result.moves:
        return []
    best = (max if own else min)(value for _, value in result.moves)
    return sorted(index for index, value in result.moves if value == best)
