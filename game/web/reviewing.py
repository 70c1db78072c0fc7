"""The review of a game, the deck of mistakes, the analysis board: their pages, and what the searches say of moves."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.sessions.reviews import Reviews
from plyground.web.catalogue import catalogue
from plyground.web.compression import without_secret
from plyground.web.exchange import json_body, who


def blueprint(reviews: Reviews) -> Blueprint:
    """``/review``, ``/deck``, ``/analysis``, ``/api/reviews`` and ``/api/values``."""
    pages = Blueprint("reviewing", __name__)

    @pages.get("/review")
    def review() -> str:
        return render_template("review.html", games=catalogue()["games"])

    @pages.get("/deck")
    def deck() -> str:
        return render_template("deck.html")

    @pages.get("/analysis")
    def analysis() -> str:
        return render_template("analysis.html", games=catalogue()["games"])

    @pages.post("/api/values")
    def values() -> Response:
        return without_secret(jsonify(reviews.value_moves(json_body(), who())))

    @pages.post("/api/reviews")
    def ask() -> Response:
        return without_secret(jsonify(reviews.ask(json_body(), who())))

    @pages.post("/api/reviews/tries")
    def try_move() -> Response:
        return without_secret(jsonify(reviews.try_move(json_body(), who())))

    @pages.get("/api/reviews/<key>")
    def state(key: str) -> Response:
        return jsonify(reviews.state(key))

    @pages.get("/api/reviews/<key>/<int:ply>")
    def explain(key: str, ply: int) -> Response:
        return jsonify(reviews.explain(key, ply, who()))

    return pages
