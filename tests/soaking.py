"""The long form of a test: the same test with more of everything, when ``make soak`` runs it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Any

import pytest

SOAKING = os.environ.get("SOAK", "") not in ("", "0")


def more(usual: int, soaking: int) -> int:
    """How many examples, games or kills a test takes: the usual number, or that of the long form."""
    return soaking if SOAKING else usual


def later(cases: Iterable[Any]) -> list[Any]:
    """Values for ``parametrize`` that are left to the long form."""
    return [pytest.param(each, marks=pytest.mark.long) for each in cases]


def some(cases: Iterable[Any], usual: int, seed: int = 0) -> list[Any]:
    """The usual number of these, drawn by a seed, and the others ``later``."""
    given = list(cases)
    drawn = set(random.Random(seed).sample(range(len(given)), min(usual, len(given))))
    return [each if at in drawn else later([each])[0] for at, each in enumerate(given)]
