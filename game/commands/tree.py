"""``tree``: searches a decision tree that was typed by hand, and shows which leaves the search looked at."""

from __future__ import annotations

from typing import Any

import click

from game.commands import _shared
from game.core.errors import Refusal


class NotYet(Refusal):
    """A search that has no implementation here."""

    code = "no_such_search"


@click.command("tree")
@click.argument("file", metavar="[FILE]", default="-")
@click.option(
    "--search",
    "search_name",
    type=click.Choice(["minimax", "alphabeta", "deepening"]),
    default="alphabeta",
    show_default=True,
    help="Minimax looks at every leaf; alpha-beta cuts what cannot matter.",
)
@click.option(
    "--order",
    type=click.Choice(["written", "value"]),
    default="written",
    show_default=True,
    help="The order in which a node's children are searched.",
)
@click.option("--depth", type=click.IntRange(min=1), help="Look this many plies ahead; static values count there.")
@click.option("--steps", type=click.IntRange(min=1), help="Stop when this many nodes have been entered.")
@_shared.json_option
def command(file: str, search_name: str, order: Any, depth: int | None, steps: int | None, as_json: bool) -> None:
    """Search the decision tree of FILE, or of stdin: its value, the best line, the leaves visited and skipped.

    Both written forms are read: "a 0 ( a 6 o 12 ( a 3 a 7 ) )" and a node a line, indented. Values are for the
    searching side, which moves at "a" nodes.
    """
    from game.core import registry
    from game.search.teaching.leaves import Leaves
    from game.search.teaching.searches import search
    from game.search.teaching.two_sided import DEEPEST

    if search_name == "deepening":
        raise NotYet("The deepening search is not here yet; choose minimax or alphabeta.")
    game = registry.game("tree")
    position = game.parse_position(_shared.read_text(file))
    given = {"depth": depth if depth is not None and depth <= DEEPEST else 0, "order": order}
    run = search(search_name).start(game, position, given, seat=0)
    leaves = Leaves(depth or game.spec.longest)
    for event in run.events():
        if event.kind == "enter" and steps is not None and run.result.entered > steps:
            run.result.entered -= 1
            break
        leaves.hear(event)
    found = run.result
    line = [node.index for node in found.line]
    best = [root.node.index for root in found.roots if root.value == found.value]
    data = {
        "search": search_name,
        "order": order,
        "depth": depth,
        "value": None if found.value is None else int(found.value),
        "kind": "estimate" if depth is not None or not found.complete else "exact",
        "line": line,
        "moves": sorted(best) if search_name == "minimax" and found.complete else line[:1],
        "visited_leaves": [list(path) for path in leaves.visited],
        "skipped_leaves": [list(path) for path in leaves.skipped(run)],
        "cuts": [list(path) for path in leaves.cuts],
        "steps": found.entered,
        "complete": found.complete,
    }
    _shared.show(data, _words(data), as_json)


def _words(data: dict[str, Any]) -> str:
    """The result for people."""
    if not data["complete"] and data["value"] is None:
        return f"Stopped after {data['steps']} nodes, before any first move was valued."
    if data["value"] is None:
        return "The root has no children: there is nothing to choose."
    so_far = "" if data["complete"] else " of the moves looked at before the search was stopped"
    lines = [
        f"Value {data['value']}{so_far}, by the line {_path(data['line'])}.",
        f"{data['steps']} nodes entered, {_count(data['visited_leaves'])} visited: {_paths(data['visited_leaves'])}",
    ]
    if data["search"] == "alphabeta":
        lines.append(f"{_count(data['skipped_leaves'])} skipped: {_paths(data['skipped_leaves'])}")
    return "\n".join(lines)


def _count(leaves: list[list[int]]) -> str:
    return "1 leaf" if len(leaves) == 1 else f"{len(leaves)} leaves"


def _path(path: list[int]) -> str:
    return ".".join(map(str, path)) or "-"


def _paths(paths: list[list[int]]) -> str:
    return " ".join(map(_path, paths)) or "none"
