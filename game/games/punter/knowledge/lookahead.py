"""Two punters, many rivers free: alpha-beta over what the networks of both let them expect.

A river is tried the sooner the more it is worth to both together, and only the best few are tried at all. At the
leaves the best of them is taken without looking on: what then may be expected, less a share of what the next is worth,
since the other has it. Positions with the same rivers taken by the same punters are one entry of a table.

Several threads look ahead with one table, and each puts off what another is looking at (Kerrigan's simplified ABDADA,
after Weill, 1996). They write without a lock: an entry carries the exclusive or of its words, so that one of which two
threads wrote a part is none (R. Hyatt and T. Mann, A lockless transposition table, 2002).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter.knowledge.duel import FAR, MOST, fresh_state
from plyground.games.punter.knowledge.network import Network, add_swings, expected, network_of, take
from plyground.games.punter.knowledge.remainder import turns_left
from plyground.games.punter.position import OPTIONS, Position, punters
from plyground.search import running

MOST_SITES = 120
"""On larger maps the networks take the time: at 0.05 s a move, against draws, 62 % of 8 games on ``random-100-1`` (108
sites), 17 % of 6 on ``random-200-1`` (208)."""
DEEPEST = 14
WIDTH, MORE = 14, 2
"""How many rivers are tried at each position: at most, and how many more than plies are left. In 60 games each at 0.012
s a move that has 63 % ± 8 against always 6 on ``grid-6x6`` and 51 % ± 6 on ``random-40-4``, with 3 more 53 and 50;
always 7 had 60 against 10 on ``grid-6x6`` and 54 on ``triangle-4``, 5 against 7 48, 57, and 56 on ``random-40-4``."""
TEMPO = 0.1
"""What the one who moves next gets of the river that is worth most. 0 had 53, 42 and 46 % against it, 0.2 45, 52
and 45 (on ``triangle-4``, ``grid-6x6`` and ``random-40-4``)."""
_SIZE, _CLAIMS = 1 << 16, 1 << 12
_CHECK, _NOTE, _VALUE = range(3)
"""The words of an entry: the key with both others, then the move, the depth and the bound, then the value's bits."""
_MOVE, _DEPTH, _DEEP = 8, 2, 63
"""Where the move and the depth of a note begin, and the bits of the depth; the bound is below."""
_BELOW, _EXACT, _ABOVE = range(3)
_FAR = 1e18
_ALIKE = 1e-3
"""Points by which two moves are not told apart."""


class Room(NamedTuple):
    """What a search needs beside the networks: a table of positions, what threads are looking at (nothing is put there
    where it has no places), the keys of rivers for each punter, and what decides between rivers that are worth the
    same; and for each thread alone the rivers to try at each ply, which of them are put off, and what ``add_swings``
    writes to."""

    table: Any
    claims: Any
    marks: Any
    chance: Any
    order: Any
    waiting: Any
    pairs: Any
    paid: Any
    drops: Any


@dataclass(frozen=True)
class Foreseen:
    """The rivers to be taken by turns, the one to take now first; the lead they promise, how deep was looked, and the
    positions seen; all free rivers, and what each is worth to both together."""

    line: tuple[int, ...]
    value: float
    depth: int
    positions: int
    rivers: Any
    swings: Any


def foresees(position: Position) -> bool:
    """Whether the game is one for this search: of two, without options, on a map that is not too large."""
    return int(punters(position)) == 2 and not position.settings & OPTIONS and len(position.board.mine_at) <= MOST_SITES


