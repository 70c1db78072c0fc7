"""Reads what is sent to have a bot tried: JSON, or a form with that as ``asked`` and a file of learnt ``weights``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from plyground.competitions.submissions.unpacking import MOST_WEIGHTS, TOO_LARGE
from plyground.competitions.trials import Learnt
from plyground.core.refusals import UploadTooLarge
from plyground.web.exchange import json_body, json_object

LARGEST_BODY = 1_300_000
"""Bytes of a request for a try: JSON may write a byte of the source in six."""
_AROUND = 64 * 1024


def tried() -> tuple[dict[str, Any], Callable[[], Learnt | None]]:
    """What is asked, and what reads the weights beside it, None without: they lie on the disk until it is its turn.

    Raises ``Malformed`` or ``UploadTooLarge``.
    """
    if request.mimetype != "multipart/form-data":
        request.max_content_length = LARGEST_BODY
        return json_body(), lambda: None
    request.max_content_length = LARGEST_BODY + MOST_WEIGHTS + _AROUND
    request.max_form_memory_size = LARGEST_BODY
    try:
        body, file = json_object(request.form.get("asked", "").encode()), request.files.get("weights")
    except RequestEntityTooLarge:
        raise UploadTooLarge(TOO_LARGE) from None

    def learnt() -> Learnt | None:
        if file is None:
            return None
        with closing(file):
            return file.filename or "", file.stream.read(MOST_WEIGHTS + 1)

    return body, learnt
