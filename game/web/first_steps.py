"""First steps: the page on which a game is learnt by playing, and what it asks."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.core.messages import _
from plyground.sessions import first_steps
from plyground.sessions.limits import Buckets
from plyground.web.catalogue import entry
from plyground.web.exchange import json_body, who


def blueprint() -> Blueprint:
    """``/learn/GAME`` and ``/api/first-steps``."""
    pages = Blueprint("first_steps", __name__)
    tries = Buckets(5, 60, _("Moves are tried at most five times a second; slow down a little."))

    @pages.get("/learn/<game_id>")
    def learn(game_id: str) -> str:
        game = entry(game_id)
        mild = game["levels"][min(1, len(game["levels"]) - 1)]
        return render_template("first_steps.html", game=game, stages=first_steps.shown(game_id), mild=mild)

    @pages.post("/api/first-steps")
    def play() -> Response:
        tries.take(who())
        return jsonify(first_steps.played(json_body()))

    @pages.post("/api/first-steps/help")
    def help_with() -> Response:
        tries.take(who())
        return jsonify(first_steps.help_with(json_body()))

    return pages
