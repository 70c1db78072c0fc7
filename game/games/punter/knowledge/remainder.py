"""What is left of a game once few rivers are free: what every set of them would be worth to each punter, as tables.

A punter's score depends only on the set of own rivers. So the parts that the own rivers join already are contracted to
single nodes, and one table over all sets of the free rivers answers every leaf of a search. Each free river stays a
move of its own, so the contraction changes neither values nor ties, on a map of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter import charts
from plyground.games.punter.kernels import bet_worth, label_parts
from plyground.games.punter.position import SCORE, Position, punters, turn
from plyground.search import running

MOST_FREE = 20
"""Tables over the sets of more rivers than this would take too much room."""

_HASH_FACTOR, _HASH_MASK = 1_000_003, (1 << 40) - 1


@jitable
def pair_worths(position: Any, seat: Any, node_of: Any, part_of: Any, worths: Any) -> Any:
    """Add up in ``worths[a, b]`` what joining the nodes a and b would pay a punter, met bets included (symmetric).

    Nodes are contracted parts: ``node_of[part_of[site]]`` is a site's node, or -1 where it does not matter.
    """
    board = position.board
    for mine in range(len(board.mines)):
        here = node_of[part_of[board.mines[mine]]]
        if here >= 0:
            for site in range(len(part_of)):
                there = node_of[part_of[site]]
                away = np.int64(board.reach[mine, site])
                if there >= 0 and there != here and away > 0:
                    worths[here, there] += away * away
                    worths[there, here] += away * away
            target = position.bets[seat, mine]
            if target >= 0:
                there = node_of[part_of[target]]
                if there >= 0 and there != here:
                    worths[here, there] += 2 * bet_worth(position, mine, target)
                    worths[there, here] += 2 * bet_worth(position, mine, target)


@kernels.compiled
def _score_of(position: Any, seat: Any) -> Any:
    board = position.board
    part_of = np.empty(len(board.mine_at), dtype=np.int32)
    label_parts(position, seat, part_of)
    total = np.int64(0)
    for mine in range(len(board.mines)):
        here = part_of[board.mines[mine]]
        for site in range(len(part_of)):
            if part_of[site] == here:
                away = np.int64(board.reach[mine, site])
                total += away * away
        target = position.bets[seat, mine]
        if target >= 0:
            worth = bet_worth(position, mine, target)
            total += worth if part_of[target] == here else -worth
    return total


def most_possible(position: Position, seat: int) -> int:
    """What a punter would have with all free rivers as well."""
    claimed = position.claimed.copy()
    claimed[claimed < 0] = seat
    return int(_score_of(position._replace(claimed=claimed), seat))


@jitable
def _same(labels: Any, first: Any, second: Any, nodes: Any) -> Any:
    for node in range(nodes):  # noqa: SIM110  (what Numba compiles)
        if labels[first, node] != labels[second, node]:
            return False
    return True


@kernels.compiled
def _tabulate(position: Any, seat: Any, rivers: Any, scores: Any, parts: Any, state: Any) -> Any:
    """Fill in a punter's ``scores`` and ``parts`` for every set of ``rivers``; returns how many ways of being joined
    there are. ``parts`` numbers them: sets with the same number join the same nodes, and so score the same. Ends early
    once ``state`` says stop."""
    board = position.board
    part_of = np.empty(len(board.mine_at), dtype=np.int32)
    node_of = np.full(label_parts(position, seat, part_of), -1, dtype=np.int32)
    ends = np.empty((len(rivers), 2), dtype=np.int64)
    nodes = 0
    for bit in range(len(rivers)):
        for side in range(2):
            part = part_of[board.ends[rivers[bit], side]]
            if node_of[part] < 0:
                node_of[part] = nodes
                nodes += 1
            ends[bit, side] = node_of[part]
    worths = np.zeros((nodes, nodes), dtype=np.int64)
    pair_worths(position, seat, node_of, part_of, worths)
    size = len(scores)
    labels = np.empty((size, nodes), dtype=np.int8)
    table = np.full(2 * size, -1, dtype=np.int32)
    scores[0] = position.tally[seat, SCORE]
    parts[0] = 0
    for node in range(nodes):
        labels[0, node] = node
    ways = 1
    bit = -1
    for chosen in range(1, size):
        if chosen >> (bit + 1) != 0:
            bit += 1
        if chosen & 1023 == 0 and state[running.STOP] != 0:
            return ways
        before = chosen ^ (1 << bit)
        first, second = labels[before, ends[bit, 0]], labels[before, ends[bit, 1]]
        if first > second:
            first, second = second, first
        scores[chosen] = scores[before]
        if first == second:
            for node in range(nodes):
                labels[chosen, node] = labels[before, node]
            parts[chosen] = parts[before]
            continue
        gained = np.int64(0)
        number = np.int64(1)
        for node in range(nodes):
            label = labels[before, node]
            if label == first:
                for other in range(nodes):
                    if labels[before, other] == second:
                        gained += worths[node, other]
            elif label == second:
                label = first
            labels[chosen, node] = label
            number = (number * _HASH_FACTOR + label) & _HASH_MASK
        scores[chosen] += gained
        slot = ((number ^ (number >> 20)) * 2 + 1) % (2 * size)
        while table[slot] >= 0 and not _same(labels, table[slot], chosen, nodes):
            slot = (slot + 1) % (2 * size)
        if table[slot] >= 0:
            parts[chosen] = parts[table[slot]]
        else:
            table[slot] = chosen
            parts[chosen] = ways
            ways += 1
    return ways


@dataclass(frozen=True)
class Remainder:
    """The free rivers of a position, by their ends as the map writes them, and the tables over their sets.

    Bit b of a set stands for ``rivers[b]``. ``scores[p, set]`` is what punter p has with these free rivers as well,
    ``parts[p, set]`` numbers how they join p's parts, ``ways[p]`` is how many such numbers there are. ``earlier[b]``
    are the free rivers between the same sites that must be taken before. ``surplus`` is how many of the free rivers
    nobody will take, since passes have used up their turns; negative where turns are left over.
    """

    start: Position
    rivers: Any
    scores: Any
    parts: Any
    ways: tuple[int, ...]
    earlier: Any
    surplus: int

    @property
    def count(self) -> int:
        """How many rivers are free."""
        return len(self.rivers)

    @property
    def all(self) -> int:
        """The set of all of them."""
        return (1 << len(self.rivers)) - 1

    def turns_left(self, free: int) -> int:
        """How many of these free rivers will still be taken."""
        rivers = free.bit_count()
        return min(rivers, rivers - self.surplus)


def free_rivers(position: Position) -> list[int]:
    """The free rivers in the order of their ends as the map writes them."""
    ends = charts.of_board(position.board).file.rivers
    return sorted((position.claimed < 0).nonzero()[0].tolist(), key=lambda river: (ends[river], river))


def turns_left(position: Position) -> int:
    """The turns before the end."""
    return len(position.claimed) - int(turn(position))


def remainder_of(position: Position, state: Any = None) -> Remainder:
    """The tables of a position with at most ``MOST_FREE`` free rivers, bets all laid; they mean nothing once ``state``
    (of ``plyground.search.running``) says stop."""
    state = running.shared_state() if state is None else state
    rivers = np.array(free_rivers(position), dtype=np.int64)
    seats, size = int(punters(position)), 1 << len(rivers)
    scores = np.empty((seats, size), dtype=np.int64)
    parts = np.empty((seats, size), dtype=np.int32)
    blank = not (position.claimed >= 0).any() and not (position.bets >= 0).any()
    ways: list[int] = []
    for seat in range(seats):
        if blank and seat:
            scores[seat], parts[seat] = scores[0], parts[0]
            ways.append(ways[0])
        else:
            ways.append(int(_tabulate(position, seat, rivers, scores[seat], parts[seat], state)))
    return Remainder(
        position, rivers, scores, parts, tuple(ways), _earlier(position, rivers), len(rivers) - turns_left(position)
    )


def _earlier(position: Position, rivers: Any) -> Any:
    bits = {int(river): bit for bit, river in enumerate(rivers)}
    found = np.zeros(len(rivers), dtype=np.int64)
    for river, bit in bits.items():
        twin = int(position.board.twins[river])
        while twin >= 0:
            if twin in bits:
                found[bit] |= 1 << bits[twin]
            twin = int(position.board.twins[twin])
    return found
