"""Tree search that is guided by an order of moves and an evaluation, instead of random games (PUCT), compiled.

Each iteration walks down the tree, always to the move with the highest bound for whoever chooses there: its mean, and
on top of it more, the better the move looks at first sight and the less often it was visited. The walk ends at a move
that was never visited: the position after it is appraised, between -1 and 1, and the result counts in every node on the
way. A position gets its moves when it is visited the second time. Ends of the game, and wins known at sight, are proven
and passed up, so that a won game is won.

Rosin, "Multi-armed bandits with episode context" (2011), gave the rule; Silver et al., "Mastering the game of Go
without human knowledge" (2017), its present form; Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver"
(2008), the proofs. The order and the evaluation are those of ``plyground.search.pvs.contract``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels
from plyground.core.bot import Limits
from plyground.core.game import Game, KernelGame
from plyground.search import running
from plyground.search.pvs import contract
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import UNKNOWN

UNPROVEN, WON, LOST, DRAWN = 0, 1, 2, 3
"""What is proven of a move, for whoever makes it."""
SCALE = 500
"""So many hundredths of the evaluation's unit are worth about 0.46 between -1 and 1 (chances of 73 in 100)."""
FIRST_PLAY = 0.2
"""So much lower than its parent's mean a move is taken for that was never visited."""

MOST_PLIES = 256
_MOST_EDGES = 1 << 22
_FIRST_EDGES = 1 << 14
_FULL, _DONE = 1, 0


def fits(game: Game[Any, Any]) -> bool:
    """Whether the search can play the game: two sides, and positions that the fast search can score."""
    return game.spec.two_sided and pvs.fits(game)


@kernels.jitable
def appraised(position: Any, weights: Any, scale: Any) -> Any:
    """The worth of a position for the seat to move, between -1 and 1, and what is proven of it for that seat."""
    if kernels.outcome(position, kernels.to_move(position)) != kernels.ONGOING:
        score = np.int64(contract.final(position))
        proven = DRAWN if score == 0 else WON if score > 0 else LOST
    else:
        score = np.int64(contract.known(position, weights))
        proven = UNPROVEN if score == UNKNOWN else DRAWN if score == 0 else WON if score > 0 else LOST
        if score == UNKNOWN:
            score = np.int64(contract.static(position, weights))
    if proven == UNPROVEN:
        return math.tanh(score / (2.0 * scale)), np.int64(proven)
    return (0.0 if proven == DRAWN else 1.0 if proven == WON else -1.0), np.int64(proven)


@kernels.jitable
def ordered(position: Any, weights: Any, moves: Any, rates: Any, priors: Any) -> Any:
    """Write the legal moves, their rates and their shares of attention, which add up to 1, the best looking first; how
    many. A move's share goes with the inverse of its place; moves that look alike share theirs."""
    count = kernels.legal_moves(position, moves)
    contract.prior(position, moves, count, rates, weights)
    total = 0.0
    for listed in range(count):
        move, rate, place = moves[listed], rates[listed], listed
        while place > 0 and rates[place - 1] < rate:
            moves[place], rates[place] = moves[place - 1], rates[place - 1]
            place -= 1
        moves[place], rates[place] = move, rate
        total += 1.0 / (listed + 1)
    first = 0
    while first < count:
        last, share = first, 0.0
        while last < count and rates[last] == rates[first]:
            share += 1.0 / (last + 1)
            last += 1
        for place in range(first, last):
            priors[place] = share / ((last - first) * total)
        first = last
    return count


@kernels.jitable
def bound(mean: Any, prior: Any, visits: Any, parent: Any, curiosity: Any) -> Any:
    """The bound of a move with these visits, of its parent's."""
    return mean + curiosity * prior * math.sqrt(parent) / (1 + visits)


@kernels.compiled
def _look(position: Any, weights: Any, scale: Any, moves: Any, rates: Any, priors: Any) -> Any:
    worth, proven = appraised(position, weights, scale)
    count = np.int64(0)
    if kernels.outcome(position, kernels.to_move(position)) == kernels.ONGOING:
        count = np.int64(ordered(position, weights, moves, rates, priors))
    return worth, proven, count


def look(position: Any, weights: Any, scale: int, most_moves: int) -> tuple[float, int, list[int], list[float]]:
    """What the search sees of a position at first sight: its worth for the mover, what is proven, its moves with the
    best looking first, and their shares of attention."""
    moves, rates = np.empty(most_moves, dtype=np.int32), np.empty(most_moves, dtype=np.int32)
    priors = np.empty(most_moves, dtype=np.float64)
    function = _look if compiled_calls.compiled_in_use() else _look.py_func  # type: ignore[attr-defined]
    worth, proven, count = function(position, weights, scale, moves, rates, priors)
    return float(worth), int(proven), moves[:count].tolist(), priors[:count].tolist()


FIRST, COUNT, MOVER = range(3)
"""Columns of a node: its first edge, how many it has, and the seat to move."""
MOVE, VISITS, CHILD, PROVEN = range(4)
"""Columns of an edge: its move, visits, node (-1 before the second visit), and what is proven of it for its mover."""
PRIOR, TOTAL, WORTH = range(3)
"""Numbers of an edge: its share of attention, the sum of its results for its mover, and what its position was worth at
first sight for the seat to move there."""
ITERATIONS, NODES, EDGES = range(running.SHARED, running.SHARED + 3)


