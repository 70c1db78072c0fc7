"""Exercises in code: the pages on which searches are written, and the check that the sandbox makes of them."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from plyground.competitions.fair_queue import FairQueue
from plyground.competitions.trials import MOST_SOURCE, text_of
from plyground.core import registry
from plyground.core.messages import _
from plyground.exercises import asking, catalogue
from plyground.sessions.limits import Buckets
from plyground.sessions.reading import a_text
from plyground.web.catalogue import catalogue as games
from plyground.web.catalogue import entry
from plyground.web.closing import Closing, listed, without
from plyground.web.exchange import json_body, who
from plyground.web.tried import LARGEST_BODY
from plyground.web.writing import tries_at_once

SECONDS = 45.0
"""How long a check may take in all, waiting for a worker included."""


class Checks:
    """Checks of programs, for whoever asks: each visitor in turn. May be used from any thread."""

    def __init__(self) -> None:
        self._asked = Buckets(1, 60, _("At most one check a second is taken from one address; slow down a little."))
        self._queue = FairQueue(tries_at_once)
        self._secret = secrets.token_hex(16)

    def take(self) -> None:
        """Count that somebody asks; raises ``TooFast``."""
        self._asked.take(who())

    def of(self, game_id: str, exercise_id: str, given: Any, secret: str = "") -> dict[str, Any]:
        """What a check of a file says, as ``asking.worded``; raises a refusal. Its hidden positions are drawn from the
        ``secret``, or from the server's own."""
        game = registry.game(game_id)
        exercise = catalogue.exercise(exercise_id, game)
        source = text_of(given, _("There is nothing to check yet: the file is empty."))
        arguments = {
            "exercise": exercise.id,
            "game": game.spec.id,
            "source": source.decode(),
            "secret": secret or self._secret,
        }
        with self._queue.turn(who()):
            service = current_app.extensions["competition_service"]
            return asking.worded(service.compute(asking.FUNCTION, arguments, SECONDS))


def blueprint(checks: Checks, closing: Closing) -> Blueprint:
    """``/exercises``, ``/exercises/GAME`` and ``/api/exercises``."""
    pages = Blueprint("exercises", __name__)

    @pages.get("/exercises")
    def choose() -> str:
        found = [(each, len(catalogue.fitting(registry.game(each["id"])))) for each in games()["games"]]
        return render_template("exercises.html", games=[pair for pair in found if pair[1]])

    @pages.get("/exercises/<game_id>")
    def exercises(game_id: str) -> str:
        game = registry.game(game_id)
        found = asking.listed(game)
        if not found:
            raise catalogue.UnknownExercise(
                _("There are no exercises in {game}: they need two opposite sides and a score.", game=game.spec.title)
            )
        shown = listed(found, closing.until())
        data = {"game": entry(game_id), "exercises": shown, "most_source": MOST_SOURCE}
        return render_template("exercises_game.html", data=data)

    @pages.post("/api/exercises")
    def check() -> Response:
        checks.take()
        request.max_content_length = LARGEST_BODY
        body = json_body()
        game, exercise = (a_text(body, name, 40, required=True) for name in ("game", "exercise"))
        told = checks.of(game, exercise, body.get("source"))
        return jsonify(without(told) if exercise in closing.until() else told)

    return pages
