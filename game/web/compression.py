"""Answers that are texts travel compressed by gzip, where nothing in them is for one asker alone.

Static files are compressed once and kept (``plyground.web.assets``); this is for pages and data, which are made anew
for each asker. Socket messages do not pass here.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, g, request

KINDS = frozenset({"text/html", "text/plain", "text/csv", "application/json", "image/svg+xml", "text/javascript"})
LEAST = 512
"""Bytes below which compression would save no packet."""
LEVEL = 5


def gzip_wanted() -> bool:
    """Whether who asks takes gzip."""
    return request.accept_encodings["gzip"] > 0


def for_everybody() -> bool:
    """Whether anybody who asks this gets this answer: it only reads or is ``without_secret``, and no key was shown.

    The length of a compressed answer tells how much of it repeats, so what strangers send must never be compressed
    together with a secret (the attack called BREACH).
    """
    return "Authorization" not in request.headers and (request.method in {"GET", "HEAD"} or "without_secret" in g)


def without_secret(answer: Response) -> Response:
    """The answer to what was asked by posting, where it follows from the question alone: compressed like a page."""
    g.without_secret = True
    return answer


def _compress(answer: Response) -> Response:
    if answer.mimetype not in KINDS or answer.is_streamed or answer.direct_passthrough:
        return answer
    answer.vary.add("Accept-Encoding")
    if answer.status_code in {204, 206, 304} or answer.content_encoding or not (for_everybody() and gzip_wanted()):
        return answer
    content = answer.get_data()
    if len(content) < LEAST:
        return answer
    answer.set_data(gzip.compress(content, LEVEL, mtime=0))
    answer.content_encoding = "gzip"
    tag, weak = answer.get_etag()
    if tag is not None and not weak:
        answer.set_etag(tag, weak=True)  # the same data in other bytes
    return answer


def compress(app: Flask) -> None:
    """Compress the answers of this application."""
    app.after_request(_compress)
