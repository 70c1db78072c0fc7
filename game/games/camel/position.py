"""The two classes of position, and what stands in them.

A position is plain data. The settings that the rules need at every move (the board's size, the options) are packed
into one number, so that a position has few fields to hand over to compiled code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core import kernels
from plyground.core.messages import _
from plyground.games.camel.words import NARROW_STRIDE, WIDE_STRIDE, Wide, fits_narrow


class Position(NamedTuple):
    """A position on a board that fits one word.

    ``horizontal`` and ``vertical`` hold the upper left tile of each camel's block. ``first`` and ``second`` are the
    tiles of the masters of seats 0 and 1, as ``y * stride + x``; ``settings`` is packed by ``pack``.
    """

    horizontal: np.uint64
    vertical: np.uint64
    first: int
    second: int
    first_camels: int
    second_camels: int
    seat: int
    ply: int
    settings: int


class WidePosition(NamedTuple):
    """A position on a larger board; the fields are those of ``Position``."""

    horizontal: Wide
    vertical: Wide
    first: int
    second: int
    first_camels: int
    second_camels: int
    seat: int
    ply: int
    settings: int


AnyPosition = Position | WidePosition

SMALLEST, LARGEST = 3, 9
"""The sizes that a side of the board may have."""
MOST_CAMELS = 20
SEAT_NAMES = (_("Blue"), _("Orange"))

_HEIGHT = 4
_EDGE = 8
_CAMELS = 9
_PLIES = 14


def pack(width: int, height: int, edge_blocks_jump: bool, starting_camels: int, max_plies: int) -> int:
    """The settings as one number."""
    return width | height << _HEIGHT | int(edge_blocks_jump) << _EDGE | starting_camels << _CAMELS | max_plies << _PLIES


@kernels.jitable
def width_of(position: Any) -> Any:
    """The number of columns."""
    return position.settings & 15


@kernels.jitable
def height_of(position: Any) -> Any:
    """The number of rows."""
    return (position.settings >> _HEIGHT) & 15


@kernels.jitable
def edge_blocks(position: Any) -> Any:
    """1 if the edge of the board behind a master allows a diagonal jump, else 0."""
    return (position.settings >> _EDGE) & 1


def starting_camels(position: AnyPosition) -> int:
    """The camels that each player had at the start of a game."""
    return (position.settings >> _CAMELS) & 31


@kernels.jitable
def max_plies(position: Any) -> Any:
    """The ply at which the game is drawn."""
    return position.settings >> _PLIES


def stride_of(position: AnyPosition) -> int:
    """The number of bits in a row of the position's words."""
    return NARROW_STRIDE if isinstance(position, Position) else WIDE_STRIDE


@kernels.generic
def changed(
    position: Any, horizontal: Any, vertical: Any, first: Any, second: Any, first_camels: Any, second_camels: Any
) -> Any:
    """The position after a move that leaves these camels and masters: the turn passes, the ply goes up by one."""
    raise NotImplementedError


@kernels.implements(changed, Position)
def _changed_narrow(
    position: Any, horizontal: Any, vertical: Any, first: Any, second: Any, first_camels: Any, second_camels: Any
) -> Any:
    rest = (1 - position.seat, position.ply + 1, position.settings)
    return Position(horizontal, vertical, first, second, first_camels, second_camels, *rest)


@kernels.implements(changed, WidePosition)
def _changed_wide(
    position: Any, horizontal: Any, vertical: Any, first: Any, second: Any, first_camels: Any, second_camels: Any
) -> Any:
    rest = (1 - position.seat, position.ply + 1, position.settings)
    return WidePosition(horizontal, vertical, first, second, first_camels, second_camels, *rest)


class Camel(NamedTuple):
    """A camel by its axis, ``H`` or ``V``, and the upper left tile of its block."""

    axis: str
    x: int
    y: int

    @property
    def text(self) -> str:
        """The text form of the move that places it."""
        return f"{self.axis} {self.x} {self.y}"


class Layout(NamedTuple):
    """A position in ordinary terms: what texts, views and tests work with. ``masters`` are (x, y) by seat."""

    width: int
    height: int
    masters: tuple[tuple[int, int], tuple[int, int]]
    in_hand: tuple[int, int]
    camels: tuple[Camel, ...]
    seat: int
    ply: int


def build(layout: Layout, edge_blocks_jump: bool, starting: int, plies: int) -> AnyPosition:
    """The position with this layout and these options; nothing is checked."""
    narrow = fits_narrow(layout.width, layout.height)
    stride = NARROW_STRIDE if narrow else WIDE_STRIDE
    (first_x, first_y), (second_x, second_y) = layout.masters
    words = {
        axis: sum(1 << camel.y * stride + camel.x for camel in layout.camels if camel.axis == axis) for axis in "HV"
    }
    rest = (
        first_y * stride + first_x,
        second_y * stride + second_x,
        *layout.in_hand,
        layout.seat,
        layout.ply,
        pack(layout.width, layout.height, edge_blocks_jump, starting, plies),
    )
    if narrow:
        return Position(np.uint64(words["H"]), np.uint64(words["V"]), *rest)
    return WidePosition(_wide(words["H"]), _wide(words["V"]), *rest)


def layout_of(position: AnyPosition) -> Layout:
    """The position in ordinary terms; camels in sorted order."""
    stride = stride_of(position)
    masters = tuple((place % stride, place // stride) for place in (position.first, position.second))
    camels = [
        Camel(axis, index % stride, index // stride)
        for axis, word in (("H", position.horizontal), ("V", position.vertical))
        for index in _indices(word)
    ]
    return Layout(
        int(width_of(position)),
        int(height_of(position)),
        (masters[0], masters[1]),
        (position.first_camels, position.second_camels),
        tuple(sorted(camels)),
        position.seat,
        position.ply,
    )


def tiles(position: AnyPosition, word: Any) -> list[tuple[int, int]]:
    """The tiles of a set as (x, y), by y then x."""
    stride = stride_of(position)
    return [(index % stride, index // stride) for index in _indices(word)]


_LOW_BITS = 6 * WIDE_STRIDE


def _wide(bits: int) -> Wide:
    return Wide(np.uint64(bits & ((1 << _LOW_BITS) - 1)), np.uint64(bits >> _LOW_BITS))


def _indices(word: Any) -> list[int]:
    bits = int(word.low) | int(word.high) << _LOW_BITS if isinstance(word, Wide) else int(word)
    return [index for index in range(bits.bit_length()) if bits >> index & 1]
