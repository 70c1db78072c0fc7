"""The addresses that programs use, and pages behind the scenes: making games, looking at them, checking positions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from plyground.sessions.lobby import Lobby
from plyground.sessions.setup import Created
from plyground.web import forms, qr
from plyground.web.addresses import public_base
from plyground.web.catalogue import catalogue

FORM_KINDS = {"application/x-www-form-urlencoded", "multipart/form-data"}


def blueprint(lobby: Lobby, listens_everywhere: bool) -> Blueprint:
    """All of them; ``listens_everywhere`` says whether others reach this server under its network address."""
    api = Blueprint("api", __name__)

    def who() -> str:
        return request.remote_addr or ""

    def made(created: Created, as_form: bool) -> AnyResponse:
        if as_form:
            return redirect(created.url, 303)
        answer = make_response(jsonify(created.as_json()), 201)
        answer.headers["Location"] = created.url
        return answer

    @api.post("/games")
    def make_game() -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        spec = forms.spec_from_form(request.form) if as_form else forms.json_body()
        return made(lobby.create(spec, who()), as_form)

    @api.post("/api/games/<game_id>/continue")
    def continue_game(game_id: str) -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        body: dict[str, Any] = dict(request.form) if as_form else forms.json_body()
        if as_form and body.get("ply"):
            body["ply"] = forms.number("ply", body["ply"], int)
        return made(lobby.continue_from(game_id, body, who()), as_form)

    @api.get("/api/games/<game_id>")
    def snapshot(game_id: str) -> Response:
        return jsonify(lobby.snapshot(game_id))

    @api.get("/api/games/<game_id>/views")
    def views(game_id: str) -> Response:
        first, last = (forms.ply(request.args, name) for name in ("from", "to"))
        found = lobby.views(game_id, first or 0, last)
        return Response(_one_by_one("views", found), mimetype="application/json")

    @api.get("/api/games/<game_id>/record")
    def record(game_id: str) -> Response:
        found = lobby.record(game_id)
        answer = make_response(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
        answer.mimetype = "application/json"
        return _named(answer, f"plyground-{game_id}.json")

    @api.get("/api/games/<game_id>/notation")
    def notation(game_id: str) -> Response:
        answer = make_response(lobby.notation(game_id, request.args.get("form", "")))
        answer.mimetype = "text/plain"
        return _named(answer, f"plyground-{game_id}.txt")

    @api.get("/api/live")
    def live() -> Response:
        return jsonify(games=lobby.live())

    @api.get("/api/catalogue")
    def whole_catalogue() -> Response:
        return jsonify(catalogue())

    @api.post("/api/position")
    def position() -> Response:
        return jsonify(lobby.check_position(forms.json_body(), who()))

    @api.get("/qr.svg")
    def code() -> Response:
        base = public_base(request.scheme, request.host, listens_everywhere)
        answer = Response(qr.code_svg(base, request.args.get("path", "")), mimetype="image/svg+xml")
        answer.headers["Cache-Control"] = "private, max-age=300"
        return answer

    @api.get("/api/address")
    def address() -> Response:
        return jsonify(base=public_base(request.scheme, request.host, listens_everywhere))

    @api.get("/health")
    def health() -> Response:
        return jsonify(lobby.health())

    return api


def _one_by_one(name: str, entries: Iterator[dict[str, Any]]) -> Iterator[str]:
    """A JSON object with one list, sent as its entries are made: those of a long game are never together in memory."""
    yield f'{{"{name}":['
    for number, entry in enumerate(entries):
        yield f"{',' if number else ''}{json.dumps(entry, separators=(',', ':'), allow_nan=False)}"
    yield "]}\n"


def _named(answer: Response, name: str) -> Response:
    """Have the browser save the answer under this name if the address asks for it."""
    if "download" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
