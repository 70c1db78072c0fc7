"""What reviews lean on in Lambda Punter: what each river is worth in points of the lead, by draws of who gets what."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bot import Limits
from plyground.core.knowledge import Insight
from plyground.games.punter.game import LambdaPunter
from plyground.games.punter.knowledge.facts import facts
from plyground.games.punter.knowledge.hare import FREE_FOR_EXACT, load_kernels, weigh
from plyground.games.punter.position import Position, punters, turn

_SEED = 1
_CHANCE_OF_TWO, _CHANCE_OF_MANY = 0.5, 0.4
"""How likely a free river is thought to become a punter's: what ``chances.json`` was fitted to, not what plays best."""


def values(game: LambdaPunter, position: Any, limits: Limits) -> dict[str, float] | None:
    """The lead to be expected after each claim or option, by the move's text; None while bets are laid.

    A river counts with what having it for certain adds to what is expected with an even chance for it.
    """
    assert isinstance(position, Position)
    if turn(position) < 0:
        return None
    load_kernels()
    chance = _CHANCE_OF_TWO if int(punters(position)) <= 2 else _CHANCE_OF_MANY
    weighed = weigh(position, limits, _SEED, (chance, 0.0))
    rivers = len(position.claimed)
    worths = dict(zip(weighed.rivers.tolist(), weighed.worths.tolist(), strict=True))
    return {
        game.move_text(position, move): round(weighed.lead + (1 - chance) * worths.get(move % rivers, 0.0), 3)
        for move in game.legal_moves(position)
        if isinstance(move, int)
    }


def scale(position: Any) -> float:
    """The thousandth part of all that the map pays whoever has everything, by the share of rivers that are free."""
    reach = np.maximum(position.board.reach, 0).astype(np.int64)
    free = (1 + np.count_nonzero(position.claimed < 0)) / len(position.claimed)
    return max(1.0, float((reach * reach).sum())) / 1000 * float(free)


def reaches(position: Any) -> bool:
    """Whether few enough rivers are free for the exact player."""
    free = int(np.count_nonzero(position.claimed < 0))
    return free <= FREE_FOR_EXACT.get(int(punters(position)), 8)


INSIGHT = Insight(nodes=2_000, exact_nodes=200_000, values=values, facts=facts, reaches=reaches, scale=scale)
