"""What Tak's evaluation sees in a position: some hundred features of about nine hundred, in one walk.

The walk either adds up their weights, or writes down how often each occurs, for learning; so there is one list of what
they are. All is seen by the seat to move. Piece and square classes are those of the board's eight symmetries. What
matters in Tak is written about by the authors of engines and by strong players: flats and komi, squares by class,
stacks by what lies under their tops, walls and capstones beside them, groups and the lines that they span, lines by
whose pieces are on them, squares that complete a road, and the race as pieces and squares run out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import implements, jitable
from plyground.games.tak.knowledge.winning import lead_of
from plyground.games.tak.moves import carried, reach
from plyground.games.tak.position import SIZES, WHITE, TakPosition, mover_of, reserves
from plyground.games.tak.roads import (
    Board,
    Reach,
    beside,
    board_of,
    completing,
    files_of,
    flood,
    nearly,
    ranks_of,
    reach_of,
)
from plyground.search.learning import model

_ONE, _ZERO = np.uint64(1), np.uint64(0)

CLASSES = 10
"""Most classes of squares that the symmetries of a board make of each other."""
KINDS = 6
"""Single flats, flats on stacks, single walls, walls on stacks, single capstones, capstones on stacks."""
LINES, MOST_IN_LINE = 4, 9
"""Classes of lines, by their distance from the edge; how many pieces of a colour can be on one, and 0."""
DEEP = 8
"""Pieces of a colour within carry under a top, and 0."""
FREE = 12
"""How far a stack can move in all four directions together, and so much or more."""
MOST_NEARLY, MOST_GAPS, MOST_GROUPS = 8, 3, 8
TO_GO, RACES, LEADS = 12, 8, 21
"""Turns to go until pieces or squares run out, so many or more; classes of them; classes of the lead in half flats."""

POSITION = 0
STACK = POSITION + KINDS * CLASSES
UNDER_TOP = STACK + 3 * DEEP * DEEP
SPREAD = UNDER_TOP + 3 * 4
BESIDE = SPREAD + 3 * FREE
LINE = BESIDE + 8 * 8
BLOCKED = LINE + LINES * MOST_IN_LINE * MOST_IN_LINE
SPAN = BLOCKED + 2 * 3 * MOST_IN_LINE
GROUPS = SPAN + 8
THREAT = GROUPS + 2 * MOST_GROUPS
CAPTURE = THREAT + 2 * (MOST_GAPS + 1)
NEARLY = CAPTURE + 2 * (MOST_GAPS + 1)
NEARER = NEARLY + 2 * (MOST_NEARLY + 1)
FLATS = NEARER + 9
RACE = FLATS + 1
LEAD = RACE + TO_GO
RESERVE = LEAD + RACES * LEADS
HAND = RESERVE + RACES * 9
MOVE = HAND + 2
FEATURES = MOVE + 1

STAGES = 3
"""By how full the board is."""
_RACE_CLASS = np.array([0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7], dtype=np.int64)


def _classes(size: int) -> list[int]:
    """For each class of squares the squares as a word: those with the same distances to the nearest edges."""
    found: dict[tuple[int, int], int] = {}
    for square in range(size * size):
        file, rank = divmod(square, size)
        low, high = sorted((min(file, size - 1 - file), min(rank, size - 1 - rank)))
        found[low, high] = found.get((low, high), 0) | 1 << square
    return [found[key] for key in sorted(found)]


SQUARES = np.zeros((9, CLASSES), dtype=np.uint64)
"""The squares of each class, by the size of the board; unused classes have none."""
for _size in SIZES:
    for _number, _word in enumerate(_classes(_size)):
        SQUARES[_size, _number] = _word


class Sums(NamedTuple):
    """The parts of the value, for the seat to move."""

    flats: int
    pieces: int
    stacks: int
    neighbours: int
    lines: int
    roads: int
    threats: int
    race: int
    move: int


@jitable
def stage_of(position: TakPosition) -> int:
    """How full the board is, in thirds."""
    squares = position.size * position.size
    return min(STAGES * count_ones(position.white | position.black) // squares, STAGES - 1)


@jitable
def _worth(weights: Any, place: Any, amount: Any, written: Any) -> Any:
    """A weight times its amount; noted where something is ``written``."""
    if written is not None:
        written[place] += amount
    return weights[place] * amount


@jitable
def _pieces(
    size: int,
    own: tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64],
    other: tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64],
    weights: Any,
    written: Any,
) -> Any:
    """Tops by their kind and the class of their square."""
    total = 0
    for number in range(CLASSES):
        squares = SQUARES[size, number]
        if squares == _ZERO:
            break
        for kind in range(KINDS):
            amount = count_ones(own[kind] & squares) - count_ones(other[kind] & squares)
            total += _worth(weights, POSITION + kind * CLASSES + number, amount, written)
    return total


@jitable
def _within_carry(position: TakPosition, square: int) -> np.uint64:
    """What lies under a top within carry: as many bits as pieces above a first one, from the top down; 1 is Black."""
    size = position.size
    deepest = np.uint64(size - 1)
    word: np.uint64 = position.buried[square]
    squares = size * size
    if word >> deepest != _ZERO or (len(position.buried) > squares and position.buried[squares + square] != _ZERO):
        return word & ((_ONE << deepest) - _ONE) | _ONE << deepest
    return word


@jitable
def _stacks(position: TakPosition, board: Board, weights: Any, written: Any) -> Any:
    """Stacks by their tops, by what lies within carry, by the two pieces under the top, and by where they can go."""
    total = 0
    open_squares = board.squares & ~(position.walls | position.caps)
    white_moves = mover_of(position) == WHITE
    left = position.tall
    while left:
        here = left & ~(left - _ONE)
        left ^= here
        square = lowest_index(here)
        word = _within_carry(position, square)
        filled = word | word >> _ONE
        filled |= filled >> np.uint64(2)
        filled |= filled >> np.uint64(4)
        black = count_ones(word & filled >> _ONE)
        white = count_ones(filled) - 1 - black
        # the highest bit is no piece: it is cut off from the word, and from the count of all
        white_top = here & position.white != _ZERO
        own = white if white_top else black
        other = black if white_top else white
        kind = 2 if here & position.caps else 1 if here & position.walls else 0
        sign = 1 if white_top == white_moves else -1
        total += _worth(weights, STACK + (kind * DEEP + own) * DEEP + other, sign, written)
        below = ~word if white_top else word
        first = np.int64(below & _ONE)
        second = np.int64(below >> _ONE & _ONE) if own + other > 1 else np.int64(0)
        total += _worth(weights, UNDER_TOP + 4 * kind + 2 * first + second, sign, written)
        most = carried(position, square)
        free = 0
        for direction in range(4):
            free += reach(here, direction, position.size, most, open_squares)
        total += _worth(weights, SPREAD + kind * FREE + min(free, FREE - 1), sign, written)
    return total


@jitable
def _neighbours(kinds: tuple[np.uint64, ...], board: Board, weights: Any, written: Any) -> Any:
    """How many of each kind of piece have one of each other kind beside them; own single flats, flats on stacks, walls
    and capstones, then the other side's."""
    total = 0
    for second in range(8):
        around = beside(kinds[second], board)
        for first in range(second + 1):
            amount = count_ones(kinds[first] & around)
            total += _worth(weights, BESIDE + 8 * second + first, amount, written)
    return total


