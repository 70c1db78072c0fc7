"""Tak's evaluation for the fast search, in hundredths of a flat, as a sum of terms that people can read.

The terms are those of published engines (Tiltak, Topaz, Taktician): flats and komi, the move, walls and capstones,
stacks by what lies within carry under their tops, groups by the lines that they span, squares that complete a road,
the centre, and the flat count again as the pieces run out. The weights are this project's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import count_ones, lowest_index
from plyground.core.kernels import implements, jitable
from plyground.core.knowledge import Term
from plyground.core.messages import _
from plyground.games.tak.knowledge.winning import lead_of
from plyground.games.tak.position import BLACK, WHITE, TakPosition, reserves
from plyground.games.tak.roads import (
    Board,
    beside,
    board_of,
    centre_of,
    completing,
    files_of,
    flood,
    nearly,
    ranks_of,
    reach_of,
    road_of,
)
from plyground.search.pvs import contract

FLAT, WALL, CAP, MOVE = 0, 1, 2, 3
OWN_UNDER, OTHER_UNDER, OWN_UNDER_BLANK, OTHER_UNDER_BLANK, HARD_CAP = 4, 5, 6, 7, 8
SPAN = 9
"""The places from here on: a group that lacks so many lines to a road, from 0 (which cannot be) to 7."""
THREAT, CAPTURE, NEARLY = 17, 18, 19
INNER, MIDDLE = 20, 21
RACE, RACE_FROM = 22, 23
COUNT = 24

MOST_NEARLY = 8
_ONE, _ZERO = np.uint64(1), np.uint64(0)


def weights() -> Any:
    """The evaluation's weights (``int64``), in hundredths of a flat, at the places named above."""
    array = np.zeros(COUNT, dtype=np.int64)
    array[[FLAT, WALL, CAP, MOVE]] = 100, 50, 75, 60
    array[[OWN_UNDER, OTHER_UNDER, OWN_UNDER_BLANK, OTHER_UNDER_BLANK, HARD_CAP]] = 60, -40, 70, -25, 30
    array[SPAN : SPAN + 8] = 0, 120, 70, 20, 5, 0, 0, 0
    array[[THREAT, CAPTURE, NEARLY]] = 75, 25, 10
    array[[INNER, MIDDLE]] = 8, 8
    array[[RACE, RACE_FROM]] = 6, 12
    return array


class Terms(NamedTuple):
    """The terms in hundredths of a flat, for White where they belong to a colour."""

    flats: int
    komi: int
    move: int
    blocks: int
    stacks: int
    roads: int
    threats: int
    centre: int
    race: int


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
def _stacks(position: TakPosition, weights: Any) -> int:
    """White's stacks less Black's."""
    total = 0
    blank = position.walls | position.caps
    left = position.tall
    while left:
        here = left & ~(left - _ONE)
        left ^= here
        word = _within_carry(position, lowest_index(here))
        filled = word | word >> _ONE
        filled |= filled >> np.uint64(2)
        filled |= filled >> np.uint64(4)
        black = count_ones(word & filled >> _ONE)
        white = count_ones(filled) - 1 - black
        # the highest bit is no piece: it is cut off from the word, and from the count of all
        white_top = here & position.white != _ZERO
        own = white if white_top else black
        other = black if white_top else white
        if here & blank:
            value = own * weights[OWN_UNDER_BLANK] + other * weights[OTHER_UNDER_BLANK]
            if here & position.caps and (word & _ONE == _ZERO) == white_top:
                value += weights[HARD_CAP]
        else:
            value = own * weights[OWN_UNDER] + other * weights[OTHER_UNDER]
        total += value if white_top else -value
    return total


@jitable
def _groups(road: np.uint64, board: Board, size: int, weights: Any) -> int:
    """What a colour's connected road pieces are worth: by the lines that each group spans, along and across."""
    total = 0
    left = road & beside(road, board)
    while left:
        group = flood(left & ~(left - _ONE), left, board)
        left ^= group
        total += weights[SPAN + size - count_ones(files_of(group, board))]
        total += weights[SPAN + size - count_ones(ranks_of(group, board))]
    return total


