"""What a learnt order sees of moves, compiled: for the tests of games that learn one."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.search.learning import model
from plyground.search.pvs import contract


@kernels.compiled
def _look(position: Any, moves: Any, scores: Any, places: Any, weights: Any) -> Any:
    count = kernels.legal_moves(position, moves)
    model.move_features(position, moves, count, places)
    contract.prior(position, moves, count, scores, weights)
    return count


def seen(position: Any, most_moves: int, weights: Any) -> tuple[list[tuple[int, ...]], list[int]]:
    """The features and the score of each legal move."""
    moves, scores = np.empty((2, most_moves), dtype=np.int32)
    places = np.full(most_moves * model.MOST_OF_MOVE, -1, dtype=np.int32)
    count = _look(position, moves, scores, places, weights)
    rows = places.reshape(-1, model.MOST_OF_MOVE)[:count].tolist()
    return [tuple(row[: row.index(-1)]) for row in rows], scores[:count].tolist()
