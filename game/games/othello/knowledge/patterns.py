"""The features of an 8 x 8 Othello board: which patterns of discs stand on its lines, edges and corners.

A pattern is an arrangement of own, other and empty squares on one shape, read as a number in base 3 (own 1, other 2,
the first square lowest). Eleven shapes lie on the board in 46 places, 4 to 10 squares each, as in M. Buro's "Improving
heuristic mini-max search by supervised learning" (2002). Three small features stand beside them: the squares open to
each side, the empty squares beside each side's discs, and how many quarters of the board have an odd number of empty
squares.

A table has one weight for each arrangement, and a part of its own for each stage of the game. Places that turns and
reflections of the board carry into each other share a table, so the value of a position does not change with them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.bits import count_ones
from plyground.core.kernels import jitable
from plyground.games.othello.kernels import targets


class Shape(NamedTuple):
    """A shape: its name, its squares in one place, in the order of the digits, and what reflects it onto itself.

    ``mirror`` gives for each digit the one that it changes places with, None if no reflection keeps the shape.
    """

    name: str
    squares: str
    mirror: tuple[int, ...] | None

    @property
    def size(self) -> int:
        """How many arrangements there are."""
        return int(3 ** (len(self.squares) // 2))


def _backwards(length: int) -> tuple[int, ...]:
    return tuple(reversed(range(length)))


SHAPES = (
    Shape("edge", "a1b1c1d1e1f1g1h1b2g2", (7, 6, 5, 4, 3, 2, 1, 0, 9, 8)),
    Shape("corner block", "a1b1c1d1e1a2b2c2d2e2", None),
    Shape("corner", "a1b1c1a2b2c2a3b3c3", (0, 3, 6, 1, 4, 7, 2, 5, 8)),
    Shape("second line", "a2b2c2d2e2f2g2h2", _backwards(8)),
    Shape("third line", "a3b3c3d3e3f3g3h3", _backwards(8)),
    Shape("fourth line", "a4b4c4d4e4f4g4h4", _backwards(8)),
    Shape("diagonal of 8", "a1b2c3d4e5f6g7h8", _backwards(8)),
    Shape("diagonal of 7", "b1c2d3e4f5g6h7", _backwards(7)),
    Shape("diagonal of 6", "c1d2e3f4g5h6", _backwards(6)),
    Shape("diagonal of 5", "d1e2f3g4h5", _backwards(5)),
    Shape("diagonal of 4", "e1f2g3h4", _backwards(4)),
)
_COUNTED = 32
_SMALL = (_COUNTED * _COUNTED, _COUNTED * _COUNTED, 20)
SIZES = (*(shape.size for shape in SHAPES), *_SMALL)
"""The sizes of a stage's tables: the shapes in their order, then mobility, frontier and parity."""
STARTS = tuple(sum(SIZES[:number]) for number in range(len(SIZES)))
"""Where each table begins within its stage."""
STAGE = sum(SIZES)
"""The weights of one stage."""
STAGES = 15
"""A stage is four discs long: stage 0 has 4 to 7 discs, stage 14 has 60 and more."""
WEIGHTS = STAGE * STAGES
"""The length of a whole array of weights."""
FEATURES = 49
"""The features of a position: 46 places and the three small ones."""

_EDGE, _BLOCK, _CORNER, _SECOND, _THIRD, _FOURTH, _LONG, _SEVEN, _SIX, _FIVE, _FOUR, _MOBILITY, _FRONTIER, _PARITY = (
    np.uint64(start) for start in STARTS
)
_STAGE = np.uint64(STAGE)


def _digits(order: tuple[int, ...]) -> NDArray[np.uint32]:
    """For each set of bits the number in base 3 whose digit ``order[bit]`` is 1 where the bit is set."""
    sets = np.arange(1 << len(order))
    return sum(((sets >> bit & 1) * 3**digit for bit, digit in enumerate(order)), sets * 0).astype(np.uint32)


