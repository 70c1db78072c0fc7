"""The pages of competitions: the list, one with its table as it stands, and any of its games to replay."""

from __future__ import annotations

import json
import re

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request

from plyground.competitions.presentation import export, public
from plyground.competitions.store import CompetitionStore
from plyground.web import forms
from plyground.web.answers import unless_known

_KEEP_FOREVER = "public, max-age=31536000, immutable"
_PAGES = {
    "enter": "/compete/<>/enter",
    "write": "/write/<>",
    "ladder": "/compete/<>/ladder",
    "final": "/compete/<>/final",
    "bots": "/compete/<>/bots/<>",
    "teach": "/compete/<>/teach",
}
"""The pages of a competition that its own page links to, where this server has them."""


def blueprint(store: CompetitionStore) -> Blueprint:
    """``/compete`` and ``/api/competitions``."""
    pages = Blueprint("competitions", __name__)

    @pages.get("/compete")
    def every() -> str:
        return render_template("compete/list.html", competitions=public.listed(store))

    @pages.get("/compete/<competition>")
    def one(competition: str) -> str:
        return render_template("compete/competition.html", shown=public.page(store, competition), links=_links())

    @pages.get("/compete/<competition>/games/<game>")
    def game(competition: str, game: str) -> str:
        return render_template("compete/game.html", shown=public.replay(store, game, competition), links=_links())

    @pages.get("/api/competitions")
    def list_all() -> Response:
        return jsonify({"competitions": public.listed(store)})

    @pages.get("/api/competitions/<competition>")
    def state(competition: str) -> Response:
        return unless_known(public.page(store, competition))

    @pages.get("/api/competitions/<competition>/standings.csv")
    def table(competition: str) -> Response:
        answer = make_response(export.as_csv(store, competition))
        answer.mimetype = "text/csv"
        answer.headers["Content-Disposition"] = f'attachment; filename="plyground-{competition[:40]}.csv"'
        return answer

    @pages.get("/api/competitions/<competition>/games")
    def games(competition: str) -> Response:
        return jsonify(public.games(store, competition, request.args))

    @pages.get("/api/competitions/<competition>/progress")
    def progress(competition: str) -> Response:
        return unless_known(public.progress(store, competition))

    @pages.get("/api/competitions/<competition>/games/<game>")
    def record(competition: str, game: str) -> Response:
        return jsonify(public.replay(store, game, competition))

    @pages.get("/api/competitions/<competition>/games/<game>/notation")
    def notation(competition: str, game: str) -> Response:
        answer = make_response(public.notation(store, game, competition, request.args.get("form", "json")))
        answer.mimetype = "text/plain"
        if "download" in request.args:
            answer.headers["Content-Disposition"] = f'attachment; filename="plyground-{game[:60]}.txt"'
        return answer

    @pages.get("/api/competitions/<competition>/games/<game>/views")
    def views(competition: str, game: str) -> Response:
        first, last = (forms.ply(request.args, name) for name in ("from", "to"))
        found = list(public.views(store, game, competition, first or 0, last))
        answer = Response(json.dumps({"views": found}, separators=(",", ":")), mimetype="application/json")
        answer.headers["Cache-Control"] = _KEEP_FOREVER
        return answer

    return pages


def _links() -> dict[str, bool]:
    """Which of ``_PAGES`` there are."""
    known = {re.sub(r"<[^>]+>", "<>", rule.rule) for rule in current_app.url_map.iter_rules()}
    return {name: path in known for name, path in _PAGES.items()}
