"""What travels between servers, as bytes: plain data, sentences that can still be translated, visitors, refusals."""

from __future__ import annotations

from typing import Any

import msgpack

from plyground.core.errors import Refusal
from plyground.core.messages import Message
from plyground.sessions.visitors import Visitor

_MESSAGE, _VISITOR = 1, 2


class PassedOn(Refusal):
    """A refusal of another server's that is of no kind known here: of a version that knows more."""


def packed(data: Any) -> bytes:
    """The data as bytes; tuples become lists. Raises ``ValueError`` for what cannot travel."""
    try:
        made: bytes = msgpack.packb(data, default=_plain, strict_types=True)
    except (OverflowError, TypeError, RecursionError) as failure:  # halves of letters are a ValueError already
        raise ValueError(str(failure)) from failure
    return made


def unpacked(given: bytes) -> Any:
    """What was packed; raises ``ValueError`` for anything else."""
    return msgpack.unpackb(given, ext_hook=_made, strict_map_key=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return msgpack.ExtType(_MESSAGE, packed(list(value.parts)))
    if isinstance(value, Visitor):
        return msgpack.ExtType(_VISITOR, packed([str.__str__(value), value.crowd, value.address]))
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    for kind in (str, bool, int, float):
        if isinstance(value, kind):
            return kind.__str__(value) if kind is str else kind(value)
    raise TypeError(f"{type(value).__name__} does not travel between servers")


def _made(code: int, given: bytes) -> Any:
    if code == _MESSAGE:
        return Message(*unpacked(given))
    if code == _VISITOR:
        return Visitor(*unpacked(given))
    raise ValueError(f"there is no kind {code}")


def packed_refusal(refusal: Refusal) -> list[Any]:
    """The refusal as plain data."""
    return [type(refusal).__name__, refusal.sentence, vars(refusal)]


def raised(given: list[Any]) -> Refusal:
    """The refusal that ``packed_refusal`` took apart, to be raised again."""
    name, sentence, more = given
    kind = next((each for each in _kinds(Refusal) if each.__name__ == name), PassedOn)
    made = kind.__new__(kind)
    made.args = (sentence,)
    vars(made).update(more)
    return made


def _kinds(base: type[Refusal]) -> tuple[type[Refusal], ...]:
    below = base.__subclasses__()
    return (*below, *(each for kind in below for each in _kinds(kind)))
