"""``tree``: searches a decision tree that was typed by hand, and shows which leaves the search looked at."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands import _shared

LOG_WORDS = {
    ("open", "exact"): "open=",
    ("open", "at_most"): "open<=",
    ("finished", "exact"): "closed",
    ("losing", "exact"): "closed",
    ("ceiling", "at_most"): "partial",
    ("dropped", "at_most"): "partial-dropped-at-once",
    ("asleep", "at_most"): "keep-unsearched",
    ("woken", "at_most"): "retry-partial",
    ("deleted", "at_most"): "drop-partial",
}
"""What the root log calls each list and kind of value."""

PEOPLE = {
    "open=": "open at",
    "open<=": "open, at most",
    "open>=": "open, at least",
    "closed": "finished at",
    "partial": "ceiling",
    "partial-dropped-at-once": "deleted at once, at most",
    "keep-unsearched": "asleep, at most",
    "retry-partial": "woken, at most",
    "drop-partial": "deleted, at most",
}


@_shared.command("tree")
@click.argument("file", metavar="[FILE]", default="-")
@click.option(
    "--search",
    "search_name",
    type=click.Choice(["minimax", "alphabeta", "deepening"]),
    default="alphabeta",
    show_default=True,
    help="Minimax looks at every leaf; alpha-beta cuts what cannot matter; deepening looks further and further.",
)
@click.option(
    "--order",
    type=click.Choice(["written", "value"]),
    default="written",
    show_default=True,
    help="The order in which a node's children are searched; deepening always goes by value.",
)
@click.option("--depth", type=click.IntRange(min=1), help="Look this many plies ahead; static values count there.")
@click.option("--steps", type=click.IntRange(min=1), help="Stop when this many nodes have been entered.")
def command(file: str, search_name: str, order: Any, depth: int | None, steps: int | None) -> _shared.Shown:
    """Search the decision tree of FILE, or of stdin: its value, the best line, the leaves visited and skipped.

    Both written forms are read: "a 0 ( a 6 o 12 ( a 3 a 7 ) )" and a node a line, indented. Values are for the
    searching side, which moves at "a" nodes.
    """
    from plyground.core import registry
    from plyground.search.teaching.leaves import Leaves
    from plyground.search.teaching.searches import search
    from plyground.search.teaching.two_sided import DEEPEST

    game = registry.game("tree")
    position = game.parse_position(_shared.read_text(file))
    deepening = search_name == "deepening"
    given: dict[str, Any] = {"depth": depth if depth is not None and depth <= DEEPEST else 0}
    if not deepening:
        given["order"] = order
    run = search(search_name).start(game, position, given, seat=0)
    run.most_entered = steps
    sign = 1 if run.seat == 0 else -1
    leaves = Leaves(depth or game.spec.longest)
    log = []
    for event in run.events():
        leaves.hear(event)
        if event.kind == "file" and event.number is not None:
            word = LOG_WORDS[event.reason, event.sure]
            entry = {"iteration": event.number, "event": word if sign > 0 else word.replace("<", ">")}
            log.append({**entry, "arm": event.node.index, "value": sign * int(event.value or 0)})
    found = run.result
    line = [node.index for node in found.line]
    best = [root.node.index for root in found.roots if root.value == found.value]
    exact = found.closed if deepening else depth is None and found.complete
    data = {
        "search": search_name,
        "order": "value" if deepening else order,
        "depth": depth,
        "value": None if found.value is None else sign * int(found.value),
        "kind": "exact" if exact else "estimate",
        "line": line,
        "moves": sorted(best) if search_name == "minimax" and found.complete else line[:1],
        "visited_leaves": [list(path) for path in leaves.visited],
        "skipped_leaves": [list(path) for path in (leaves.unseen(run) if deepening else leaves.skipped(run))],
        "cuts": [list(path) for path in leaves.cuts],
        "steps": found.entered,
        "complete": found.complete,
    }
    if deepening:
        data |= {"root_log": log, "iterations": getattr(run, "iterations", 0)}
    return data, _words(data)


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
    if data["search"] == "deepening":
        lines += [
            f"iteration {entry['iteration']}: move {entry['arm']} {PEOPLE[entry['event']]} {entry['value']}"
            for entry in data["root_log"]
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
