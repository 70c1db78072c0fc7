"""MTD(f): the value is found by null windows alone, each of which halves the question with one bit more.

Every pass asks whether the value is at least so much, and answers with a bound, which is the next pass's guess. What a
pass sees again it finds in the transposition table (Plaat, Schaeffer, Pijls and de Bruin, 1996).
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta
from plyground.search.teaching.events import Event
from plyground.search.teaching.null_windows import STEP
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.transpositions import TableRun
from plyground.search.teaching.two_sided import TwoSidedSearch


class MtdfRun(TableRun):
    """One search; the table has a slot for every position."""

    own_windows = True

    def search(self) -> Told:
        lower, upper, guess = -math.inf, math.inf, float(self.options["guess"])
        ends, number, result = {"at_least": False, "at_most": False}, 0, self.result
        chosen: tuple[Any, ...] = ()
        while lower < upper:
            number += 1
            beta = guess + STEP if guess == lower else guess
            yield Event("window", self.root, items=(beta - STEP, beta), number=number, reason="zero")
            result.roots.clear()
            value, sure, closed, line = yield from self.look(self.root, self.depth, beta - STEP, beta)
            if sure != "at_most":
                lower, ends["at_least"], chosen = value, closed, line
            if sure != "at_least":
                upper, ends["at_most"] = value, closed
            guess = value
            yield Event("limits", self.root, items=(lower, upper), number=number)
        if chosen:
            result.value, result.sure, result.closed, result.line = lower, "exact", all(ends.values()), chosen


class Mtdf(AlphaBeta):
    """Null windows and a memory."""

    spec = SearchSpec(
        "mtdf",
        _("MTD(f)"),
        _("Closes in on the value with null windows alone, helped by a table that remembers."),
    )
    kind = MtdfRun
    says = words_windows.WITH_TABLE

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option(
                "guess", "int", 0, _("What the first pass takes the value for."), low=-1_000_000, high=1_000_000,
                title=_("First guess"),
            ),
        )  # fmt: skip


SEARCHES = (Mtdf(),)
