"""The addresses that programs use, and pages behind the scenes: making games, looking at them, checking positions."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from plyground.sessions.limits import Buckets
from plyground.sessions.lobby import Lobby
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import Created
from plyground.web import addresses, forms
from plyground.web.addresses import public_base
from plyground.web.catalogue import catalogue
from plyground.web.exchange import as_file, if_asked, json_body, one_by_one, plies, together, who
from plyground.web.trees import searched

FORM_KINDS = {"application/x-www-form-urlencoded", "multipart/form-data"}


def blueprint(lobby: Lobby, listens_everywhere: bool) -> Blueprint:
    """All of them; ``listens_everywhere`` says whether others reach this server under its network address."""
    api = Blueprint("api", __name__)
    trees = Buckets(10, 40, "Trees are checked at most ten times a second; slow down a little.")
    replays = Buckets(5, 60, "Too many games were pasted from here; wait a moment.")

    def made(created: Created, as_form: bool) -> AnyResponse:
        if as_form:
            return redirect(created.url, 303)
        answer = make_response(jsonify(created.as_json()), 201)
        answer.headers["Location"] = created.url
        return answer

    @api.post("/games")
    def make_game() -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        spec = forms.spec_from_form(request.form) if as_form else json_body()
        return made(lobby.create(spec, who()), as_form)

    @api.post("/api/games/<game_id>/continue")
    def continue_game(game_id: str) -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        body: dict[str, Any] = dict(request.form) if as_form else json_body()
        if as_form and body.get("ply"):
            body["ply"] = forms.number("ply", body["ply"], int)
        return made(lobby.continue_from(game_id, body, who()), as_form)

    @api.get("/api/games/<game_id>")
    def snapshot(game_id: str) -> Response:
        return jsonify(lobby.snapshot(game_id))

    @api.get("/api/games/<game_id>/views")
    def views(game_id: str) -> Response:
        return one_by_one("views", lobby.views(game_id, *plies()))

    @api.get("/api/games/<game_id>/record")
    def record(game_id: str) -> Response:
        found = json.dumps(lobby.record(game_id), indent=1, ensure_ascii=False) + "\n"
        return as_file(found, "application/json", f"plyground-{game_id}.json", if_asked())

    @api.get("/api/games/<game_id>/notation")
    def notation(game_id: str) -> Response:
        found = lobby.notation(game_id, request.args.get("form", ""))
        return as_file(found, "text/plain", f"plyground-{game_id}.txt", if_asked())

    @api.get("/api/live")
    def live() -> Response:
        return jsonify(games=lobby.live())

    @api.get("/api/catalogue")
    def whole_catalogue() -> Response:
        return jsonify(catalogue())

    @api.post("/api/position")
    def position() -> Response:
        return jsonify(lobby.check_position(json_body(), who()))

    @api.post("/api/tree")
    def tree() -> Response:
        trees.take(who())
        return jsonify(searched(json_body()))

    @api.post("/api/replays")
    def replay() -> Response:
        replays.take(who())
        return jsonify(PastedGame(json_body()).as_json())

    @api.post("/api/replays/views")
    def replay_views() -> Response:
        replays.take(who())
        return together("views", PastedGame(json_body()).views(*plies()))

    @api.get("/addresses.svg")
    def code() -> Response:
        base = public_base(request.scheme, request.host, listens_everywhere)
        answer = Response(addresses.code_svg(base, request.args.get("path", "")), mimetype="image/svg+xml")
        answer.headers["Cache-Control"] = "private, max-age=300"
        return answer

    @api.get("/api/address")
    def address() -> Response:
        return jsonify(base=public_base(request.scheme, request.host, listens_everywhere))

    @api.get("/health")
    def health() -> Response:
        return jsonify(lobby.health())

    return api
