"""How a refusal leaves the server: as JSON for programs, as a page for people, always with its sentence."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from plyground.core.errors import Refusal
from plyground.core.folders import FULL
from plyground.core.messages import _
from plyground.web.operating.requests import named, path

log = logging.getLogger(__name__)

SENTENCES = {
    400: ("malformed", _("That request cannot be read.")),
    404: ("not_found", _("There is nothing at this address.")),
    405: ("wrong_method", _("This address does not take that kind of request.")),
    413: (
        "oversized",
        _("That is more than this server takes at once: at most 2 MB, and 200,000 characters for a position."),
    ),
    414: ("oversized", _("That address is too long.")),
    415: ("malformed", _("This address takes JSON or a form.")),
    500: ("failed", _("Something went wrong on the server. It has been written down.")),
}
FULL_DISK = ("storage_failed", _("This was not done: the disk of the server is full. Whoever runs it can make room."))
HEADINGS = {
    403: _("Not for this visitor"),
    404: _("Nothing here"),
    413: _("Too much"),
    429: _("A little slower"),
    500: _("Our mistake"),
    503: _("Not now"),
}


def wants_json() -> bool:
    """Whether the asker is a program rather than a person with a browser."""
    if request.path.startswith(("/api/", "/health", "/ready", "/metrics")) or request.is_json:
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def answer(
    code: str, sentence: str, status: int, more: dict[str, Any] | None = None, again: int | None = None
) -> Response:
    """The refusal in the form that the asker reads; a program also gets what ``more`` says. After ``again`` seconds the
    page loads itself again."""
    if wants_json():
        return make_response(jsonify(error={"code": code, "sentence": sentence, **(more or {})}), status)
    heading = HEADINGS.get(status, _("That did not work"))
    whole = sentence.encode("utf-8", "replace").decode()  # it may repeat half a letter, which no page can hold
    sentence = sentence if sentence == whole else whole
    page = render_template("error.html", heading=heading, sentence=sentence, status=status, again=again)
    found = make_response(page, status)
    if again is not None:
        found.headers["Refresh"] = str(again)  # also without scripts
    return found


def answer_refusals(app: Flask) -> None:
    """Have the application answer refusals, http errors and failures in this way."""

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        again = getattr(refusal, "again_after", None)
        error = named(refusal.as_json())
        found = answer(refusal.code, error["sentence"], refusal.status, error, again)
        if again is not None:
            found.headers["Retry-After"] = str(again)
        return found

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or 500
        if status < 400:
            return make_response(error.get_response())
        code, sentence = SENTENCES.get(status, ("refused", error.description or _("That did not work.")))
        found = answer(code, sentence, status)
        allowed: Any = getattr(error, "valid_methods", None)
        if allowed:
            found.headers["Allow"] = ", ".join(sorted(allowed))
        return found

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        if getattr(request.environ["wsgi.input"], "failed", False):  # a body in chunks that are none, says gunicorn
            return answer(*SENTENCES[400], 400)
        log.exception("%s %s failed.", request.method, path(), exc_info=error)
        full = isinstance(error, OSError) and error.errno in FULL
        code, sentence = FULL_DISK if full else SENTENCES[500]
        status = 503 if full else 500
        told = named({"code": code, "sentence": sentence})
        return answer(code, told["sentence"], status, told)
