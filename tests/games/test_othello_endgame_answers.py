"""What the endgame solver tells the command line and the players, and how it keeps their limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.bot import Choice, Limits, silent
from plyground.games.othello.knowledge.endgame import answers
from plyground.games.othello.knowledge.endgame.solver import Solver, empties_of
from plyground.games.othello.position import OthelloPosition
from plyground.search import running
from tests.games.test_othello_endgame import played, scattered

GAME: Any = registry.game("othello")


def unfinished(size: int, empties: int, chance: random.Random) -> OthelloPosition:
    while True:
        position = played(size, empties, chance)
        if GAME.legal_moves(position) and empties_of(position) == empties:
            return position


def exact(position: OthelloPosition) -> tuple[int, list[int]]:
    return Solver(position.size, empties_of(position), running.shared_state(), None).best(position, True)


def advised(position: OthelloPosition, limits: Limits, memory: dict[str, Any] | None = None) -> Choice | None:
    return answers.advise(GAME, position, limits, random.Random(0), silent, memory)


@pytest.mark.parametrize("size", [8, 6])
def test_solved_says_every_best_move_and_the_returns_of_its_line(size: int) -> None:
    chance = random.Random(size)
    for _ in range(20):
        position = unfinished(size, 10, chance)
        solved = answers.solve(GAME, position, Limits(), silent)
        assert solved is not None
        assert (solved.value, list(solved.best)) == exact(position)
        assert solved.returns[position.mover] == solved.value
        assert solved.line[0] in solved.best
        assert solved.nodes > 0
        end = position
        for move in solved.line:
            end = GAME.play(end, move)
        assert GAME.returns(end) == solved.returns


def test_solving_gives_up_at_its_limits() -> None:
    position = unfinished(8, 14, random.Random(1))
    assert answers.solve(GAME, position, Limits(nodes=500), silent) is None
    assert answers.solve(GAME, unfinished(8, 40, random.Random(1)), Limits(stopped=lambda: True), silent) is None


def test_advice_is_a_best_move_with_its_exact_value() -> None:
    chance = random.Random(2)
    for _ in range(25):
        position = unfinished(8, 9, chance)
        value, best = exact(position)
        choice = advised(position, Limits(nodes=100_000))
        assert choice is not None
        assert GAME.parse_move(position, choice.move) in best
        assert (choice.value, choice.kind) == (value, "exact")
        assert choice.outcome == ("win" if value > 0 else "loss" if value < 0 else "draw")
        assert choice.line[0] == choice.move
        assert choice.depth == len(choice.line)


@pytest.mark.parametrize("nodes", [1, 100, 2_000, 20_000, 200_000])
def test_advice_takes_a_quarter_of_the_positions_at_most(nodes: int) -> None:
    chance = random.Random(nodes)
    given = 0
    for empties in range(1, 17):
        choice = advised(unfinished(8, empties, chance), Limits(nodes=nodes))
        if choice is not None:
            given += 1
            assert choice.nodes <= nodes / 4
    assert (given > 0) == (nodes > 4 * answers.expected_nodes(0) / 2)


def test_early_positions_and_searches_by_depth_are_left_to_the_search() -> None:
    chance = random.Random(3)
    assert advised(unfinished(8, 5, chance), Limits(depth=3)) is None
    assert advised(unfinished(8, 40, chance), Limits(nodes=1_000_000)) is None
    assert advised(unfinished(8, 30, chance), Limits(seconds=1.0)) is None


def test_an_attempt_ends_when_its_part_of_the_time_is_over() -> None:
    """The clock stands still until the attempt has begun, and then shows half of the time."""
    position = unfinished(8, 24, random.Random(4))
    asked: list[None] = []

    def clock() -> float:
        asked.append(None)
        return 0.0 if len(asked) < 4 else 50.0

    memory: dict[str, Any] = {}
    assert advised(position, Limits(seconds=100.0, clock=clock, begun=0.0), memory) is None
    assert len(asked) >= 4, "an attempt was made"
    assert memory, "and it has taught something"


def test_late_in_its_time_a_player_makes_no_attempt() -> None:
    position = unfinished(8, 16, random.Random(4))
    memory: dict[str, Any] = {}
    assert advised(position, Limits(seconds=1.0, clock=lambda: 0.999, begun=0.0), memory) is None
    assert not memory


def test_an_attempt_in_vain_is_repeated_only_when_a_turn_has_been_played() -> None:
    chance = random.Random(5)
    limits = Limits(nodes=int(4 * answers.expected_nodes(12)) + 8)
    failures = retried = 0
    for _ in range(60):
        position = unfinished(8, 12, chance)
        memory: dict[str, Any] = {}
        if advised(position, limits, memory) is not None:
            assert not memory
            continue
        failures += 1
        learnt = dict(memory)
        assert learnt
        assert advised(position, limits, memory) is None
        assert memory == learnt, "no second attempt"
        for _ in range(2):
            position = GAME.play(position, GAME.legal_moves(position)[0])
        if GAME.legal_moves(position) and empties_of(position) == 10:
            retried += advised(position, limits, memory) is not None or memory != learnt
    assert failures > 0
    assert retried > 0


def test_just_out_of_reach_of_the_value_a_certain_win_or_draw_is_found() -> None:
    chance = random.Random(6)
    budget = int(4 * 0.7 * answers.expected_nodes(13))
    seen = set()
    for _ in range(40):
        position = unfinished(8, 13, chance)
        choice = advised(position, Limits(nodes=budget))
        if choice is None:
            continue
        value, _ = exact(position)
        after = GAME.play(position, GAME.parse_move(position, choice.move))
        kept = -exact(after)[0] if GAME.legal_moves(after) else value
        assert choice.outcome == ("win" if kept > 0 else "draw")
        assert (value > 0) == (kept > 0)
        assert choice.kind == ("at_least" if kept > 0 else "exact")
        seen.add(choice.outcome)
    assert "win" in seen


def test_forced_passes_and_wipe_outs_are_advised() -> None:
    chance = random.Random(8)
    passes = 0
    for _ in range(400):
        position = scattered(8, chance.randrange(1, 9), chance)
        if not GAME.legal_moves(position):
            continue
        choice = advised(position, Limits(nodes=100_000))
        assert choice is not None
        assert choice.value == exact(position)[0]
        passes += choice.move == "pass"
    assert passes > 5
