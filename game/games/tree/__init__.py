"""Decision trees: trees typed by hand, or grown from a seed, played as games; the module offers ``GAME``."""

from __future__ import annotations

from plyground.games.tree.game import DecisionTree

GAME = DecisionTree()
