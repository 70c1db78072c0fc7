"""The head of a request is bounded before anything reads it.

Libraries take headers apart with patterns that try a run of white space again from each of its signs: one ``Accept`` of
sixty thousand spaces would hold the server up for seconds. No browser sends one that long, so it counts as none.
"""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST = 1_000
"""Characters of a header; those of ``LONG_ONES`` are read as they are, by what takes time in proportion."""
LONG_ONES = frozenset(
    {"HTTP_COOKIE", "HTTP_HOST", "HTTP_REFERER", "HTTP_AUTHORIZATION", "HTTP_USER_AGENT", "HTTP_X_FORWARDED_FOR"}
)


class BoundedHeads:
    """The application behind it hears of no header that is too long."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        for name in [name for name, value in environ.items() if _is_header(name) and len(value) > LONGEST]:
            environ[name] = ""
        return self._application(environ, start_response)


def _is_header(name: str) -> bool:
    return (name.startswith("HTTP_") and name not in LONG_ONES) or name == "CONTENT_TYPE"
