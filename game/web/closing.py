"""References and hints of exercises in code that stay closed in a browser in which homework with them was opened.

There are no accounts: the browser has a cookie with the names of its homework, and whoever takes another browser is
somebody else. The homework itself tells nobody its references before its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response, request

from plyground.classroom.homework import graded
from plyground.classroom.homework.store import Homework, HomeworkStore
from plyground.core.refusals import NoSuchHomework
from plyground.web.addresses import served

COOKIE = "plyground_homework"
MOST = 8
"""So much homework of one browser is remembered, the latest."""
_NAME = re.compile(r"[\w-]{12}", re.ASCII)
_KEPT_SECONDS = 180 * 86_400


class Closing:
    """What is closed to whoever asks now. May be used from any thread."""

    def __init__(self, store: HomeworkStore) -> None:
        self._store = store

    def remember(self, answer: Response, work: Homework) -> Response:
        """Let the browser that asks know that it does this homework, if that has references to be closed."""
        before = names(request.cookies.get(COOKIE, ""))
        if work.id in before or not graded.closed(work, self._store.now()):
            return answer
        answer.set_cookie(
            COOKIE, " ".join([work.id, *before][:MOST]), max_age=_KEPT_SECONDS, path=served("") or "/",
            secure=request.is_secure, httponly=True, samesite="Lax",
        )  # fmt: skip
        return answer

    def until(self) -> dict[str, float]:
        """The exercises whose references are closed to whoever asks, and until when (Unix seconds)."""
        found: dict[str, float] = {}
        for name in names(request.cookies.get(COOKIE, "")):
            try:
                work = self._store.get(name)
            except NoSuchHomework:
                continue
            for exercise in graded.closed(work, self._store.now()):
                found[exercise] = max(work.terms.until, found.get(exercise, 0.0))
        return found


def names(text: str) -> list[str]:
    """The names of homework in a cookie; what is none is passed over."""
    return [each for each in text[:200].split(" ") if _NAME.fullmatch(each)][:MOST]


def listed(exercises: Iterable[Mapping[str, Any]], until: Mapping[str, float]) -> list[dict[str, Any]]:
    """What a page tells of exercises: of closed ones no hints, and ``closed``, until when."""
    return [
        {**each, "hints": [] if each["id"] in until else each["hints"], "closed": until.get(each["id"])}
        for each in exercises
    ]


def without(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a check says, without the reference's run."""
    shown = told["shown"] and {name: run for name, run in told["shown"].items() if name != "right"}
    return {**told, "shown": shown}
