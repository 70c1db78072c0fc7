"""The key under which a library of games finds a position: one for all positions that are mirror images of each other.

By default it is the key of the fast search's table. A game with symmetries implements it for its classes of position.
"""

from __future__ import annotations

from typing import Any

from plyground.core.kernels import generic
from plyground.search.pvs import contract


def _key(position: Any) -> Any:
    return contract.key(position)


@generic(default=_key)
def likeness(position: Any) -> Any:
    """A ``uint64`` that positions share which are one by symmetry, and others hardly ever; whose turn it is counts."""
    raise NotImplementedError