_FORWARDS = _digits(tuple(range(10)))
_BLOCK_MIRRORED = _digits((4, 3, 2, 1, 0, 9, 8, 7, 6, 5))
_CORNER_MIRRORED = _digits((2, 1, 0, 5, 4, 3, 8, 7, 6))

_1, _3, _5, _6, _7, _8, _10, _14, _15, _16, _24, _28, _32, _36, _43, _48, _50, _56, _57 = (
    np.uint64(number) for number in (1, 3, 5, 6, 7, 8, 10, 14, 15, 16, 24, 28, 32, 36, 43, 48, 50, 56, 57)
)
_ROW = np.uint64(0xFF)
_2X_LEFT, _2X_RIGHT = np.uint64(0x100), np.uint64(0x200)
_BLOCK_ROW_1, _BLOCK_ROW_2 = np.uint64(0x1F), np.uint64(0x3E0)
_CORNER_ROW_1, _CORNER_ROW_2, _CORNER_ROW_3 = np.uint64(7), np.uint64(0x38), np.uint64(0x1C0)
_7_BITS, _6_BITS, _5_BITS, _4_BITS = np.uint64(0x7F), np.uint64(0x3F), np.uint64(0x1F), np.uint64(0xF)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_BYTES, _PAIRS = np.uint64(0x00FF_00FF_00FF_00FF), np.uint64(0x0000_FFFF_0000_FFFF)
_SWAP_1, _SWAP_2, _SWAP_4 = (
    np.uint64(word) for word in (0x00AA_00AA_00AA_00AA, 0x0000_CCCC_0000_CCCC, 0x0000_0000_F0F0_F0F0)
)
_COLUMNS_1, _COLUMNS_2, _COLUMNS_4 = (
    np.uint64(word) for word in (0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0)
)
_NOT_A, _NOT_H = np.uint64(0xFEFE_FEFE_FEFE_FEFE), np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_QUARTERS = tuple(
    np.uint64(word) for word in (0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32)
)
_QUARTER_1, _QUARTER_2, _QUARTER_3, _QUARTER_4 = _QUARTERS


@jitable
def upside_down(word: np.uint64) -> np.uint64:
    """The board with its rows in reverse order."""
    word = ((word >> _8) & _BYTES) | ((word & _BYTES) << _8)
    word = ((word >> _16) & _PAIRS) | ((word & _PAIRS) << _16)
    return (word >> _32) | (word << _32)


@jitable
def transposed(word: np.uint64) -> np.uint64:
    """The board with rows and columns exchanged."""
    changed = (word ^ (word >> _7)) & _SWAP_1
    word = word ^ changed ^ (changed << _7)
    changed = (word ^ (word >> _14)) & _SWAP_2
    word = word ^ changed ^ (changed << _14)
    changed = (word ^ (word >> _28)) & _SWAP_4
    return word ^ changed ^ (changed << _28)


@jitable
def _sheared(word: np.uint64) -> np.uint64:
    """The board with each column c moved up by c rows, round the rim: falling diagonals become rows."""
    word = word ^ (_COLUMNS_1 & (word ^ ((word >> _8) | (word << _56))))
    word = word ^ (_COLUMNS_2 & (word ^ ((word >> _16) | (word << _48))))
    return word ^ (_COLUMNS_4 & (word ^ ((word >> _32) | (word << _32))))


@jitable
def _number(own: np.uint64, other: np.uint64) -> np.uint64:
    """The number in base 3 of a pattern given as two small sets of bits."""
    return np.uint64(_FORWARDS[own]) + (np.uint64(_FORWARDS[other]) << _1)


@jitable
def _edge_bits(word: np.uint64) -> np.uint64:
    return (word & _ROW) | ((word >> _1) & _2X_LEFT) | ((word >> _5) & _2X_RIGHT)