@jitable
def _line(
    line: np.uint64, number: int, own: np.uint64, other: np.uint64, own_blank: np.uint64, other_blank: np.uint64,
    weights: Any, written: Any,
) -> Any:  # fmt: skip
    ours, theirs = count_ones(own & line), count_ones(other & line)
    place = LINE + (number * MOST_IN_LINE + ours) * MOST_IN_LINE + theirs
    total = _worth(weights, place, 1, written)
    place = BLOCKED + min(count_ones(other_blank & line), 2) * MOST_IN_LINE + ours
    total += _worth(weights, place, 1, written)
    place = BLOCKED + (3 + min(count_ones(own_blank & line), 2)) * MOST_IN_LINE + theirs
    return total + _worth(weights, place, 1, written)


@jitable
def _lines(
    position: TakPosition, board: Board, own: np.uint64, other: np.uint64, own_blank: np.uint64, other_blank: np.uint64,
    weights: Any, written: Any,
) -> Any:  # fmt: skip
    """Ranks and files by how many road pieces of both are on them, and by walls and capstones against those."""
    total, size = 0, position.size
    file, rank = (_ONE << board.file) - _ONE, board.first_rank
    for number in range(size):
        line_class = min(number, size - 1 - number)
        total += _line(file, line_class, own, other, own_blank, other_blank, weights, written)
        total += _line(rank, line_class, own, other, own_blank, other_blank, weights, written)
        file, rank = file << board.file, rank << _ONE
    return total


@jitable
def _groups(road: np.uint64, board: Board, size: int, sign: int, weights: Any, written: Any) -> Any:
    """A colour's connected road pieces: by the lines that each group spans, along and across, and their number."""
    total, count = 0, 0
    left = road & beside(road, board)
    while left:
        group = flood(left & ~(left - _ONE), left, board)
        left ^= group
        total += _worth(weights, SPAN + size - count_ones(files_of(group, board)), sign, written)
        total += _worth(weights, SPAN + size - count_ones(ranks_of(group, board)), sign, written)
        count += 1
    place = GROUPS + (0 if sign > 0 else MOST_GROUPS) + min(count, MOST_GROUPS - 1)
    return total + _worth(weights, place, 1, written)


