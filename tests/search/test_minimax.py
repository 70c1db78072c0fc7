"""The divided budget to the letter: what is analysed, how it is scored, and when it stops."""

from __future__ import annotations

import math
import random
import time
from typing import Any

import pytest

from plyground.core import kernels, knowledge
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.search.minimax import Minimax, root_budget, search
from plyground.search.teaching.budget import BudgetRun
from tests.search.support import CAMEL, OTHELLO, scattered
from tests.soaking import more
from tests.waiting import Effort

CASES = [
    pytest.param(OTHELLO, {}, 2, id="othello"),
    pytest.param(OTHELLO, {"size": 4}, 2, id="othello-4x4"),
    pytest.param(CAMEL, {}, 1, id="camel"),
    pytest.param(CAMEL, {"board_width": 3, "board_height": 3, "starting_camels": 1}, 1, id="camel-3x3"),
    pytest.param(CAMEL, {"board_width": 9, "board_height": 9, "starting_camels": 10}, 1, id="camel-9x9"),
]


def told(game: KernelGame[Any], position: Any, budget: int, unit: int, divide_root: bool) -> BudgetRun:
    """The search that is told step by step, run to its end."""
    options: dict[str, Any] = {
        "budget": budget,
        "divide_root": divide_root,
        "score": knowledge.of(game).units[unit].name,
    }
    run = BudgetRun(game, position, options, game.to_move(position), vector=False)
    assert sum(event.kind == "enter" for event in run.events()) == run.result.entered
    return run


@pytest.mark.parametrize(("game", "options", "units"), CASES)
def test_compiled_and_narrated_visit_the_same_positions_in_the_same_order(
    game: KernelGame[Any], options: dict[str, Any], units: int
) -> None:
    rng = random.Random(0)
    for position in scattered(game, 8 if game is CAMEL else 30, 1, options):
        budget = rng.choice((1, 3, 10, 30, 100, 300) if game is OTHELLO else (1, 10, 80, 160))
        unit, divide_root = rng.randrange(units), rng.random() < 0.5
        run = told(game, position, budget, unit, divide_root)
        found = search(game, position, budget, unit, divide_root)
        assert (found.nodes, found.deepest) == (run.result.entered, run.result.deepest)
        assert found.visits == run.visits
        assert list(found.roots) == run.roots


def by_the_rule(game: KernelGame[Any], position: Any, budget: int, seat: int) -> tuple[float, int]:
    """The rule once more, as plainly as it can be said: the value of a position below the root, and its nodes."""
    returns = game.returns(position)
    if returns is not None:
        return (math.inf if returns[seat] > 0 else -math.inf if returns[seat] < 0 else 0.0), 1
    moves = game.legal_moves(position)
    each = (budget - len(moves)) // len(moves)
    if each < 0:
        return float(kernels.evaluate(position, seat, 0)), 1
    parts = [by_the_rule(game, game.play(position, move), each, seat) for move in moves]
    values = [value for value, _ in parts]
    nodes = 1 + sum(count for _, count in parts)
    return (max(values) if game.to_move(position) == seat else min(values)), nodes


@pytest.mark.parametrize(("game", "options", "units"), CASES)
def test_it_follows_the_rule(game: KernelGame[Any], options: dict[str, Any], units: int) -> None:
    for position in scattered(game, 2 if game is CAMEL else 8, 2, options):
        seat, moves = game.to_move(position), game.legal_moves(position)
        for budget in (1, len(moves), 2 * len(moves) + 7, 150):
            found = search(game, position, budget)
            assert [root.move for root in found.roots] == moves
            for root in found.roots:
                value, nodes = by_the_rule(game, game.play(position, root.move), budget - len(moves), seat)
                assert (root.value, root.nodes) == (value, nodes)


def test_the_arithmetic_of_a_small_search() -> None:
    # At the start of Othello all four moves leave three replies. With B = 13 each root move gets 13 - 4 = 9, each
    # reply (9 - 3) // 3 = 2; all replies leave at least 4 moves, so they are scored: 4 + 4 * 3 positions.
    start = OTHELLO.initial()
    assert (search(OTHELLO, start, 13).nodes, search(OTHELLO, start, 13).deepest) == (16, 2)
    # With B = 6 each root move gets 2, less than its three replies, and is scored itself.
    assert (search(OTHELLO, start, 6).nodes, search(OTHELLO, start, 6).deepest) == (4, 1)
    # B < n: every move is scored all the same.
    assert search(OTHELLO, start, 1).nodes == 4
    # Divided at the root, B = 19 gives (19 - 4) // 4 = 3 to each, enough for its three replies: 16 positions again.
    assert search(OTHELLO, start, 19, divide_root=True).nodes == 16
    assert search(OTHELLO, start, 15, divide_root=True).nodes == 4


def test_the_budget_of_a_root_move() -> None:
    assert root_budget(3000, 30, divide_root=False) == 2970
    assert root_budget(3000, 30, divide_root=True) == 99
    assert root_budget(10, 30, divide_root=False) == -20
    assert root_budget(3000, 30, divide_root=False, most_nodes=300) == 9
    assert root_budget(30, 30, divide_root=False, most_nodes=30_000) == 0


@pytest.mark.soak
@pytest.mark.parametrize(("game", "options", "units"), CASES)
def test_a_divided_root_bounds_the_positions(game: KernelGame[Any], options: dict[str, Any], units: int) -> None:
    for number, position in enumerate(scattered(game, more(15, 40), 3, options)):
        count = len(game.legal_moves(position))
        budget = (1, 50, 777, 3000, 20_000)[number % 5]
        assert search(game, position, budget, divide_root=True).nodes <= max(budget, count)
        limited = search(game, position, 100_000, limits=Limits(nodes=budget))
        assert limited.nodes <= max(budget, count)
        assert limited.complete


