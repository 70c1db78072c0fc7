"""Paranoid search, for many seats: all others are taken to play together against the searching seat, with cuts.

So one number is enough, and alpha-beta cuts as with two sides (Sturtevant and Korf, 2000).
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.alphabeta import FAIL_OPTION, AlphaBeta, AlphaBetaRun
from plyground.search.teaching.maxn import ManySeats
from plyground.search.teaching.search import Estimate, SearchSpec


class Paranoid(ManySeats):
    """Everybody against the searching seat."""

    spec = SearchSpec(
        "paranoid", _("Paranoid"), _("All others play together against the searching seat; cuts as alpha-beta.")
    )
    kind = AlphaBetaRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (*super().options(game), FAIL_OPTION)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        return AlphaBeta().estimate(game, position, options)


SEARCHES = (Paranoid(),)
