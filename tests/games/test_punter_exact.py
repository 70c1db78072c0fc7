"""Exact play in Lambda Punter: the tables against plain max^n on random small games, and published values."""

from __future__ import annotations

import json
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground.core.bot import Limits
from plyground.games.punter import GAME, charts, scores
from plyground.games.punter.knowledge import duel
from plyground.games.punter.knowledge.ending import MOST_KEPT, Ending
from plyground.games.punter.knowledge.exact import play_exactly, solve
from plyground.games.punter.knowledge.remainder import remainder_of
from plyground.search import maxn, running
from tests.games.punter_exact import best_moves, games, leads, position_of

CASES = Path(__file__).resolve().parents[3] / "shared" / "data" / "punter_cases.json"
PATH = {"sites": [{"id": site} for site in range(3)], "rivers": [(0, 1), (1, 2)], "mines": [0]}
HOUSE = {
    "sites": [{"id": site} for site in range(5)],
    "rivers": [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4)],
    "mines": [0],
}
GRID = {
    "sites": [{"id": site} for site in range(6)],
    "rivers": [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)],
    "mines": [0],
}
SHEET = {
    "sites": [{"id": site} for site in range(8)],
    "rivers": [(3, 4), (0, 1), (2, 3), (1, 3), (5, 6), (4, 5), (3, 5), (6, 7), (5, 7), (1, 7), (0, 7), (1, 2)],
    "mines": [1, 5],
}
KNOWN = [(PATH, (1, -1), (1, -1, -1)), (HOUSE, (3, -3), (0, 0, -1)), (GRID, (6, -6), (0, 0, -5)), (SHEET, (0, 0), None)]
"""Small maps with their leads for two punters and for three."""


def drawn(map_: dict[str, Any]) -> dict[str, Any]:
    return {**map_, "rivers": [{"source": source, "target": target} for source, target in map_["rivers"]]}


@pytest.mark.parametrize(("map_", "two", "three"), KNOWN, ids=["path", "house", "grid", "sheet"])
def test_small_maps_have_their_known_leads(map_: Any, two: Any, three: Any) -> None:
    for punters, wanted in ((2, two), (3, three)):
        if wanted is not None:
            found = play_exactly(GAME, position_of(drawn(map_), punters), True, Limits())
            assert found.exact
            assert found.returns == wanted


@pytest.mark.parametrize("last", [True, False], ids=["last", "first"])
def test_tables_find_what_plain_max_n_finds(last: bool) -> None:
    for position in games(150, seed=5 + last):
        wanted, line = leads(position, last)
        found = play_exactly(GAME, position, last, Limits())
        assert found.exact
        assert found.returns == wanted
        if line:
            assert found.move == line[0]
            if int(GAME.seats_at(position)) > 2:
                assert list(found.line) == line
            assert leads(_after(position, found.line), last)[0] == wanted


def test_a_table_of_two_fits_any_number_of_punters_as_well() -> None:
    """Two punters by the search for many: the same leads as by alpha-beta."""
    for position in [each for each in games(60, seed=9, most_rivers=9) if GAME.seats_at(each) == 2]:
        wanted = play_exactly(GAME, position, True, Limits())
        plain, _ = leads(position, True)
        assert wanted.returns == plain


def test_solving_gives_every_best_first_move() -> None:
    for position in games(80, seed=3):
        solved = solve(GAME, position, Limits())
        assert solved is not None
        assert solved.returns == leads(position, True)[0]
        assert solved.value == solved.returns[GAME.to_move(position)]
        claims = best_moves(position, True)
        if claims:
            assert sorted(solved.best) == sorted(claims)
        assert solved.line[0] == solved.best[0]


