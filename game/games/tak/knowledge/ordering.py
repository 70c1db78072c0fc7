"""The tutorial's order of moves with its constants and its exercises as options, and the parts of every score.

The exercises are off (0) until somebody sets them. Scores count for the side to move; below ply 2, where the other
side's flat is placed, the lowest score comes first.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from plyground.core import kernels as core_kernels
from plyground.core.bits import count_ones
from plyground.core.knowledge import Ordering
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.games.tak.knowledge import kernels
from plyground.games.tak.moves import is_spread, piece_of, square_of
from plyground.games.tak.position import (
    BOARD,
    CAP,
    FLAT,
    WALL,
    TakPosition,
    bit,
    shifted,
    squares_of,
    stack_colours,
    top_kind,
)
from plyground.games.tak.roads import beside, board_of, road_of

_MOST = 1000


def _constant(name: str, default: int, help_text: str, title: str) -> Option:
    return Option(name, "int", default, help_text, low=-_MOST, high=_MOST, title=title)


OPTIONS = (
    _constant("placement", kernels.PLACEMENT, _("For a placement."), _("Placement")),
    _constant("spread", kernels.SPREAD, _("For a stack move."), _("Stack move")),
    _constant("flat", kernels.FLAT_BONUS, _("For placing a flat."), _("Flat")),
    _constant("cap", kernels.CAP_BONUS, _("For placing a capstone."), _("Capstone")),
    _constant("wall", kernels.WALL_BONUS, _("For placing a wall."), _("Wall")),
    _constant(
        "centre",
        kernels.CENTRE,
        _("Taken off a placement for each step between its square and the centre."),
        _("Centre"),
    ),
    _constant(
        "row_column_road",
        kernels.ROW_COLUMN_ROAD,
        _("For each own flat or capstone in the row, and in the column, of a flat or capstone that is placed."),
        _("Rows and columns"),
    ),
    _constant(
        "cap_beside_stack",
        kernels.CAP_BESIDE_STACK,
        _("For each piece in the other side's stacks beside a capstone that is placed."),
        _("Capstone beside stacks"),
    ),
    _constant(
        "block_road",
        0,
        _(
            "Exercise: for each of the other side's flats and capstones in the row, and in the column, of a wall or "
            "capstone that is placed."
        ),
        _("Block roads"),
    ),
    _constant(
        "flat_capture",
        0,
        _("Exercise: taken off a stack move with a flat on top for each of the other side's flats that it covers."),
        _("Flat on flat"),
    ),
    _constant(
        "wall_beside_captives",
        0,
        _("Exercise: for each own piece held in the other side's stacks beside a wall that is placed."),
        _("Wall beside captives"),
    ),
    _constant(
        "flat_difference",
        0,
        _("Exercise: for each flat by which a stack move betters the flat count."),
        _("Flats of a spread"),
    ),
    _constant(
        "citadel",
        0,
        _("Exercise: for each square of two by two own flats or capstones that a placement completes."),
        _("Citadels"),
    ),
    _constant(
        "staircase",
        0,
        _("Exercise: for each own flat or capstone that a placed flat or capstone touches corner to corner."),
        _("Staircases"),
    ),
)


def parts(position: TakPosition, move: int, values: Values) -> Mapping[str, float]:
    """The named parts of a legal move's score; exercises that are off, and what is 0, are left out."""
    weights = {name: float(value) for name, value in values.items()}
    found = _spread(position, move, weights) if is_spread(move) else _placement(position, move, weights)
    return {name: value for name, value in found.items() if value}


def _placement(position: TakPosition, move: int, weights: dict[str, float]) -> dict[str, float]:
    square, piece, size = square_of(move), piece_of(move), position.size
    mover = position.ply % 2
    own, other = road_of(position, mover), road_of(position, 1 - mover)
    found = {
        "placement": weights["placement"],
        ("flat", "wall", "cap")[piece]: weights[("flat", "wall", "cap")[piece]],
        "centre": -weights["centre"] * kernels.centre_distance(square, size),
    }
    if piece in (FLAT, CAP):
        found["row_column_road"] = weights["row_column_road"] * kernels.in_row_and_column(own, square, size)
        if weights["citadel"]:
            found["citadel"] = weights["citadel"] * citadels(own, square, size)
        if weights["staircase"]:
            found["staircase"] = weights["staircase"] * count_ones(corners(square, size) & own)
    if piece == CAP:
        found["cap_beside_stack"] = weights["cap_beside_stack"] * kernels.hostile_heights(position, square)
    if piece in (WALL, CAP):
        found["block_road"] = weights["block_road"] * kernels.in_row_and_column(other, square, size)
    if piece == WALL and weights["wall_beside_captives"]:
        found["wall_beside_captives"] = weights["wall_beside_captives"] * captives_beside(position, square)
    return found


def _spread(position: TakPosition, move: int, weights: dict[str, float]) -> dict[str, float]:
    found = {"spread": weights["spread"]}
    if weights["flat_capture"]:
        found["flat_capture"] = -weights["flat_capture"] * flats_covered_by_flat(position, move)
    if weights["flat_difference"]:
        before, after = kernels.flat_lead(position), kernels.flat_lead(core_kernels.play(position, move))
        gain = after - before
        found["flat_difference"] = weights["flat_difference"] * (gain if position.ply % 2 == 0 else -gain)
    return found


def corners(square: int, size: int) -> np.uint64:
    """The squares that touch this one corner to corner."""
    across = shifted(bit(square), 2, size) | shifted(bit(square), 3, size)
    return shifted(across, 0, size) | shifted(across, 1, size)


def citadels(own: np.uint64, square: int, size: int) -> int:
    """How many squares of two by two a road piece on ``square`` would complete."""
    found = 0
    for sideways in (2, 3):
        for lengthways in (0, 1):
            across, ahead = shifted(bit(square), sideways, size), shifted(bit(square), lengthways, size)
            block = across | ahead | shifted(across, lengthways, size)
            found += count_ones(block) == 3 and block & ~own == 0
    return found


def captives_beside(position: TakPosition, square: int) -> int:
    """The mover's pieces under the other side's tops beside ``square``."""
    mover = position.ply % 2
    near = squares_of(beside(bit(square), board_of(position.size)))
    stacks = [stack_colours(position, each) for each in near]
    return sum(colours.count(mover) for colours in stacks if colours and colours[-1] != mover)


def flats_covered_by_flat(position: TakPosition, move: int) -> int:
    """The other side's flats that a stack move covers, if the stack's top is a flat; else 0."""
    if top_kind(position, square_of(move)) != FLAT:
        return 0
    other = road_of(position, 1 - position.ply % 2) & ~position.caps
    here, passed = bit(square_of(move)), np.uint64(0)
    for _ in range((move >> 8).bit_count()):
        here = shifted(here, move >> 6 & 3, position.size)
        passed |= here
    return count_ones(other & passed & BOARD[position.size])


def lowest_first(position: TakPosition) -> bool:
    """Whether the lowest score is the best: on the first turn of each player."""
    return position.ply < 2


ORDERING = Ordering(OPTIONS, parts, lowest_first)
