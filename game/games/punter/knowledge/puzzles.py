"""The kinds of Lambda Punter's puzzles, all of them endings that the exact player reaches: the river that decides, the
quiet one that pays nothing at once, and the one that pays most in the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.puzzling import Kind, Proven, Puzzling
from plyground.games.punter.knowledge.ordering import gains_at
from plyground.games.punter.position import Position, punters

MOST_FREE = 11
KINDS = {
    "river": Kind(_("The deciding river"), _("One river decides who wins. Find it.")),
    "quiet": Kind(_("A quiet river"), _("The best river is not the one that pays most at once. Find it.")),
    "points": Kind(_("Most points"), _("One river is worth more in the end than any other. Find it.")),
}
_MAPS = ("grid-4x3", "grid-4x4", "triangle-3", "triangle-4", "circle-8", "circle-12", "ladder-5", "ladder-6",
         *(f"random-{size}-{seed}" for size in (14, 18, 22) for seed in range(1, 7)),
         *(f"city-{size}-{seed}" for size in (20, 24) for seed in range(1, 4)))  # fmt: skip


def solves(position: Position) -> bool:
    """Whether few enough rivers are free for the exact player of two."""
    return int(punters(position)) <= 2 and int(np.count_nonzero(position.claimed < 0)) <= MOST_FREE


def kind(game: Game[Any, Any], position: Position, proven: Proven) -> str:
    """The kind of a puzzle: by what the move decides, and by what it pays at once."""
    if proven.best != proven.second:
        return "river"
    gains = gains_at(position)
    paid = {move: float(gains[move]) for move in game.legal_moves(position) if 0 <= move < len(gains)}
    return "quiet" if paid and paid.get(proven.move, 0.0) < max(paid.values()) else "points"


PUZZLES = Puzzling(KINDS, kind, tuple({"map": name} for name in _MAPS), solves, margin=3.0)
