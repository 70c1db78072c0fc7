"""Names that people give themselves: one line of letters, short, and told apart by the eye."""

from __future__ import annotations

import unicodedata

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
