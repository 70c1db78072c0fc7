"""The kinds of Othello's puzzles: endings that the solver reaches, with parity by itself, and corners before them."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.puzzling import BEST, SAVE, USUAL_KINDS, WIN, Kind, Proven, Puzzling
from plyground.games.othello.knowledge.regions import empties, regions
from plyground.games.othello.position import OthelloPosition

MOST_EMPTY = 11
KINDS = {
    WIN: Kind(_("Win the ending"), _("One move wins with perfect play. Find it.")),
    SAVE: Kind(_("Save the ending"), _("Every move but one loses. Find it.")),
    "parity": Kind(_("Parity"), _("Some regions have an odd number of empty squares. Find the move that ends best.")),
    "discs": Kind(_("Most discs"), _("One move ends with more discs than any other. Find it.")),
    "corner": Kind(_("A corner"), _("One move is clearly better than all others. Find it.")),
    BEST: USUAL_KINDS[BEST],
}


def solves(position: OthelloPosition) -> bool:
    """Whether few enough squares are empty to solve it at once."""
    return len(empties(position)) <= MOST_EMPTY


def kind(game: Game[Any, Any], position: OthelloPosition, proven: Proven) -> str:
    """The kind of a puzzle: parity where the move enters an odd region and there is an even one too."""
    size = position.size
    if proven.exact:
        sizes = {len(region) % 2: region for region in regions(position)}
        into = next((region for region in regions(position) if proven.move in region), set())
        if len(sizes) == 2 and len(into) % 2 == 1 and len(into) <= 5:
            return "parity"
        if proven.best == "win" and proven.second != "win":
            return WIN
        return SAVE if proven.best == "draw" else "discs"
    return "corner" if proven.move in (0, size - 1, size * (size - 1), size * size - 1) else BEST


PUZZLES = Puzzling(KINDS, kind, solves=solves, margin=4.0)
