"""Writes decision trees in both forms, and reads and writes positions and moves in them.

A position's text is the tree in its one-line form and, below the root, the path that was walked:
``a 0 ( a 6 o 12 ( a 3 a 7 ) ) @ 1 0``. A move is the index of a child.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import MalformedMove, quoted
from plyground.core.messages import _, ngettext
from plyground.games.tree.position import (
    CHANCE,
    COUNT,
    DRAWN,
    FIRST,
    LETTERS,
    PARENT,
    SIDE,
    VALUE,
    WEIGHT,
    Position,
    build,
    children_of,
    path_of,
    value_of_parts,
)
from plyground.games.tree.reading import read_tree, wrong

_INDEX = re.compile(r"[0-9]{1,6}")


def parse_position(text: str) -> Position:
    """Read a tree in either form, with or without a path; raises ``MalformedTree``."""
    root, path = read_tree(text)
    nodes = build(root)
    row = 0
    for index, token in path:
        count = int(nodes[row, COUNT])
        if index >= count:
            many = (
                _("is a leaf and has no children")
                if count == 0
                else _("has only {children}", children=_children(count))
            )
            raise wrong(token, _indices(count), _("the path's node {many}", many=many))
        row = int(nodes[row, FIRST]) + index
    return Position(nodes, row)


def position_text(position: Position) -> str:
    """The one-line form with the path; it reads back to an equal position."""
    return " ".join(filter(None, (line_form(position.nodes), path_text(position))))


def path_text(position: Position) -> str:
    """The walked path as it stands behind a tree, ``@ 1 0``; empty at the root."""
    path = path_of(position.nodes, position.node)
    return f"@ {' '.join(map(str, path))}" if path else ""


def line_form(nodes: NDArray[np.int64]) -> str:
    """A tree on one line."""
    texts, rows = _node_texts(nodes), nodes.tolist()
    words: list[str] = []
    waiting: list[int] = [0]
    while waiting:
        row = waiting.pop()
        if row < 0:
            words.append(")")
            continue
        words.append(texts[row])
        first, count = rows[row][FIRST], rows[row][COUNT]
        if count:
            words.append("(")
            waiting += [-1, *range(first + count - 1, first - 1, -1)]
    return " ".join(words)


def indented_form(nodes: NDArray[np.int64]) -> str:
    """A tree with a line for each node, two spaces further in than its parent."""
    texts, lines = _node_texts(nodes), list[str]()
    waiting = [(0, 0)]
    while waiting:
        row, depth = waiting.pop()
        lines.append(f"{'  ' * depth}- {texts[row]}")
        waiting += [(child, depth + 1) for child in reversed(children_of(nodes, row))]
    return "\n".join(lines)


def parse_move(text: str) -> int:
    """Read the index of a child; raises ``MalformedMove``. Whether there is such a child is not asked here."""
    word = text.strip()
    if _INDEX.fullmatch(word) is None:
        raise MalformedMove(
            _("A move is the index of a child, 0 for the first; {quoted} is none.", quoted=quoted(word))
        )
    return int(word)


def indices_words(count: int) -> str:
    """Which indices ``count`` children have, for use in a sentence."""
    return _indices(count)


def _indices(count: int) -> str:
    if count == 0:
        return _("the end of the path")
    return _("the index 0") if count == 1 else _("an index from 0 to {count}", count=count - 1)


def _children(count: int) -> str:
    return ngettext("one child", "{count} children", count)


def _node_texts(nodes: NDArray[np.int64]) -> list[str]:
    """Each node as it is written, its chance before it; the numbers are taken out of the array all at once."""
    rows, texts = nodes.tolist(), list[str]()
    for row, node in enumerate(rows):
        chance = chance_text(nodes, row) if node[PARENT] >= 0 and rows[node[PARENT]][DRAWN] else ""
        letter = LETTERS[CHANCE if node[DRAWN] else node[SIDE]]
        texts.append(f"{chance}{letter} {value_of_parts(node[VALUE])}")
    return texts


def letter_of(nodes: NDArray[np.int64], row: int) -> str:
    """Who decides at a node: ``a``, ``o``, or ``c`` for chance."""
    return LETTERS[CHANCE if nodes[row, DRAWN] else nodes[row, SIDE]]


def chance_text(nodes: NDArray[np.int64], row: int) -> str:
    """The chance of a node as it stands before it, with a space behind; empty where it has none or all are equal."""
    parent = int(nodes[row, PARENT])
    if parent < 0 or not nodes[parent, DRAWN]:
        return ""
    first = int(nodes[parent, FIRST])
    weights = nodes[first : first + int(nodes[parent, COUNT]), WEIGHT]
    if weights.min() == weights.max():
        return ""
    return f"{Fraction(int(nodes[row, WEIGHT]), int(weights.sum()))} "
