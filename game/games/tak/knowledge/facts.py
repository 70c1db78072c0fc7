"""What is counted to explain a mistake in Tak: finished roads, what is missing for one, threats, and flats."""

from __future__ import annotations

from collections import deque

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.tak.position import TakPosition
from plyground.games.tak.roads import board_of, completing, is_road, reach_of, road_of

_TAKEN = 2
"""How much a square that the other side holds, or a wall, counts of those that are missing for a road."""


def facts(position: TakPosition, seat: int) -> tuple[Fact, ...]:
    """Whether a road is finished, what is missing for one, where a flat would finish one, and the flats on top."""
    road, board = road_of(position, seat), board_of(position.size)
    taken = int(position.white) | int(position.black)
    finished = bool(is_road(road, board))
    threats = 0 if finished else int(completing(reach_of(road, board))) & ~taken
    flats = int(road) & ~int(position.caps)
    return (
        Fact(_("Finished roads"), float(finished), 8.0),
        Fact(_("Squares missing for a road, a taken one counted twice"), float(_missing(position, int(road))), -1.5),
        Fact(_("Empty squares on which a flat finishes a road"), float(threats.bit_count()), 2.5),
        Fact(_("Flats"), float(flats.bit_count()), 1.0),
    )


def _missing(position: TakPosition, road: int) -> int:
    """What is missing at least between two opposite edges, where squares of the road cost nothing."""
    size, taken = position.size, int(position.white) | int(position.black)

    def cost(cell: int) -> int:
        return 0 if road >> cell & 1 else _TAKEN if taken >> cell & 1 else 1

    def across(starts: range, ends: range) -> int:
        best = {cell: cost(cell) for cell in starts}
        waiting = deque(starts)
        while waiting:
            cell = waiting.popleft()
            file, rank = divmod(cell, size)
            for one, other in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
                there = one * size + other
                inside = 0 <= one < size and 0 <= other < size
                if inside and best[cell] + cost(there) < best.get(there, 2 * size * size):
                    best[there] = best[cell] + cost(there)
                    waiting.append(there)
        return min(best[cell] for cell in ends)

    last = size * (size - 1)
    return min(
        across(range(size), range(last, last + size)),
        across(range(0, last + 1, size), range(size - 1, size * size, size)),
    )
