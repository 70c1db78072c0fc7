"""The length of a source in any language but Python: its words, numbers and signs, without comments and blanks.

What is in a text counts as if it stood in the open, so nobody gains by putting a program into one.
"""

from __future__ import annotations

import functools
import re

_TOKEN = re.compile(r"\w+|[^\w\s]")
_TEXT = r"\"(?:[^\"\\\n]|\\.)*+\"?"


def tokens(source: bytes, comments: tuple[str, ...] = ()) -> int:
    """How many tokens a source has, given its marks of comments: to the line's end, or around one, or both; without
    marks all of it counts."""
    text = source.decode("utf-8", errors="replace")
    return sum(len(_TOKEN.findall(kept)) for kept in _pattern(comments).sub(_kept, text).split("\n"))


def _kept(found: re.Match[str]) -> str:
    return found[0] if found["text"] else " "


@functools.cache
def _pattern(comments: tuple[str, ...]) -> re.Pattern[str]:
    """Finds texts, which stay, and comments."""
    kinds = [f"(?P<text>{_TEXT})"]
    if len(comments) in (1, 3):
        kinds.append(rf"{re.escape(comments[0])}[^\n]*+")
    if len(comments) > 1:
        begin, end = map(re.escape, comments[-2:])
        kinds.append(rf"{begin}[\s\S]*?(?:{end}|\Z)")
    return re.compile("|".join(kinds))
