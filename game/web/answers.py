"""Answers that many ask for again and again, and that are sent again only if they changed."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request


def unless_known(data: dict[str, Any]) -> Response:
    """The data as JSON, or 304 to who has just that already."""
    answer = jsonify(data)
    answer.add_etag()
    answer.make_conditional(request)
    return answer
