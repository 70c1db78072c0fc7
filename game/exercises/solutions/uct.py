"""Selection by upper confidence bounds (Kocsis and Szepesvári, 2006)."""

import math
from collections.abc import Sequence


def select(visits: Sequence[int], totals: Sequence[float], exploration: float) -> int:
    """The number of the child to look at next: the first without a visit, else the one with the largest bound."""
    if 0 in visits:
        return visits.index(0)
    every = math.log(sum(visits))
    bounds = [
        total / count + exploration * math.sqrt(every / count) for count, total in zip(visits, totals, strict=True)
    ]
    return bounds.index(max(bounds))
