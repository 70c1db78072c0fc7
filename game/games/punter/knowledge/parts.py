"""The parts of how a punter stands, for people: what each mine pays, what bets bring, and the best other."""

from __future__ import annotations

from plyground.core.knowledge import Term
from plyground.games.punter import charts, scores
from plyground.games.punter.position import FUTURES, Position, punters

MOST_MINES = 8
"""Mines that are told one by one; the rest of them together."""


def terms(position: Position, seat: int) -> tuple[Term, ...]:
    """The lead of a punter by its parts: what each mine pays, what the bets bring, less the best other's score."""
    chart = charts.of_board(position.board)
    pays = position.pays[seat].tolist()
    order = sorted(range(len(pays)), key=lambda mine: -pays[mine])
    told = [
        Term(
            f"Mine {chart.file.mines[mine]}", float(pays[mine]), "Squared distances of the sites that are joined to it."
        )
        for mine in order[:MOST_MINES]
    ]
    if order[MOST_MINES:]:
        rest = float(sum(pays[mine] for mine in order[MOST_MINES:]))
        told.append(Term("Other mines", rest, "What all other mines pay together."))
    if position.settings & FUTURES:
        bets = float(sum(scores.bets_paid(position, seat)))
        told.append(Term("Bets", bets, "The cube of the distance for each bet, won or still lost."))
    others = [score for punter, score in enumerate(scores.totals(position)) if punter != seat]
    if int(punters(position)) > 1:
        told.append(Term("Best other", -float(max(others)), "The score of whoever is ahead of the others."))
    return tuple(told)