def test_contracted_parts_score_as_the_whole_map_does() -> None:
    """Every set of the rivers that are left, in games in full swing with bets laid."""
    rng = random.Random(4)
    for seed in range(12):
        position = GAME.initial({"map": f"random-12-{seed}", "punters": 1 + seed % 3, "futures": True})
        for _ in range(GAME.seats_at(position)):
            site = rng.randrange(len(position.board.mine_at))
            mine = charts.of_board(position.board).file.mines[0]
            text = f"futures {mine}:{site}" if position.board.mine_at[site] < 0 else "futures -"
            position = GAME.play(position, GAME.require(position, text))
        while (position.claimed < 0).sum() > 7:
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
        rest = remainder_of(position)
        for seat in range(GAME.seats_at(position)):
            turned = position._replace(ply=position.ply - GAME.to_move(position) + seat)
            for chosen in rng.sample(range(rest.all + 1), 12):
                there = turned
                for bit in range(rest.count):
                    if chosen >> bit & 1:
                        there = scores.with_river(there, seat, (int(rest.rivers[bit]),))
                assert rest.scores[seat, chosen] == scores.totals(there)[seat]


def test_tables_are_walked_down_by_the_moves_really_made() -> None:
    """Passes and refused moves among them; the answer is always that of a fresh search."""
    rng = random.Random(8)
    kept = 0
    for seed in range(12):
        position = GAME.initial({"map": f"random-9-{seed}", "punters": 2 + seed % 3})
        memory: dict[str, Any] = {}
        for _ in range(len(position.claimed) - 10):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)[:-1]))
        while GAME.returns(position) is None:
            before = memory.get("ending")
            found = play_exactly(GAME, position, True, Limits(), memory=memory)
            kept += before is not None and memory.get("ending") is before
            fresh = play_exactly(GAME, position, True, Limits())
            assert (found.move, found.returns, found.line, found.best) == (
                fresh.move, fresh.returns, fresh.line, fresh.best,
            )  # fmt: skip
            legal = GAME.legal_moves(position)
            move = legal[-1] if rng.random() < 0.2 else found.move if rng.random() < 0.5 else rng.choice(legal)
            position = GAME.play(position, move)
    assert kept > 30


def test_a_whole_turn_splurge_of_another_is_followed() -> None:
    memory: dict[str, Any] = {}
    position = position_of(drawn(SHEET), 2, "0-1", "pass", "1-2", splurges=True)
    first = play_exactly(GAME, position, True, Limits(), memory=memory)
    kept = memory["ending"]
    position = GAME.play(position, GAME.require(position, "splurge 5-6-7"))
    found = play_exactly(GAME, position, True, Limits(), memory=memory)
    assert memory["ending"] is kept
    fresh = play_exactly(GAME, position, True, Limits())
    assert (found.move, found.returns) == (fresh.move, fresh.returns)
    assert not first.exact
    assert not found.exact


def test_memory_of_another_game_is_not_used() -> None:
    memory: dict[str, Any] = {}
    play_exactly(GAME, position_of(drawn(HOUSE), 2), True, Limits(), memory=memory)
    for position in (position_of(drawn(GRID), 2), position_of(drawn(HOUSE), 3), position_of(drawn(HOUSE), 2)):
        found = play_exactly(GAME, position, True, Limits(), memory=memory)
        assert found.returns == leads(position, True)[0]


def test_only_so_many_games_keep_their_tables() -> None:
    position = position_of(drawn(GRID), 2)
    memories: list[dict[str, Any]] = [{} for _ in range(MOST_KEPT + 2)]
    found = [play_exactly(GAME, position, True, Limits(), memory=memory) for memory in memories]
    first, last = memories[0]["ending"], memories[-1]["ending"]
    again = [play_exactly(GAME, position, True, Limits(), memory=memory) for memory in (memories[0], memories[-1])]
    assert memories[0]["ending"] is not first
    assert memories[-1]["ending"] is last
    assert {each.returns for each in (*found, *again)} == {(6.0, -6.0)}


def test_one_punter_with_turns_enough_takes_all() -> None:
    position = GAME.initial({"map": "city-60-1", "punters": 1})
    found = play_exactly(GAME, position, True, Limits())
    assert found.exact
    assert found.returns is not None
    end = position
    while moves := GAME.legal_moves(end):
        end = GAME.play(end, moves[0])
    assert found.returns == GAME.returns(end)
    assert len(found.best) == len(position.claimed)


