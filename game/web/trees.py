"""Whole small trees, searched plainly.

The search knows nothing but the contract of a game, so it takes a position of any game whose tree is small enough, or
a horizon that makes it so.
"""

from __future__ import annotations

import time
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import TreeTooLarge
from plyground.search.teaching.leaves import Leaves, Path
from plyground.search.teaching.searches import search
from plyground.sessions import reading

MOST_NODES = 6_000
MOST_SECONDS = 0.02
"""Of the processor, for a search: 6,000 nodes of a decision tree take half of it, those of a board far more."""
_FREE = 5
"""Nodes before the clock begins: in a process that was just started the first ones load what all need."""
DEEPEST = 200
SEARCHES = ("minimax", "alphabeta")
"""The searches by name; both take the moves in the game's order and look ``depth`` plies ahead."""


def searched(body: dict[str, Any]) -> dict[str, Any]:
    """The position of a request as a watcher sees it, and what each plain search finds in it; raises a refusal."""
    game = registry.game(reading.a_text(body, "game", 40, required=True))
    options = dict(game.options(reading.an_object(body.get("options") or {})))
    text = reading.a_text(body, "position", reading.LONGEST_POSITION)
    depth = reading.a_whole_number(body, "depth", 1, DEEPEST, default=DEEPEST)
    position = game.parse_position(text, options) if text else game.initial(options)
    found = {name: _search(game, position, name, depth) for name in SEARCHES}
    return {"view": game.view(position, None), "text": game.position_text(position), "searches": found}


def _search(game: Game[Any, Any], position: Any, name: str, depth: int) -> dict[str, Any]:
    """What a search finds for seat 0, with the value of every inner node that it finished; raises ``TreeTooLarge``,
    also when that takes too long."""
    run = search(name).start(game, position, {"depth": depth}, seat=0)
    leaves = Leaves(depth)
    values: list[tuple[Path, float | None]] = []
    ends = 0.0
    for event in run.events():
        if run.result.entered > MOST_NODES:
            raise TreeTooLarge(
                _(
                    "The tree has more than {most_nodes:,} nodes; give a smaller one, or look less far ahead.",
                    most_nodes=MOST_NODES,
                )
            )
        if run.result.entered <= _FREE:
            ends = time.thread_time() + MOST_SECONDS
        elif time.thread_time() > ends:
            raise TreeTooLarge(_("The tree takes too long to search; give a smaller one, or look less far ahead."))
        leaves.hear(event)
        if event.kind == "value":
            values.append((event.node.path, event.value))
    return {
        "value": run.result.value,
        "line": tuple(node.index for node in run.result.line),
        "visited_leaves": leaves.visited,
        "skipped_leaves": leaves.skipped(run),
        "cuts": leaves.cuts,
        "steps": run.result.entered,
        "values": values,
    }
