"""The tokens of Portable Tak Notation: tags in brackets, comments in braces, numbers of turns, and words."""

from __future__ import annotations

import re

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _

_TOKEN = re.compile(
    r'(\s*+)(?:\[\s*+(?P<tag>[A-Za-z_]\w*+)\s++"(?P<value>[^"]*+)"\s*+\]|\{(?P<comment>[^{}]*+)\}'
    r"|(?P<number>[0-9]++)\s*+(?P<dots>\.++)|(?P<word>[^\s{}\[\]]++))"
)
_NAMED = re.compile(r"((?:[0-9]++(?:-[0-9]++)*[./]){1,4})(?=[0-9]++\.)")


Token = tuple[str, str, str, bool]
"""The kind (tag, comment, number or word), the text, a tag's name or the dots behind a number, and whether an empty
line stands before it. A plain one: to make one of a class of its own takes as long as to find it."""


def tokens(text: str) -> list[Token]:
    """All tokens in their order; raises ``MalformedRecord`` at a sign that begins or ends none.

    The name of a branch that stands with its first number (``49-1.49.``), as PTN Ninja wrote them first, is a comment.
    """
    found: list[Token] = []
    place = 0
    while (match := _TOKEN.match(text, place)) is not None:
        begins = match.end(1)
        apart = begins > place + 1 and max(text.count("\n", place, begins), text.count("\r", place, begins)) > 1
        if apart and (named := _NAMED.match(text, begins)) is not None:
            found.append(("comment", named[1][:-1], "", apart))
            place = named.end()
            continue
        kind = match.lastgroup
        if kind == "word":
            found.append(("word", match["word"], "", apart))
        elif kind == "dots":
            found.append(("number", match["number"], match["dots"], apart))
        elif kind == "value":
            found.append(("tag", match["value"], match["tag"], apart))
        else:
            found.append(("comment", match["comment"], "", apart))
        place = match.end()
    rest = text[place:].lstrip()
    if rest:
        what = _("comment in braces") if rest[0] in "{}" else _("tag in brackets")
        raise MalformedRecord(
            _("There is a {what} that does not begin or end; look for a lone {sign}.", what=what, sign=rest[0])
        )
    return found
