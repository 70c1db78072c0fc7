"""The fast search against brute force, its limits to the letter, its best lines, and its table."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import fields, replace
from typing import Any

import pytest

from plyground.core.bot import Limits
from plyground.search.pvs import table
from plyground.search.pvs.contract import SURE, WIN
from plyground.search.pvs.search import EXACT, Finding, Settings, search
from tests.search.pvs_toys import EMPTY, brute, to_depth
from tests.search.toys import CELLS, scattered_cells, start
from tests.soaking import more

UNREMEMBERED = replace(EXACT, remembering=False)
REDUCED = replace(EXACT, reducing=True)
IDEAS = [each.name for each in fields(Settings) if each.type == "bool" and each.name != "blind"]
LARGE = [start(2, (3, 1, 4, 1, 0, 5, 9, 2, 6)), start(2, (2, 7, 1, 8, 2, 8, 1, 8))]


def found(position: Any, limits: Limits | None = None, settings: Settings = EXACT, **more: Any) -> Finding:
    """A search of the toy game."""
    return search(CELLS, position, EMPTY, limits or Limits(), settings=settings, **more)


def score_of(position: Any, move: int) -> int:
    """What a move is worth for its mover, by brute force."""
    child = CELLS.play(position, move)
    score = brute(child)
    score = score - (score >= SURE) + (score <= -SURE)
    return score if child.mover == position.mover else -score


@pytest.mark.soak
@pytest.mark.parametrize("settings", [EXACT, UNREMEMBERED, REDUCED], ids=["exact", "no table", "reduced"])
def test_searched_to_the_end_it_finds_what_brute_force_finds(settings: Settings) -> None:
    sure = 0
    for position in scattered_cells(more(70, 150), 5, seats=2):
        result = found(position, settings=settings)
        line = result.lines[0]
        expected = brute(position)
        assert line.sure
        if abs(expected) < SURE:
            assert line.score == expected
        else:  # the first proof that is found may not be the shortest one
            assert (line.score > 0) == (expected > 0)
            assert abs(line.score) <= abs(expected)
            assert line.plies == len(line.moves)
            sure += 1
        end = CELLS.replay(position, [str(move) for move in line.moves])[-1]
        assert CELLS.returns(end) is not None
    assert sure > more(8, 20)


@pytest.mark.soak
@pytest.mark.parametrize("settings", [EXACT, UNREMEMBERED], ids=["table", "no table"])
def test_at_a_depth_it_finds_what_plain_negamax_finds(settings: Settings) -> None:
    for position in scattered_cells(more(25, 60), 6, seats=2):
        for depth in range(1, 5):
            result = found(position, Limits(depth=depth), settings)
            expected = to_depth(position, result.depth)
            if settings is UNREMEMBERED or result.lines[0].sure:
                assert result.lines[0].score == expected
            assert result.depth <= depth
            assert result.depth == depth or result.lines[0].sure


def test_no_literal_number_has_the_search_compiled_once_more() -> None:
    """It would take as long again, and of two forms that call each other one kept alone ends whoever loads it."""
    ran = subprocess.run([sys.executable, "-m", "tests.search.pvs_forms"], capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == ["1 form", "no literals"], ran.stderr


def test_a_win_is_as_quick_as_it_can_be() -> None:
    for position in scattered_cells(100, 7, seats=2):
        if brute(position) >= SURE:
            assert found(position, settings=UNREMEMBERED).lines[0].score == brute(position)


@pytest.mark.soak
@pytest.mark.parametrize("idea", [*IDEAS, "all", "none"])
def test_whatever_is_left_out_what_is_sure_is_right(idea: str) -> None:
    settings = Settings(**dict.fromkeys(IDEAS, idea == "all")) if idea in ("all", "none") else Settings(**{idea: False})
    sure = 0
    for position in scattered_cells(more(40, 80), 11, seats=2):
        result = found(position, Limits(depth=9), settings)
        expected = brute(position)
        if result.lines[0].sure:
            assert result.lines[0].score == expected or result.lines[0].score * expected >= SURE
            sure += 1
    assert sure > more(20, 40)


@pytest.mark.parametrize("idea", [idea for idea in IDEAS if idea not in ("quiescence", "reducing", "pruning")])
def test_each_idea_changes_what_is_searched(idea: str) -> None:
    counts = [
        sum(found(position, Limits(depth=6), settings).nodes for position in LARGE)
        for settings in (Settings(), Settings(**{idea: False}))
    ]
    assert counts[0] != counts[1]
    if idea in ("remembering", "scouting"):
        assert counts[0] < counts[1]


def test_late_moves_are_left_out_near_the_horizon_and_nothing_sure_rests_on_that() -> None:
    position, pruned = start(2, (3, 1, 4, 1, 0, 5, 9, 2, 6, 5, 3, 5, 8)), replace(EXACT, pruning=True)
    assert found(position, Limits(depth=3), pruned).nodes < found(position, Limits(depth=3)).nodes
    for _ in range(7):
        position = CELLS.play(position, found(position, Limits(depth=3), pruned).move)
        line = found(position, settings=pruned).lines[0]
        assert line.sure
        assert line.score * brute(position) > 0


def test_a_null_move_and_a_shallow_search_are_left_out_of_exact_answers() -> None:
    for position in LARGE:
        assert found(position, Limits(depth=6), EXACT) == found(
            position, Limits(depth=6), replace(EXACT, confidence=0.1)
        )


def test_the_limit_of_positions_is_exact_and_repeatable() -> None:
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2))
    for nodes in (1, 2, 17, 100, 1000):
        results = [found(position, Limits(nodes=nodes), Settings(), memory={}) for _ in range(3)]
        assert results[0].nodes == nodes
        assert results[0] == results[1] == results[2]


@pytest.mark.soak
def test_stopped_after_any_number_of_positions_it_answers_no_worse_than_its_last_iteration() -> None:
    for position in scattered_cells(12, 8, seats=2):
        iterations: list[Finding] = []

        def noted(each: Finding, iterations: list[Finding] = iterations) -> bool:
            iterations.append(each)
            return False

        whole = found(position, settings=UNREMEMBERED, enough=noted)
        iterations.append(whole)
        for nodes in range(1, whole.nodes + 1, max(1, whole.nodes // more(50, 150))):
            stopped = found(position, Limits(nodes=nodes), UNREMEMBERED)
            assert stopped.move in CELLS.legal_moves(position)
            if stopped.depth == 0:
                continue
            last = next(each for each in iterations if each.depth == stopped.depth)
            after = stopped.depth + 1

            def worth(move: int, position: Any = position, after: int = after) -> int:
                child = CELLS.play(position, move)
                score = to_depth(child, after - 1)
                score = score - (score >= SURE) + (score <= -SURE)
                return score if child.mover == position.mover else -score

            assert worth(stopped.move) >= worth(last.move)


def test_the_best_lines_are_different_moves_in_order() -> None:
    for position in scattered_cells(40, 9, seats=2):
        moves = CELLS.legal_moves(position)
        result = found(position, best_lines=3)
        assert len(result.lines) == min(3, len(moves))
        assert len({line.moves[0] for line in result.lines}) == len(result.lines)
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        by_worth = sorted((score_of(position, move) for move in moves), reverse=True)
        for line, expected in zip(result.lines, by_worth, strict=False):
            if abs(expected) < SURE:
                assert line.score == expected == score_of(position, line.moves[0])


def test_seeds_choose_among_moves_that_look_alike() -> None:
    position = start(2, (1, 1, 1, 1, 1, 1))
    moves = {found(position, Limits(nodes=1), rng=random.Random(seed)).move for seed in range(20)}
    assert len(moves) > 2
    assert found(position, rng=random.Random(3)) == found(position, rng=random.Random(3))


def test_a_game_keeps_its_table_and_no_other_game_sees_it() -> None:
    position = start(2, (3, 1, 4, 1, 0, 5, 9, 2))
    memory: dict[str, Any] = {}
    first = found(position, memory=memory, settings=Settings())
    again = found(position, memory=memory, settings=Settings())
    assert again.nodes < first.nodes
    assert again.lines[0].score == first.lines[0].score
    for _ in range(table.MOST_KEPT + 1):
        assert found(position, memory={}, settings=Settings()) == first


def test_forced_moves_and_ends_one_ply_away() -> None:
    position = start(2, (5,))
    result = found(position)
    assert result.lines[0].moves == (0,)
    assert result.lines[0].score == WIN - 1
    assert result.depth == 1
