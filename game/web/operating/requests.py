"""Each request and each message of a socket under an id of its own: timed, counted, and named where it fails.

The id is answered in the header ``X-Request-ID``, and stands in what a person reads when the storage or the server
failed, so that whoever runs the server finds it in the log.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request

from plyground.core import logs
from plyground.core.messages import _
from plyground.web.operating.metrics import Metrics

log = logging.getLogger(__name__)
access = logging.getLogger(logs.ACCESS)

HEADER = "X-Request-ID"
FAILURES = {"storage_failed", "failed"}
"""Codes of refusals that tell of a fault here, and so name the id."""
SLOW_SECONDS = 1.0
"""What takes longer is named in the log."""

Answer = Callable[[str, str, tuple[Any, ...]], dict[str, Any]]


def named(error: dict[str, Any]) -> dict[str, Any]:
    """A refusal as JSON; if it is a fault here, with the id under which it then stands in the log."""
    own_id = logs.current()
    if error.get("code") not in FAILURES or "id" in error or not own_id:
        return error
    log.warning("Something that was asked for was not done: %s", error["code"])
    return {**error, "id": own_id, "sentence": with_id(error["sentence"])}


def with_id(sentence: str) -> str:
    """The sentence of a failure and the id under which it stands in the log."""
    return _("{sentence} In the log of the server it has the number {id}.", sentence=sentence, id=logs.current())


def watch_requests(app: Flask, metrics: Metrics) -> None:
    """Give each request its id, its time and its line in the log, if one is wanted."""

    @app.before_request
    def begin() -> None:
        g.begun, g.request_id = time.monotonic(), logs.new_id()
        logs.begin(g.request_id)

    @app.after_request
    def end(answer: Response) -> Response:
        if "begun" not in g:
            return answer
        seconds = time.monotonic() - g.begun
        answer.headers[HEADER] = g.request_id
        rule = _rule()
        metrics.request(request.method, rule, answer.status_code, seconds)
        fields = {
            "method": request.method,
            "path": path(),
            "status": answer.status_code,
            "seconds": round(seconds, 3),
        }
        access.info("A request was answered.", extra=fields)
        if seconds > SLOW_SECONDS:
            log.warning("A request was slow.", extra=fields)
        return answer

    @app.teardown_request
    def leave(_error: BaseException | None) -> None:
        logs.begin("")


def _rule() -> str:
    return request.url_rule.rule if request.url_rule is not None else "none"


def path() -> str:
    """What the log says of where a request went: the code of a class lets people in, so it does not stand there."""
    rule = _rule()
    return rule if "<code>" in rule else request.path


class WatchedMessages:
    """Answers the messages of sockets through another, each under the id of its connection and its number."""

    def __init__(self, answer: Answer, metrics: Metrics) -> None:
        self._answer, self._metrics = answer, metrics
        self._connections: dict[str, tuple[str, int]] = {}

    def __call__(self, event: str, connection: str, given: tuple[Any, ...]) -> dict[str, Any]:
        own, number = self._connections.get(connection) or (logs.new_id(), 0)
        self._connections[connection] = own, number + 1
        with logs.under(f"{own}-{number + 1}"):
            begun = time.monotonic()
            said = self._answer(event, connection, given)
            seconds = time.monotonic() - begun
            done = str(given[0].get("do", ""))[:20] if given and isinstance(given[0], dict) else ""
            code = "" if said.get("ok") else str(said.get("error", {}).get("code", ""))
            self._metrics.message(event, code, seconds)
            if seconds > SLOW_SECONDS:
                fields = {"event": event[:40], "do": done, "seconds": round(seconds, 3)}
                log.warning("A message was slow.", extra=fields)
            return said if not code else {**said, "error": named(said["error"])}

    def forget(self, connection: str) -> None:
        """The connection is gone."""
        self._connections.pop(connection, None)
