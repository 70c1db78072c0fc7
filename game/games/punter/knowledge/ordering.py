"""The order in which intuition looks at moves: by what they add to the lead over the best other, part by part."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels
from plyground.core.knowledge import Ordering
from plyground.core.options import Values
from plyground.games.punter.knowledge.kernels import OPTION_PRICE, PASS_RANK, all_gains
from plyground.games.punter.position import Position, punters


@kernels.compiled
def _all_gains(position: Any, seat: Any, gains: Any) -> Any:
    return all_gains(position, seat, gains)


_latest = threading.local()


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


ORDERING = Ordering((), parts, looks_ahead=False)
