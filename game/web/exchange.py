"""What handlers read of a request beside its path, and the forms in which they answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Request, Response, current_app, g, jsonify, make_response, request
from werkzeug.datastructures import MultiDict

from plyground.core import json_text
from plyground.core.messages import _
from plyground.core.refusals import Malformed, Oversized
from plyground.core.spreadsheets import csv_text
from plyground.sessions.limits import Buckets, Turns
from plyground.sessions.reading import a_number_typed
from plyground.sessions.visitors import address_of, network
from plyground.web.visiting import COOKIE, Visitors

KEEP_FOREVER = "public, max-age=31536000, immutable"
SMALL_BODY = LARGEST_FORM = 64 * 1024
"""Bytes up to which a body is read at once, and those of a form."""
_BYTES_A_SECOND, _PATIENCE_SECONDS = 4_000_000, 20.0
"""Of large bodies together."""
_PIECE = 1_000
"""Entries of a list that are written at once."""
_NODE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)


def who(crowd: str = "") -> str:
    """The visitor who asks, for limits; empty if nothing is known. Given a ``crowd``, counted with it from now on."""
    visitors: Visitors | None = current_app.extensions.get("visitors")
    if visitors is None:
        return network(request.remote_addr or "")
    found = visitors.who(request.remote_addr or "", request.cookies.get(COOKIE, ""))
    if crowd:
        g.crowd = crowd  # a browser that is given its key with this answer belongs to it too
    return visitors.belongs(found, crowd)


def bearer() -> str:
    """The key of ``Authorization: Bearer KEY``, empty without one; in an address, which is written down widely, keys
    never stand."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


class LargeBodies:
    """Lets large bodies in at a pace, one at a time and by turns: while Python builds what JSON of many values says,
    nothing else runs, for a twentieth of a second (``json_text.MOST_VALUES``). Others have several times as long."""

    def __init__(self) -> None:
        sentence = _("Too much was sent from your network at once; wait a moment.")
        self._admitted = Buckets(4, 120, sentence)
        self._turns = Turns(_PATIENCE_SECONDS, _("The server has other long games to read; try again in a moment."))

    def admit(self, who: str) -> None:
        """Let one more be received; raises ``TooFast``."""
        self._admitted.take(address_of(who))

    def wait(self, size: int, who: str) -> None:
        """Wait until so many bytes may be read; raises ``Busy``."""
        with self._turns.taken(who):
            time.sleep(size / _BYTES_A_SECOND)


class PacedRequest(Request):
    """A request whose body is let in as ``LargeBodies`` have it, unless it is small."""

    _is_let_in = False

    def get_data(self, *given: Any, **named: Any) -> Any:
        """The body; raises ``TooFast`` or ``Busy`` too."""
        small = self.content_length is not None and self.content_length <= SMALL_BODY
        if small or self._is_let_in:
            return super().get_data(*given, **named)
        bodies: LargeBodies = current_app.extensions["large_bodies"]
        bodies.admit(who())
        data = super().get_data(*given, **named)
        bodies.wait(len(data), who())
        self._is_let_in = True
        return data


def form_fields() -> MultiDict[str, str]:
    """The fields of the request's form, few and short ones: reading 2 MB of empty ones takes a second. Raises
    ``Oversized``."""
    if (request.content_length or 0) > LARGEST_FORM:
        raise Oversized(_("A form has at most 64 kB; more can be sent as JSON."))
    request.max_content_length = LARGEST_FORM
    return request.form


def json_body() -> dict[str, Any]:
    """The request's JSON object; raises ``Malformed``."""
    return json_object(request.get_data())


def json_object(data: bytes) -> dict[str, Any]:
    """The JSON object in some bytes of a request; raises ``Malformed``."""
    try:
        body = json_text.read(data)
    except ValueError:
        raise Malformed(_("The request holds no JSON that is read here.")) from None
    if not isinstance(body, dict):
        raise Malformed(_("The request is a JSON object."))
    return body


def plies() -> tuple[int, int | None]:
    """The plies ``from`` (0 unless given) and ``to`` that the address names; raises ``Malformed``."""
    first, last = (a_number_typed(request.args, name, 0, 999_999, -1) for name in ("from", "to"))
    return max(0, first), None if last < 0 else last


def nodes_asked() -> list[str]:
    """The nodes of a trace that the address names; raises ``Malformed``."""
    texts = request.args.get("nodes", "").split(",")
    if not all(_NODE.fullmatch(text) for text in texts):
        sentence = _("The field nodes is a row of numbers, or of a number and a move’s index, with commas between.")
        raise Malformed(sentence)
    return texts


def in_pieces(data: Any) -> Response:
    """Data with long lists as JSON: written a part of a list at a time, as each call holds other threads up."""
    return Response("".join(_pieces(data)), mimetype="application/json")


def _pieces(data: Any) -> Iterator[str]:
    written = current_app.json.dumps
    if isinstance(data, dict):
        yield "{"
        for number, (name, value) in enumerate(data.items()):
            yield f"{',' if number else ''}{written(str(name))}:"
            yield from _pieces(value)
        yield "}"
    elif isinstance(data, list):
        yield "["
        for first in range(0, len(data), _PIECE):
            yield f"{',' if first else ''}{written(data[first : first + _PIECE])[1:-1]}"
        yield "]"
    else:
        yield written(data)


def unless_known(data: Any) -> Response:
    """The data as JSON, or 304 to who has just that already."""
    answer = jsonify(data)
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def as_file(content: Any, kind: str, name: str, kept: str | None = "attachment") -> Response:
    """The content of a file of this kind; the browser saves it under the name, or shows it (``inline``, or None)."""
    answer = make_response(content)
    answer.mimetype = kind
    if kept is not None:
        answer.headers["Content-Disposition"] = f'{kept}; filename="{name}"'
    return answer


def as_table(rows: Iterable[list[Any]], name: str) -> Response:
    """Rows for people, the header first, as a file that a spreadsheet opens in the language of the visitor."""
    languages = current_app.extensions["languages"]
    header, *others = languages.translated(list(rows))
    return as_file("\ufeff" + csv_text(header, others, "\r\n", languages.decimal()), "text/csv", name)


def if_asked() -> str | None:
    """Whether the address asks to save a file, for ``as_file``."""
    return "attachment" if "download" in request.args else None


def one_by_one(name: str, entries: Iterable[dict[str, Any]], **besides: Any) -> Response:
    """A JSON object with one list, and what stands ``besides``, sent as its entries are made: those of a long game are
    never together in memory, and no call that writes them all holds other threads up."""

    def pieces() -> Iterator[str]:
        for other, value in besides.items():
            yield f'{"{" if other == next(iter(besides)) else ""}"{other}":{json.dumps(value, allow_nan=False)},'
        yield f'{"" if besides else "{"}"{name}":['
        for number, entry in enumerate(entries):
            yield f"{',' if number else ''}{json.dumps(entry, separators=(',', ':'), allow_nan=False)}"
        yield "]}\n"

    return Response(pieces(), mimetype="application/json")
