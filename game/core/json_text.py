"""JSON that people send: read in time that grows with its length, with bounds on what no message of ours needs.

Nesting is bounded before anything is built, since all that walks over the result afterwards walks as deep; the bound of
Python's own reader lies elsewhere in each version, and moves with the depth of the caller's stack. NaN and the
infinities are no JSON, and numbers of more digits than a number has are refused, as Python refuses to convert them.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np

DEEPEST = 100
"""Lists and objects within each other."""
MOST_VALUES = 200_000
"""Commas, and beginnings of lists and objects; of quotation marks there may be twice as many. The largest map has
180,000 and 260,000. While Python builds what they part nothing else runs, for 50 ms."""
MOST_DIGITS = 400
_TEXT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A quoted text, the last one perhaps not ended; possessive, so that no start is tried twice."""
_UNWRITABLE = re.compile(r"[\x00\ud800-\udfff]")


def read(text: str | bytes) -> Any:
    """What the JSON says; raises ``ValueError`` for what is no JSON, is nested too deep, or holds too many values or
    too long a number."""
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    if text.count('"') > 2 * MOST_VALUES:  # to tell texts from what is around them takes as long as to build them
        raise ValueError(f"more than {2 * MOST_VALUES:,} quotation marks")
    bare = _TEXT.sub("", text)
    opened = bare.count("[") + bare.count("{")
    if opened + bare.count(",") > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values")
    if opened > DEEPEST and _depth(bare) > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} deep")
    if len(bare) > MOST_DIGITS and _longest_number(bare) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:  # by a caller who stands deep himself
        raise ValueError("nested too deep") from None


def is_writable(text: str) -> bool:
    """Whether a text can be kept as UTF-8 in any database: JSON can carry halves of letters and null bytes."""
    return _UNWRITABLE.search(text) is None


def _depth(bare: str) -> int:
    """The deepest nesting of brackets in JSON without its texts."""
    signs = _signs(bare)
    opens = (signs == ord("[")) | (signs == ord("{"))
    closes = (signs == ord("]")) | (signs == ord("}"))
    return int(np.cumsum(opens.astype(np.int32) - closes).max(initial=0))


def _longest_number(bare: str) -> int:
    """The digits of the longest number in JSON without its texts."""
    signs = _signs(bare)
    others = np.flatnonzero((signs < ord("0")) | (signs > ord("9")))
    return int(np.diff(others, prepend=-1, append=len(signs)).max()) - 1


def _signs(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.frombuffer(text.encode("ascii", "replace"), dtype=np.uint8)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def plain(value: Any) -> Any:
    """``value`` as JSON can carry it: NumPy's numbers become Python's, infinite ones null."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bool | str | None):
        return value
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, int | float) else str(value)
