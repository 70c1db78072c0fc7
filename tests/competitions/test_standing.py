"""Points, shared places, bonus and badges on made-up tables."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from plyground.competitions.ranking import badges
from plyground.competitions.ranking.badges import Step, beaten_both_ways, order
from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import USUAL_BONUS, Row, Rules, format_bonus, parse_bonus, standing
from plyground.core.refusals import BadSetting
from tests.competitions.tables import beats, level, results


def rows(table: list[Row]) -> dict[str, Row]:
    return {row.entrant: row for row in table}


def test_a_point_a_win_and_half_a_draw() -> None:
    table = rows(standing(dict.fromkeys("ABC"), results("AB1 BA= AC= CA0 BC0 CB1")))
    assert {one: row.points for one, row in table.items()} == {"A": 3.0, "B": 0.5, "C": 2.5}
    assert (table["A"].wins, table["A"].draws, table["A"].losses, table["A"].games) == (2, 2, 0, 4)


def test_two_on_the_first_place_both_get_20_and_the_next_gets_10() -> None:
    # A and B beat C and D, and each other as first player.
    table = rows(standing(dict.fromkeys("ABCD"), level("AB") + beats("AC", "AD", "BC", "BD", "CD")))
    assert [(table[one].place, table[one].bonus) for one in "ABCD"] == [(1, 20), (1, 20), (3, 10), (4, 10)]
    assert [table[one].badge for one in "ABCD"] == [1, 1, 3, None]


def test_results_between_unequals_are_not_looked_at_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[list[Result]] = []

    def ordered(entrants: list[str], among: list[Result], tokens: dict[str, None]) -> list[Step]:
        looked.append(among)
        return order(entrants, among, tokens)

    monkeypatch.setattr(badges, "order", ordered)
    equal = level("AB")
    standing(dict.fromkeys("ABCD"), equal + beats("AC", "AD", "BC", "BD", "CD"))
    assert looked == [equal] * 3


def test_the_usual_bonus_goes_down_to_the_tenth_place() -> None:
    names = "ABCDEFGHIJKL"
    table = standing(dict.fromkeys(names), beats(*(one + other for one, other in combinations(names, 2))))
    assert [row.entrant for row in table] == list(names)
    assert [row.bonus for row in table] == [20, 15, 10, 10, 10, 5, 5, 5, 5, 5, 0, 0]
    assert [row.place for row in table] == list(range(1, 13))


def test_three_on_the_second_place_share_it_and_the_next_is_fifth() -> None:
    table = rows(
        standing(dict.fromkeys("ABCDE"), beats("AB", "AC", "AD", "AE", "BE", "CE", "DE") + level("BC", "BD", "CD"))
    )
    assert [table[one].place for one in "ABCDE"] == [1, 2, 2, 2, 5]
    assert [table[one].bonus for one in "ABCDE"] == [20, 15, 15, 15, 10]


def test_all_equal_share_the_first_place() -> None:
    table = standing({"A": 5, "B": 5, "C": 5}, [])
    assert [(row.place, row.bonus, row.badge, row.decided) for row in table] == [(1, 20, 1, "shared")] * 3


def test_an_edited_bonus() -> None:
    rules = Rules(bonus=parse_bonus("1=3, 2-3=1.5"))
    table = standing(dict.fromkeys("ABCD"), beats("AB", "AC", "AD", "BC", "BD", "CD"), rules)
    assert [row.bonus for row in table] == [3, 1.5, 1.5, 0]


@pytest.mark.parametrize("text", ["1", "1=x", "2-1=5", "1-3=5,3=2", "0=4", "1=5;2=4"])
def test_a_wrong_bonus_table_is_refused(text: str) -> None:
    with pytest.raises(BadSetting):
        parse_bonus(text)


def test_rules_read_back() -> None:
    assert parse_bonus(format_bonus(USUAL_BONUS)) == USUAL_BONUS
    rules = Rules(win=3, draw=1, table="pairs", bonus=parse_bonus("1=9"), tie_break_places=True)
    assert Rules.from_json(rules.as_json()) == rules
    assert Rules.from_json({}) == Rules()
    with pytest.raises(BadSetting):
        Rules.from_json({"table": "chairs"})


def test_byes_count_as_points_without_games() -> None:
    table = rows(standing(dict.fromkeys("AB"), [], free_points={"B": 1.0, "gone": 1.0}))
    assert (table["B"].points, table["B"].games, table["B"].place, table["A"].place) == (1.0, 0, 1, 2)


# Badges


def steps(entrants: str, played: list[Result], **tokens: int | None) -> list[tuple[str, str]]:
    found = order(entrants, played, dict.fromkeys(entrants) | tokens)
    return [("".join(step.entrants), step.decided) for step in found]


def test_who_won_both_ways_comes_first_though_its_source_is_longer() -> None:
    assert steps("AB", beats("BA"), A=10, B=90) == [("B", "games"), ("A", "points")]


def test_one_win_and_a_draw_are_not_enough() -> None:
    assert steps("AB", results("AB1 BA="), A=90, B=10) == [("B", "source"), ("A", "points")]
    assert beaten_both_ways("AB", results("AB1 AB1")) == {"A": set(), "B": set()}


def test_over_several_games_most_points_in_both_seats_are_needed() -> None:
    assert beaten_both_ways("AB", results("AB1 AB= AB0 AB1 BA0 BA=")) == {"A": {"B"}, "B": set()}
    assert beaten_both_ways("AB", results("AB1 AB0 BA0 BA0")) == {"A": set(), "B": set()}


def test_a_circle_of_three_decides_nothing() -> None:
    circle = beats("AB", "BC", "CA")
    assert steps("ABC", circle, A=30, B=20, C=10) == [("C", "source"), ("B", "source"), ("A", "points")]
    assert steps("ABC", circle, A=7, B=7, C=7) == [("ABC", "shared")]


def test_when_one_of_a_circle_has_its_badge_the_others_are_still_not_decided_by_it() -> None:
    # C goes first by its source; A beat B, but as a part of the circle.
    assert steps("ABC", beats("AB", "BC", "CA"), A=30, B=20, C=10)[1] == ("B", "source")


def test_three_in_a_row() -> None:
    assert steps("ABC", beats("CB", "BA", "CA"), A=1, B=2, C=3) == [("C", "games"), ("B", "games"), ("A", "points")]


def test_two_that_beat_a_third_are_told_apart_by_their_source() -> None:
    assert steps("ABC", beats("AC", "BC") + level("AB"), A=20, B=10, C=1) == [
        ("B", "source"),
        ("A", "games"),
        ("C", "points"),
    ]


def test_one_that_beat_the_two_others() -> None:
    assert steps("ABC", beats("CA", "CB") + level("AB"), A=5, B=5, C=99) == [("C", "games"), ("AB", "shared")]


def test_a_win_inside_the_group_holds_whoever_stands_between() -> None:
    # A beat B; C has the shortest source, B the next.
    assert steps("ABC", beats("AB"), A=30, B=20, C=10) == [("C", "source"), ("A", "games"), ("B", "points")]


def test_a_circle_below_a_winner() -> None:
    played = beats("DA", "DB", "DC", "AB", "BC", "CA")
    assert steps("ABCD", played, A=1, B=2, C=3, D=9)[0] == ("D", "games")
    assert [step[0] for step in steps("ABCD", played, A=1, B=2, C=3, D=9)] == ["D", "A", "B", "C"]


def test_a_bot_without_source_comes_after_those_with_one() -> None:
    assert steps("ABC", [], A=None, B=500, C=None) == [("B", "source"), ("AC", "shared")]


def test_the_order_does_not_hang_on_names_or_on_the_order_of_results() -> None:
    played = beats("AB", "BC", "CA", "AD") + level("BD")
    expected: list[Step] | None = None
    for renamed in permutations("ABCD"):
        names = dict(zip("ABCD", renamed, strict=True))
        back = {new: old for old, new in names.items()}
        moved = [Result(each.game, tuple(names[one] for one in each.entrants), each.ranks) for each in reversed(played)]
        tokens = {names[one]: size for one, size in {"A": 5, "B": 5, "C": 5, "D": 4}.items()}
        found = [
            Step(tuple(sorted(back[one] for one in step.entrants)), step.decided)
            for step in order(list(names.values()), moved, tokens)
        ]
        expected = expected or found
        assert found == expected


def test_badges_of_the_first_three_only_and_places_as_they_were() -> None:
    played = level("AB", "AC", "AD", "BC", "BD", "CD")
    table = standing({"A": 4, "B": 3, "C": 2, "D": 1}, played)
    assert [(row.entrant, row.badge, row.rank) for row in table] == [
        ("D", 1, 1),
        ("C", 2, 2),
        ("B", 3, 3),
        ("A", None, 4),
    ]
    assert {(row.place, row.bonus) for row in table} == {(1, 20.0)}


def test_a_shared_badge_leaves_out_the_next() -> None:
    table = rows(standing({"A": 9, "B": 9, "C": 9, "D": 9}, level("AB") + beats("AC", "AD", "BC", "BD", "CD")))
    assert [table[one].badge for one in "ABCD"] == [1, 1, 3, None]


def test_a_setting_lets_the_tie_break_decide_places() -> None:
    rules = Rules(tie_break_places=True)
    table = standing({"A": 10, "B": 20, "C": 5}, level("AB") + beats("AC", "BC"), rules)
    assert [(row.entrant, row.place, row.bonus) for row in table] == [("A", 1, 20), ("B", 2, 15), ("C", 3, 10)]


def test_the_tie_break_leaves_a_shared_place_shared() -> None:
    rules = Rules(tie_break_places=True)
    table = standing({"A": 7, "B": 7, "C": 5}, level("AB") + beats("AC", "BC"), rules)
    assert [(row.place, row.bonus) for row in table] == [(1, 20), (1, 20), (3, 10)]


def test_where_both_failed_nobody_has_a_point_and_nobody_won() -> None:
    both = Result("0", ("A", "B"), (1, 1), frozenset({0, 1}))
    table = rows(standing({"A": 2, "B": 1}, [both]))
    assert {(row.points, row.losses, row.draws) for row in table.values()} == {(0.0, 1, 0)}
    assert beaten_both_ways("AB", [both, Result("1", ("B", "A"), (1, 1), frozenset({0, 1}))]) == {
        "A": set(),
        "B": set(),
    }


# Tables of many


def table(ranks: tuple[int, ...], failed: set[int] | None = None) -> Result:
    return Result("0", tuple("ABCDEF"[: len(ranks)]), ranks, frozenset(failed or ()))


def test_at_a_table_each_gets_the_seats_less_those_who_did_better() -> None:
    assert Rules().points(table((1, 2, 3))) == (3, 2, 1)
    assert Rules().points(table((2, 1, 2, 4))) == (3, 4, 3, 1)
    assert Rules().points(table((1, 1, 1))) == (3, 3, 3)
    assert Rules().points(table((1, 2, 2), failed={1, 2})) == (3, 0, 0)


def test_or_a_point_for_each_who_did_worse() -> None:
    assert Rules(table="pairs").points(table((1, 2, 3))) == (2, 1, 0)
    assert Rules(table="pairs").points(table((1, 1, 3))) == (1.5, 1.5, 0)


def test_a_table_of_three_with_seats_rotated() -> None:
    games = [
        Result("0", ("A", "B", "C"), (1, 2, 3)),
        Result("1", ("B", "C", "A"), (2, 3, 1)),
        Result("2", ("C", "A", "B"), (1, 2, 2)),
    ]
    table = rows(standing(dict.fromkeys("ABC"), games))
    assert {one: row.points for one, row in table.items()} == {"A": 8, "B": 6, "C": 5}
    assert (table["A"].wins, table["A"].draws, table["A"].losses) == (4, 1, 1)


def test_at_tables_first_is_who_sat_earlier() -> None:
    games = [Result("0", ("A", "B", "C"), (1, 2, 3)), Result("1", ("B", "C", "A"), (2, 3, 1))]
    assert beaten_both_ways("ABC", games) == {"A": {"B", "C"}, "B": set(), "C": set()}
