"""Exercises in code as a notebook: what each asks for, its hints, where it is written, and its check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.core.exercising import Exercise, for_notebook
from plyground.core.game import Game
from plyground.core.messages import _, ngettext
from plyground.exercises import catalogue
from plyground.interface.cells.output import said

_HAND_IN = """from plyground import notebook

LINK = ""  # the secret link of your bot, which you got when you took part in a competition
notebook.submit(make_move, LINK) if LINK else None"""


def notebook(game: Game[Any, Any], exercise_ids: Sequence[str] = ()) -> dict[str, Any]:
    """A notebook of Jupyter's format 4.5 with these exercises of a game, or with all of them, without outputs.

    Raises ``UnknownExercise``.
    """
    chosen = [catalogue.exercise(each, game) for each in exercise_ids] or list(catalogue.fitting(game))
    if not chosen:
        sentence = _(
            "There are no exercises in {game}: they need two opposite sides and a score.", game=game.spec.title
        )
        raise catalogue.UnknownExercise(sentence)
    title = said(_("Exercises in code: {game}", game=game.spec.title))
    state = said(
        _(
            "seat: whose turn it is. moves: the legal moves as texts. play(move): the state after a move. "
            "returns: None while the game goes on, then a value for each seat. evaluate(seat): the score for a seat."
        )
    )
    cells = [
        _words("begin", f"# {title}\n\n{said(_('What a state can do'))}: {state}"),
        _code("board", f'import plyground\n\nplyground.game("{game.spec.id}").start'),
    ]
    for number, each in enumerate(chosen, 1):
        cells += _exercise(number, each, game.spec.id)
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _exercise(number: int, exercise: Exercise, game_id: str) -> list[dict[str, Any]]:
    minutes = said(ngettext("About {count} minute.", "About {count} minutes.", exercise.minutes))
    hint = said(_("A hint"))
    hints = "".join(f"\n\n<details><summary>{hint}</summary>{said(_(each))}</details>" for each in exercise.hints)
    name = f"{exercise.id.replace('_', '-')}-{number}"
    check = f'from plyground import notebook\n\nnotebook.check({exercise.function}, "{exercise.id}", "{game_id}")'
    cells = [
        _words(f"{name}-task", f"## {number}. {said(_(exercise.title))}\n\n{said(_(exercise.text))} {minutes}{hints}"),
        _code(f"{name}-write", for_notebook(exercise.template, game_id).rstrip("\n")),
        _code(f"{name}-check", check),
    ]
    if exercise.as_bot:
        words = said(_("What has passed becomes a bot, and can be handed in to a competition."))
        cells += [_words(f"{name}-words", words), _code(f"{name}-bot", f"{exercise.as_bot.strip()}\n\n\n{_HAND_IN}")]
    return cells


def _words(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name[:64], "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(name: str, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {
        "cell_type": "code", "execution_count": None, "id": name[:64], "metadata": {}, "outputs": [], "source": lines,
    }  # fmt: skip
