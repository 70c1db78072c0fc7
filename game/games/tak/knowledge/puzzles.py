"""The kinds of Tak's puzzles: a road now, a win by threats (tinue), the one defence, and the best move elsewhere."""

from __future__ import annotations

from typing import Any

from plyground.core.bot import Limits
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.puzzling import BEST, USUAL_KINDS, WIN, Kind, Proven, Puzzling
from plyground.games.tak.knowledge import tinue
from plyground.games.tak.position import TakPosition

_NODES = 100_000
KINDS = {
    "now": Kind(_("Win now"), _("One move wins at once. Find it.")),
    "tinue": Kind(_("Tinue"), _("Win by threats that cannot all be answered. Find the first of them.")),
    WIN: USUAL_KINDS[WIN],
    "defend": Kind(_("Defend"), _("Every move but one loses. Find it.")),
    BEST: USUAL_KINDS[BEST],
}


def kind(game: Game[Any, Any], position: TakPosition, proven: Proven) -> str:
    """The kind of a puzzle, by what the best and the second best move come to."""
    after = game.play(position, proven.move)
    if game.returns(after) is not None:
        return "now"
    if proven.best == "win":
        found = tinue.find_after(game, position, proven.move, Limits(nodes=_NODES))  # type: ignore[arg-type]
        return WIN if found is None else "tinue"
    return "defend" if proven.second == "loss" else BEST


PUZZLES = Puzzling(KINDS, kind, starts=({"size": 5}, {"size": 5}, {"size": 6}))
