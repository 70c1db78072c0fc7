"""The addresses of the laboratory, which make traces of searches and send them."""

from __future__ import annotations

import re

from flask import Blueprint, Response, jsonify, make_response, request

from plyground.core.refusals import Malformed
from plyground.sessions.lab import Lab
from plyground.web.exchange import KEEP_FOREVER, json_body, who

_NODE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)


def blueprint(lab: Lab) -> Blueprint:
    """``/api/lab``."""
    pages = Blueprint("lab", __name__)

    @pages.post("/api/lab/look")
    def look() -> Response:
        return jsonify(lab.look(json_body(), who()))

    @pages.post("/api/lab/estimate")
    def estimate() -> Response:
        return jsonify(lab.estimate(json_body(), who()))

    @pages.post("/api/lab/trace")
    def make() -> tuple[Response, int]:
        return jsonify(lab.trace(json_body(), who())), 201

    @pages.get("/api/lab/trace/<key>")
    def send(key: str) -> Response:
        answer = make_response(lab.packed(key))
        answer.mimetype = "application/json"
        answer.headers["Content-Encoding"] = "deflate"
        answer.headers["Cache-Control"] = KEEP_FOREVER
        return answer

    @pages.get("/api/lab/trace/<key>/words")
    def words(key: str) -> Response:
        return jsonify(lab.words(key, _number("from", 0), _number("count", 100)))

    @pages.get("/api/lab/trace/<key>/views")
    def views(key: str) -> Response:
        texts = request.args.get("nodes", "").split(",")
        if not all(_NODE.fullmatch(text) for text in texts):
            sentence = "The field nodes is a row of numbers, or of a number and a move’s index, with commas between."
            raise Malformed(sentence)
        return jsonify(lab.views(key, texts))

    return pages


def _number(name: str, usual: int) -> int:
    text = request.args.get(name, "")
    if not text:
        return usual
    if not text.isdecimal() or len(text) > 9:
        raise Malformed(f"The field {name} is a whole number from 0.")
    return int(text)