@jitable
def _block(own: np.uint64, other: np.uint64) -> np.uint64:
    ours = (own & _BLOCK_ROW_1) | ((own >> _3) & _BLOCK_ROW_2)
    theirs = (other & _BLOCK_ROW_1) | ((other >> _3) & _BLOCK_ROW_2)
    return _number(ours, theirs)


@jitable
def _mirrored_block(own: np.uint64, other: np.uint64) -> np.uint64:
    ours = ((own >> _3) & _BLOCK_ROW_1) | ((own >> _6) & _BLOCK_ROW_2)
    theirs = ((other >> _3) & _BLOCK_ROW_1) | ((other >> _6) & _BLOCK_ROW_2)
    return np.uint64(_BLOCK_MIRRORED[ours]) + (np.uint64(_BLOCK_MIRRORED[theirs]) << _1)


@jitable
def _corner(own: np.uint64, other: np.uint64) -> np.uint64:
    ours = (own & _CORNER_ROW_1) | ((own >> _5) & _CORNER_ROW_2) | ((own >> _10) & _CORNER_ROW_3)
    theirs = (other & _CORNER_ROW_1) | ((other >> _5) & _CORNER_ROW_2) | ((other >> _10) & _CORNER_ROW_3)
    return _number(ours, theirs)


@jitable
def _mirrored_corner(own: np.uint64, other: np.uint64) -> np.uint64:
    ours = ((own >> _5) & _CORNER_ROW_1) | ((own >> _10) & _CORNER_ROW_2) | ((own >> _15) & _CORNER_ROW_3)
    theirs = ((other >> _5) & _CORNER_ROW_1) | ((other >> _10) & _CORNER_ROW_2) | ((other >> _15) & _CORNER_ROW_3)
    return np.uint64(_CORNER_MIRRORED[ours]) + (np.uint64(_CORNER_MIRRORED[theirs]) << _1)


@jitable
def _side(own: np.uint64, other: np.uint64) -> Any:
    """The six features along the first rows, as places in a stage's tables."""
    return (
        _EDGE + _number(_edge_bits(own), _edge_bits(other)),
        _BLOCK + _block(own, other),
        _BLOCK + _mirrored_block(own, other),
        _SECOND + _number((own >> _8) & _ROW, (other >> _8) & _ROW),
        _THIRD + _number((own >> _16) & _ROW, (other >> _16) & _ROW),
        _FOURTH + _number((own >> _24) & _ROW, (other >> _24) & _ROW),
    )


@jitable
def _slant(own: np.uint64, other: np.uint64) -> Any:
    """The corners of the first rows and all falling diagonals: eleven features, as places in a stage's tables."""
    ours, theirs = _sheared(own), _sheared(other)
    return (
        _CORNER + _corner(own, other),
        _CORNER + _mirrored_corner(own, other),
        _LONG + _number(ours & _ROW, theirs & _ROW),
        _SEVEN + _number((ours >> _8) & _7_BITS, (theirs >> _8) & _7_BITS),
        _SEVEN + _number((ours >> _57) & _7_BITS, (theirs >> _57) & _7_BITS),
        _SIX + _number((ours >> _16) & _6_BITS, (theirs >> _16) & _6_BITS),
        _SIX + _number((ours >> _50) & _6_BITS, (theirs >> _50) & _6_BITS),
        _FIVE + _number((ours >> _24) & _5_BITS, (theirs >> _24) & _5_BITS),
        _FIVE + _number((ours >> _43) & _5_BITS, (theirs >> _43) & _5_BITS),
        _FOUR + _number((ours >> _32) & _4_BITS, (theirs >> _32) & _4_BITS),
        _FOUR + _number((ours >> _36) & _4_BITS, (theirs >> _36) & _4_BITS),
    )


@jitable
def around(word: np.uint64) -> np.uint64:
    """The squares of ``word`` and all squares beside them, in eight directions."""
    wide = word | ((word << _1) & _NOT_A) | ((word >> _1) & _NOT_H)
    return wide | (wide << _8) | (wide >> _8)


