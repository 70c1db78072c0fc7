"""What the screens of a class get of a stage: the search as far as it was shown, and nothing of what is asked about it.

The teacher's page alone has the link of a stage, which opens the whole search. All others are told a name that says
nothing, a step, and the place of a veil; what stands there is cut off at the step here, on the server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from plyground.classroom.traced import link_fields
from plyground.core import json_text
from plyground.core.messages import _
from plyground.core.refusals import Malformed, NoSuchTrace
from plyground.search.teaching import columns, pseudocode, words
from plyground.search.teaching.replay import Replay
from plyground.search.teaching.trace import Trace
from plyground.sessions.lab import Lab, views_of
from plyground.sessions.question import is_tree

_JSON = ("options", "moves", "settings")
MOST_WORDS = 100
"""Sentences that come with a stage: those of its last steps."""


@dataclass(frozen=True)
class Shown:
    """A stage as it is shown now: its ``link``, and the ``kind`` of the question that is open about it, "" for none."""

    link: str
    kind: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the link."""
        return link_fields(self.link)

    def name(self, secret: int) -> str:
        """What all steps of one search are called on screens; the secret keeps it from being found out."""
        about = sorted((name, text) for name, text in self.fields.items() if name not in ("step", "at", "eye"))
        return hashlib.sha256(f"stage {secret} {about}".encode()).hexdigest()[:16]

    def as_json(self, secret: int, veil: str) -> dict[str, Any]:
        """As it travels: ``step`` counts the steps, unless ``at`` names the last; ``veil`` is another one whenever
        other things are hidden."""
        fields = self.fields
        step, at = fields.get("step", ""), fields.get("at", "")
        return {
            "id": self.name(secret), "step": int(step) if step.isdecimal() and len(step) < 9 else 0, "at": at,
            "eye": fields.get("eye", ""), "veil": veil,
        }  # fmt: skip

    @property
    def body(self) -> dict[str, Any]:
        """What the laboratory is asked for."""
        fields = self.fields
        try:
            read = {name: json_text.read(fields[name]) for name in _JSON if fields.get(name)}
            seed = int(fields.get("seed") or 0)
        except ValueError:
            raise Malformed(_("This link shows no stage.")) from None
        return {"game": fields.get("game", ""), "search": fields.get("search", ""), "seed": seed, **read} | (
            {"position": fields["position"]} if fields.get("position") else {}
        )


class Staged:
    """A stage at its step, for those who follow. Blocks until the search is recorded; raises a refusal."""

    def __init__(self, lab: Lab, shown: Shown, who: str) -> None:
        self._shown = shown
        self.whole = lab.recorded(lab.trace(shown.body, who)["trace"], who)
        told = shown.as_json(0, "")
        step = step_named(self.whole, told["at"], told["step"])
        self.step = min(step, len(self.whole.steps))
        next_step = self.whole.steps[self.step] if self.step < len(self.whole.steps) else None
        self.node: int | None = None
        """The node whose value is asked for."""
        if shown.kind == "value" and next_step is not None and next_step.kind == "value":
            self.node = next_step.node
        self.trace = until(self.whole, self.step)
        if self.node is not None:
            self.trace.steps = [_without_value(step, self.node) for step in self.trace.steps]
        elif shown.kind == "cut" and self.step:
            _let_edges_stand(self.trace, self.whole.steps[self.step - 1].node)

    def as_json(self, known: int = 0) -> dict[str, Any]:
        """``trace`` with what came after so many steps, as ``columns`` has it; ``first`` is its first node, ``from``
        its first step; and what stands beside it: ``code``, ``options`` of the board, ``words`` of the last steps."""
        known = 0 if self._shown.kind or not 0 < known <= self.step else known
        first = sum(met < known for met in self.trace.met) if known else 0
        head = replace(self.trace.head, position="", setup={})
        whole = self.trace
        more = Trace(
            head, whole.parents[first:], whole.indices[first:], whole.moves[first:], whole.movers[first:],
            whole.met[first:], whole.families if not known else _families(whole, known), whole.steps[known:],
            whole.cut_short if self.step == len(self.whole.steps) else None,
        )  # fmt: skip
        code = pseudocode.CODES.get(head.search)
        at = max(0, self.step - 1)
        return {
            "trace": columns.as_json(more), "from": known, "first": first, "step": self.step, "node": self.node,
            "code": list(code.lines) if code is not None else [],
            "options": {} if self._shown.kind else dict(self.whole.head.setup),
            "words": self.words(at - at % MOST_WORDS, MOST_WORDS),
            "views": self.views([str(self.trace.steps[-1].node if self.trace.steps else 0)])["views"],
        }  # fmt: skip

    def words(self, first: int, count: int) -> dict[str, Any]:
        """As ``Lab.words``, of the steps that were shown; no sentences while a question is open."""
        steps = range(max(0, first), min(self.step, first + min(count, MOST_WORDS)))
        quiet = bool(self._shown.kind)
        return {
            "first": steps.start,
            "short": ["" if quiet else words.sentence(self.whole, at) for at in steps],
            "long": ["" if quiet else words.sentence(self.whole, at, long=True) for at in steps],
            "lines": [pseudocode.line_of(self.whole, self.whole.steps[at]) for at in steps],
        }

    def views(self, nodes: list[str]) -> dict[str, Any]:
        """As ``Lab.views``, of nodes that were shown; a tree hides what the search has not seen while it is asked."""
        for each in nodes:
            row, _point, index = each.partition(".")
            if int(row) >= sum(met < max(1, self.step) for met in self.trace.met) or (index and self._shown.kind):
                raise NoSuchTrace(_("This node was not shown yet."))
        found = views_of(self.whole, nodes)
        if self._shown.kind:
            for each in found["views"].values():
                each["view"], each["text"] = self._veiled(each["view"]), ""
        return found

    def _veiled(self, view: dict[str, Any]) -> dict[str, Any]:
        """A tree with the values of the leaves that the search has seen, and no others; other views as they are."""
        root = views_of(self.whole, [0])["views"]["0"]["view"]
        if not is_tree(view):
            return view
        children: dict[int, list[int]] = {}
        for row, node in enumerate(view["nodes"]):
            children.setdefault(node[0], []).append(row)
        rows, replay = [_at(children, root["path"])], Replay(self.trace)
        replay.go(self.step)
        for parent, index in zip(self.trace.parents[1:], self.trace.indices[1:], strict=True):
            below = children.get(rows[parent], [])
            rows.append(below[index] if index < len(below) else -1)
        seen = {row for node, row in enumerate(rows) if replay.node(node)["status"] == "done"}
        nodes = [
            [*node[:2], "" if row in children else node[2] if row in seen else "?", *node[3:]]
            for row, node in enumerate(view["nodes"])
        ]
        moves = [{**move, "value": nodes[move["node"]][2]} for move in view["moves"]]
        return {**view, "nodes": nodes, "moves": moves, "text": ""}