@pytest.mark.parametrize("nodes", [1, 2, 50, 1_000, 20_000])
@pytest.mark.parametrize("punters", [2, 3])
def test_a_search_that_is_stopped_has_a_legal_move(nodes: int, punters: int) -> None:
    position = GAME.initial({"map": "grid-4x3", "punters": punters})
    if punters == 3:
        position = _after(position, GAME.legal_moves(position)[:4])
    found = play_exactly(GAME, position, True, Limits(nodes=nodes))
    assert GAME.check(position, found.move) is None
    assert not found.exact
    assert solve(GAME, position, Limits(nodes=nodes)) is None


def test_the_clock_ends_tables_and_search_alike() -> None:
    for map_, punters in (("grid-4x4", 2), ("grid-4x3", 4), ("city-60-1", 16)):
        position = GAME.initial({"map": map_, "punters": punters})
        for wait in (0.0, 0.02, 0.1):
            end = time.perf_counter() + wait
            limits = Limits(stopped=partial(_past, end))
            found = play_exactly(GAME, position, False, limits)
            assert GAME.check(position, found.move) is None


def test_looking_less_far_gives_the_leads_at_that_time() -> None:
    for position in games(40, seed=21):
        if GAME.seats_at(position) > 1 and (position.claimed < 0).sum() > 3:
            found = play_exactly(GAME, position, True, Limits(depth=2))
            assert found.depth <= 2
            assert found.returns == leads(position, True, 2)[0]


def test_keys_of_many_punters_fit_by_owners_where_parts_do_not() -> None:
    position = GAME.initial({"map": "grid-3x3", "punters": 7})
    state = duel.fresh_state(None)
    ending = Ending(position, True, state)
    by_owner = ending.best(4, every=False)
    assert len(ending._shifts) == 0
    assert by_owner[0] == leads(position, True, 4)[0]
    assert state[running.STOP] == 0


@pytest.mark.skipif(not CASES.exists(), reason="the published cases are not beside the project")
def test_published_values_hold_for_every_seat() -> None:
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    for case in cases["maxn"]:
        position = position_of(case["map"], case["punters"])
        ends = charts.of_board(position.board).file.rivers
        for rule in ("last", "first"):
            found = play_exactly(GAME, position, rule == "last", Limits())
            assert found.exact
            assert list(found.returns or ()) == case[f"leads_{rule}_tie"]
            assert list(ends[found.move]) == case[f"first_move_{rule}_tie"]
        solved = solve(GAME, position, Limits())
        assert solved is not None
        seat_leads = {tuple(root["river"]): root["lead"] for root in case["root_moves_last_tie"]}
        best = max(seat_leads.values())
        assert {ends[move] for move in solved.best} == {river for river, lead in seat_leads.items() if lead == best}
        if case["punters"] > 2:
            assert [list(ends[move]) for move in solved.line] == case["line_last_tie"]
    for case in cases["exact2p"]:
        solved = solve(GAME, position_of(case["map"], 2), Limits())
        assert solved is not None
        assert solved.returns == (case["value"], -case["value"])


@pytest.mark.skipif(not CASES.exists(), reason="the published cases are not beside the project")
def test_the_divided_budget_finds_the_published_values_too() -> None:
    """It takes the first of equal moves in the map's order: that of the ends, once the rivers are sorted by them."""
    checked = 0
    for case in json.loads(CASES.read_text(encoding="utf-8"))["maxn"]:
        if len(case["map"]["rivers"]) > 7:
            continue
        rivers = sorted(case["map"]["rivers"], key=lambda river: (river["source"], river["target"]))
        position = GAME.for_counting(position_of({**case["map"], "rivers": rivers}, case["punters"]))
        found = maxn.search(GAME, position, 10**8)
        best = max(found.roots, key=lambda root: root.value)
        assert all(root.proven for root in found.roots)
        assert list(best.values) == case["leads_first_tie"]
        assert [rivers[best.move]["source"], rivers[best.move]["target"]] == case["first_move_first_tie"]
        checked += 1
    assert checked == 21


def _past(end: float) -> bool:
    return time.perf_counter() > end


def _after(position: Any, moves: Any) -> Any:
    for move in moves:
        position = GAME.play(position, move)
    return position
