"""What is found in a search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

INF = math.inf
UNSET = 1e299
"""A number beyond this is none that a game gives."""


@dataclass(frozen=True)
class Finding:
    """A difference: its ``kind``, the node where it shows, the line of the file, and what the sentence tells of it.

    Values and bounds among the ``facts`` are for the seat that searches; ``sign`` is -1 where the function sees them
    from the other side. ``at`` is when it showed. ``kinds`` are all that it may be, where more than one would show so.
    """

    kind: str
    node: int
    line: int
    facts: dict[str, Any] = field(default_factory=dict)
    at: int = 0
    sign: int = 1
    kinds: tuple[str, ...] = ()


@dataclass
class Judgement:
    """``mistake`` is the first thing that is wrong, ``waste`` the first that is done for nothing, None where there is
    none. ``entered`` counts the run's nodes, ``reference`` those that alpha-beta enters."""

    mistake: Finding | None
    waste: Finding | None
    entered: int = 0
    reference: int | None = None


def near(one: float, other: float) -> bool:
    """Whether two values are the same."""
    return one == other or abs(one - other) <= 1e-6 * max(1.0, abs(one), abs(other))
