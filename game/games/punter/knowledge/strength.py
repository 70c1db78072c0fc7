"""What makes a strong player of Lambda Punter: parts for people, exact solutions, and the player itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.knowledge import Strength
from plyground.games.punter.knowledge.exact import solve
from plyground.games.punter.knowledge.hare import advise
from plyground.games.punter.knowledge.parts import terms


def weights() -> Any:
    """Nothing is trained."""
    return np.zeros(1, dtype=np.float64)


STRENGTH = Strength("points", weights, terms, solve, advise, searched=False)