@kernels.jitable
def _expand(
    position: Any, weights: Any, nodes: Any, edges: Any, numbers: Any, state: Any, moves: Any, rates: Any, priors: Any
) -> Any:
    """Make a node of a position; its number, or -1 where there is no room for its edges."""
    count = ordered(position, weights, moves, rates, priors)
    node, first = state[NODES], state[EDGES]
    if first + count > len(edges):
        return np.int64(-1)
    nodes[node, FIRST], nodes[node, COUNT], nodes[node, MOVER] = first, count, kernels.to_move(position)
    for place in range(count):
        edges[first + place, MOVE] = moves[place]
        edges[first + place, VISITS] = 0
        edges[first + place, CHILD] = -1
        edges[first + place, PROVEN] = UNPROVEN
        numbers[first + place, PRIOR] = priors[place]
        numbers[first + place, TOTAL] = 0.0
        numbers[first + place, WORTH] = 0.0
    state[NODES] += 1
    state[EDGES] += count
    return np.int64(node)


@kernels.jitable
def _chosen(node: Any, worth: Any, nodes: Any, edges: Any, numbers: Any, curiosity: Any) -> Any:
    """The edge with the highest bound among those that are not lost, the first among equals.

    The moves that were visited come first, since of the others the best looking always has the highest bound.
    """
    first = nodes[node, FIRST]
    last = first + nodes[node, COUNT]
    visits, total, seen = 1, worth, first
    while seen < last and edges[seen, VISITS] > 0:
        visits += edges[seen, VISITS]
        total += numbers[seen, TOTAL]
        seen += 1
    best, highest = np.int64(-1), -1e9
    for edge in range(first, min(seen + 1, last)):
        if edges[edge, PROVEN] == LOST:
            continue
        mean = numbers[edge, TOTAL] / edges[edge, VISITS] if edge < seen else total / visits - FIRST_PLAY
        here = bound(mean, numbers[edge, PRIOR], edges[edge, VISITS], visits, curiosity)
        if here > highest:
            best, highest = np.int64(edge), here
    return best


@kernels.jitable
def _settled(node: Any, nodes: Any, edges: Any) -> Any:
    """What is proven of a node for its mover: won by one move, or known of all of them."""
    first = nodes[node, FIRST]
    found = LOST
    for edge in range(first + nodes[node, COUNT] - 1, first - 1, -1):
        proven = edges[edge, PROVEN]
        if proven == WON:
            return np.int64(WON)
        if proven == UNPROVEN:
            found = UNPROVEN
        elif proven == DRAWN and found == LOST:
            found = DRAWN
    return np.int64(found)


@kernels.jitable
def turned(proven: Any) -> Any:
    """What is proven, for the other side."""
    return LOST if proven == WON else WON if proven == LOST else proven


@kernels.compiled
def _grow(
    root: Any, worth: Any, iterations: Any, deepest: Any, curiosity: Any, scale: Any, weights: Any, nodes: Any,
    edges: Any, numbers: Any, way: Any, state: Any, moves: Any, rates: Any, priors: Any,
) -> Any:  # fmt: skip
    """Grow the tree until so many iterations were made, the root is settled, it was stopped, or there is no room."""
    if state[NODES] == 0 and _expand(root, weights, nodes, edges, numbers, state, moves, rates, priors) < 0:
        return _FULL
    open_root = _settled(0, nodes, edges) == UNPROVEN
    while open_root and state[ITERATIONS] < iterations and state[running.STOP] == 0:
        here, node, length, seen = root, np.int64(0), 0, worth
        while True:
            edge = _chosen(node, seen, nodes, edges, numbers, curiosity)
            way[length, 0], way[length, 1] = node, edge
            length += 1
            here = kernels.play(here, edges[edge, MOVE])
            same = kernels.to_move(here) == nodes[node, MOVER]
            if edges[edge, PROVEN] != UNPROVEN:
                result = 0.0 if edges[edge, PROVEN] == DRAWN else 1.0
                break
            if edges[edge, VISITS] == 0 or length == deepest:
                seen, proven = appraised(here, weights, scale)
                numbers[edge, WORTH] = seen
                edges[edge, PROVEN] = proven if same else turned(proven)
                result = seen if same else -seen
                state[running.NODES] += 1
                break
            seen = numbers[edge, WORTH]
            if edges[edge, CHILD] < 0:
                child = _expand(here, weights, nodes, edges, numbers, state, moves, rates, priors)
                if child < 0:
                    return _FULL
                edges[edge, CHILD] = child
            node = np.int64(edges[edge, CHILD])
        if length > state[running.DEEPEST]:
            state[running.DEEPEST] = length
        state[ITERATIONS] += 1
        mover, certain = nodes[way[length - 1, 0], MOVER], True
        for step in range(length - 1, -1, -1):
            node, edge = np.int64(way[step, 0]), np.int64(way[step, 1])
            edges[edge, VISITS] += 1
            numbers[edge, TOTAL] += result if nodes[node, MOVER] == mover else -result
            certain = certain and edges[edge, PROVEN] != UNPROVEN
            if certain:
                known = _settled(node, nodes, edges)
                if step > 0 and known != UNPROVEN:
                    same = nodes[way[step - 1, 0], MOVER] == nodes[node, MOVER]
                    edges[way[step - 1, 1], PROVEN] = known if same else turned(known)
                open_root = step > 0 or known == UNPROVEN
    return _DONE


