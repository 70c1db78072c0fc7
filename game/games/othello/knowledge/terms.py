"""The parts of Othello's evaluation in words and discs, for people."""

from __future__ import annotations

import numpy as np

from plyground.core.knowledge import Term
from plyground.core.messages import _
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.evaluation import HIGHEST, corner_balance, danger_balance, mobility_balance
from plyground.games.othello.position import OthelloPosition

_SIDE = ("edges", "edges", "edges", "lines", "lines", "lines")
_SLANT = ("corners", "corners", *("diagonals",) * 9)
GROUPS = (*_SIDE * 4, *_SLANT * 2, "mobility", "frontier", "parity")
"""To which term each of the features belongs, in the order in which ``patterns.features`` writes them."""

TITLES = {
    "edges": (_("Edges"), _("The discs on the rim and in the two rows beside each corner.")),
    "corners": (_("Corners"), _("The nine squares at each corner.")),
    "lines": (_("Lines"), _("The second, third and fourth lines from each rim.")),
    "diagonals": (_("Diagonals"), _("The diagonals of four squares and more.")),
    "mobility": (_("Mobility"), _("The squares where each side could place a disc now.")),
    "frontier": (_("Frontier"), _("The empty squares beside each side's discs: the other side's moves to come.")),
    "parity": (
        _("Parity and turn"),
        _("Whose turn it is, and how many quarters of the board have an odd number left."),
    ),
}
_LIMIT = (_("Limit"), _("No value goes beyond all the discs of the board."))


def terms(position: OthelloPosition, seat: int) -> tuple[Term, ...]:
    """The parts of the estimate of an unfinished position in discs for ``seat``; they add up to it."""
    values = _trained(position) if position.size == 8 else _simple(position)
    total = sum(value for _, _, value in values)
    beyond = min(max(total, -HIGHEST), HIGHEST) - total
    if beyond:
        values.append((*_LIMIT, beyond))
    sign = 1 if seat == position.mover else -1
    return tuple(Term(title, sign * value / 100, about) for title, about, value in values)


def _trained(position: OthelloPosition) -> list[tuple[str, str, int]]:
    found = np.empty(patterns.FEATURES, dtype=np.uint32)
    patterns.features(position.own, position.other, found)
    table = weights.load()
    start = int(patterns.stage_start(position.own, position.other))
    sums = dict.fromkeys(TITLES, 0)
    for group, place in zip(GROUPS, found.tolist(), strict=True):
        sums[group] += int(table[start + place])
    return [(*TITLES[group], value) for group, value in sums.items()]


def _simple(position: OthelloPosition) -> list[tuple[str, str, int]]:
    own, other, size = position.own, position.other, position.size
    return [
        (_("Corners"), _("The corners that each side holds."), corner_balance(own, other, size)),
        (
            _("Danger"),
            _("Discs beside empty corners: they may give the corner away."),
            danger_balance(own, other, size),
        ),
        (*TITLES["mobility"], mobility_balance(own, other, size)),
    ]
