"""A written game on a board: the page where one is pasted or linked to, and the boards of such a game.

The record travels in the address's fragment and in requests; nothing of it is kept.
"""

from __future__ import annotations

import json
import time

from flask import Blueprint, Response, jsonify, render_template, request

from plyground.core.refusals import TooFast
from plyground.sessions.limits import Buckets
from plyground.sessions.pasted import PastedGame
from plyground.web import forms
from plyground.web.catalogue import catalogue

_RATE, _BURST = 5.0, 60.0


def blueprint() -> Blueprint:
    """``/replay`` and ``/api/replays``."""
    pages = Blueprint("replays", __name__)
    readings = Buckets(_RATE, _BURST, TooFast, "Too many games were pasted from here; wait a moment.", time.monotonic)

    def written() -> PastedGame:
        readings.take(request.remote_addr or "")
        return PastedGame(forms.json_body())

    @pages.get("/replay")
    def page() -> str:
        return render_template("replay.html", games=catalogue()["games"])

    @pages.post("/api/replays")
    def read() -> Response:
        return jsonify(written().as_json())

    @pages.post("/api/replays/views")
    def views() -> Response:
        first, last = (forms.ply(request.args, name) for name in ("from", "to"))
        found = list(written().views(first or 0, last))
        return Response(json.dumps({"views": found}, separators=(",", ":")), mimetype="application/json")

    return pages
