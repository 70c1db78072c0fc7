"""Answers of lessons that no search of this program gives, because they are those of a faulty program: the fault is
built here; and the program that a lesson prints is run."""

from __future__ import annotations

import math
from typing import Any

import pytest
from flask.testing import FlaskClient

from plyground.core import registry
from plyground.games.tak.knowledge import takpy
from plyground.search.teaching.searches import search
from tests.web.test_lessons import Page, client, page

__all__ = ["client"]


def typed(text: str) -> Any:
    """The game of trees and the position that a text holds."""
    game = registry.game("tree")
    return game, game.parse_position(text, {})


def leaking(game: Any, position: Any, bounds: list[float]) -> float:
    """Alpha-beta with one fault: alpha and beta are shared by all nodes, so they flow upwards too."""
    returns = game.returns(position)
    if returns is not None:
        return float(returns[0])
    own = game.to_move(position) == 0
    best = -math.inf if own else math.inf
    for move in game.legal_moves(position):
        value = leaking(game, game.play(position, move), bounds)
        best = max(best, value) if own else min(best, value)
        if own:
            bounds[0] = max(bounds[0], value)
        else:
            bounds[1] = min(bounds[1], value)
        if bounds[0] >= bounds[1]:
            break
    return best


def handed_up(game: Any, position: Any, alpha: float, beta: float) -> tuple[float, float]:
    """Alpha-beta with one fault: a node's parent takes over its alpha. Gives the value and that alpha back."""
    returns = game.returns(position)
    if returns is not None:
        return float(returns[0]), alpha
    own = game.to_move(position) == 0
    best = -math.inf if own else math.inf
    for move in game.legal_moves(position):
        value, alpha = handed_up(game, game.play(position, move), alpha, beta)
        best = max(best, value) if own else min(best, value)
        if own:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best, alpha


def negated_at_every_step(game: Any, position: Any) -> float:
    """Negamax that changes the sign at every move, whoever moves next."""
    returns = game.returns(position)
    if returns is not None:
        return float(returns[game.to_move(position)])
    return max(-negated_at_every_step(game, game.play(position, move)) for move in game.legal_moves(position))


def exercise(found: Page, name: str) -> dict[str, Any]:
    """The data of an exercise."""
    return next(part.data for part in found.parts if part.name == name)


def test_alpha_that_flows_upwards_gives_the_wrong_value(client: FlaskClient) -> None:
    found = page(client, "alpha-beta")
    text = next(part.data["question"]["position"] for part in found.parts if part.data.get("step"))
    game, position = typed(text)
    value, _ = handed_up(game, position, -math.inf, math.inf)
    assert value == leaking(game, position, [-math.inf, math.inf]) == exercise(found, "leaking")["answer"]
    right = search("alphabeta").start(game, position, {"depth": 0}).finish()
    assert right.value == exercise(found, "true-value")["answer"] != value
    chosen = game.play(position, game.legal_moves(position)[0])
    reply = search("minimax").start(game, chosen, {"depth": 0}, seat=0).finish()
    assert reply.value == 2, "what the careless program really gets"


def test_a_wrong_sign_at_finished_games_walks_into_the_loss(client: FlaskClient) -> None:
    game, position = typed("a 0 ( a -3 a 5 )")
    ends = [game.returns(game.play(position, move))[0] for move in game.legal_moves(position)]
    worst = max(range(len(ends)), key=lambda place: -ends[place])
    assert ends[worst] == min(ends)
    assert exercise(page(client, "divided-budget"), "slip-one")["answer"].startswith(f"Move {worst},")


def test_a_sign_that_changes_blindly_chooses_the_worse_leaf(client: FlaskClient) -> None:
    game, position = typed("a 0 ( a 6 a 2 )")
    values = [-negated_at_every_step(game, game.play(position, move)) for move in game.legal_moves(position)]
    blind = values.index(max(values))
    assert exercise(page(client, "negamax"), "blind-sign")["answer"].startswith(f"Move {blind},")
    assert search("negamax").start(game, position, {"depth": 0}).finish().line[0].index != blind


def test_a_small_budget_loses_what_a_larger_one_wins(client: FlaskClient) -> None:
    found = page(client, "divided-budget")
    late = next(part.data["question"] for part in found.parts if part.data.get("question", {}).get("position"))
    game = registry.game("othello")
    position = game.parse_position(late["position"], game.options(late["options"]))
    values = []
    for budget in (8, 60):
        chosen = search("budget").start(game, position, {"budget": budget}).finish().line[0]
        after = search("minimax").start(game, chosen.position, {"depth": 0}, seat=game.to_move(position)).finish()
        assert after.value is not None
        values.append(after.value)
    assert values[0] < 0 < values[1]


@pytest.fixture
def printed(client: FlaskClient) -> dict[str, Any]:
    """What the program defines that the lesson on minimax prints."""
    names: dict[str, Any] = {name: getattr(takpy, name) for name in ("GameResult", "Piece", "Color", "MoveKind")}
    blocks = page(client, "minimax").code
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, "lesson", "exec"), names)
    return names


def test_the_printed_minimax_walks_the_tree_of_the_engine(printed: dict[str, Any]) -> None:
    game = takpy.new_game(3)
    game.play(takpy.Move("a1"))
    game.play(takpy.Move("c3"))

    def size(tree: Any) -> int:
        return 1 + sum(size(after) for _, after in tree[1])

    rules = registry.game("tak")
    position = rules.initial(rules.options({"size": 3}))
    for text in ("a1", "c3"):
        position = rules.play(position, rules.require(position, text))
    found = search("minimax").start(rules, position, {"depth": 2}).finish()
    assert size(printed["mkGameTree"](game, 2)) == found.entered


def test_the_printed_bot_wins_and_stops_wins(printed: dict[str, Any]) -> None:
    winning = takpy.game_from_tps(4, "1,1,1,x/2,2,x2/x4/2,x3 1 5")
    assert str(printed["best_move"](winning, 2)) == "d4"
    tree = printed["mkGameTree"](winning, 1)
    assert printed["minimax"](tree, winning.to_move) == printed["WIN"]
    defending = takpy.game_from_tps(4, "1,1,1,x/2,2,x2/x4/2,x3 2 5")
    assert str(printed["best_move"](defending, 2)) in {"d4", "Sd4", "a3+", "b3+"}
