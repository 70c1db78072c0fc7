"""The endgame solver of Othello against brute force on thousands of small endings, and its limits."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.core import kernels, registry
from plyground.core.bits import count_ones
from plyground.games.othello import kernels as rules
from plyground.games.othello.knowledge.endgame import stability, table
from plyground.games.othello.knowledge.endgame.last import final
from plyground.games.othello.knowledge.endgame.solver import Solver, Stopped, empties_of
from plyground.games.othello.position import OthelloPosition, board_mask, frame_bit
from plyground.search import running
from tests.soaking import more

GAME: Any = registry.game("othello")
SUITE = Path(__file__).resolve().parents[3] / "shared" / "data" / "othello_endgames.json"
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ONE = np.uint64(1)


@kernels.compiled
def brute(own: Any, other: Any, board: Any) -> Any:
    """Plain negamax over the rules, nothing else."""
    moves = rules.targets(own, other, board)
    if not moves:
        if not rules.targets(other, own, board):
            return final(own, other, count_ones(board & ~(own | other)))
        return -brute(other, own, board)
    best = -100
    while moves:
        placed = moves & (~moves + ONE)
        moves ^= placed
        flipped = rules.flips(own, other, placed)
        best = max(best, -brute(other & ~flipped, own | flipped | placed, board))
    return best


def played(size: int, empties: int, chance: random.Random) -> OthelloPosition:
    """A position with this many empty squares, from random moves (also one whose game ended before)."""
    position: OthelloPosition = GAME.initial({"size": str(size)})
    while empties_of(position) > empties:
        moves = GAME.legal_moves(position)
        if not moves:
            break
        position = GAME.play(position, chance.choice(moves))
    return position


def scattered(size: int, empties: int, chance: random.Random) -> OthelloPosition:
    """Discs strewn at random, mostly of one colour: many passes, early ends and wipe-outs."""
    cells = chance.sample(range(size * size), size * size - empties)
    share = chance.choice((0.5, 0.5, 0.15, 0.85, 0.97))
    own = other = np.uint64(0)
    for cell in cells:
        if chance.random() < share:
            own |= frame_bit(cell, size)
        else:
            other |= frame_bit(cell, size)
    return OthelloPosition(own, other, size, chance.randrange(2))


def solver(position: OthelloPosition, most_nodes: int | None = None) -> Solver:
    return Solver(position.size, empties_of(position), running.shared_state(), most_nodes)


@pytest.mark.soak
@pytest.mark.parametrize("make", [played, scattered])
@pytest.mark.parametrize("size", [8, 6, 4])
def test_every_window_agrees_with_brute_force(make: Any, size: int) -> None:
    """All routines for the last discs, below, at and above the value."""
    chance = random.Random(size)
    shared = solver(played(size, 8, chance))
    for empties in range(9):
        for _ in range(more(80, 250) if empties < 7 else more(20, 60)):
            position = make(size, empties, chance)
            value = brute(position.own, position.other, board_mask(size))
            for bound in (value - 1, value + 1, chance.randrange(-63, 65, 2)):
                answer = shared.against(position, bound)
                assert (answer > bound) == (value > bound)
                assert answer <= value if answer > bound else answer >= value


@pytest.mark.parametrize("size", [8, 6])
def test_value_and_every_best_move_agree_with_brute_force(size: int) -> None:
    chance = random.Random(100 + size)
    passes = 0
    for number in range(240):
        position = (played if number % 2 else scattered)(size, chance.randrange(1, 9), chance)
        moves = GAME.legal_moves(position)
        if not moves:
            continue
        values = {}
        for move in moves:
            after = GAME.play(position, move)
            values[move] = -brute(after.own, after.other, board_mask(size))
        highest = max(values.values())
        value, best = solver(position).best(position, True)
        assert value == highest
        assert best == [move for move in moves if values[move] == highest]
        value, best = solver(position).best(position, False)
        assert value == highest
        assert values[best[0]] == highest
        passes += moves == [64]
    assert passes > 5


def test_lines_of_best_play_end_at_the_value() -> None:
    chance = random.Random(7)
    for number in range(60):
        position = (played if number % 2 else scattered)(8, chance.randrange(1, 11), chance)
        if not GAME.legal_moves(position):
            continue
        solving = solver(position)
        value, best = solving.best(position, True)
        end = position
        for move in solving.line(position, value, best[0]):
            assert move in GAME.legal_moves(end)
            end = GAME.play(end, move)
        assert GAME.returns(end) is not None
        assert rules.margin(end, position.mover) == value


def test_a_four_by_four_board_is_solved_from_the_start() -> None:
    start = GAME.initial({"size": "4"})
    value, best = solver(start).best(start, True)
    assert value == brute(start.own, start.other, board_mask(4)) == -10
    assert best == GAME.legal_moves(start)


@kernels.compiled
def _moves_and_flips(own: Any, other: Any, board: Any, found: Any) -> Any:
    """Write where ``own`` may place a disc, then what it flips on each square of ``board`` that is empty."""
    found[0] = rules.targets(own, other, board)
    count, empties = 1, board & ~(own | other)
    while empties:
        placed = empties & (~empties + ONE)
        empties ^= placed
        found[count] = rules.flips(own, other, placed)
        count += 1
    return count


@pytest.mark.parametrize("size", [4, 6, 8])
def test_compiled_moves_and_flips_are_those_of_the_plain_rules(size: int) -> None:
    board, found = board_mask(size), np.zeros(65, dtype=np.uint64)
    words = np.random.default_rng(3).integers(0, 1 << 64, size=(more(2000, 20000), 3), dtype=np.uint64)
    for row in words:
        own = row[0] & row[1] & board
        other = row[2] & ~own & board
        empties = [ONE << np.uint64(place) for place in range(64) if (board & ~(own | other)) >> np.uint64(place) & ONE]
        plain = [rules.targets(own, other, board), *(rules.flips(own, other, placed) for placed in empties)]
        assert found[: _moves_and_flips(own, other, board, found)].tolist() == [int(word) for word in plain]


@kernels.compiled
def _stable(own: Any, other: Any, table: Any) -> Any:
    return stability.stable_discs(own, other, table)


@kernels.compiled
def _survive(own: Any, other: Any, kept: Any) -> Any:
    """Whether the discs ``kept`` keep their colour whatever both sides play to the end."""
    moves = rules.targets(own, other, ALL)
    if not moves:
        return _survive(other, own, kept) if rules.targets(other, own, ALL) else True
    while moves:
        placed = moves & (~moves + ONE)
        moves ^= placed
        flipped = rules.flips(own, other, placed)
        if flipped & kept:
            return False
        if not _survive(other & ~flipped, own | flipped | placed, kept):
            return False
    return True


def test_discs_called_stable_are_never_flipped() -> None:
    chance = random.Random(11)
    table = stability.edge_table()
    address = np.uint64(table.ctypes.data)
    found = 0
    for number in range(1500):
        position = (played if number % 2 else scattered)(8, chance.randrange(1, 8), chance)
        own, other = position.own, position.other
        kept = np.uint64(_stable(own, other, address) | _stable(other, own, address))
        assert kept & (own | other) == kept
        assert _survive(own, other, kept)
        found += count_ones(kept)
    assert found > 1500 * 30, "most discs of a nearly full board are stable"


def test_discs_called_stable_outlive_random_play_from_the_middle_game() -> None:
    chance = random.Random(12)
    address = np.uint64(stability.edge_table().ctypes.data)
    found = 0
    for _ in range(150):
        position = played(8, chance.randrange(10, 40), chance)
        stable = {0: np.uint64(_stable(position.dark, position.light, address)),
                  1: np.uint64(_stable(position.light, position.dark, address))}  # fmt: skip
        found += count_ones(stable[0] | stable[1])
        while moves := GAME.legal_moves(position):
            position = GAME.play(position, chance.choice(moves))
        assert position.dark & stable[0] == stable[0]
        assert position.light & stable[1] == stable[1]
    assert found > 100


def test_judged_by_the_trained_weights_or_not_values_are_the_same() -> None:
    chance = random.Random(16)
    for empties in (16, 16, 17, 18):
        position = played(8, empties, chance)
        first = Solver(8, empties, running.shared_state(), None)
        value, best = first.best(position, True)
        second = Solver(8, empties, running.shared_state(), None)
        second.work.words[table.WEIGHTS] = 0
        values = {}
        for move in GAME.legal_moves(position):
            values[move] = -second.exact(GAME.play(position, move), -value)
        assert value == max(values.values())
        assert best == [move for move in values if values[move] == value]


def test_a_search_ends_soon_after_any_number_of_positions() -> None:
    position = played(8, 12, random.Random(5))
    whole = solver(position)
    value, best = whole.best(position, True)
    for most in [1, 2, 50, *range(100, whole.work.nodes, whole.work.nodes // 20)]:
        limited = solver(position, most)
        with pytest.raises(Stopped):
            limited.best(position, True)
        assert limited.work.nodes < most + 100
    again = solver(position, whole.work.nodes + 1)
    assert again.best(position, True) == (value, best)
    assert again.work.nodes == whole.work.nodes


def test_a_search_that_is_told_to_stop_stops() -> None:
    position = played(8, 30, random.Random(6))
    state = running.shared_state()
    state[running.STOP] = 1
    with pytest.raises(Stopped):
        Solver(8, 30, state, None).best(position, True)


def test_the_first_position_of_the_suite_is_solved() -> None:
    if not SUITE.exists():
        return
    case = json.loads(SUITE.read_text(encoding="utf-8"))["positions"][0]
    position = GAME.parse_position(case["position"])
    value, best = solver(position).best(position, True)
    assert value == case["score"]
    assert [GAME.move_text(position, move) for move in best] == case["best_moves"]
