"""An order of moves by hand: at chosen nodes the named moves come first, whatever the search would rather take.

A node is written as the indices of the moves that lead to it, with dots between; the root as ``root``. Behind a colon
stand the indices of its moves in the order wished for; parts end with semicolons: ``root: 2 0; 2.1: 3``. Moves that are
not named follow in the search's own order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.core.options import Option

NAME = "by_hand"
LONGEST = 2_000
OPTION = Option(
    NAME, "text", "",
    _("Moves to be taken first at chosen nodes, by their numbers in the game’s list, as in: root: 2 0; 2.1: 3. On the "
    "stage, move a node to the left or right."),
    high=LONGEST, title=_("Order by hand"),
)  # fmt: skip

Path = tuple[int, ...]
_PART = re.compile(r"(root|[0-9]{1,4}(?:\.[0-9]{1,4})*)\s*:\s*([0-9]{1,4}(?:\s+[0-9]{1,4})*)")


def first(order: list[int], wished: tuple[int, ...] | None) -> list[int]:
    """Indices of moves with those first that were put there by hand."""
    return sorted(order, key=lambda index: wished.index(index) if index in wished else len(wished)) if wished else order


def read(text: str) -> Mapping[Path, tuple[int, ...]]:
    """The order at each node that has one, by the node's path; raises ``BadOption``."""
    found: dict[Path, tuple[int, ...]] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _PART.fullmatch(part)
        if match is None:
            raise BadOption(_("An order of moves is written like root: 2 0; 2.1: 3; “{part}” is none.", part=part[:40]))
        place = () if match[1] == "root" else tuple(map(int, match[1].split(".")))
        found[place] = tuple(dict.fromkeys(map(int, match[2].split())))
    return found
