"""What the default opponent says of its choice, and how it chooses among equals."""

from __future__ import annotations

import math
import random
import time
from typing import Any

import pytest

from plyground.bots import _warming
from plyground.bots import minimax as minimax_bot
from plyground.bots.minimax import BOT
from plyground.core import compiled_calls, kernels, knowledge, registry
from plyground.core.bot import Choice, Limits, Player
from plyground.core.errors import UnfitBot
from plyground.search import maxn
from plyground.search.minimax import search
from tests.search.support import CAMEL, OTHELLO, scattered
from tests.search.toys import CELLS, scattered_cells, start
from tests.waiting import Effort


def ask(game: Any, position: Any, pairs: str = "", seed: int = 0, limits: Limits | None = None) -> Choice:
    player = registry.parse_player(f"minimax:{pairs}", game)
    return player.choose(position, limits or Limits(), random.Random(seed))


def test_it_is_the_default_with_a_budget_of_3000() -> None:
    options = Player.make(BOT, OTHELLO).options
    assert options == {"budget": 3000, "score": "discs", "ties": "seeded", "divide_root": False}
    start = OTHELLO.initial()
    assert ask(OTHELLO, start).nodes == search(OTHELLO, start, 3000).nodes


def test_equal_moves_are_chosen_by_the_seed_or_the_last_is() -> None:
    start = OTHELLO.initial()  # all four first moves are alike
    assert {ask(OTHELLO, start, seed=seed).move for seed in range(40)} == {"d3", "c4", "f5", "e6"}
    assert {ask(OTHELLO, start, "ties=last", seed=seed).move for seed in range(5)} == {"e6"}


def test_of_equal_ends_it_takes_the_soonest_win_and_the_latest_loss() -> None:
    ahead = CAMEL.parse_position("7x7 3,4,0 0,6,0 - 0 9", {})
    found = search(CAMEL, ahead, 3000)
    lengths = {len(root.line) for root in found.best}
    assert found.best[0].value == math.inf
    assert min(lengths) == 3
    assert max(lengths) > 3
    assert {ask(CAMEL, ahead, seed=seed).move for seed in range(20)} == {"Down"}
    assert ask(CAMEL, ahead, "ties=last").move == CAMEL.move_text(ahead, found.best[-1].move)


def test_a_lost_game_is_drawn_out() -> None:
    told_apart = 0
    small = {"board_width": 3, "board_height": 3, "starting_camels": 1}
    for number, position in enumerate(scattered(CAMEL, 60, 15, small)):
        found = search(CAMEL, position, 3000)
        if found.best[0].value == -math.inf:
            longest = max(len(root.line) for root in found.roots)
            choice = ask(CAMEL, position, seed=number)
            assert (choice.outcome, len(choice.line)) == ("loss", longest)
            told_apart += longest > min(len(root.line) for root in found.roots)
    assert told_apart > 5


@pytest.mark.parametrize("game", [OTHELLO, CAMEL], ids=["othello", "camel"])
def test_it_plays_a_move_with_the_highest_value(game: Any) -> None:
    for number, position in enumerate(scattered(game, 12, 11)):
        choice = ask(game, position, "budget=500", seed=number)
        found = search(game, position, 500)
        best = {game.move_text(position, root.move): root for root in found.best}
        assert choice.move in best
        assert (choice.nodes, choice.depth) == (found.nodes, found.deepest)
        if choice.outcome is None:
            assert choice.value == best[choice.move].value
            assert choice.kind == "estimate"
            assert choice.unit == knowledge.of(game).units[0].counts
        told = choice.details["moves"]
        assert [entry["text"] for entry in told] == [
            game.move_text(position, move) for move in game.legal_moves(position)
        ]
        assert sum(entry["nodes"] for entry in told) == choice.nodes


def test_of_very_many_moves_it_tells_the_best_in_order_and_the_chosen_one() -> None:
    game = registry.game("punter")
    position = game.initial({"map": "grid-9x9"})
    legal = [game.move_text(position, move) for move in game.legal_moves(position)]
    choice = ask(game, position, "budget=500")
    told = choice.details["moves"]
    assert (len(legal), choice.details["of"], len(told)) == (145, 145, minimax_bot.MOST_TOLD)
    texts = [entry["text"] for entry in told]
    assert choice.move in texts
    assert texts == sorted(texts, key=legal.index)
    best = max(entry["value"] for entry in told)
    assert best == next(entry["value"] for entry in told if entry["text"] == choice.move)


def test_every_unit_of_a_game_can_be_scored() -> None:
    for game in (OTHELLO, CAMEL):
        position = scattered(game, 1, 12)[0]
        for unit in knowledge.of(game).units:
            choice = ask(game, position, f"score={unit.name},budget=200")
            assert choice.unit == unit.counts or choice.outcome is not None


def test_the_value_of_the_line_is_the_score_at_its_end() -> None:
    for position in scattered(OTHELLO, 12, 13):
        choice = ask(OTHELLO, position, "budget=400")
        end = OTHELLO.replay(position, choice.line)[-1]
        if choice.outcome is None:
            assert choice.value == kernels.evaluate(end, OTHELLO.to_move(position), 0)
        else:
            returns = OTHELLO.returns(end)
            assert returns is not None
            assert choice.value == returns[OTHELLO.to_move(position)]


