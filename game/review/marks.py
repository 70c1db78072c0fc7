"""From what moves lost to what people read: a mark for each move, each side's accuracy, and where the game turned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

MARKS = ("forced", "fine", "only", "inaccuracy", "mistake", "blunder", "missed")
"""All marks: no choice; nothing lost; the only move that lost nothing, and it was found; less and more of the chances
given away; a win that was certain and was let go."""
BAD = ("inaccuracy", "mistake", "blunder", "missed")
"""Marks of moves to learn from."""
INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""Chances to win that a move of each kind loses at least."""
LET_GO = 0.03
"""The same where the best move wins for certain."""
_TURNING = 3
_GRADED = 0.5
"""Where both values are exact and the unit counts at the end: the part of the spread whose loss is an inaccuracy."""


def mark(lost: float, *, best_wins: bool, made_wins: bool, only: float, forced: bool, exact_loss: float) -> str:
    """The mark of a move that lost this much of the chances to win.

    ``best_wins`` and ``made_wins`` say whether the best move and this one win for certain; ``only`` is what the next
    best move would have lost, 0 if this one was not the best; ``exact_loss`` is what an exact loss in the unit of a
    game whose ends count by it comes to, in spreads.
    """
    if forced:
        return "forced"
    if best_wins and not made_wins and lost >= LET_GO:
        return "missed"
    for name, least in (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY)):
        if lost >= least:
            return name
    if exact_loss >= _GRADED:
        return "inaccuracy"
    return "only" if only >= MISTAKE else "fine"


def accuracy(losses: Sequence[float]) -> float | None:
    """How accurate a side played, 0 to 100: the mean over its moves of what each kept, by the curve that lichess uses
    (lichess.org/page/accuracy); None if it had no choice to make."""
    kept = [103.1668 * math.exp(-4.354 * lost) - 3.1669 for lost in losses]
    return round(max(0.0, min(100.0, sum(kept) / len(kept))), 1) if kept else None


def turning_points(plies: Sequence[dict[str, Any]]) -> list[int]:
    """The plies, by number from 1, after which somebody else was likelier to win, or which lost most: three at
    most, in their order."""
    costly = [ply for ply in plies if ply["lost"]["chance"] >= MISTAKE]

    def turned(ply: dict[str, Any]) -> bool:
        return bool(ply["chances"][0] >= 0.5 > ply["chances"][1])

    ordered = sorted(costly, key=lambda ply: (not turned(ply), -ply["lost"]["chance"]))
    return sorted(ply["ply"] for ply in ordered[:_TURNING])