class _Thread:
    """One of those that look ahead, how deep it has looked, and what it found there."""

    def __init__(self, network: Network, room: Room, seat: int, deepest: int, state: Any) -> None:
        self._network, self.room, self._seat, self._deepest, self.state = network, room, seat, deepest, state
        self.best = np.full(1, -1, dtype=np.int64)
        self.value, self.depth = 0.0, 0

    def beside(self) -> _Thread:
        """Another one of the same search."""
        own = ("inverse", "free", "swing")
        network = self._network._replace(**{name: getattr(self._network, name).copy() for name in own})
        alone = ("order", "waiting", "pairs", "paid", "drops")
        room = self.room._replace(**{name: np.empty_like(getattr(self.room, name)) for name in alone})
        other = _Thread(network, room, self._seat, self._deepest, fresh_state(None))
        other.depth = self.depth
        return other

    def look(self, depth: int) -> bool:
        """Look so deep; False where that is too deep, or it is stopped. The first time it is done in any case."""
        state = self.state
        if depth > self._deepest or (self.depth and (state[running.STOP] or state[running.NODES] >= state[MOST])):
            return False
        found = float(_search(self._network, self.room, 0, self._seat, depth, -_FAR, _FAR, 1, self.best, state))
        if self.depth and state[running.STOP]:
            return False
        self.value, self.depth = found, depth
        return True

    def follow(self, first: _Thread) -> None:
        """Look at what ``first`` looks at next, if this one is not ahead of it, until stopped."""
        while self.look(max(self.depth, first.depth) + 1):
            pass


def look_ahead(
    position: Position, most: int | None, state: Any, deepest: int | None = None, seed: int = 0, threads: int = 1
) -> Foreseen:
    """Look deeper until ``state`` (of ``fresh_state``) says stop or so many positions were seen, but once at least.

    ``seed`` decides between rivers that are worth the same. Where positions are limited there is one thread; else
    what the first one has found counts, and the positions of all."""
    free = int(np.count_nonzero(position.claimed < 0))
    deepest = min(deepest or DEEPEST, DEEPEST, free, turns_left(position))
    network, helpers = network_of(position, deepest), threads - 1 if most is None else 0
    seat = position.ply % 2
    state[MOST] = FAR if most is None else most
    first = _Thread(network, _room(network, np.random.default_rng(seed), helpers), seat, deepest, state)
    first.look(1)
    swings = network.swing[0].copy()
    others = [first.beside() for _ in range(helpers)]
    with running.beside([partial(each.follow, first) for each in others], [each.state for each in others]):
        while first.look(first.depth + 1):
            if others and running.crowded():
                for each in others:
                    each.state[running.STOP] = 1
    line = tuple(network.rivers[_line(first.room, seat, int(first.best[0]), first.depth)].tolist())
    positions = sum(int(each.state[running.NODES]) for each in [first, *others])
    return Foreseen(line, first.value, first.depth, positions, network.rivers, swings)


def _line(room: Room, seat: int, first: int, most: int) -> list[int]:
    """The rivers that follow by the table, by their places among the free ones."""
    line, key = [first], 1
    while len(line) < most:
        key ^= int(room.marks[seat, line[-1]])
        check, note, value = room.table[key & (len(room.table) - 1)].tolist()
        seat, river = 1 - seat, note >> _MOVE
        if check ^ note ^ value != key or river in line:
            break
        line.append(river)
    return line


def _room(network: Network, draw: np.random.Generator, helpers: int) -> Room:
    plies, mines, rivers = len(network.swing), network.worth.shape[1], len(network.rivers)
    most = network.inverse.shape[2]
    return Room(
        np.zeros((_SIZE, _VALUE + 1), dtype=np.int64),
        np.zeros(_CLAIMS if helpers else 0, dtype=np.int64),
        draw.integers(1, np.iinfo(np.int64).max, (2, rivers)),
        draw.random(rivers) * _ALIKE,
        np.empty((plies, WIDTH), dtype=np.int64),
        np.empty((plies, WIDTH), dtype=np.bool_),
        np.empty((2, mines * most), dtype=np.int64),
        np.empty((2, mines * most)),
        np.empty(most),
    )


