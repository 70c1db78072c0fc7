"""A whole tree to be filled in: the value of each inner node, and the branches that alpha-beta cuts.

An answer is a row of entries in the order in which the search goes: `0.1=5` says what the node at the end of a way is
worth (the root's is `=5`), `x1.2` that the branch to a node is cut. It is checked in that order, so that whoever went
wrong is told where it began. The right answer has the sentence of the search to each entry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from plyground.core.messages import _
from plyground.core.refusals import BadAnswer, NothingToAsk
from plyground.search.teaching import words
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.sessions.answered_numbers import is_said, number_label, number_text, read_number

MOST_NODES, LARGEST = 26, 200
"""Inner nodes of a tree that is filled in, which are called by letters; and all its nodes, so that it is soon searched
and soon told."""
LONGEST = 2_000
"""Characters of an answer, also of the right one."""
_KEPT = 200
_ENTRY = re.compile(r"(x?)((?:[0-9]{1,3}(?:\.[0-9]{1,3})*)?)(?:=(\S{1,40}))?", re.ASCII)


class Tree(NamedTuple):
    """A tree that is filled in: its ``nodes`` as in its view; by their rows the ``ways`` to them from where it stands,
    as texts, and their ``children``; and by these texts the ``letters`` of its inner nodes, and what stands at the
    ``ends`` of all ways, the letter of an inner node or the value of a leaf."""

    nodes: list[list[Any]]
    ways: dict[int, str]
    children: dict[int, list[int]]
    letters: dict[str, str]
    ends: dict[str, str]

    @classmethod
    def of(cls, view: dict[str, Any]) -> Tree:
        """The tree of a view; raises ``NothingToAsk`` if nothing can be filled in there."""
        nodes = view["nodes"]
        ways, children = _ways(view)
        inner = [way for row, way in ways.items() if children[row]]
        if not inner or len(inner) > MOST_NODES:
            raise NothingToAsk(
                _("A tree to fill in has at most {most} inner nodes, and one at least.", most=MOST_NODES)
            )
        letters = {way: chr(65 + number) for number, way in enumerate(inner)}
        ends = {way: letters.get(way) or str(nodes[row][2]) for row, way in ways.items()}
        return cls(nodes, ways, children, letters, ends)


def blanks(tree: Tree, cuts: bool) -> list[dict[str, Any]]:
    """What is to be filled in, node by node: ``text``, the way to it; its ``letter``, its ``side``; and where cuts are
    asked its ``branches``, each with its ``text``, and ``to``, the letter or the value at its end."""
    found = []
    for row, way in tree.ways.items():
        if way not in tree.letters:
            continue
        below = [tree.ways[child] for child in tree.children[row]]
        branches = [{"text": f"x{each}", "to": tree.ends[each]} for each in below]
        side = tree.nodes[row][1]
        found.append({"text": way, "letter": tree.letters[way], "side": side, "branches": branches if cuts else []})
    return found


def lettered(view: dict[str, Any]) -> dict[str, Any]:
    """The view of a tree whose inner nodes have letters in place of numbers."""
    tree = Tree.of(view)
    nodes = [
        [*node[:2], tree.letters.get(tree.ways[row], node[2]) if row in tree.ways else node[2], *node[3:]]
        for row, node in enumerate(tree.nodes)
    ]
    return {**view, "text": "", "moves": [], "nodes": nodes}


@lru_cache(_KEPT)
def solution(rules: Any, position: Any, cuts: bool) -> list[dict[str, str]]:
    """The right entries in the order of the search, each with its ``text``, its ``label`` and ``why``, which calls
    moves by where they lead; not to be changed."""
    trace = search("alphabeta" if cuts else "minimax").record(rules, position, {"depth": 20}, seat=0)
    tree = Tree.of(rules.view(position, None))
    named, ends = tree.letters, tree.ends
    trace.moves = [ends[".".join(map(str, trace.path(node)))] for node in range(len(trace.parents))]
    for node, moves in trace.families.items():
        trace.families[node] = tuple(
            ends[".".join(map(str, (*trace.path(node), index)))] for index in range(len(moves))
        )
    found: list[dict[str, str]] = []
    worth: dict[int, str] = {}
    for at, step in enumerate(trace.steps):
        if step.kind == "leaf" and step.value is not None:
            worth[step.node] = number_text(step.value)
        way = ".".join(map(str, trace.path(step.node)))
        if way not in named:
            continue
        if step.kind == "value" and step.value is not None:
            number = number_text(step.value)
            chosen = "" if cuts else _chosen(trace, step.node, worth)
            why = chosen or words.sentence(trace, at, long=True)
            worth[step.node] = number
            found.append({"text": f"{way}={number}", "label": f"{named[way]} = {number_label(number)}", "why": why})
        elif step.kind == "cut" and cuts:
            why = words.sentence(trace, at, long=True)
            for index in map(int, step.items):
                place = f"{way}.{index}" if way else str(index)
                label = _("{letter} to {to} is cut", letter=named[way], to=ends[place])
                found.append({"text": f"x{place}", "label": label, "why": why})
    return found


def _chosen(trace: Trace, node: int, worth: dict[int, str]) -> str:
    """What a side takes of what the moves of a node are worth; "" where chance decides."""
    values = [worth[child] for child, parent in enumerate(trace.parents) if parent == node and child in worth]
    listed = ", ".join(map(number_label, values))
    if trace.movers[node] == 0:
        return _("Max takes the largest of {values}.", values=listed)
    return _("Min takes the smallest of {values}.", values=listed) if trace.movers[node] == 1 else ""


def normal(given: str, tree: Tree) -> str:
    """The normal text of an answer; raises ``BadAnswer``."""
    every = tree.ends.keys() - {""}
    found: dict[str, str] = {}
    for each in given[:LONGEST].split():
        match = _ENTRY.fullmatch(each)
        cut, way, number = match.groups() if match else ("", "", None)
        if match is None or bool(cut) == (number is not None) or way not in (every if cut else tree.letters):
            raise BadAnswer(_("An entry is a node and its value, or a branch that is cut, of this tree."))
        found[f"{cut}{way}"] = f"x{way}" if number is None else f"{way}={read_number(number)}"
    if not found:
        raise BadAnswer(_("Fill in a node at least."))
    order = sorted(found, key=lambda name: (name.startswith("x"), name.count("."), name))
    return " ".join(found[name] for name in order)


def first_wrong(text: str, steps: Sequence[dict[str, str]]) -> tuple[int, str, str]:
    """How many entries of an answer are wrong or missing; and the first of them in the order of the search: what it is
    called, and a sentence. 0 and no words where all is right."""
    told = dict(_apart(each) for each in text.split())
    wanted = dict(_apart(step["text"]) for step in steps)
    crossed = [name for name in told if name.startswith("x") and name not in wanted]
    wrong, label, sentence = len(crossed), "", ""
    for step in steps:
        name, number = _apart(step["text"])
        said = told.get(name)
        if (name in told) if number is None else (said is not None and is_said(said, number)):
            continue
        wrong += 1
        if not label:
            label, sentence = step["label"], _said(step, said, number)
    if crossed and not label:
        label = _("a branch that is not cut")
        sentence = _("You have crossed out a branch that the search looks at.")
    return wrong, label, sentence


def _said(step: dict[str, str], said: str | None, number: str | None) -> str:
    right, why = step["label"], step["why"]
    if number is None:
        return _("It first goes wrong here: {right}, and you have not crossed it out. {why}", right=right, why=why)
    if said is None:
        return _("The first that is missing: {right}. {why}", right=right, why=why)
    mine = number_label(said)
    return _("It first goes wrong here: {right}, and you have {mine}. {why}", right=right, mine=mine, why=why)


def told(text: str, tree: Tree) -> str:
    """What people read for an answer's text: A = 5, and C → 9 ✗ for the branch of C to 9, which is crossed out."""
    found = []
    for each in text.split():
        name, number = _apart(each)
        way = name.lstrip("x")
        if number is not None:
            found.append(f"{tree.letters.get(name, name)} = {number_label(number)}")
        else:
            found.append(f"{tree.letters[way.rpartition('.')[0]]} → {tree.ends[way]} ✗")
    return ", ".join(found)


def _apart(entry: str) -> tuple[str, str | None]:
    name, sign, number = entry.partition("=")
    return name, number if sign else None


def _ways(view: dict[str, Any]) -> tuple[dict[int, str], dict[int, list[int]]]:
    """The way to each node of a tree from where it stands, row by row, and each node's children."""
    nodes = view["nodes"]
    children: dict[int, list[int]] = {row: [] for row in range(len(nodes))}
    for row, node in enumerate(nodes):
        if node[0] >= 0:
            children[node[0]].append(row)
    start = int(view.get("node") or 0)
    ways = {start: ""}
    waiting = [start]
    for row in waiting:
        for index, child in enumerate(children[row]):
            ways[child] = f"{ways[row]}.{index}" if ways[row] else str(index)
            waiting.append(child)
    return ways, children
