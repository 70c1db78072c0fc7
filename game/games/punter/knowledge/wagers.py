"""Bets that are worth laying: on sites that are so surely reached that the cube of the distance is likely won."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.games.punter.moves import Bets
from plyground.games.punter.position import Position

SURE_ENOUGH = 0.6
"""Less likely targets are left alone: the draws do not know that others may block on purpose."""


def best_bets(position: Position, reach: Any) -> Bets:
    """For each mine the target with the highest expected gain, (2p - 1) d^3, if it is likely enough to be reached."""
    board = position.board
    found = []
    for mine in range(len(board.mines)):
        away = board.reach[mine].astype(np.float64)
        expected = (2.0 * reach[mine] - 1.0) * away**3
        expected[(board.mine_at >= 0) | (away <= 0) | (reach[mine] < SURE_ENOUGH)] = 0.0
        target = int(np.argmax(expected))
        if expected[target] > 0:
            found.append((mine, target))
    return Bets(tuple(found))
