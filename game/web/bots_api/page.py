"""The description of the interface, as OpenAPI at ``/api/openapi.json`` and for people at ``/api``."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from plyground.web.addresses import Here
from plyground.web.bots_api.description import openapi


def blueprint(here: Here) -> Blueprint:
    """Both."""
    shown = Blueprint("api_page", __name__)

    @shown.get("/api/openapi.json")
    def description() -> Response:
        return jsonify(openapi(here()))

    return shown
