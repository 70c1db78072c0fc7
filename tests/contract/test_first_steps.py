"""The first steps that games bring: each stage can be reached and failed by legal moves, and says what a move does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.core.first_steps import Stage, can_reach, reached, reaching, reply
from plyground.core.game import Game
from plyground.core.messages import Message
from tests.contract.support import GAMES

AnyGame = Game[Any, Any]
OURS = ("camel", "othello", "punter", "tak", "tree")
STAGES = [(game, stage) for game in GAMES for stage in game.spec.stages]
stages = pytest.mark.parametrize(
    ("game", "stage"), STAGES, ids=[f"{game.spec.id}-{stage.id}" for game, stage in STAGES]
)


@stages
def test_the_goal_is_reached_by_a_legal_line_that_a_search_finds(game: AnyGame, stage: Stage) -> None:
    line = stage.line(game)
    assert game.returns(line.now) is None
    assert not stage.goal(line), "the goal is reached before anything is played"
    while not reached(stage, line):
        move = reaching(stage, line)
        assert move is not None, "no line reaches the goal"
        assert game.check(line.now, move) is None
        line = line.played(move)
        while not reached(stage, line) and game.to_move(line.now) != line.seat:
            line = line.played(reply(stage, line))
    assert line.own <= stage.plies


@stages
def test_some_move_misses_the_goal_and_is_told_what_it_does(game: AnyGame, stage: Stage) -> None:
    start = stage.line(game)
    missing = [line for move in game.legal_moves(start.now) if not can_reach(stage, line := start.played(move))]
    assert missing, "every move reaches the goal"
    for line in missing:
        sentence = stage.says(line)
        assert sentence
        assert game.move_text(start.now, line.moves[-1]) in sentence


@stages
def test_its_words_can_be_said_in_other_languages(game: AnyGame, stage: Stage) -> None:
    for text in (stage.title, stage.words, stage.task, stage.reached, *stage.hints):
        assert text
        assert isinstance(text, Message) or game.spec.id not in OURS
    assert stage.hints, "help on demand begins with words"
    assert json.dumps(dict(stage.options))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)
def test_stages_of_a_game_have_names_of_their_own(game: AnyGame) -> None:
    names = [stage.id for stage in game.spec.stages]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game_id", OURS)
def test_our_games_are_learnt_in_five_stages(game_id: str) -> None:
    assert [len(game.spec.stages) for game in GAMES if game.spec.id == game_id] == [5]