def test_a_win_in_camel_is_exact() -> None:
    choice = ask(CAMEL, CAMEL.parse_position("7x7 3,5,8 2,2,8 - 0 9", {}))
    assert (choice.value, choice.kind, choice.outcome, choice.unit) == (1, "exact", "win", "")
    lost = ask(CAMEL, CAMEL.parse_position("7x7 3,2,0 5,1,0 - 0 9", {}))
    assert (lost.value, lost.kind, lost.outcome) == (-1, "exact", "loss")


def test_ends_in_othello_are_told_in_discs_with_an_honest_kind() -> None:
    kinds = set()
    for position in scattered(OTHELLO, 200, 14, {"size": 4}):
        choice = ask(OTHELLO, position, "budget=1000000" if OTHELLO.position_text(position).count("-") < 6 else "")
        if choice.outcome is None:
            continue
        line = OTHELLO.replay(position, choice.line)
        forced = all(len(OTHELLO.legal_moves(here)) == 1 for here in line[:-1])
        assert choice.unit == OTHELLO.spec.unit
        assert choice.kind == ("exact" if forced or choice.outcome == "draw" else "estimate")
        kinds.add((choice.outcome, choice.kind))
    assert {("win", "exact"), ("loss", "exact"), ("win", "estimate"), ("draw", "exact")} <= kinds


def test_a_stopped_search_prefers_the_unknown_to_a_known_loss() -> None:
    # Player 1 wins next turn unless a camel stops it; the steps come first in the order of moves and all lose.
    position = CAMEL.parse_position("7x7 3,2,8 5,1,8 - 0 9", {})
    first = CAMEL.move_text(position, CAMEL.legal_moves(position)[0])
    begin = time.perf_counter()
    limits = Limits(stopped=lambda: time.perf_counter() > begin + 0.03)
    choice = ask(CAMEL, position, "budget=1000000", limits=limits)
    assert choice.move != first or choice.outcome is None
    at_once = ask(CAMEL, CAMEL.initial(), "budget=1000000", limits=Limits(stopped=lambda: True))
    assert (at_once.value, at_once.outcome, at_once.line) == (None, None, (at_once.move,))


def test_progress_names_the_best_so_far() -> None:
    told: list[dict[str, Any]] = []
    begin = time.perf_counter()
    player = registry.parse_player("minimax:budget=1000000", CAMEL)
    limits = Limits(stopped=lambda: time.perf_counter() > begin + 1.0)
    player.choose(CAMEL.initial(), limits, random.Random(0), told.append)
    assert told
    legal = {CAMEL.move_text(CAMEL.initial(), move) for move in CAMEL.legal_moves(CAMEL.initial())}
    assert all(set(progress["line"][:1]) <= legal for progress in told)
    assert told[-1]["nodes"] > 0


def test_it_refuses_what_it_cannot_play() -> None:
    class Unscored(type(OTHELLO)):  # type: ignore[misc]
        position_classes = (tuple,)

    with pytest.raises(UnfitBot, match="no evaluation"):
        Player.make(BOT, Unscored(), {"budget": 10})


def test_three_seats_are_searched_by_max_n() -> None:
    for number, position in enumerate(scattered_cells(12, 15, seats=3)):
        choice = ask(CELLS, position, "budget=100000", seed=number)
        found = maxn.search(CELLS, position, 100_000)
        assert choice.nodes == found.nodes
        returns = CELLS.returns(CELLS.replay(position, choice.line)[-1])
        assert returns is not None
        assert (choice.value, choice.kind, choice.unit) == (found.best[0].value, "exact", "points")
        assert choice.value == returns[CELLS.to_move(position)]
        assert [entry["values"] for entry in choice.details["moves"]] == [list(root.values) for root in found.roots]
    shallow = ask(CELLS, start(3, (1, 2, 3, 4, 5)), "budget=30")
    assert (shallow.kind, shallow.outcome, shallow.unit) == ("estimate", None, "points")


def test_a_game_without_kernels_is_searched_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    position = scattered(OTHELLO, 1, 16)[0]
    compiled = ask(OTHELLO, position, "budget=100", seed=1)
    monkeypatch.setattr("plyground.bots.minimax.KernelGame", Nothing)
    assert ask(OTHELLO, position, "budget=100", seed=1) == compiled


class Nothing:
    """No game is one of these."""


@pytest.mark.parametrize("game", [OTHELLO, CAMEL], ids=["othello", "camel"])
def test_it_answers_in_time_over_a_whole_game(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """300 ms at budget 3,000 and 5 s at 100,000 are promised to people; the larger is asked for every tenth move."""
    monkeypatch.setitem(compiled_calls._state, "compiled", True)
    rng = random.Random(5)
    usual, strong = (registry.parse_player(text, game) for text in ("minimax", "minimax:budget=100000"))
    position = game.initial()
    _warming.load(usual, position)
    ply = 0
    while game.returns(position) is None:
        effort = Effort()
        usual.choose(position, Limits(), rng)
        assert effort.seconds < 0.3
        if ply % 10 == 0:
            strong.choose(position, Limits(), rng)
            assert effort.seconds < 5.3
        position = game.play(position, rng.choice(game.legal_moves(position)))
        ply += 1
