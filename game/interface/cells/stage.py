"""A search on the stage in a cell: the tree, the board of each node, the sentences and the steps, in one output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits
from plyground.core.messages import _
from plyground.interface.cells.output import LOOK, Output, said
from plyground.interface.positions import Position
from plyground.search.teaching import columns, pseudocode, words
from plyground.search.teaching.searches import searches
from plyground.search.teaching.trace import Trace
from plyground.web import alone

HEIGHT = 680
"""Pixels that a stage is high."""


def trace(
    position: Position,
    search: str,
    settings: Mapping[str, Any] | None = None,
    *,
    limits: Limits | None = None,
    height: int = HEIGHT,
    **more: Any,
) -> Output:
    """A teaching search from a position on the stage, with its steps, as the lab shows it.

    ``search`` is one of ``plyground.search_ids(position)``, or its title, such as ``"alpha-beta"``; its settings come
    as ``settings``, or each by its name, such as ``depth=3``. Raises ``Refusal``.
    """
    found = position.trace(_named(search), {**(settings or {}), **more}, limits)
    spec = searches()[found.head.search].spec
    title = _("{search} in {game}, step by step", search=spec.title, game=position.game.title)
    text = f"<{spec.title}, {position.game.title}: {len(found.moves)} nodes, {len(found.steps)} steps>"
    code = pseudocode.CODES.get(found.head.search)
    run = {"title": spec.title, "at": 0, "code": list(code.lines) if code else [], **told(found)}
    if code:
        run["lines"] = [pseudocode.line_of(found, step) for step in found.steps]
    return staged([run], position.game.id, position.game.options, title, text, height)


def told(found: Trace) -> dict[str, Any]:
    """A trace as the stage takes it whole: its columns, what is said of each step, the board of each node."""
    return {
        "trace": columns.as_json(found),
        **words.sentences(found, range(len(found.steps))),
        "views": boards(found),
    }


def staged(
    runs: Sequence[Mapping[str, Any]], game_id: str, options: Mapping[str, Any], title: str, text: str, height: int
) -> Output:
    """Runs on one stage, of which its reader chooses."""
    data = {"options": dict(options), "runs": list(runs)}
    styles = ["css/lab.css", "css/stage_alone.css"]
    document = alone.page("js/alone/stage.js", styles, game_id, data, said(title), LOOK.language, LOOK.theme)
    return Output(alone.frame(document, said(title), height), text)


def _named(search: str) -> str:
    """The id of the search with this id or title; what is none is refused where it is looked up."""
    for name, each in searches().items():
        if _plain(search) in (_plain(name), _plain(each.spec.title)):
            return name
    return search


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def boards(found: Trace) -> dict[str, dict[str, Any]]:
    """The board of each node, with what the move that leads there shows."""
    head = found.head
    rules = registry.game(head.game)
    positions = [rules.parse_position(head.position, head.setup)]
    views = {"0": {"view": rules.view(positions[0], None), "effect": None}}
    for row in range(1, len(found.moves)):
        before = positions[found.parents[row]]
        move = rules.require(before, found.moves[row])
        positions.append(rules.play(before, move))
        views[str(row)] = {"view": rules.view(positions[row], None), "effect": rules.effect(before, move)}
    return views
