"""Who plays whom: every schedule against what it promises."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from plyground.competitions.pairing import validation_seatings
from plyground.competitions.pairing.bracket import Bracket, bracket, seeded
from plyground.competitions.pairing.ladder import next_opponents
from plyground.competitions.ranking.ratings import Rating
from plyground.competitions.ranking.results import Result
from plyground.core.refusals import TooFewEntrants
from plyground.pairing import Seating, rotations
from plyground.pairing.round_robin import MOST_TABLES, double_round_robin, tables
from plyground.pairing.swiss import swiss_round, usual_rounds

NAMES = [f"b{index}" for index in range(40)]


def test_validation_is_against_itself_and_against_random_in_every_seat() -> None:
    assert validation_seatings("A", "random", 2) == [("A", "A"), ("A", "random"), ("random", "A")]
    of_three = validation_seatings("A", "random", 3)
    assert of_three[0] == ("A", "A", "A")
    assert {game.index("A") for game in of_three[1:]} == {0, 1, 2}
    assert validation_seatings("A", "random", 1) == [("A",)]


@pytest.mark.parametrize("count", [2, 3, 4, 7, 20])
def test_every_pair_plays_both_ways_round_and_nobody_twice_in_a_round(count: int) -> None:
    entrants = NAMES[:count]
    rounds = double_round_robin(entrants)
    games = [game for each in rounds for game in each]
    assert sorted(games) == sorted(permutations(entrants, 2))
    for each in rounds:
        assert all(number == 2 for number in Counter(one for game in each for one in game).values())
    assert len(rounds) == (count - 1 if count % 2 == 0 else count)


def test_round_robin_several_times_over() -> None:
    games = Counter(game for each in double_round_robin(NAMES[:4], times=3) for game in each)
    assert set(games.values()) == {3}
    assert len(games) == 12


def test_too_few_are_refused() -> None:
    with pytest.raises(TooFewEntrants):
        double_round_robin(["A"])
    with pytest.raises(TooFewEntrants):
        tables(["A", "B"], 3)


@pytest.mark.parametrize(("count", "seats"), [(3, 3), (5, 3), (6, 4)])
def test_all_tables_in_all_rotations(count: int, seats: int) -> None:
    rounds = tables(NAMES[:count], seats)
    assert {frozenset(each[0]) for each in rounds} == {frozenset(each) for each in combinations(NAMES[:count], seats)}
    for each in rounds:
        assert each == rotations(each[0])
        for one in each[0]:
            assert sorted(game.index(one) for game in each) == list(range(seats))


def test_drawn_tables_seat_everybody_equally_often_with_all_others() -> None:
    rounds = tables(NAMES[:12], 4, per_entrant=11, seed="s")
    sat = Counter(one for each in rounds for one in each[0])
    assert max(sat.values()) - min(sat.values()) <= 1
    met = Counter(frozenset(pair) for each in rounds for pair in combinations(each[0], 2))
    assert len(met) == 66
    assert max(met.values()) <= 5
    assert rounds == tables(NAMES[:12], 4, per_entrant=11, seed="s")
    assert rounds != tables(NAMES[:12], 4, per_entrant=11, seed="t")


def test_tables_of_many_are_bounded() -> None:
    assert len(tables(NAMES, 4)) <= MOST_TABLES + len(NAMES)


# Swiss


def swiss(count: int, seed: int, rounds: int | None = None) -> tuple[list[list[Seating]], list[str], Counter[str]]:
    """A whole Swiss event in which the lower number mostly wins."""
    rng = random.Random(seed)
    order, points, games, byes = NAMES[:count], Counter[str](), list[Seating](), list[str]()
    found = []
    for _ in range(rounds or usual_rounds(count)):
        one = swiss_round(order, points, games, byes)
        if one.bye is not None:
            points[one.bye] += 1
            byes.append(one.bye)
        for first, second in one.pairs:
            better = first if int(first[1:]) < int(second[1:]) else second
            points[better if rng.random() < 0.85 else first] += 1
        games += one.pairs
        found.append(list(one.pairs))
    return found, byes, points


@pytest.mark.parametrize("count", [2, 5, 8, 13, 20, 33, 40])
def test_swiss_rounds_have_no_rematch_even_seats_and_one_bye_each(count: int) -> None:
    rounds, byes, _ = swiss(count, seed=count)
    games = [game for each in rounds for game in each]
    met = Counter(frozenset(game) for game in games)
    assert max(met.values()) == 1
    for each in rounds:
        assert len({one for game in each for one in game}) == count - count % 2
    lead = Counter(first for first, _ in games)
    lead.subtract(second for _, second in games)
    assert all(abs(number) <= 2 for number in lead.values())
    assert len(byes) == len(rounds) * (count % 2)
    assert len(set(byes)) == len(byes)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    first = swiss_round(NAMES[:8], {}, [])
    assert {frozenset(game) for game in first.pairs} == {frozenset((f"b{i}", f"b{i + 4}")) for i in range(4)}
    assert {game[0] for game in first.pairs} == {"b0", "b5", "b2", "b7"}


def test_the_second_round_pairs_equal_points() -> None:
    first = swiss_round(NAMES[:8], {}, [])
    points = {game[0]: 1.0 for game in first.pairs}
    second = swiss_round(NAMES[:8], points, first.pairs)
    assert all(points.get(one, 0) == points.get(other, 0) for one, other in second.pairs)


def test_the_last_without_a_bye_gets_it() -> None:
    assert swiss_round(["A", "B", "C"], {"A": 2, "B": 1}, []).bye == "C"
    assert swiss_round(["A", "B", "C"], {"A": 2, "B": 1}, [], ["C"]).bye == "B"


def test_when_all_have_met_they_meet_again() -> None:
    games = [("A", "B"), ("C", "D"), ("A", "C"), ("B", "D"), ("A", "D"), ("B", "C")]
    again = swiss_round("ABCD", {}, games)
    assert sorted(one for game in again.pairs for one in game) == list("ABCD")


def test_the_strongest_end_on_top() -> None:
    _, _, points = swiss(32, seed=3)
    assert "b0" in [one for one, _ in points.most_common(4)]


# The final


def play(
    seeds: list[str], winner: dict[frozenset[str], str], games: int = 2
) -> tuple[Bracket, list[tuple[int, int, int, Result]]]:
    """Play a bracket to its end; who is not in ``winner`` draws."""
    results: list[tuple[int, int, int, Result]] = []
    while (now := bracket(seeds, results, games)).wanted:
        for wanted in now.wanted:
            better = winner.get(frozenset(wanted.seating))
            ranks = tuple(1 if better in (None, one) else 2 for one in wanted.seating)
            results.append((wanted.round, wanted.match, wanted.number, Result("", wanted.seating, ranks)))
    return now, results


def test_seeds_stand_so_that_the_best_meet_last() -> None:
    assert seeded(4) == [0, 3, 1, 2]
    assert seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_a_bracket_of_four() -> None:
    wins = {frozenset(pair): pair[0] for pair in ("AD", "CB", "CA")}
    final, results = play(list("ABCD"), wins)
    assert final.winner == "C"
    assert [[match.sides for match in each] for each in final.rounds] == [[("A", "D"), ("B", "C")], [("A", "C")]]
    assert len(results) == 6
    assert [each[3].entrants for each in results[:2]] == [("A", "D"), ("D", "A")]


def test_the_best_are_spared_the_first_round() -> None:
    start = bracket(list("ABCDE"), [])
    assert [match.winner for match in start.rounds[0]] == ["A", None, "B", "C"]
    assert [match.bye for match in start.rounds[0]] == [True, False, True, True]
    assert {wanted.seating for wanted in start.wanted} >= {("D", "E"), ("E", "D"), ("B", "C"), ("C", "B")}
    assert play(list("ABCDE"), {frozenset("AB"): "B", frozenset("BC"): "B"})[0].winner == "B"


def test_a_level_match_gets_one_more_pair_and_then_goes_to_the_better_seed() -> None:
    final, results = play(["A", "B"], {})
    assert final.winner == "A"
    assert len(results) == 4
    decided = [(1, 0, number, Result("", seating, ranks)) for number, (seating, ranks) in enumerate([
        (("A", "B"), (1, 1)), (("B", "A"), (1, 1)), (("A", "B"), (1, 1)), (("B", "A"), (1, 2)),
    ])]  # fmt: skip
    assert bracket(["A", "B"], decided).winner == "B"


def test_results_of_a_match_may_come_in_any_order() -> None:
    late = [(1, 0, 1, Result("", ("B", "A"), (1, 2)))]
    now = bracket(["A", "B"], late)
    assert [(wanted.number, wanted.seating) for wanted in now.wanted] == [(0, ("A", "B"))]
    assert now.winner is None


def test_a_final_needs_two() -> None:
    with pytest.raises(TooFewEntrants):
        bracket(["A"], [])


# The ladder

FIELD = {
    "new": Rating(0, 10, 3),
    "near": Rating(20, 10, 50),
    "next": Rating(-60, 10, 10),
    "third": Rating(90, 10, 40),
    "far": Rating(900, 10, 0),
}


def test_the_ladder_takes_the_nearest_and_of_them_the_least_played() -> None:
    assert next_opponents("new", FIELD, {}) == ("next",)
    assert next_opponents("new", FIELD, {"next": 2}) == ("third",)
    assert next_opponents("new", FIELD, {"next": 2, "third": 2}) == ("near",)
    assert next_opponents("new", FIELD, {"next": 2, "third": 2, "near": 2}) == ("next",)


def test_the_ladder_sits_a_whole_table_down() -> None:
    assert len(next_opponents("new", FIELD, {}, seats=4)) == 3
    assert next_opponents("new", {"new": Rating(0, 10, 0)}, {}) == ()
