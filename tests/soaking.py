"""The long form of a test: the same test with more of everything, when ``make soak`` runs it."""

from __future__ import annotations

import os

SOAKING = os.environ.get("SOAK", "") not in ("", "0")


def more(usual: int, soaking: int) -> int:
    """How many examples, games or kills a test takes: the usual number, or that of the long form."""
    return soaking if SOAKING else usual
