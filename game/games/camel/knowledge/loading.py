"""Loads the kernels of exact play, so that no move waits for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bot import Limits
from plyground.games.camel.knowledge import layers, solver
from plyground.games.camel.position import AnyPosition

_ANY = 1 << 40


def load(game: Any, position: AnyPosition) -> None:
    """Begin to solve the position as if one camel were left, and stop."""
    made = solver.plan(position._replace(first_camels=1, second_camels=0), _ANY)
    assert not isinstance(made, str)
    solver.solve_all(made, Limits(stopped=lambda: True))
    layers.is_canonical(made.sets[0], 2, 2, np.empty(len(made.sets[0]), np.bool_))