@jitable
def _threats(position: TakPosition, seat: int, road: np.uint64, board: Board, weights: Any) -> int:
    """What a colour's unfinished roads are worth: squares that complete one, and those that are one of two."""
    reach = reach_of(road, board)
    gaps = completing(reach)
    occupied = position.white | position.black
    flats = occupied & ~(position.walls | position.caps)
    empty = board.squares & ~occupied
    ways = count_ones(nearly(road, reach, empty, board))
    total: int = count_ones(gaps & empty) * weights[THREAT] + count_ones(gaps & flats) * weights[CAPTURE]
    total += min(ways, MOST_NEARLY) * weights[NEARLY]
    return total


@jitable
def terms_of(position: TakPosition, weights: Any) -> Terms:
    """Every term of the evaluation."""
    board, size = board_of(position.size), position.size
    white, black = position.white, position.black
    blank = position.walls | position.caps
    lead = lead_of(white, black, blank, 0, WHITE) // 2
    walls = count_ones(white & position.walls) - count_ones(black & position.walls)
    caps = count_ones(white & position.caps) - count_ones(black & position.caps)
    white_road, black_road = road_of(position, WHITE), road_of(position, BLACK)
    roads = _groups(white_road, board, size, weights) - _groups(black_road, board, size, weights)
    threats = _threats(position, WHITE, white_road, board, weights) - _threats(
        position, BLACK, black_road, board, weights
    )
    inner, middle = centre_of(board)
    centre = weights[INNER] * (count_ones(white & inner) - count_ones(black & inner))
    centre += weights[MIDDLE] * (count_ones(white & middle) - count_ones(black & middle))
    empty = count_ones(board.squares & ~(white | black))
    white_left, black_left = reserves(position, WHITE), reserves(position, BLACK)
    to_go = min(white_left[0] + white_left[1], black_left[0] + black_left[1], empty)
    race = 0
    if to_go < weights[RACE_FROM]:
        race = (2 * lead - position.half_komi) * weights[RACE] * (weights[RACE_FROM] - to_go) // 2
    return Terms(
        lead * weights[FLAT],
        -position.half_komi * weights[FLAT] // 2,
        weights[MOVE] if position.ply & 1 == WHITE else -weights[MOVE],
        walls * weights[WALL] + caps * weights[CAP],
        _stacks(position, weights),
        roads,
        threats,
        centre,
        race,
    )


@implements(contract.static, TakPosition)
def static(position: TakPosition, weights: Any) -> int:
    """The sum of the terms for the seat to move."""
    terms = terms_of(position, weights)
    total = (
        terms.flats
        + terms.komi
        + terms.move
        + terms.blocks
        + terms.stacks
        + terms.roads
        + terms.threats
        + terms.centre
        + terms.race
    )
    return total if position.ply & 1 == WHITE else -total


_WORDS = {
    "flats": (_("Flats"), _("One's own flats on top less the other side's.")),
    "komi": (_("Komi"), _("What Black is given when flats are counted.")),
    "move": (_("The move"), _("The side to move is about to add something.")),
    "blocks": (_("Walls and capstones"), _("They count for no flats, but stop roads or take what stops one's own.")),
    "stacks": (
        _("Stacks"),
        _("Under each top, as deep as can be carried: own pieces can be spread as flats, the other side's set free."),
    ),
    "roads": (_("Roads"), _("Connected groups, by the lines that they span along and across the board.")),
    "threats": (_("Threats"), _("Squares that would complete a road, and pairs of squares that would.")),
    "centre": (_("Centre"), _("Pieces on inner squares have more ways to connect and to move.")),
    "race": (_("Flat race"), _("The lead in flats counts for more as reserves or empty squares run out.")),
}


def terms_for_people(position: TakPosition, seat: int) -> tuple[Term, ...]:
    """The parts of the evaluation for a seat, in flats; they add up to it."""
    sign = 1 if seat == WHITE else -1
    found = terms_of(position, weights())._asdict()
    return tuple(Term(title, sign * int(found[name]) / 100, help_text) for name, (title, help_text) in _WORDS.items())
