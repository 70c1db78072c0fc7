"""The tokens of Portable Tak Notation: tags in brackets, comments in braces, numbers of turns, and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _

_TOKEN = re.compile(
    r'\[\s*+(?P<tag>[A-Za-z_]\w*+)\s++"(?P<value>[^"]*+)"\s*+\]|\{(?P<comment>[^{}]*+)\}'
    r"|(?P<number>[0-9]++)\s*+(?P<dots>\.++)|(?P<word>[^\s{}\[\]]++)"
)
_GAP = re.compile(r"\s*+")
_NAMED = re.compile(r"((?:[0-9]++(?:-[0-9]++)*+[./]){1,4})(?=[0-9]++\.)")


class Token(NamedTuple):
    """``kind`` is tag, comment, number or word; ``name`` is a tag's, or the dots behind a number.

    ``apart``: an empty line stands before it.
    """

    kind: str
    text: str
    name: str
    place: int
    apart: bool


def tokens(text: str) -> Iterator[Token]:
    """All tokens in their order; raises ``MalformedRecord`` at a sign that begins or ends none.

    The name of a branch that stands with its first number (``49-1.49.``), as PTN Ninja wrote them first, is a comment.
    """
    place = 0
    while True:
        gap = _GAP.match(text, place)
        assert gap is not None, "a gap may be empty"
        if gap.end() == len(text):
            return
        apart = gap[0].count("\n") > 1 or gap[0].count("\r") > 1
        named = _NAMED.match(text, gap.end()) if apart else None
        if named is not None:
            yield Token("comment", named[1][:-1], "", named.start(), apart)
            place = named.end()
            continue
        match = _TOKEN.match(text, gap.end())
        if match is None:
            sign = text[gap.end()]
            what = _("comment in braces") if sign in "{}" else _("tag in brackets")
            raise MalformedRecord(
                _("There is a {what} that does not begin or end; look for a lone {sign}.", what=what, sign=sign)
            )
        kind = {"value": "tag", "dots": "number"}.get(match.lastgroup or "", match.lastgroup or "")
        held = match["value"] if kind == "tag" else match[kind]
        yield Token(kind, held, match["tag"] or match["dots"] or "", match.start(), apart)
        place = match.end()
