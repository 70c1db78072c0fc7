"""``plyground watch``: how each did in a game, in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from plyground.commands import watch


@pytest.mark.parametrize(
    ("ranks", "verdicts", "told"),
    [
        ([2, 1], ["fair", "fair"], "A lost, B won"),
        ([1, 2], ["fair", "crash"], "A won, B lost (crash)"),
        ([1, 1], ["fair", "fair"], "A drew, B drew"),
        ([3, 1, 1, 4], ["fair", "fair", "fair", "time"], "A 3rd, B 1st, C 1st, D 4th (time)"),
    ],
)
def test_a_line_says_how_each_did(ranks: list[int], verdicts: list[str], told: str) -> None:
    own: Any = SimpleNamespace(server="http://here", competition="cup")
    game = {"id": "g", "kind": "ladder", "names": list("ABCD")[: len(ranks)], "ranks": ranks, "verdicts": verdicts}
    assert watch._line(own, game) == f"ladder: {told}: http://here/compete/cup/games/g"
