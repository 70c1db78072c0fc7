"""Reading fields of messages that came from outside: each is checked for type and size, and refused with a sentence."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from plyground.core import effort
from plyground.core.errors import Refusal
from plyground.core.json_text import is_writable
from plyground.core.messages import _
from plyground.core.refusals import Busy, Malformed, Oversized
from plyground.sessions import keys

_LONG = 8_000
"""Characters from which on texts are read one at a time."""
_MOST_SECONDS, _PATIENCE_SECONDS = 5.0, 20.0
"""Processor time that reading one text may take, and how long a long one waits for others."""
_one_at_a_time = threading.RLock()
LONGEST_NAME, _LONGEST_RAW_NAME = 40, 1_000
LONGEST_POSITION, LONGEST_RECORD = 200_000, 1_000_000
"""Characters of a position's text and of a game's record: enough for ten thousand moves on a large map."""


@contextmanager
def long_ones(*given: Any) -> Iterator[None]:
    """Around the reading of these texts, or lists of texts: long ones wait for each other, and each is bounded.

    A long text is a second's work at most, in Python, which lets other threads in between; one at a time leaves them
    their share, however many are sent. Raises ``Busy``, and what is read raises ``TooMuchWork``.
    """
    if sum(map(_size, given)) <= _LONG:
        with effort.bounded(_MOST_SECONDS):
            yield
        return
    if not _one_at_a_time.acquire(timeout=_PATIENCE_SECONDS):
        raise Busy(_("The server has other long games to read; try again in a moment."))
    try:
        with effort.bounded(_MOST_SECONDS):
            yield
    finally:
        _one_at_a_time.release()


def _size(given: Any) -> int:
    """Characters of a text or of a list of texts, bytes of a file; an object counts as long, whatever it holds."""
    if isinstance(given, bytes):
        return len(given)
    if isinstance(given, list):
        return sum(len(each) for each in given if isinstance(each, str))
    return len(given) if isinstance(given, str) else _LONG + 1 if isinstance(given, dict) else 0


def a_new_key(given: Mapping[str, Any], required: bool = True) -> str:
    """The ``key`` that a page has made for itself and keeps already, so that it is not lost with an answer; "" if there
    need not be one. Raises ``Malformed`` or ``Oversized``."""
    key = a_text(given, "key", keys.LONGEST, required)
    if key and not keys.fits(key):
        raise Malformed(_("A key has 22 to 200 random letters, digits, “-” and “_”."))
    return key


def an_object(given: Any) -> Mapping[str, Any]:
    """``given`` if it is an object with text keys; raises ``Malformed``."""
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise Malformed(_("An object with named fields is needed here."))
    return given


def a_text(given: Mapping[str, Any], name: str, longest: int, required: bool = False) -> str:
    """A text of at most ``longest`` characters, "" if it is not there; raises ``Malformed`` or ``Oversized``."""
    value = given.get(name)
    if value is None or value == "":
        if required:
            raise Malformed(_("The field {name} is needed.", name=name))
        return ""
    if not isinstance(value, str):
        raise Malformed(_("The field {name} is a text.", name=name))
    if len(value) > longest:
        raise Oversized(
            _(
                "The field {name} has at most {longest:,} characters; this has {value:,}.",
                name=name,
                longest=longest,
                value=len(value),
            )
        )
    if not is_writable(value):
        raise _unwritable(name)
    return value


def _unwritable(name: str) -> Refusal:
    return Malformed(
        _("The field {name} holds a null byte or half a letter (a lone surrogate), which cannot be kept.", name=name)
    )


def a_flag(given: Mapping[str, Any], name: str, default: bool | None = None) -> bool:
    """True or false; raises ``Malformed``. Without a default it is needed."""
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise Malformed(_("The field “{name}” is true or false.", name=name))
    return value


def a_name(given: Mapping[str, Any], name: str) -> str:
    """A person's name: one line without control characters, cut at forty characters."""
    value = given.get(name)
    if isinstance(value, str) and len(value) <= _LONGEST_RAW_NAME:
        value = "".join(letter if letter.isprintable() else " " for letter in value)
    return " ".join(a_text({name: value}, name, _LONGEST_RAW_NAME).split())[:LONGEST_NAME].strip()


def texts(given: Mapping[str, Any], name: str, most: int, longest: int) -> tuple[str, ...]:
    """A list of at most ``most`` texts of at most ``longest`` characters, empty if it is not there."""
    value = given.get(name)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Malformed(_("The field {name} is a list of texts.", name=name))
    if len(value) > most:
        raise Oversized(
            _(
                "The field {name} has at most {most:,} entries; this has {value:,}.",
                name=name,
                most=most,
                value=len(value),
            )
        )
    if any(len(item) > longest for item in value):
        raise Oversized(_("An entry of the field {name} has at most {longest} characters.", name=name, longest=longest))
    if not all(is_writable(item) for item in value):
        raise _unwritable(name)
    return tuple(value)


def a_number(given: Mapping[str, Any], name: str, low: float, high: float, default: float | None = None) -> float:
    """A finite number from ``low`` to ``high``; raises ``Malformed``. Without a default it is needed."""
    value = given.get(name)
    if value is None:
        value = default
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Malformed(_("The field {name} is a number.", name=name))
    if not low <= value <= high:
        raise Malformed(_("The field {name} goes from {low:,g} to {high:,g}.", name=name, low=low, high=high))
    return float(value)


def a_whole_number(given: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number from ``low`` to ``high``; raises ``Malformed``. Without a default it is needed."""
    value = given.get(name)
    if value is None:
        value = default
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed(_("The field {name} is a whole number.", name=name))
    if not low <= value <= high:
        raise Malformed(_("The field {name} goes from {low:,} to {high:,}.", name=name, low=low, high=high))
    return value


def a_number_typed(fields: Mapping[str, str], name: str, low: int, high: int, usual: int) -> int:
    """The whole number that the text of a field or of an address is, ``usual`` without one; raises ``Malformed``."""
    text = fields.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 17 and low <= int(text) <= high):
        raise Malformed(
            _("The field {name} is a whole number from {low:,} to {high:,}.", name=name, low=low, high=high)
        )
    return int(text)
