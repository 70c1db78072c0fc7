"""The review of a game and the deck of mistakes: their pages, and over http what makes a review and judges a try."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.sessions.reviews import Reviews
from plyground.web.catalogue import catalogue
from plyground.web.exchange import json_body, who


def blueprint(reviews: Reviews) -> Blueprint:
    """``/review``, ``/deck`` and ``/api/reviews``."""
    pages = Blueprint("reviewing", __name__)

    @pages.get("/review")
    def review() -> str:
        return render_template("review.html", games=catalogue()["games"])

    @pages.get("/deck")
    def deck() -> str:
        return render_template("deck.html")

    @pages.post("/api/reviews")
    def ask() -> Response:
        return jsonify(reviews.ask(json_body(), who()))

    @pages.post("/api/reviews/tries")
    def try_move() -> Response:
        return jsonify(reviews.try_move(json_body(), who()))

    @pages.get("/api/reviews/<key>")
    def state(key: str) -> Response:
        return jsonify(reviews.state(key))

    @pages.get("/api/reviews/<key>/<int:ply>")
    def explain(key: str, ply: int) -> Response:
        return jsonify(reviews.explain(key, ply, who()))

    return pages
