"""What is wrong with a move in a puzzle: the answer that the search finds to it, and what the game then comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plyground.core import registry
from plyground.core.bot import silent
from plyground.review.judging import Judge

_NODES = 60_000


def refuted(
    game: str, options: dict[str, Any], position: str, moves: Sequence[str], tell: Callable[[Any], None] = silent
) -> dict[str, Any]:
    """What a worker is asked: the answer to the last of ``moves``, which were made from a position.

    ``{"line", "worth", "nodes"}``: the best play that follows, and what the move is worth to whoever made it (as
    ``review.judging.Worth`` tells it).
    """
    rules = registry.game(game)
    start = rules.parse_position(position, rules.options(options))
    before = rules.replay(start, moves[:-1])[-1]
    worth, line, nodes = Judge(rules, before, _NODES).after(before, moves[-1], 1)
    return {"line": list(line), "worth": worth.as_json(), "nodes": nodes}
