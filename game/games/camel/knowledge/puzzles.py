"""The kinds of Crazy Camel's puzzles: the race, the defence, a camel that cuts the path, and the step that counts."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.puzzling import BEST, SAVE, USUAL_KINDS, WIN, Kind, Proven, Puzzling
from plyground.games.camel.paths import distance, openings
from plyground.games.camel.position import AnyPosition

KINDS = {
    WIN: USUAL_KINDS[WIN],
    SAVE: Kind(_("Hold the race"), _("Every move but one loses. Find it.")),
    "cut": Kind(_("Cut the path"), _("A camel makes the other way longer. Find the slot that decides.")),
    BEST: USUAL_KINDS[BEST],
}


def steps(position: AnyPosition, seat: int) -> int:
    """The steps of a master's shortest path."""
    across, below = openings(position)
    return int(distance(position, seat, across, below))


def kind(game: Game[Any, Any], position: AnyPosition, proven: Proven) -> str:
    """The kind of a puzzle: a cut where the move makes the other's path longer by two steps or more."""
    seat, after = game.to_move(position), game.play(position, proven.move)
    if game.returns(after) is None and steps(after, 1 - seat) >= steps(position, 1 - seat) + 2:
        return "cut"
    if proven.best == "win":
        return WIN
    return SAVE if proven.second == "loss" else BEST


def _board(width: int, height: int, camels: int) -> dict[str, int]:
    return {"board_width": width, "board_height": height, "starting_camels": camels}


_SMALL = _board(5, 5, 3)
PUZZLES = Puzzling(KINDS, kind, starts=({}, _SMALL, _board(5, 7, 5), _SMALL, _board(6, 6, 5), _board(9, 9, 10)))
"""Small boards as well: a win that a plain search finds late is three times as frequent there."""
