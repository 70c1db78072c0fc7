"""First steps over http: what a stage shows, what a move in it comes to, and a move that helps.

Nothing is kept of a visitor: a request names the stage and what was played in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from plyground.core import effort, registry
from plyground.core.first_steps import Line, Stage, can_reach, reached, reaching, reply
from plyground.core.game import Game
from plyground.core.messages import _, joined
from plyground.core.refusals import Malformed, NoSuchStage
from plyground.sessions import reading

_MOST_SECONDS = 20.0
"""Processor time for one question; with compiled rules it takes a fraction of a second."""
_MOST_MOVES = 16


def shown(game_id: str) -> list[dict[str, Any]]:
    """A game's stages as their page has them, each with the view of whoever is to move; raises a refusal."""
    game = registry.game(game_id)
    if not game.spec.stages:
        raise NoSuchStage(_("{game} has no first steps; its rules tell how it is played.", game=game.spec.title))
    return [_shown(game, stage) for stage in game.spec.stages]


def _shown(game: Game[Any, Any], stage: Stage) -> dict[str, Any]:
    line = stage.line(game)
    return {
        "id": stage.id,
        "title": stage.title,
        "words": stage.words,
        "task": stage.task,
        "hints": list(stage.hints),
        "options": dict(game.options(stage.options)),
        "view": game.view(line.now, line.seat),
        "last": _begun(stage, game),
    }


def _begun(stage: Stage, game: Game[Any, Any]) -> dict[str, Any] | None:
    """The move before the stage, as the board draws it."""
    if not stage.moves:
        return None
    before = Stage("", "", "", "", stage.goal, "", options=stage.options, moves=stage.moves[:-1]).line(game).now
    return game.effect(before, game.require(before, stage.moves[-1]))


def played(body: Mapping[str, Any]) -> dict[str, Any]:
    """What a ``move`` comes to in a ``stage`` of a ``game`` after ``moves``; raises a refusal.

    ``state`` is ``reached``, ``missed`` or, while the goal is still ahead, ``open``; ``says`` is a sentence about it;
    ``steps`` are the move and the replies to it, each with its ``text``, its effect (``last``) and the ``view`` after.
    """
    game, stage, texts = _asked(body)
    text = reading.a_text(body, "move", reading.LONGEST_POSITION, required=True)
    with effort.bounded(_MOST_SECONDS):
        line = _replayed(game, stage, texts)
        steps = [line := line.played(game.require(line.now, text))]
        if reached(stage, line):
            return _told(steps, "reached", stage.reached)
        ahead = can_reach(stage, line)
        says = stage.says(line)
        while stage.plies > line.own and game.legal_moves(line.now) and game.to_move(line.now) != line.seat:
            who, answer = game.spec.seat_name(game.to_move(line.now)), reply(stage, line)
            says = joined(says, _("{who} answers {move}.", who=who, move=game.move_text(line.now, answer)))
            steps.append(line := line.played(answer))
    return _told(steps, "open" if ahead else "missed", says)


def help_with(body: Mapping[str, Any]) -> dict[str, Any]:
    """A ``move`` that leads to the goal of a ``stage`` after ``moves``, None where none does any more."""
    game, stage, texts = _asked(body)
    return {"move": _helping(game.spec.id, stage.id, texts)}


@lru_cache(256)
def _helping(game_id: str, stage_id: str, texts: tuple[str, ...]) -> str | None:
    game = registry.game(game_id)
    stage = _stage(game, stage_id)
    with effort.bounded(_MOST_SECONDS):
        line = _replayed(game, stage, texts)
        move = reaching(stage, line) if game.to_move(line.now) == line.seat else None
    return None if move is None else game.move_text(line.now, move)


def _asked(body: Mapping[str, Any]) -> tuple[Game[Any, Any], Stage, tuple[str, ...]]:
    game = registry.game(reading.a_text(body, "game", 40, required=True))
    texts = body.get("moves", [])
    if not isinstance(texts, list) or len(texts) > _MOST_MOVES or not all(isinstance(text, str) for text in texts):
        raise Malformed(_("The moves of a stage are a list of at most {most} texts.", most=_MOST_MOVES))
    return game, _stage(game, reading.a_text(body, "stage", 40, required=True)), tuple(texts)


def _stage(game: Game[Any, Any], stage_id: str) -> Stage:
    for stage in game.spec.stages:
        if stage.id == stage_id:
            return stage
    raise NoSuchStage(_("{game} has no such stage among its first steps.", game=game.spec.title))


def _replayed(game: Game[Any, Any], stage: Stage, texts: tuple[str, ...]) -> Line:
    line = stage.line(game)
    for text in texts:
        line = line.played(game.require(line.now, text[:200]))
    return line


def _told(steps: list[Line], state: str, says: str) -> dict[str, Any]:
    return {"state": state, "says": says, "steps": [_step(line, line.seat) for line in steps]}


def _step(line: Line, seat: int) -> dict[str, Any]:
    return {
        "text": line.game.move_text(line.before, line.moves[-1]),
        "last": line.game.effect(line.before, line.moves[-1]),
        "view": line.game.view(line.now, seat),
    }
