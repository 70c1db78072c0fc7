"""The kinds of Othello's puzzles: endings that the solver reaches, with parity by itself, and corners before them."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.puzzling import BEST, SAVE, USUAL_KINDS, WIN, Kind, Proven, Puzzling
from plyground.games.othello.position import OthelloPosition, cells_of

MOST_EMPTY = 11
KINDS = {
    WIN: Kind(_("Win the ending"), _("One move wins with perfect play. Find it.")),
    SAVE: Kind(_("Save the ending"), _("Every move but one loses. Find it.")),
    "parity": Kind(_("Parity"), _("Some regions have an odd number of empty squares. Find the move that ends best.")),
    "discs": Kind(_("Most discs"), _("One move ends with more discs than any other. Find it.")),
    "corner": Kind(_("A corner"), _("One move is clearly better than all others. Find it.")),
    BEST: USUAL_KINDS[BEST],
}


def empties(position: OthelloPosition) -> list[int]:
    """The empty squares."""
    return cells_of(~(position.own | position.other), position.size)


def regions(position: OthelloPosition) -> list[set[int]]:
    """The empty squares that hang together, slanting ones included."""
    left, found, size = set(empties(position)), list[set[int]](), position.size
    while left:
        waiting, region = [left.pop()], set[int]()
        while waiting:
            cell = waiting.pop()
            region.add(cell)
            row, column = divmod(cell, size)
            near = {
                (row + down) * size + column + right
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if 0 <= row + down < size and 0 <= column + right < size
            } & left
            left -= near
            waiting += near
        found.append(region)
    return found


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
