"""Explanations: every claim is counted again by other code, false ones are caught, the stage opens at the answer."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from plyground.core import registry
from plyground.puzzles import keeping
from plyground.review import explaining
from plyground.search.teaching.searches import search
from tests.soaking import more
from tools.benchmarks import _recounting as checker

GAMES: dict[str, dict[str, Any]] = {
    "othello": {}, "camel": {}, "tak": {"size": "5"}, "punter": {"map": "path-2"},
}  # fmt: skip
_CHECKED = 3
"""Own moves of the longest win that is tried here against every answer."""
Told = tuple[dict[str, Any], str, list[str], dict[str, Any]]


def explanations(game_id: str, count: int, seed: int = 1, plies: tuple[int, int] = (0, 30)) -> list[Told]:
    """Why one random line is worse than another, at random positions: what is claimed needs no good moves."""
    game, rng, found = registry.game(game_id), random.Random(seed), list[Told]()
    options = dict(game.options(GAMES[game_id]))

    def line(position: Any, most: int) -> list[str]:
        moves: list[str] = []
        while len(moves) < most and (legal := game.legal_moves(position)):
            moves.append(game.move_text(position, rng.choice(legal)))
            position = game.replay(position, moves[-1:])[-1]
        return moves

    position = game.initial(options)
    start = game.position_text(position)
    for _ in range(8 * count):
        moves = line(position, rng.randrange(*plies if game_id != "punter" else (2,)))
        here = game.replay(position, moves)[-1]
        if len(found) < count and game.returns(here) is None:
            made, best = line(here, 5), line(here, 5)
            told = explaining.explained(game_id, options, start, moves, made, best)
            if told["claims"]:
                found.append((options, start, moves, told))
    return found


def holds(game_id: str, told: Told, claim: dict[str, Any]) -> bool:
    options, start, moves, _ = told
    moves = [*moves, *claim["line"]]
    return checker.count(game_id, options, start, moves, claim["seat"], claim["fact"]) == float(claim["value"])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_claim_holds_and_false_ones_are_caught(game_id: str) -> None:
    made = explanations(game_id, more(12 if game_id != "punter" else 2, 100))
    assert made
    caught = 0
    for told in made:
        for claim in told[3]["claims"]:
            assert holds(game_id, told, claim), (told, claim)
            caught += not holds(
                game_id, told, {**claim, "value": claim["value"] + random.Random(caught).choice((-1, 1))}
            )
        assert not checker.false_figures(game_id, *told[:3], told[3]["sentence"]), told
    assert caught == 4 * len(made)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_fact_is_counted_alike_by_other_code(game_id: str) -> None:
    game, rng = registry.game(game_id), random.Random(2)
    options, seen = dict(game.options(GAMES[game_id])), set[tuple[str, float]]()
    for _ in range({"punter": 2, "tak": 60}.get(game_id, 10)):
        position, moves = game.initial(options), list[str]()
        start = game.position_text(position)
        for _ in range(rng.randrange(4, 62)):
            if game.returns(position) is not None:
                break
            moves.append(game.move_text(position, rng.choice(game.legal_moves(position))))
            position = game.replay(position, moves[-1:])[-1]
        for seat in range(game.seats_at(position)):
            for fact in explaining.facts(game, position, seat):
                assert checker.count(game_id, options, start, moves, seat, fact.title) == fact.value, (moves, fact)
                seen.add((fact.title, fact.value))
    for begin in {"othello": ("Last moves",), "tak": ("Empty squares",)}.get(game_id, ()):
        assert len({value for fact, value in seen if fact.startswith(begin)}) > 1, begin


def test_a_tinue_is_told_and_holds_against_every_answer_by_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a puzzle's solution is one: it begins with the best move, and another move may allow one; after the first
    move every answer allows a win."""
    monkeypatch.setattr(explaining, "_stage", lambda *given: None)
    game, said = registry.game("tak"), set[str]()
    puzzles = [each for each in keeping.of("tak").values() if each.kind == "tinue"]
    for each in random.Random(5).sample(puzzles, more(8, len(puzzles))):
        options, first = dict(game.options(each.options)), each.moves[0]
        position = game.parse_position(each.position, options)
        other = next(text for move in game.legal_moves(position) if (text := game.move_text(position, move)) != first)
        after = game.replay(position, [first])[-1]
        answers = [game.move_text(after, move) for move in game.legal_moves(after)][:2]
        for moves, made, best in (([], other, first), ([first], answers[0], answers[1])):
            told = explaining.explained("tak", options, each.position, moves, [made], [best])
            forced, _figures = checker.apart(told["sentence"])
            assert forced
            if told["forced"]["count"] > _CHECKED:
                continue
            assert not checker.false_figures("tak", options, each.position, moves, told["sentence"]), told
            kind = re.sub(r"\S*\d\S*|White|Black|[:,.]", "", forced).split()[:2]
            said.add(" ".join(kind))
            swapped = re.sub("White|Black", lambda found: "White" if found[0] == "Black" else "Black", forced)
            for false in {re.sub(r"in \d+ moves", "in 1 moves", forced), swapped} - {forced}:
                assert checker.false_win("tak", options, each.position, moves, false), false
    assert {"Tinue wins", "Tinue after", "After wins"} <= said, said


def test_parity_is_named_where_a_move_leaves_the_last_ones_to_the_other_side() -> None:
    found = [
        told
        for told in explanations("othello", 40, 3, plies=(44, 56))
        if told[3]["claims"] and told[3]["claims"][0]["fact"].startswith("Last moves")
    ]
    assert found
    for told in found:
        assert told[3]["sentence"].startswith("Last moves in regions of empty squares")
        assert not checker.false_figures("othello", *told[:3], told[3]["sentence"]), told


def test_the_last_moves_of_regions_are_counted_as_defined() -> None:
    game = registry.game("othello")
    board = list("*" * 64)
    for square in (0, 62, 63):  # a region of one square, and one of two
        board[square] = "-"
    board[1] = board[9] = board[8] = board[61] = board[54] = board[53] = board[55] = "O"
    position = game.parse_position("".join(board) + " *")
    by = {seat: {fact.title: fact.value for fact in explaining.facts(game, position, seat)} for seat in (0, 1)}
    title = next(title for title in by[0] if title.startswith("Last moves"))
    # Black fills a1 first, White must begin the pair, and Black ends it.
    assert (by[0][title], by[1][title]) == (2, 0)


@pytest.mark.parametrize("game_id", ["othello", "camel", "tak"])
def test_the_stage_opens_where_the_answer_is_met(game_id: str) -> None:
    for _, _, _, told in explanations(game_id, 3, 5):
        stage = told["stage"]
        assert stage is not None
        game = registry.game(game_id)
        position = game.replay(game.parse_position(stage["position"], stage["options"]), stage["moves"])[-1]
        trace = search(stage["search"]).record(game, position, stage["settings"], setup=stage["options"])
        step = trace.steps[stage["step"] - 1]  # the last that is made
        assert trace.line(step.node) == tuple(stage["line"])
        assert step.value is not None
