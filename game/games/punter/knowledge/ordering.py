"""Moves and positions part by part: what a move adds to the lead over the best other, and what the lead is made of."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels
from plyground.core.knowledge import Term
from plyground.core.messages import _
from plyground.core.options import Values
from plyground.games.punter import charts, scores
from plyground.games.punter.knowledge.kernels import OPTION_PRICE, PASS_RANK, all_gains
from plyground.games.punter.position import FUTURES, Position, punters


@kernels.compiled
def _all_gains(position: Any, seat: Any, gains: Any) -> Any:
    return all_gains(position, seat, gains)


_latest = threading.local()
MOST_MINES = 8
"""Mines that are told one by one; the rest of them together."""


def gains_at(position: Position) -> Any:
    """What each river adds to the score of the punter to move; kept for the position last asked about."""
    if getattr(_latest, "position", None) is not position:
        found = np.zeros(len(position.claimed), dtype=np.int64)
        seat = position.ply % int(punters(position))
        (_all_gains if compiled_calls.compiled_in_use() else all_gains)(position, seat, found)
        _latest.position, _latest.gains = position, found
    return _latest.gains


def parts(position: Position, move: Any, values: Values) -> Mapping[str, float]:
    """The score of a listed move: the points that it adds, less a little for an option or a pass."""
    rivers = len(position.claimed)
    if move >= 2 * rivers:
        return {"pass": PASS_RANK}
    gained = float(gains_at(position)[move % rivers])
    return {"lead": gained} if move < rivers else {"lead": gained, "option": -OPTION_PRICE}


def terms(position: Position, seat: int) -> tuple[Term, ...]:
    """The lead of a punter by its parts: what each mine pays, what the bets bring, less the best other's score."""
    chart = charts.of_board(position.board)
    pays = position.pays[seat].tolist()
    order = sorted(range(len(pays)), key=lambda mine: -pays[mine])
    told = [
        Term(
            _("Mine {mines}", mines=chart.file.mines[mine]),
            float(pays[mine]),
            _("Squared distances of the sites that are joined to it."),
        )
        for mine in order[:MOST_MINES]
    ]
    if order[MOST_MINES:]:
        rest = float(sum(pays[mine] for mine in order[MOST_MINES:]))
        told.append(Term(_("Other mines"), rest, _("What all other mines pay together.")))
    if position.settings & FUTURES:
        bets = float(sum(scores.bets_paid(position, seat)))
        told.append(Term(_("Bets"), bets, _("The cube of the distance for each bet, won or still lost.")))
    others = [score for punter, score in enumerate(scores.totals(position)) if punter != seat]
    if int(punters(position)) > 1:
        told.append(Term(_("Best other"), -float(max(others)), _("The score of whoever is ahead of the others.")))
    return tuple(told)
