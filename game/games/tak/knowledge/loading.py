"""Loads the kernels that prove wins, so that no move waits for them."""

from __future__ import annotations

from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.games.tak.knowledge import tinue
from plyground.games.tak.position import TakPosition


def load(game: KernelGame[TakPosition], position: TakPosition) -> None:
    """Begin to prove something about the position, and stop."""
    tinue.find(game, position, Limits(nodes=1))
    tinue.win_in_one(position)
