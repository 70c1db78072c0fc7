"""Numbers as people answer them: -3; 0,5; 1/2; W5 or “wins in 5”; ≤ 3 or “at most 3”, where a value is only bounded.

The text of a number, by which equal answers are counted, has no needless zeros, and ≤ or ≥ before it for a bound.
"""

from __future__ import annotations

import math
import re

from plyground.core.messages import _
from plyground.core.refusals import BadAnswer
from plyground.search.teaching.scores import SURE, WIN

BOUNDS = {"at_least": "≥", "at_most": "≤"}
"""The sign of a value by how sure a trace's step is of it."""
_SAID = {
    "≥": ("≥", ">=", "at least", "mindestens", "wenigstens"),
    "≤": ("≤", "<=", "at most", "höchstens"),
}
_ENDED = re.compile(
    r"(?P<won>w|wins?|won|gewinnt|gewonnen|sieg)?(?P<lost>l|loses?|lost|loss|verliert|verloren|niederlage)?"
    r"(?: ?in)? ?(?P<plies>[0-9]{0,6})(?: (?:ply|plies|halbzug|halbzügen?))?"
)
"""A win or a loss in so many plies, as the stage writes it, or in words."""
_FRACTION = re.compile(r"(-?[0-9]{1,9}) ?/ ?([0-9]{1,9})")
_CLOSE = 0.006
"""Two numbers that differ by less are the same answer: people read values with two places."""


def number_text(value: float, bound: str = "") -> str:
    """The text of a number; ``bound`` is "≤", "≥" or ""."""
    return bound + (str(int(value)) if value == int(value) else f"{value:.6f}".rstrip("0"))


def read_number(given: str) -> str:
    """The text of the number that somebody has typed; raises ``BadAnswer``."""
    words, bound = " ".join(given.replace("−", "-").casefold().split()), ""
    for sign, ways in _SAID.items():
        for way in ways:
            if words.startswith(way):
                words, bound = words[len(way) :].lstrip(), sign
    value = _value(words)
    if not math.isfinite(value) or abs(value) > 1e12:
        raise BadAnswer(_("The answer is a number, such as -3, 0.5 or ≤ 3, or an end, such as W5 or “loses in 4”."))
    return number_text(value, bound)


def _value(words: str) -> float:
    """The number; NaN where it is none."""
    ended, fraction = _ENDED.fullmatch(words), _FRACTION.fullmatch(words)
    if ended and bool(ended["won"]) != bool(ended["lost"]):
        return (WIN - int(ended["plies"] or 0)) * (1 if ended["won"] else -1)
    if fraction:
        return int(fraction[1]) / int(fraction[2]) if int(fraction[2]) else math.nan
    try:
        return float(words.replace(",", "."))
    except ValueError:
        return math.nan


def apart(text: str) -> tuple[str, float]:
    """The bound and the number of a text."""
    return (text[0], float(text[1:])) if text[:1] in BOUNDS.values() else ("", float(text))


def number_label(text: str) -> str:
    """What people read for the text of a number: W3 and L3 are a win and a loss in three plies, as on the stage, and
    decimals have the reader's sign."""
    bound, value = apart(text)
    if not SURE <= abs(value) <= WIN:
        said = _("{bound}{value}", bound=bound, value=value)
        return said if said == text else text
    return f"{bound}{'W' if value > 0 else 'L'}{int(WIN - abs(value)) or ''}"


def is_said(text: str, right: str) -> bool:
    """Whether an answer says the right number; a bare number says what a bound says, never another bound."""
    (bound, value), (rightly, known) = apart(text), apart(right)
    return abs(value - known) < _CLOSE and bound in ("", rightly)
