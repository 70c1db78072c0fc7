"""What a parser is to the battery, and how readers of whole messages are called as readers of one text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge

from plyground.core.errors import Refusal
from plyground.core.refusals import Oversized
from plyground.web import exchange
from plyground.web.application import LARGEST_BODY

Call = Callable[[str], object]
USUAL = 0.05
A_MAP = 0.5
"""Seconds where a text may name a map of up to ten thousand rivers, which is then drawn."""


@dataclass(frozen=True)
class Parser:
    """One way by which text comes in.

    ``call`` reads it or raises a ``Refusal`` (or one of ``also``); ``longest`` is how many characters can reach it;
    ``examples`` are texts that it reads.
    """

    name: str
    call: Call
    longest: int
    examples: tuple[str, ...]
    also: tuple[type[Exception], ...] = ()
    seconds: float = USUAL
    """Of the processor, that a text of up to 20 kB may take."""

    def __str__(self) -> str:
        return self.name

    def read(self, text: str) -> object:
        """What is read; None where the text is refused in a sentence. Anything else that is raised is a mistake."""
        try:
            return self.call(text)
        except Refusal as refusal:
            if not 0 < len(refusal.sentence) < 2_000:
                raise AssertionError(f"a sentence of {len(refusal.sentence)} characters") from None
            return None
        except self.also:
            return None


def message(read: Callable[[Mapping[str, Any]], object], good: Mapping[str, Any]) -> Call:
    """A reader of objects as one of texts: the text goes into each field of a good message in turn, and a new one."""

    def call(text: str) -> object:
        names, values = (*good, text[:40]), (text, [text], {text[:80]: text})
        return any_of(partial(read, {**good, name: value}) for name in names for value in values)

    return call


def any_of(readings: Iterable[Callable[[], object]]) -> object:
    """Something where one of them reads it; raises the last refusal where all refuse."""
    found: object = None
    refusal: Refusal | None = None
    for read in readings:
        try:
            found = found or [read()]
        except Refusal as error:
            refusal = error
    if refusal is not None and found is None:
        raise refusal
    return found


def of_json(read: Callable[[Any], object]) -> Call:
    """A reader of objects as one of the JSON of a request's body."""
    app = Flask("door")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY

    def call(text: str) -> object:
        data = text.encode("utf-8", "surrogatepass")
        with app.test_request_context("/", method="POST", data=data, content_type="application/json"):
            try:
                body = exchange.json_body()
            except RequestEntityTooLarge:
                raise Oversized("The whole server takes no more.") from None
            return read(body)

    return call