@jitable
def _pair(first: int, second: int) -> np.uint64:
    """Two counts as one number; a count of 32 and more is taken for 31."""
    return np.uint64(min(first, _COUNTED - 1) * _COUNTED + min(second, _COUNTED - 1))


@jitable
def _small(own: np.uint64, other: np.uint64) -> Any:
    """Mobility, frontier and parity, as places in a stage's tables."""
    empty = ~(own | other)
    odd = (
        (count_ones(empty & _QUARTER_1) & 1)
        + (count_ones(empty & _QUARTER_2) & 1)
        + (count_ones(empty & _QUARTER_3) & 1)
        + (count_ones(empty & _QUARTER_4) & 1)
    )
    return (
        _MOBILITY + _pair(count_ones(targets(own, other, _ALL)), count_ones(targets(other, own, _ALL))),
        _FRONTIER + _pair(count_ones(around(other) & empty), count_ones(around(own) & empty)),
        _PARITY + np.uint64((count_ones(empty) & 3) * 5 + odd),
    )


@jitable
def stage_start(own: np.uint64, other: np.uint64) -> np.uint64:
    """Where the weights of the position's stage begin."""
    stage = (count_ones(own | other) - 4) >> 2
    return np.uint64(min(max(stage, 0), STAGES - 1)) * _STAGE


@jitable
def features(own: np.uint64, other: np.uint64, found: Any) -> None:
    """Write the 49 features of a position, as places in a stage's tables, into the ``uint32`` array ``found``.

    Those of the four sides come first (six each), then those of the slanting lines (eleven for each of two
    orientations), then mobility, frontier and parity.
    """
    own_turned, other_turned = transposed(own), transposed(other)
    own_below, other_below = upside_down(own), upside_down(other)
    place = 0
    for part in (
        _side(own, other),
        _side(own_below, other_below),
        _side(own_turned, other_turned),
        _side(upside_down(own_turned), upside_down(other_turned)),
    ):
        for feature in part:
            found[place] = feature
            place += 1
    for slant in (_slant(own, other), _slant(own_below, other_below)):
        for feature in slant:
            found[place] = feature
            place += 1
    for feature in _small(own, other):
        found[place] = feature
        place += 1


@jitable
def _side_sum(own: np.uint64, other: np.uint64, weights: Any, start: np.uint64) -> int:
    a, b, c, d, e, f = _side(own, other)
    return (
        int(weights[start + a])
        + int(weights[start + b])
        + int(weights[start + c])
        + int(weights[start + d])
        + int(weights[start + e])
        + int(weights[start + f])
    )


@jitable
def _slant_sum(own: np.uint64, other: np.uint64, weights: Any, start: np.uint64) -> int:
    a, b, c, d, e, f, g, h, i, j, k = _slant(own, other)
    return (
        int(weights[start + a])
        + int(weights[start + b])
        + int(weights[start + c])
        + int(weights[start + d])
        + int(weights[start + e])
        + int(weights[start + f])
        + int(weights[start + g])
        + int(weights[start + h])
        + int(weights[start + i])
        + int(weights[start + j])
        + int(weights[start + k])
    )


@jitable
def total(own: np.uint64, other: np.uint64, weights: Any) -> int:
    """The sum of the weights of a position's features: hundredths of a disc for the seat to move."""
    start = stage_start(own, other)
    own_turned, other_turned = transposed(own), transposed(other)
    own_below, other_below = upside_down(own), upside_down(other)
    mobility, frontier, parity = _small(own, other)
    return (
        _side_sum(own, other, weights, start)
        + _side_sum(own_below, other_below, weights, start)
        + _side_sum(own_turned, other_turned, weights, start)
        + _side_sum(upside_down(own_turned), upside_down(other_turned), weights, start)
        + _slant_sum(own, other, weights, start)
        + _slant_sum(own_below, other_below, weights, start)
        + int(weights[start + mobility])
        + int(weights[start + frontier])
        + int(weights[start + parity])
    )
