"""Two punters, many rivers free: alpha-beta over what the networks of both let them expect.

A river is tried the sooner the more it is worth to both together, and only the best few are tried at all. At the
leaves the best of them is taken without looking on: what then may be expected, less a share of what the next is worth,
since the other has it. Positions with the same rivers taken by the same punters are one entry of a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter.knowledge.duel import FAR, MOST
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
_BITS = 16
_BELOW, _EXACT, _ABOVE = range(3)
_FAR = 1e18
_ALIKE = 1e-3
"""Points by which two moves are not told apart."""


class Room(NamedTuple):
    """What a search needs beside the networks: a table of positions with their keys, depths, values, bounds and moves,
    the keys of rivers for each punter, what decides between rivers that are worth the same, the rivers to try at each
    ply, and what ``add_swings`` writes to."""

    keys: Any
    depths: Any
    values: Any
    bounds: Any
    moves: Any
    marks: Any
    chance: Any
    order: Any
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


def look_ahead(position: Position, most: int | None, state: Any, deepest: int | None = None, seed: int = 0) -> Foreseen:
    """Look deeper until ``state`` (of ``fresh_state``) says stop or so many positions were seen, but once at least.

    ``seed`` decides between rivers that are worth the same."""
    free = int(np.count_nonzero(position.claimed < 0))
    deepest = min(deepest or DEEPEST, DEEPEST, free, turns_left(position))
    network = network_of(position, deepest)
    room = _room(network, np.random.default_rng(seed))
    best = np.full(1, -1, dtype=np.int64)
    state[MOST] = FAR if most is None else most

    def looked(depth: int) -> float:
        return float(_search(network, room, 0, position.ply % 2, depth, -_FAR, _FAR, 1, best, state))

    value, reached = looked(1), 1
    swings = network.swing[0].copy()
    while reached < deepest and state[running.STOP] == 0 and state[running.NODES] < state[MOST]:
        deeper = looked(reached + 1)
        if state[running.STOP] == 0:
            value, reached = deeper, reached + 1
    line = tuple(network.rivers[_line(room, position.ply % 2, int(best[0]), reached)].tolist())
    return Foreseen(line, value, reached, int(state[running.NODES]), network.rivers, swings)


def _line(room: Room, seat: int, first: int, most: int) -> list[int]:
    """The rivers that follow by the table, by their places among the free ones."""
    line, key = [first], 1
    while len(line) < most:
        key ^= int(room.marks[seat, line[-1]])
        place, seat = key & (len(room.keys) - 1), 1 - seat
        if room.keys[place] != key or room.moves[place] in line:
            break
        line.append(int(room.moves[place]))
    return line


def _room(network: Network, draw: np.random.Generator) -> Room:
    size, rivers = 1 << _BITS, len(network.rivers)
    plies, mines = len(network.swing), network.worth.shape[1]
    most = network.inverse.shape[2]
    return Room(
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int8),
        np.empty(size),
        np.empty(size, dtype=np.int8),
        np.empty(size, dtype=np.int32),
        draw.integers(1, np.iinfo(np.int64).max, (2, rivers)),
        draw.random(rivers) * _ALIKE,
        np.empty((plies, WIDTH), dtype=np.int64),
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
    place = key & (len(room.keys) - 1)
    tried: Any = np.int64(-1)
    if room.keys[place] == key:
        tried = np.int64(room.moves[place])
        if ply > 0 and room.depths[place] >= depth:
            value, bound = room.values[place], room.bounds[place]
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
    for index in range(min(count, depth + MORE)):
        river = room.order[ply, index]
        network.free[river] = False
        take(network, ply, seat, river, room.drops)
        child = key ^ room.marks[seat, river]
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
        if value > found + _ALIKE:
            found, chosen = value, river
            if ply == 0:
                best[0] = river
            if found >= beta:
                break
    room.keys[place], room.depths[place], room.values[place], room.moves[place] = key, depth, found, chosen
    room.bounds[place] = _BELOW if found <= alpha else _ABOVE if found >= beta else _EXACT
    return found