@jitable
def _sorted(network: Any, room: Any, ply: Any, tried: Any) -> Any:
    """Write the rivers to try into ``room.order[ply]``, best first, ``tried`` before them; returns how many."""
    order, swing = room.order[ply], network.swing[ply]
    count = 0
    for river in range(len(network.rivers)):
        if not network.free[river]:
            continue
        at = count
        while at > 0 and (river == tried or (swing[order[at - 1]] < swing[river] and order[at - 1] != tried)):
            at -= 1
        if at < WIDTH:
            count = min(count + 1, WIDTH)
            for place in range(count - 1, at, -1):
                order[place] = order[place - 1]
            order[at] = river
    return count


@kernels.compiled
def _search(
    network: Any, room: Any, ply: Any, seat: Any, depth: Any, alpha: Any, beta: Any, key: Any, best: Any, state: Any
) -> Any:
    """Fail-soft alpha-beta with null windows; means nothing once ``state`` says stop."""
    if ply > 0:
        if state[running.NODES] >= state[MOST]:
            state[running.STOP] = 1
        if state[running.STOP] != 0:
            return 0.0
    state[running.NODES] += 1
    entry = room.table[key & (len(room.table) - 1)]
    check, note, bits = entry[_CHECK], entry[_NOTE], entry[_VALUE]
    tried: Any = np.int64(-1)
    if check ^ note ^ bits == key:
        tried = note >> _MOVE
        if ply > 0 and (note >> _DEPTH) & _DEEP >= depth:
            value, bound = np.int64(bits).view(np.float64), note & 3
            if bound == _EXACT or (bound == _BELOW and value <= alpha) or (bound == _ABOVE and value >= beta):
                return value
    network.swing[ply, :] = room.chance
    add_swings(network, ply, 0, room.pairs, room.paid, room.drops)
    add_swings(network, ply, 1, room.pairs, room.paid, room.drops)
    count = _sorted(network, room, ply, tried if depth > 1 else np.int64(-1))
    first = room.order[ply, 0]
    if depth == 1:
        value = expected(network, ply, seat, first, True) - expected(network, ply, 1 - seat, first, False)
        if count > 1:
            value -= TEMPO * network.swing[ply, room.order[ply, 1]]
        if ply == 0:
            best[0] = first
        return value
    found, chosen = -_FAR, first
    count = min(count, depth + MORE)
    waiting = room.waiting[ply]
    for turn in range(2 * count):
        index = turn % count
        if turn >= count and not waiting[index]:
            continue
        river = room.order[ply, index]
        child = key ^ room.marks[seat, river]
        claiming = len(room.claims) > 0 and index > 0 and depth > 2  # what is seen without a search has no entry
        claimed = child & (len(room.claims) - 1)
        waiting[index] = claiming and turn < count and room.claims[claimed] == child
        if waiting[index]:
            continue
        if claiming:
            room.claims[claimed] = child
        network.free[river] = False
        take(network, ply, seat, river, room.drops)
        low = max(alpha, found)
        if index == 0:
            value = -_search(network, room, ply + 1, 1 - seat, depth - 1, -beta, -low, child, best, state)
        else:
            value = -_search(network, room, ply + 1, 1 - seat, depth - 1, -low - _ALIKE, -low, child, best, state)
            if low < value < beta:
                value = -_search(network, room, ply + 1, 1 - seat, depth - 1, -beta, -low, child, best, state)
        network.free[river] = True
        if state[running.STOP] != 0:
            return 0.0
        if claiming:
            room.claims[claimed] = 0
        if value > found + _ALIKE:
            found, chosen = value, river
            if ply == 0:
                best[0] = river
            if found >= beta:
                break
    note = np.int64(chosen) << _MOVE | np.int64(depth) << _DEPTH
    note |= _BELOW if found <= alpha else _ABOVE if found >= beta else _EXACT
    bits = np.float64(found).view(np.int64)
    entry[_CHECK], entry[_NOTE], entry[_VALUE] = key ^ note ^ bits, note, bits
    return found
