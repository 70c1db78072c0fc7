"""A game whose last rivers are valued exactly: tables kept from move to move, and the search that fits the punters.

``Ending`` holds the tables of one position and answers for every position that grows out of it by moves really made;
passes and routes of several rivers only change how many turns are left. Nobody passes in the search.
"""

from __future__ import annotations

import math
import weakref
from collections import deque
from typing import Any

import numpy as np

from plyground.games.punter.knowledge import duel, many
from plyground.games.punter.knowledge.remainder import Remainder, remainder_of, turns_left
from plyground.games.punter.position import OPTIONS, Position, punters
from plyground.search import running

_FEWEST_BITS, _KEPT_BITS, _MOST_BITS = 12, 20, 22
"""The sizes of tables of positions, as powers of two: the smallest, the largest that is kept between moves, any."""


MOST_KEPT = 8
"""Endings of so many games may keep their tables in one process; the oldest gives its room to a new one."""
_kept: deque[weakref.ref[Ending]] = deque()


class Stopped(Exception):
    """The search was told to stop."""


class Ending:
    """The tables of a position with few free rivers; ``rivers`` are bits of sets, in the order of their ends."""

    def __init__(self, position: Position, last: bool, state: Any, keeping: bool = True) -> None:
        """Make the tables; ``last`` is the tie rule. ``state`` is the shared array of the search. Tables that are not
        to be kept between moves may be larger."""
        self.last, self.state = last, state
        self.rest: Remainder = remainder_of(position, state)
        self._check()
        self.seats = int(punters(position))
        self.fits = duel.fits(self.rest) if self.seats == 2 else many.fits(self.rest)
        self.sets: tuple[int, ...] = (0,) * self.seats
        self.mover = position.ply % self.seats
        self.left = self.rest.turns_left(self.rest.all)
        self._horizon: int | None = None
        self._released = False
        most = _KEPT_BITS if keeping else _MOST_BITS
        if self.seats == 2:
            self._table: Any = duel.fresh_table(min(max(2 * self.rest.count - 10, _FEWEST_BITS), most))
            self._shifts = duel.shifts_of(self.rest)
        else:
            bits = int(self.rest.count * math.log2(self.seats + 1)) - 2
            self._table = many.fresh_vectors(min(max(bits, _FEWEST_BITS), most), self.seats)
            self._codes, self._shifts = many.key_parts(self.rest)

    def walk_down(self, position: Position, last: bool, state: Any) -> bool:
        """Go to a position that grew out of the one of the tables; False if it did not, or they do not fit it."""
        if self._released:
            return False
        start = self.rest.start
        if start.board.key != position.board.key or start.settings != position.settings or last != self.last:
            return False
        if position.settings & OPTIONS or not np.array_equal(start.bets, position.bets):
            return False
        taken = start.claimed >= 0
        if not np.array_equal(start.claimed[taken], position.claimed[taken]):
            return False
        sets = [0] * self.seats
        for bit, river in enumerate(self.rest.rivers.tolist()):
            at = int(position.claimed[river])
            if at >= 0:
                sets[at % self.seats] |= 1 << bit
        self.sets, self.state = tuple(sets), state
        self.mover = position.ply % self.seats
        self.left = min(self.free.bit_count(), turns_left(position))
        return True

    def keep(self) -> None:
        """Be one of those that keep their tables; the oldest of too many lets them go."""
        _kept.append(weakref.ref(self))
        while len(_kept) > MOST_KEPT:
            oldest = _kept.popleft()()
            if oldest is not None:
                oldest._released, oldest._table = True, None
                del oldest.rest

    @property
    def free(self) -> int:
        """The set of the rivers that are free."""
        taken = 0
        for each in self.sets:
            taken |= each
        return self.rest.all & ~taken

    def moves(self, free: int) -> list[int]:
        """The bits that may be taken, the preferred of equals first."""
        found = [bit for bit in range(self.rest.count) if free >> bit & 1 and not int(self.rest.earlier[bit]) & free]
        return found[::-1] if self.last else found

    def best(self, turns: int, every: bool) -> tuple[tuple[int, ...], list[int]]:
        """The leads after so many turns, and the best first moves as bits: one, by the tie rule, or all of them.

        Raises ``Stopped``.
        """
        self._prepare(turns)
        return self._best(self.sets, self.mover, turns, every, 0)

    def line(self, bit: int, leads: tuple[int, ...], turns: int) -> list[int]:
        """The moves that follow, ``bit`` first; ends early when the search is told to stop."""
        found = [bit]
        sets, mover = self._after(self.sets, self.mover, bit), (self.mover + 1) % self.seats
        try:
            while len(found) < turns:
                guess = leads[mover] if self.seats == 2 else 0
                _, best = self._best(sets, mover, turns - len(found), False, guess)
                found.append(best[0])
                sets, mover = self._after(sets, mover, best[0]), (mover + 1) % self.seats
        except Stopped:
            pass
        return found

    def _prepare(self, turns: int) -> None:
        """Positions of the table are valued for one horizon: forget them for another."""
        horizon = self.free.bit_count() - turns
        if horizon != self._horizon:
            self._table.keys[:] = 0
            self._horizon = horizon

    def _after(self, sets: tuple[int, ...], mover: int, bit: int) -> tuple[int, ...]:
        return tuple(each | 1 << bit if seat == mover else each for seat, each in enumerate(sets))

    def _best(
        self, sets: tuple[int, ...], mover: int, turns: int, every: bool, guess: int
    ) -> tuple[tuple[int, ...], list[int]]:
        free = self.rest.all
        for each in sets:
            free &= ~each
        if self.seats == 2:
            return self._best_of_two(sets, mover, turns, every, guess, self.moves(free))
        if not every:
            leads, bit = self._leads(sets, mover, turns)
            return leads, [bit]
        valued = []
        for bit in self.moves(free):
            leads, _ = self._leads(self._after(sets, mover, bit), (mover + 1) % self.seats, turns - 1)
            valued.append((leads, bit))
        highest = max(leads[mover] for leads, _ in valued)
        best = [(leads, bit) for leads, bit in valued if leads[mover] == highest]
        return best[0][0], [bit for _, bit in best]

    def _best_of_two(
        self, sets: tuple[int, ...], mover: int, turns: int, every: bool, guess: int, moves: list[int]
    ) -> tuple[tuple[int, ...], list[int]]:
        """Zero windows close in on the value; then each move is asked whether it reaches it."""
        low, high, value = -duel.FAR, duel.FAR, guess
        while low < high:
            beta = max(value, low + 1)
            value = self._window(sets, mover, turns, beta - 1, beta)
            low, high = (low, value) if value < beta else (value, high)
        best = []
        for bit in moves:
            after = self._after(sets, mover, bit)
            if self._window(after, 1 - mover, turns - 1, -value, -value + 1) <= -value:
                best.append(bit)
                if not every:
                    break
        return (value, -value) if mover == 0 else (-value, value), best

    def _window(self, sets: tuple[int, ...], mover: int, turns: int, alpha: int, beta: int) -> int:
        table = self._table
        value = duel.value_of(
            mover, sets[mover], sets[1 - mover], turns, alpha, beta, self.rest.all, self.rest.scores, self.rest.parts,
            self._shifts, self.rest.earlier, table.keys, table.lows, table.highs, table.moves, self.state,
        )  # fmt: skip
        self._check()
        return int(value)

    def _leads(self, sets: tuple[int, ...], mover: int, turns: int) -> tuple[tuple[int, ...], int]:
        answer = np.zeros(self.seats + 1, dtype=np.int64)
        many.leads_of(
            mover, np.array(sets, dtype=np.int64), turns, self.rest.all, self.last, self.rest.scores, self.rest.parts,
            self._codes, self._shifts, self.rest.earlier, self._table.keys, self._table.leads, answer, self.state,
        )  # fmt: skip
        self._check()
        return tuple(answer[:-1].tolist()), int(answer[-1])

    def _check(self) -> None:
        if self.state[running.STOP] != 0:
            raise Stopped


def horizons(turns: int, most: int | None) -> list[int]:
    """How far to look, one search after another: the last is to the end unless ``most`` turns are less."""
    furthest = turns if most is None else min(turns, most)
    return [each for each in (2, 4, 6) if each < furthest and each <= turns - 5] + [furthest]