def test_a_forced_pass_costs_one() -> None:
    passes = 0
    for position in scattered(OTHELLO, 300, 6, {"size": 4}):
        moves = OTHELLO.legal_moves(position)
        if [OTHELLO.move_text(position, move) for move in moves] != ["pass"]:
            continue
        # The pass gets B - 1, and its replies are analysed exactly when that is at least as many.
        count = len(OTHELLO.legal_moves(OTHELLO.play(position, moves[0])))
        assert search(OTHELLO, position, count).nodes == 1
        assert search(OTHELLO, position, count + 1).nodes == 1 + count
        passes += 1
    assert passes > 5


def test_ends_count_for_the_searching_side_whichever_colour_it_is() -> None:
    # Both masters stand one step from their goal: whoever is to move wins at once.
    for text in ("7x7 3,5,8 2,1,8 - 0 9", "7x7 3,5,8 2,1,8 - 1 9"):
        position = CAMEL.parse_position(text, {})
        for budget in (1, 3000):
            found = search(CAMEL, position, budget)
            winning = [CAMEL.move_text(position, root.move) for root in found.best]
            assert {root.value for root in found.best} == {math.inf}
            assert ("Down" if text.endswith("0 9") else "Up") in winning
            assert all(found.proves(root) for root in found.best)


def test_an_end_is_noticed_on_the_other_sides_turn_too() -> None:
    # No camels left and the other side one step from its goal: every move but a win loses, and the search says so.
    position = CAMEL.parse_position("7x7 3,0,0 2,1,0 - 0 9", {})
    found = search(CAMEL, position, 100)
    assert {root.value for root in found.roots} == {-math.inf}
    assert all(found.proves(root) for root in found.roots)
    ends = [CAMEL.replay(position, _texts(CAMEL, position, root.line))[-1] for root in found.roots]
    assert all(CAMEL.returns(end) == (-1, 1) for end in ends)


def _texts(game: KernelGame[Any], position: Any, line: tuple[int, ...]) -> list[str]:
    texts = []
    for move in line:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def test_proofs_are_exact() -> None:
    # 4 x 4 Othello searched to its ends near the end of the game, against a plain search without a budget.
    proven = 0
    for position in scattered(OTHELLO, 60, 4, {"size": 4}):
        if OTHELLO.position_text(position).count("-") > 7:
            continue
        seat = OTHELLO.to_move(position)
        found = search(OTHELLO, position, 1_000_000)
        for root in found.roots:
            value = by_the_rule(OTHELLO, OTHELLO.play(position, root.move), 10**12, seat)[0]
            assert root.proven
            assert root.value == value
            proven += 1
    assert proven > 40


def test_a_value_that_rests_on_a_guess_is_not_proven() -> None:
    found = search(OTHELLO, OTHELLO.initial(), 3000)
    assert not any(root.proven for root in found.roots)
    assert not found.proves(found.best[0])


def test_the_depth_limit_is_kept() -> None:
    for position in scattered(OTHELLO, 10, 5):
        for depth in (1, 2, 3):
            assert search(OTHELLO, position, 100_000, limits=Limits(depth=depth)).deepest <= depth
    start = OTHELLO.initial()
    assert search(OTHELLO, start, 10**6, limits=Limits(depth=3)).nodes == 4 + 12 + 56


def test_a_stopped_search_gives_what_it_has() -> None:
    effort = Effort()
    found = search(CAMEL, CAMEL.initial(), 1_000_000, limits=Limits(stopped=lambda: effort.seconds > 0.15))
    assert effort.seconds < 1.5
    assert not found.complete
    assert len(found.roots) < 75
    assert found.nodes > 0
    whole = search(CAMEL, CAMEL.initial(), 2000, limits=Limits(stopped=lambda: False))
    assert whole.complete


def test_progress_is_reported_two_to_five_times_a_second() -> None:
    heard: list[tuple[float, Minimax]] = []
    effort = Effort()
    limits = Limits(stopped=lambda: len(heard) >= 4)

    def report(so_far: Minimax) -> None:
        heard.append((time.perf_counter(), so_far))

    search(CAMEL, CAMEL.initial(), 1_000_000, limits=limits, report=report)
    assert effort.seconds < (len(heard) + 1) * 0.5
    assert heard[-1][0] - heard[0][0] > (len(heard) - 1) * 0.2 - 0.05
    nodes = [so_far.nodes for _, so_far in heard]
    assert nodes == sorted(nodes)
    assert nodes[0] > 0


@pytest.mark.parametrize(
    ("game", "budget", "nodes", "deepest"),
    [
        pytest.param(OTHELLO, 3_000, 6_116, 7, id="othello-3000"),
        pytest.param(OTHELLO, 100_000, 178_072, 12, id="othello-100000"),
        pytest.param(CAMEL, 3_000, 75 + 5_357, 2, id="camel-3000"),
        pytest.param(CAMEL, 100_000, 75 + 5_357 + 363_872, 3, id="camel-100000"),
    ],
)
def test_counts_at_the_start(game: KernelGame[Any], budget: int, nodes: int, deepest: int) -> None:
    found = search(game, game.initial(), budget)
    assert (found.nodes, found.deepest) == (nodes, deepest)