@jitable
def _threats(
    side: int, road: np.uint64, edges: Reach, empty: np.uint64, flats: np.uint64, board: Board, weights: Any,
    written: Any,
) -> Any:  # fmt: skip
    """A colour's unfinished roads: squares that complete one, and those that are one of two; ``side`` is 0 for the
    seat to move."""
    gaps = completing(edges)
    ways = count_ones(nearly(road, edges, empty, board))
    place = THREAT + side * (MOST_GAPS + 1) + min(count_ones(gaps & empty), MOST_GAPS)
    total = _worth(weights, place, 1, written)
    place = CAPTURE + side * (MOST_GAPS + 1) + min(count_ones(gaps & flats), MOST_GAPS)
    total += _worth(weights, place, 1, written)
    place = NEARLY + side * (MOST_NEARLY + 1) + min(ways, MOST_NEARLY)
    return total + _worth(weights, place, 1, written)


@jitable
def _joined(edges: Reach, board: Board) -> int:
    """How near a road is: 2 where one piece is missing, 1 where two that lie beside each other are, else 0."""
    if completing(edges):
        return 2
    near = beside(edges.left, board) & edges.right | beside(edges.bottom, board) & edges.top
    return 1 if near else 0


@jitable
def _race(position: TakPosition, lead: int, empty: int, weights: Any, written: Any) -> Any:
    """The lead, which counts for more as pieces or squares run out, and who has fewer pieces left."""
    own_left, other_left = reserves(position, mover_of(position)), reserves(position, 1 - mover_of(position))
    own, other = own_left[0] + own_left[1], other_left[0] + other_left[1]
    to_go = min(own, other, empty)
    race = _RACE_CLASS[min(to_go, TO_GO)]
    total = _worth(weights, LEAD + race * LEADS + min(max(lead + LEADS // 2, 0), LEADS - 1), 1, written)
    total += _worth(weights, RESERVE + race * 9 + min(max(own - other + 4, 0), 8), 1, written)
    if to_go < TO_GO:
        total += _worth(weights, RACE + to_go, lead, written)
    total += _worth(weights, HAND, own_left[1], written)
    return total + _worth(weights, HAND + 1, other_left[1], written)


@jitable
def sums(position: TakPosition, weights: Any, written: Any) -> Sums:
    """The parts of the value under the weights of one stage (see ``base_of``). ``written`` is None, or an array of
    ``FEATURES`` zeros that gets the amount of each."""
    board, size = board_of(position.size), position.size
    mover = mover_of(position)
    own_tops = position.white if mover == WHITE else position.black
    other_tops = position.black if mover == WHITE else position.white
    walls, caps, tall = position.walls, position.caps, position.tall
    flats = ~(walls | caps)
    own = (
        own_tops & flats & ~tall, own_tops & flats & tall, own_tops & walls & ~tall, own_tops & walls & tall,
        own_tops & caps & ~tall, own_tops & caps & tall,
    )  # fmt: skip
    other = (
        other_tops & flats & ~tall, other_tops & flats & tall, other_tops & walls & ~tall, other_tops & walls & tall,
        other_tops & caps & ~tall, other_tops & caps & tall,
    )  # fmt: skip
    kinds = (
        own[0], own[1], own_tops & walls, own_tops & caps, other[0], other[1], other_tops & walls, other_tops & caps
    )  # fmt: skip
    lead = lead_of(position.white, position.black, walls | caps, position.half_komi, mover)
    own_road, other_road = own_tops & ~walls, other_tops & ~walls
    empty = board.squares & ~(own_tops | other_tops)
    occupied = (own_tops | other_tops) & flats
    own_edges, other_edges = reach_of(own_road, board), reach_of(other_road, board)
    roads = _groups(own_road, board, size, 1, weights, written) + _groups(other_road, board, size, -1, weights, written)
    threats = _threats(0, own_road, own_edges, empty, occupied, board, weights, written)
    threats += _threats(1, other_road, other_edges, empty, occupied, board, weights, written)
    nearer = 3 * _joined(own_edges, board) + _joined(other_edges, board)
    threats += _worth(weights, NEARER + nearer, 1, written)
    own_blank, other_blank = own_tops & (walls | caps), other_tops & (walls | caps)
    return Sums(
        _worth(weights, FLATS, lead, written),
        _pieces(size, own, other, weights, written),
        _stacks(position, board, weights, written),
        _neighbours(kinds, board, weights, written),
        _lines(position, board, own_road, other_road, own_blank, other_blank, weights, written),
        roads,
        threats,
        _race(position, lead, count_ones(empty), weights, written),
        _worth(weights, MOVE, 1, written),
    )


@jitable
def base_of(position: TakPosition) -> int:
    """Where the weights of this size and stage begin."""
    return ((position.size - 3) * STAGES + stage_of(position)) * FEATURES


@implements(model.features, TakPosition)
def features(position: TakPosition, places: Any, amounts: Any) -> int:
    """Every feature that occurs."""
    written = np.zeros(FEATURES, dtype=np.int32)
    sums(position, written, written)
    base, count = base_of(position), 0
    for feature in range(FEATURES):
        if written[feature] != 0:
            places[count], amounts[count] = base + feature, written[feature]
            count += 1
    return count
