"""What makes a strong player of Lambda Punter: parts for people, exact solutions, and the player itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from game.core.knowledge import Strength, provide_strength
from game.knowledge.punter.exact import solve
from game.knowledge.punter.hare import advise
from game.knowledge.punter.parts import terms
from game.rules.punter.position import Position


def weights() -> Any:
    """Nothing is trained."""
    return np.zeros(1, dtype=np.float64)


provide_strength((Position,), Strength("points", weights, terms, solve, advise, searched=False))