@dataclass(frozen=True)
class Walked:
    """A root move: its visits, its mean for the seat to move, what is proven of it, and the line that follows."""

    move: int
    visits: int
    mean: float
    proven: int
    line: tuple[int, ...]


@dataclass(frozen=True)
class Found:
    """What a search has found: the root's visited moves with the chosen one first, the positions that were appraised,
    and the deepest ply."""

    moves: tuple[Walked, ...]
    nodes: int
    deepest: int


def search(
    game: KernelGame[Any],
    position: Any,
    weights: Any,
    iterations: int,
    curiosity: float,
    limits: Limits | None = None,
    report: Callable[[Found], None] | None = None,
    scale: int = SCALE,
) -> Found:
    """Grow a tree of an unfinished position by so many iterations, or until ``limits`` end or a move is proven to win.
    ``curiosity`` is how much a bound gives to moves that look good or were visited seldom.

    ``report`` gets what is found so far, about four times a second. The same question has the same answer.
    """
    watched = (limits or Limits()).started()
    tree = _Tree(game, position, weights, curiosity, scale)
    tree.deepest = min(watched.depth or MOST_PLIES, MOST_PLIES)
    most = min(iterations, watched.nodes or iterations)
    running.run(lambda: tree.grow(most), tree.state, watched, None if report is None else lambda: report(tree.found()))
    return tree.found()


class _Tree:
    """The arrays of one search, which grow with it."""

    def __init__(self, game: KernelGame[Any], position: Any, weights: Any, curiosity: float, scale: int) -> None:
        self.position, self.weights, self.curiosity, self.scale = position, weights, curiosity, scale
        most = game.spec.most_moves
        self.deepest = MOST_PLIES
        self.moves, self.rates = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.int32)
        self.priors = np.empty(most, dtype=np.float64)
        self.state = np.zeros(running.SHARED + 3, dtype=np.int64)
        self.edges = np.zeros((max(_FIRST_EDGES, most), 4), dtype=np.int32)
        self.nodes = np.zeros((len(self.edges), 3), dtype=np.int32)
        self.numbers = np.zeros((len(self.edges), 3), dtype=np.float64)
        self.way = np.zeros((MOST_PLIES, 2), dtype=np.int32)
        self.worth = look(position, weights, scale, most)[0]

    def grow(self, iterations: int) -> None:
        """Grow to so many iterations; where there is no room, twice as much is made, up to a limit."""
        while (
            _grow(
                self.position, self.worth, iterations, self.deepest, self.curiosity, self.scale, self.weights,
                self.nodes, self.edges, self.numbers, self.way, self.state, self.moves, self.rates, self.priors,
            ) == _FULL and len(self.edges) < _MOST_EDGES
        ):  # fmt: skip
            self.nodes, self.edges, self.numbers = (
                np.concatenate([array, np.zeros_like(array)]) for array in (self.nodes, self.edges, self.numbers)
            )

    def found(self) -> Found:
        """What is known now."""
        nodes, edges = self.nodes, self.edges
        walked = []
        if self.state[NODES]:
            first = int(nodes[0, FIRST])
            seen = [edge for edge in range(first, first + int(nodes[0, COUNT])) if edges[edge, VISITS]]
            walked = [self._walked(edge) for edge in sorted(seen, key=self._worth, reverse=True)]
        return Found(tuple(walked), int(self.state[running.NODES]), int(self.state[running.DEEPEST]))

    def _worth(self, edge: int) -> tuple[int, int, float]:
        """What the choice goes by: a won move before all, a lost one after all, then visits, then the mean."""
        proven, visits = int(self.edges[edge, PROVEN]), int(self.edges[edge, VISITS])
        return (int(proven == WON) - int(proven == LOST), visits, float(self.numbers[edge, TOTAL]))

    def _walked(self, edge: int) -> Walked:
        line, here = [], edge
        while True:
            line.append(int(self.edges[here, MOVE]))
            node = int(self.edges[here, CHILD])
            if node < 0 or len(line) == MOST_PLIES:
                break
            first = int(self.nodes[node, FIRST])
            seen = [each for each in range(first, first + int(self.nodes[node, COUNT])) if self.edges[each, VISITS]]
            if not seen:
                break
            here = max(seen, key=self._worth)
        visits = int(self.edges[edge, VISITS])
        proven = int(self.edges[edge, PROVEN])
        mean = {WON: 1.0, LOST: -1.0, DRAWN: 0.0}.get(proven, float(self.numbers[edge, TOTAL]) / visits)
        return Walked(int(self.edges[edge, MOVE]), visits, mean, proven, tuple(line))
