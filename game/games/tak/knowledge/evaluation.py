"""Tak's evaluation for the fast search, in hundredths of a flat: learnt weights of the features of a position.

The weights are made by the games and the fit of ``plyground train tak``, some boards at a time; their record, which
names each round and what it won, lies beside them. What the features are, ``features`` says; for people they are added
up to a few terms. On 3 x 3 the weights are still the 24 that were set by hand, which the first rounds leant on. A null
move does not help: 58 to 58 on 5 x 5 and 6 x 6 at 2,000 positions a move, 37 to 43 on 5 x 5 at 10,000; late moves are
reduced so much already.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from plyground.core.kernels import implements
from plyground.core.knowledge import Term
from plyground.core.messages import _
from plyground.games.tak.knowledge import features, learnt_order
from plyground.games.tak.position import SIZES, TakPosition
from plyground.search.learning import model
from plyground.search.pvs import contract

FILE = Path(__file__).with_name("weights.npz")
STAGES = len(SIZES) * features.STAGES
EVALUATION = STAGES * features.FEATURES
"""How many weights the evaluation has; behind them lie those of moves."""


@cache
def weights() -> Any:
    """The weights of the evaluation and of moves (``int64``), read once in a process."""
    return model.load(FILE, EVALUATION + learnt_order.WEIGHTS)


@implements(contract.static, TakPosition)
def static(position: TakPosition, weights: Any) -> int:
    """The sum of the weights of what there is, for the seat to move."""
    base = features.base_of(position)
    parts = features.sums(position, weights[base : base + features.FEATURES], None)
    total = parts.flats + parts.pieces + parts.stacks + parts.neighbours
    return int(total + parts.lines + parts.roads + parts.threats + parts.race + parts.move)


@implements(contract.prior, TakPosition)
def prior(position: TakPosition, moves: Any, count: int, scores: Any, weights: Any) -> None:
    """The learnt order, or that set by hand on boards where none was learnt."""
    of_moves = weights[EVALUATION:]
    if learnt_order.is_learnt(position, of_moves):
        model.rate_moves(position, moves, count, scores, of_moves)
    else:
        contract.rate(position, moves, count, scores, weights)


_WORDS = {
    "flats": (_("Flats"), _("One's own flats on top less the other side's, with Black's komi.")),
    "pieces": (_("Pieces"), _("Flats, walls and capstones on top, by their squares.")),
    "stacks": (
        _("Stacks"),
        _("What lies under each top, as deep as can be carried, whose it is, and how far the stack can move."),
    ),
    "neighbours": (
        _("Neighbours"),
        _("Pieces beside each other: what protects, what is protected, what may be taken."),
    ),
    "lines": (
        _("Lines"),
        _("Ranks and files by whose pieces are on them, and by the walls and capstones that block."),
    ),
    "roads": (_("Roads"), _("Connected groups, by the lines that they span along and across the board.")),
    "threats": (_("Threats"), _("Squares that would complete a road, and pairs of squares that would.")),
    "race": (_("Flat race"), _("The lead in flats counts for more as reserves or empty squares run out.")),
    "move": (_("The move"), _("The side to move is about to add something.")),
}


def terms_for_people(position: TakPosition, seat: int) -> tuple[Term, ...]:
    """The parts of the evaluation for a seat, in flats; they add up to it."""
    sign = 1 if seat == position.ply & 1 else -1
    base = features.base_of(position)
    found = features.sums(position, weights()[base : base + features.FEATURES], None)._asdict()
    return tuple(Term(title, sign * int(found[name]) / 100, help_text) for name, (title, help_text) in _WORDS.items())
