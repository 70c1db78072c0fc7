"""The terms on which homework is set: until when it is in time, taken and kept, and how often one may try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.messages import _
from plyground.core.refusals import BadDate
from plyground.sessions import reading

DAY = 86_400.0
MOST_TRIES = 20
ENOUGH = 60
"""Answers to a question that are kept of one person, where any number of tries is allowed."""
_KEPT = 180 * DAY
"""How long homework is kept after its end, unless its teacher says otherwise."""
FARTHEST = 800 * DAY
"""How long homework is kept at most, after it was set or changed."""
_LAST = 1e11


@dataclass(frozen=True)
class Terms:
    """Work is in time up to ``due``, taken, marked as late, up to ``until``, and all of it deleted at ``gone`` (Unix
    seconds). ``tries`` are those at a question, 0 for any number. Whoever has the link of ``open`` homework may put a
    name on the list."""

    due: float
    until: float
    gone: float
    tries: int
    open: bool

    def as_json(self) -> dict[str, Any]:
        """As it travels."""
        return dict(vars(self))


def read_terms(given: Mapping[str, Any], now: float, before: Terms | None = None) -> Terms:
    """The terms that fields name; what they leave out is as ``before``, or usual. Raises ``BadDate`` or ``Malformed``.

    A date that has passed is refused, unless it is the one that stood there.
    """
    due = reading.a_number(given, "due", 0, _LAST, None if before is None else before.due)
    if due <= now and (before is None or due != before.due):
        raise BadDate(_("The day on which the homework is due has passed; choose a later one."))
    until = reading.a_number(given, "until", 0, _LAST, due if before is None else max(due, before.until))
    if until < due:
        raise BadDate(_("Late work is taken until a time after the homework is due, or not at all."))
    usual = until + _KEPT if before is None or before.gone <= until else before.gone
    gone = reading.a_number(given, "gone", 0, _LAST, usual)
    if gone <= max(until, now):
        raise BadDate(_("The homework is deleted after its end, and not in the past; choose a later day."))
    if gone > now + FARTHEST:
        raise BadDate(_("Homework is kept for two years at most; choose earlier days."))
    tries = reading.a_whole_number(given, "tries", 0, MOST_TRIES, 3 if before is None else before.tries)
    return Terms(due, until, gone, tries, reading.a_flag(given, "open", False if before is None else before.open))
