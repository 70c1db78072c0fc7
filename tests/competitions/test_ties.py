"""Why equals stand as they stand, in sentences: on made-up tables, those of the standing's own tests among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import Rules, standing
from plyground.competitions.ranking.ties import amount, explained, joined


def table(tokens: Mapping[str, int | None], results: list[Result], rules: Rules | None = None) -> list[dict[str, Any]]:
    """The ties of the table that these results make; every bot is called by its letter."""
    rows = standing(tokens, results, rules)
    named = [row.as_json() | {"name": row.entrant, "version": row.entrant} for row in rows]
    return explained(named, results, rules or Rules())


def won(first: str, other: str, by_first: bool = True) -> Result:
    """A game that one of the two won."""
    return Result(f"{first}{other}", (first, other), (1, 2) if by_first else (2, 1))


def test_nobody_is_explained_before_the_first_game() -> None:
    assert table({"A": 1, "B": 1}, []) == []


def test_wins_both_ways_come_first_and_are_named() -> None:
    results = [won("A", "B"), won("B", "A", by_first=False), won("B", "C"), won("B", "D")]
    (tie,) = [tie for tie in table({"A": 9, "B": 3, "C": 1, "D": 1}, results) if tie["first"] == 0]
    assert tie["count"] == 2
    assert tie["sentences"] == [
        "A and B have 2 points each and share place 1, and each gets its bonus of 20; the badges are decided so.",
        "A won against B both as first and as second player, and comes before.",
    ]


def test_the_shorter_source_is_named_with_its_size() -> None:
    (tie,) = table({"A": 900, "B": 300, "C": None}, [won("A", "B"), won("B", "C"), won("C", "A")])
    assert "B has the shorter source (300 tokens, against" in tie["sentences"][1]
    assert "900 tokens in A" in tie["sentences"][1]
    assert "no source that is counted in C" in tie["sentences"][1]


def test_a_circle_is_told_and_what_is_shared_too() -> None:
    both = [(one, other) for one, other in ("AB", "BC", "CA")]
    results = [game for one, other in both for game in (won(one, other), won(other, one, by_first=False))]
    (tie,) = table({"A": 5, "B": 5, "C": 5}, results)
    assert tie["count"] == 3
    assert tie["sentences"][1] == "Nothing tells A, B and C apart: they share it."
    assert "run in a circle" in tie["sentences"][2]


def test_ties_below_the_badges_are_only_told_to_share_unless_places_go_by_them() -> None:
    names = "ABCDEF"
    results = [won(one, other) for at, one in enumerate(names[:4]) for other in names[at + 1 :]]
    sizes = {name: at + 1 for at, name in enumerate(names)}
    (tie,) = table(sizes, results)
    assert (tie["first"], tie["count"]) == (4, 2)
    assert tie["sentences"] == ["E and F have 0 points each and share place 5, and each gets its bonus of 10."]
    (tie,) = table(sizes, results, Rules(tie_break_places=True))
    assert "the tie-break gives their places" in tie["sentences"][0]
    assert "E has the shorter source" in tie["sentences"][1]


@pytest.mark.parametrize(
    ("points", "words"),
    [(1, "1 point"), (0, "0 points"), (0.5, "½ points"), (12.5, "12½ points"), (2.25, "2.25 points")],
)
def test_points_read_as_people_write_them(points: float, words: str) -> None:
    assert amount(points) == words


def test_many_names_are_cut_short() -> None:
    assert joined("A") == "A"
    assert joined("ABC") == "A, B and C"
    assert joined("ABCDEFGH") == "A, B, C, D, E and 3 more"
