"""The tokens of Portable Tak Notation: tags in brackets, comments in braces, numbers of turns, and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _

_TOKEN = re.compile(
    r'(\s*+)(?:\[\s*+(?P<tag>[A-Za-z_]\w*+)\s++"(?P<value>[^"]*+)"\s*+\]|\{(?P<comment>[^{}]*+)\}'
    r"|(?P<number>[0-9]++)\s*+(?P<dots>\.++)|(?P<word>[^\s{}\[\]]++))"
)
_KINDS = {"value": ("tag", "value", "tag"), "dots": ("number", "number", "dots")}
"""What a token is whose last group is this, and the groups of its text and of its name."""
_NAMED = re.compile(r"((?:[0-9]++(?:-[0-9]++)*[./]){1,4})(?=[0-9]++\.)")


class Token(NamedTuple):
    """``kind`` is tag, comment, number or word; ``name`` is a tag's, or the dots behind a number.

    ``apart``: an empty line stands before it.
    """

    kind: str
    text: str
    name: str
    apart: bool


def tokens(text: str) -> Iterator[Token]:
    """All tokens in their order; raises ``MalformedRecord`` at a sign that begins or ends none.

    The name of a branch that stands with its first number (``49-1.49.``), as PTN Ninja wrote them first, is a comment.
    """
    place = 0
    while (match := _TOKEN.match(text, place)) is not None:
        begins = match.end(1)
        apart = begins > place + 1 and max(text.count("\n", place, begins), text.count("\r", place, begins)) > 1
        if apart and (named := _NAMED.match(text, begins)) is not None:
            yield Token("comment", named[1][:-1], "", apart)
            place = named.end()
            continue
        last = match.lastgroup or ""
        if last in _KINDS:
            kind, held, name = _KINDS[last]
            yield Token(kind, match[held], match[name], apart)
        else:
            yield Token(last, match[last], "", apart)
        place = match.end()
    rest = text[place:].lstrip()
    if rest:
        what = _("comment in braces") if rest[0] in "{}" else _("tag in brackets")
        raise MalformedRecord(
            _("There is a {what} that does not begin or end; look for a lone {sign}.", what=what, sign=rest[0])
        )
