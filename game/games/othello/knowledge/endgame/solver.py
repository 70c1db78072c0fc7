"""Solves endings: the exact value, every best move and a line of best play, from null-window searches alone.

The most promising move is valued exactly, by widening steps from a guess and then by halving. Each other move is asked
whether it is as good; one that is better is valued exactly in its turn. So nearly all other moves are refuted once, and
what is left over are the best. All searches of one solving share its table. Where many squares are empty, the fast
search, which is selective, is asked first: for the most promising move and for the guess.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import count_ones
from plyground.core.bot import Limits
from plyground.games.othello import kernels as rules
from plyground.games.othello.knowledge import weights
from plyground.games.othello.knowledge.endgame import search
from plyground.games.othello.knowledge.endgame.helpers import Helpers
from plyground.games.othello.knowledge.endgame.table import NODES, Work
from plyground.games.othello.position import PASS, OthelloPosition, board_mask
from plyground.search import running
from plyground.search.pvs import search as pvs

_SHIFT = {8: 0, 6: 9, 4: 18}
"""Smaller boards are moved to the middle of the frame, so that its quadrants are theirs."""
_MOST_BUCKETS = 20
_WIDEST = 64
GUESSED = 16
"""From this many empty squares on the fast search is asked first."""
_LARGE = 16
"""With fewer empty squares one thread is done before another has begun."""
_GUESSED_NODES, _GUESSED_SHARE = 6_000, 1.9
"""How many positions it may analyse with so many empty squares, and how that grows with each square."""


class Stopped(Exception):
    """The limits have ended the search."""


def empties_of(position: OthelloPosition) -> int:
    """How many squares of the position's board are empty."""
    return position.size * position.size - count_ones(position.own) - count_ones(position.other)


def _buckets(empties: int) -> int:
    """The logarithm of the number of buckets that serves an ending of this length."""
    return min(max(empties - 2, 4), _MOST_BUCKETS)


class Solver:
    """One solving: positions in, values out, under one set of limits and with one table.

    Its methods raise ``Stopped`` once the limits have been reached. With ``threads`` the ``helpers`` search what is
    large enough beside the one that calls, for as long as somebody runs them; positions cannot be limited then.
    """

    def __init__(self, size: int, empties: int, state: Any, most_nodes: int | None, threads: int = 1) -> None:
        shift = np.uint64(_SHIFT[size])
        self._shift = shift
        table = weights.load() if size == 8 and empties >= search.JUDGED else None
        self.work = Work(board_mask(size) << shift, _buckets(empties), state, most_nodes, table)
        self._most_nodes = most_nodes
        alone = threads < 2 or most_nodes is not None or empties < _LARGE
        self.helpers = None if alone else Helpers(self.work, threads - 1)

    @property
    def nodes(self) -> int:
        """The positions analysed so far, by all threads."""
        return self.work.nodes + (0 if self.helpers is None else self.helpers.nodes)

    def against(self, position: OthelloPosition, bound: int) -> int:
        """The position's value if it is asked whether it is above ``bound``, which is odd: a bound on that side."""
        own, other = position.own << self._shift, position.other << self._shift
        if self.helpers is not None and empties_of(position) >= search.SHARED:
            value = self.helpers.value_against(own, other, bound)
        else:
            value = int(search.value_against(own, other, bound, self.work.address))
        if self.work.stopped:
            raise Stopped
        return value

    def exact(self, position: OthelloPosition, guess: int, low: int = -_WIDEST, high: int = _WIDEST) -> int:
        """The position's value, which is known to be from ``low`` to ``high``; ``guess`` is even."""
        step = 2
        bound = guess - 1
        while low < high:
            bound = min(max(bound, low + 1), high - 1)
            value = self.against(position, bound)
            if value > bound:
                low = value
                bound = low - 1 + step
            else:
                high = value
                bound = high + 1 - step
            step *= 2
            if low > -_WIDEST and high < _WIDEST:
                bound = (low + high) // 4 * 2 + 1
        return low

    def best(self, position: OthelloPosition, every: bool) -> tuple[int, list[int]]:
        """The value and the best moves in the game's order; with ``every`` false perhaps only one of them."""
        moves = _moves(position)
        if moves == [PASS]:
            return -self.exact(rules.play(position, PASS), 0), moves
        guess = self._guess(position, moves)
        value = 0
        best: list[int] = []
        for move in moves:
            after = rules.play(position, move)
            if not best:
                value, best = -self.exact(after, -guess), [move]
                continue
            bound = value - 1 if every else value + 1
            low = -self.against(after, -bound)
            if low < bound:
                continue
            if low == value:
                low = -self.against(after, -(value + 1))
            if low > value:
                value, best = -self.exact(after, -low, -_WIDEST, -low), [move]
            else:
                best.append(move)
        return value, sorted(best)

    def _guess(self, position: OthelloPosition, moves: list[int]) -> int:
        """Put the moves that look best first; an even guess at the value, 0 where little is at stake."""
        _sort(position, moves)
        empties = empties_of(position)
        if position.size != 8 or empties < GUESSED:
            return 0
        from plyground.games.othello import GAME  # which imports this module

        nodes = int(_GUESSED_NODES * _GUESSED_SHARE ** (empties - GUESSED))
        if self._most_nodes is not None:
            nodes = min(nodes, (self._most_nodes - self.work.nodes) // 4)
        if nodes <= 0:
            return 0
        limits = Limits(nodes=nodes, stopped=lambda: bool(self.work.state[running.STOP]))
        found = pvs.search(GAME, position, weights.load(), limits)
        self.work.words[NODES] += np.uint64(found.nodes)
        moves.sort(key=lambda move: move != found.move)
        return min(max(round(found.lines[0].score / 200) * 2, -_WIDEST), _WIDEST) if found.lines else 0

    def outcome(self, position: OthelloPosition) -> tuple[int, list[int]]:
        """Whether the side to move wins (2, the least that a win can count), draws (0) or loses (-2), and a move that
        does so."""
        moves = _moves(position)
        _sort(position, moves)
        for bound in (1, -1):
            for move in moves:
                if self.against(rules.play(position, move), -bound) < -bound:
                    return bound + 1, [move]
        return -2, moves[:1]

    def line(self, position: OthelloPosition, value: int, first: int) -> list[int]:
        """A line of best play to the end from a position of known value, which begins with ``first``."""
        line = [first]
        position, value = rules.play(position, first), -value
        while moves := _moves(position):
            _sort(position, moves)
            move = next(move for move in moves if self._keeps(rules.play(position, move), value))
            line.append(move)
            position, value = rules.play(position, move), -value
        return line

    def _keeps(self, after: OthelloPosition, value: int) -> bool:
        """Whether the move that leads to ``after`` is worth ``value`` or more to the side that played it."""
        return self.against(after, -(value - 1)) <= -value


def _moves(position: OthelloPosition) -> list[int]:
    moves = np.empty(64, dtype=np.int32)
    listed: list[int] = moves[: rules.legal_moves(position, moves)].tolist()
    return listed


def _sort(position: OthelloPosition, moves: list[int]) -> None:
    """Put the moves that look best first; of those that look alike, the game's order."""
    moves.sort(key=lambda move: -float(kernels.rank(position, move)))
