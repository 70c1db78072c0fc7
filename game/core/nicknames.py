"""Names that people give themselves: one line of letters, short, and told apart by the eye."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from plyground.core.look_alikes import skeletons
from plyground.core.messages import _
from plyground.core.refusals import BadNickname

LONGEST = 20
_MARKS_IN_A_ROW = 2
"""Accents that may stand on one letter; more would grow out of the line."""
_SIGNS = "-_.'"


def checked_nickname(given: str) -> str:
    """The nickname as it is shown: composed (NFC), spaces single; raises ``BadNickname``."""
    text = unicodedata.normalize("NFC", " ".join(given[: 20 * LONGEST].replace("’", "'").split()))
    if not text:
        raise BadNickname(_("Please give a nickname."))
    if len(text) > LONGEST or len(given) > 20 * LONGEST:
        raise BadNickname(_("A nickname has at most {longest} characters.", longest=LONGEST))
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if marks > _MARKS_IN_A_ROW or not (marks or kind[0] == "L" or kind[0] == "N" or letter in _SIGNS + " "):
            sentence = _("A nickname is made of letters, digits, spaces, hyphens, underscores, dots and apostrophes.")
            raise BadNickname(sentence)
    if not any(unicodedata.category(letter)[0] in "LN" for letter in text):
        raise BadNickname(_("A nickname has at least one letter or digit."))
    if unicodedata.category(text[0])[0] == "M":
        raise BadNickname(_("A nickname does not begin with an accent."))
    return text


UNFIT = Path(__file__).with_name("unfit_names.txt")
_DIGITS = str.maketrans("34578", "eastb")
"""Digits that are read as letters; 0 and 1 are letters' look-alikes already."""


def fit_for_class(name: str) -> None:
    """Refuse a nickname that insults, or by which somebody would be taken for the teacher, in whatever letters; raises
    ``BadNickname``. A word counts alone, so that nobody is refused for letters within a name."""
    whole, words = _unfit()
    given = name.replace("ß", "ss")
    parts = re.split(r"[\W_]+", given)
    together = "".join(parts)
    for text in (together, together.translate(_DIGITS)):
        if not whole.isdisjoint(skeletons(text)):
            raise BadNickname(_("This name would be taken for the teacher’s; please choose another."))
    for part in (*parts, together):
        for text in (part, part.translate(_DIGITS)):
            if text and not words.isdisjoint(skeletons(text)):
                raise BadNickname(_("Please choose another nickname, one that hurts nobody."))


@cache
def _unfit() -> tuple[frozenset[str], frozenset[str]]:
    lines = [each for each in UNFIT.read_text(encoding="utf-8").splitlines() if each and not each.startswith("#")]
    whole = (each[1:] for each in lines if each.startswith("="))
    words = (each for each in lines if not each.startswith("="))
    return _looks_of(whole), _looks_of(words)


def _looks_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(look for name in names for form in (name, name.upper()) for look in skeletons(form))