def until(trace: Trace, step: int) -> Trace:
    """The first steps of a trace and the nodes that they met, the root at least."""
    size = max(1, sum(met < step for met in trace.met))
    known = {each.node for each in trace.steps[:step] if each.kind == "children"}
    families = {node: moves for node, moves in trace.families.items() if node in known}
    return Trace(
        trace.head, trace.parents[:size], trace.indices[:size], trace.moves[:size], trace.movers[:size],
        trace.met[:size], families, trace.steps[:step], trace.cut_short,
    )  # fmt: skip


def step_named(trace: Trace, name: str, step: int = 0) -> int:
    """How many steps were taken at a place that a link names, as the page's ``stepNamed`` counts; ``step`` without."""
    if name == "end":
        return len(trace.steps)
    kind, _dash, rest = name.partition("-")
    path, _dash, number = rest.rpartition("-")
    if not kind or not number.isdecimal():
        return step
    row = 0
    for index in path.split(".") if path else []:
        row = max(0, trace.child(row, int(index))) if index.isdecimal() and len(index) < 9 else row
    places = [at + 1 for at, each in enumerate(trace.steps) if each.node == row and each.kind == kind]
    wanted = places[: int(number)] if len(number) < 9 else places
    return wanted[-1] if wanted else (trace.met[row] + 1 if row else step)


def _families(trace: Trace, known: int) -> dict[int, tuple[str, ...]]:
    """The moves of the nodes whose moves were listed after so many steps."""
    listed = {each.node for each in trace.steps[known:] if each.kind == "children"}
    return {node: moves for node, moves in trace.families.items() if node in listed}


def _without_value(step: Any, node: int) -> Any:
    """A step without what it says of the worth of a node."""
    if step.node != node:
        return step
    kept = step.items if step.kind in ("children", "cut", "divide") else ()
    return step._replace(
        child=-1, alpha=None, beta=None, value=None, sure="", closed=False, reason="", values=(), items=kept
    )


def _let_edges_stand(trace: Trace, node: int) -> None:
    """Give the moves of a node that were not looked at a place, all alike: each may be cut, or looked at."""
    there = {trace.indices[row] for row in range(len(trace.parents)) if trace.parents[row] == node}
    order = next((each.items for each in reversed(trace.steps) if each.kind == "children" and each.node == node), ())
    for index in map(int, order):
        if index not in there:
            trace.parents.append(node)
            trace.indices.append(index)
            trace.moves.append(trace.families[node][index])
            trace.movers.append(trace.movers[node])
            trace.met.append(len(trace.steps))


def _at(children: Mapping[int, list[int]], path: Any) -> int:
    row = 0
    for index in path:
        below = children.get(row, [])
        row = below[index] if index < len(below) else -1
    return row
