"""Exercises in code that are homework: what their hidden checks are drawn from, what is told of one that failed, and
which references stay closed."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from plyground.classroom.homework.store import Homework
from plyground.core.messages import _


def seed(work: Homework, at: int) -> str:
    """From what the hidden checks of an entry are drawn: no other homework, and no other entry, has the same."""
    entry = work.entries[at]
    about = f"{at} {entry['game']} {entry['exercise']}"
    return hmac.new(work.secret.encode(), about.encode(), "sha256").hexdigest()


def said(told: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether a check (``exercises.asking.worded``) was passed, and what its student is told.

    Of a position that is not shown only the line is told: any other sentence may have words of the program in it, such
    as those of an error that it raised, and would carry the position out.
    """
    failed = next((each for each in told["checks"] if not each["passed"]), None)
    if failed is None or failed["public"]:
        return bool(told["passed"]), failed["sentence"] if failed else ""
    if failed["line"]:
        line = failed["line"]
        return False, _("It goes wrong at a position that is not shown: see line {line} of your program.", line=line)
    return False, _("It goes wrong at a position that is not shown.")


def closed(work: Homework, now: float) -> frozenset[str]:
    """The exercises whose references are closed, in every game, to those who do this homework: until its end."""
    if now > work.terms.until:
        return frozenset()
    return frozenset(entry["exercise"] for entry in work.entries if entry["kind"] == "exercise")
