"""Reads decision trees in both written forms, leniently, and says exactly where a text is wrong.

The one-line form writes children in parentheses behind their node, ``a 0 ( a 6 o 12 ( a 3 a 7 ) )``; it may spread
over lines. The indented form has a node on each line, ``- a 6``, below and further in than its parent; the hyphen may
be missing and indents uneven. In both, ``#`` or ``//`` begins a comment, and a numbered note behind a node, such as
``(1)``, ``[1]`` or ``1. why``, is passed over. A last ``@ 1 0`` gives the path that was walked.

At a ``c`` node chance decides. Its children come with equal chances, or each has its own before it, as a fraction or
in per cent: ``c 0 ( 1/6 a 8 5/6 a -2 )``.

The plain form of exercise sheets is a list of lists, ``[[3, 12, 8], [2, 4, 6]]``: numbers are leaves, lists are nodes
whose static value is 0, Max begins, and the sides move in turn. One list, ``[3, 12, 8]``, is a tree of one ply.

Values have at most two decimals, ``2.5``; outside of lists, where a comma parts leaves, ``2,5`` is the same.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from plyground.core.errors import quoted
from plyground.core.messages import _
from plyground.games.tree.position import BEST, CHANCE, DEEPEST, LETTERS, MOST_CHILDREN, MOST_NODES, WORST, Node
from plyground.games.tree.refusals import MalformedTree

A_NODE = _("a node such as a 6 or o -2")
A_VALUE = _("a number from {worst} to {best} with at most two decimals", worst=WORST, best=BEST)
_A_FIRST_CHILD = _("the first child, a node such as a 6")
A_PLAIN = _("a number, [ or ]")

_NUMBER = r"[+\-−]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?"
"""Also what is no value, so that the refusal names all of it."""
_VALUE = re.compile(r"-?[0-9]{0,8}(?:\.[0-9]{1,2})?")
_TOKEN = re.compile(
    r"[ \t\r\f\v\u00a0,;\n]+|(?:#|//)[^\n]*"
    r"|(?P<chance>[0-9]{1,4}/[0-9]{1,4}|[0-9]{1,3}(?:\.[0-9]{1,2})?%)"
    r"|(?P<note>\([0-9]+\)|\[[0-9]+\]|[0-9]+[.:](?=\s|$)[^\n()]*)"
    rf"|(?P<number>[+\-−]?[0-9]+,[0-9]{{1,2}}(?![0-9./%])|{_NUMBER})|(?P<side>[aAcCoO](?![A-Za-z]))"
    r"|(?P<open>\()|(?P<close>\))|(?P<bullet>[-*•–](?=\s|$|[aAcCoO]))|(?P<path>@)"
    r"|(?P<other>[^\s()\[\]]{1,21}|.)"
)
"""A token, whose kind is the group's name, or what is none: gaps, comments and line breaks."""
_PLAIN = re.compile(
    r"[ \t\r\f\v\u00a0,;\n]+|(?:#|//)[^\n]*"
    rf"|(?P<number>{_NUMBER})|(?P<open>\[)|(?P<close>\])|(?P<path>@)"
    r"|(?P<other>[^\s()\[\]]{1,21}|.)"
)
_END = re.compile("")
_LEAD = re.compile(r"[ \t\r\f\v\u00a0,;]*")
_FIRST = ("side", "bullet", "chance", "open", "path")
"""What may stand first, or is told apart there."""
_SHOWN = 20
_SURE = len(str(BEST))
"""A whole number of fewer digits is in range."""
MOST_COMMON = 1_000_000
"""The largest common denominator of the chances at a node."""
LONGEST = 200_000
"""Characters: forty for each of the most nodes."""


def wrong(token: re.Match[str], expected: str, found: str = "") -> MalformedTree:
    """The refusal that points at a token, line and column from 1."""
    return MalformedTree(*_where(token), found or _stands(token[0]), expected)


def _stands(word: str) -> str:
    return _("{quoted} stands here", quoted=quoted(word, _SHOWN)) if word else _("the text ends here")


def read_tree(text: str) -> tuple[Node, tuple[tuple[int, re.Match[str]], ...]]:
    """The root of the tree, and the indices of the path behind it, each with its token; raises ``MalformedTree``."""
    if len(text) > LONGEST:
        raise MalformedTree(
            1, 1, _("the text has {count:,} characters", count=len(text)), _("at most {longest:,}", longest=LONGEST)
        )
    plain = text.lstrip().startswith("[")
    kinds, tokens = _tokens(text, _PLAIN if plain else _TOKEN)
    path: list[tuple[str, str, re.Match[str]]] = []
    if "path" in kinds:
        end = kinds.index("path")
        path = [
            (kind, index, token)
            for kind, token in zip(kinds[end + 1 : -1], tokens[end + 1 : -1], strict=True)
            for index in token[0].split(",")
        ]
        kinds[end:] = ["end"]
    if len(kinds) == 1:
        raise wrong(tokens[0], A_NODE, _("there is no tree"))
    reader = _Reader(kinds, tokens)
    nested = "open" in kinds or "close" in kinds
    root = _read_plain(reader) if plain else _read_nested(reader) if nested else _read_indented(reader)
    for kind, index, token in path:
        if kind != "number" or not index.isdecimal():
            raise wrong(token, _("the index of a child, 0 for the first"), _stands(index))
    return root, tuple((int(index[:9]), token) for _kind, index, token in path)


def _tokens(text: str, words: re.Pattern[str]) -> tuple[list[str], list[re.Match[str]]]:
    """All tokens, their kinds apart from them; a last one of kind ``end``, which is empty, stands behind the others."""
    kinds: list[str] = []
    tokens: list[re.Match[str]] = []
    for token in words.finditer(text):
        kind = token.lastgroup
        if kind is not None:
            kinds.append(kind)
            tokens.append(token)
            if kind == "other" or (len(kinds) == 1 and kind not in _FIRST):  # nothing behind it can matter more
                break
    last = _END.match(text, tokens[-1].end() if tokens else 0)
    assert last is not None
    return [*kinds, "end"], [*tokens, last]


def _where(token: re.Match[str]) -> tuple[int, int]:
    """The line and the column at which it begins, from 1."""
    before = token.string[: token.start()]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _indent(token: re.Match[str]) -> int:
    """How far in the line begins in which it stands, with tabs spread to eight."""
    text = token.string
    begin = text.rfind("\n", 0, token.start()) + 1
    lead = _LEAD.match(text, begin)
    assert lead is not None
    return len(lead[0].expandtabs(8)) if "\t" in lead[0] else lead.end() - begin


class _Reader:
    """The tokens, and the place reached in them."""

    def __init__(self, kinds: list[str], tokens: list[re.Match[str]]) -> None:
        self.kinds = kinds
        self.tokens = tokens
        self.place = 0
        self.nodes = 0
        self.drawn: list[tuple[Node, re.Match[str]]] = []

    @property
    def kind(self) -> str:
        """That of the next token."""
        return self.kinds[self.place]

    @property
    def next(self) -> re.Match[str]:
        return self.tokens[self.place]

    def take(self) -> re.Match[str]:
        token = self.tokens[self.place]
        self.place += 1
        return token

    def skip(self, *kinds: str) -> None:
        while self.kinds[self.place] in kinds:
            self.place += 1

    def node(self, expected: str = A_NODE) -> Node:
        """A side and its value, before them its chance; notes behind them are passed over."""
        chance = _chance(self.take()) if self.kind == "chance" else None
        kinds, place = self.kinds, self.place
        side = self.tokens[place]
        if kinds[place] != "side":
            raise wrong(side, expected)
        number = self.tokens[place + 1]
        if kinds[place + 1] != "number":
            raise wrong(number, A_VALUE)
        self.place = place + 2
        value = _value(number)
        self.count(side)
        self.skip("note")
        node = Node(LETTERS.index(side[0].lower()), value, chance=chance)
        if node.side == CHANCE:
            self.drawn.append((node, side))
        return node

    def weighed(self, root: Node) -> Node:
        """The tree that was read, once the chances at all its chance nodes add up; raises ``MalformedTree``."""
        for node, at in self.drawn:
            told = [child.chance for child in node.children if child.chance is not None]
            if told and (len(told) < len(node.children) or sum(told) != 1):
                found = (
                    _("the chances at this node add up to {sum}", sum=str(sum(told)))
                    if len(told) == len(node.children)
                    else _("some nodes below this one have a chance and some have none")
                )
                raise wrong(at, _("chances that add up to 1, or none: then all are equal"), found)
            common = 1
            for chance in told:
                common = math.lcm(common, chance.denominator)
                if common > MOST_COMMON:
                    raise wrong(
                        at,
                        _("fractions with a common denominator of at most {most:,}", most=MOST_COMMON),
                        _("the chances at this node are too fine"),
                    )
        return root

    def count(self, at: re.Match[str]) -> None:
        """Count a node; raises ``MalformedTree`` where there are too many."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise wrong(at, _("no further node"), _("a tree has at most {most_nodes:,} nodes", most_nodes=MOST_NODES))


def _chance(token: re.Match[str]) -> Fraction:
    """A fraction, or so many per cent."""
    percent = token[0].endswith("%")
    top, _slash, bottom = token[0].rstrip("%").partition("/")
    chance = Fraction(0)
    if not percent and int(bottom):
        chance = Fraction(int(top), int(bottom))
    elif percent:
        chance = Fraction(top) / 100
    if not 0 < chance <= 1:
        raise wrong(token, _("a chance above 0 and up to 1, such as 1/6 or 25%"))
    return chance


def _value(number: re.Match[str]) -> float:
    """The value; a whole number is an int. Raises ``MalformedTree``."""
    digits = number[0]
    if len(digits) < _SURE and digits.isdecimal():
        return int(digits)
    digits = digits.replace("−", "-").replace(",", ".").lstrip("+")
    if _VALUE.fullmatch(digits) is None:
        raise wrong(number, A_VALUE)
    value = int(digits) if digits.isdecimal() else float(digits)
    if value == int(value):
        value = int(value)
    if not WORST <= value <= BEST:
        raise wrong(number, A_VALUE, _("the value {text} is out of range", text=number[0][:_SHOWN]))
    return value


def _read_plain(reader: _Reader) -> Node:
    """Lists of lists of numbers."""
    opened = [Node(0, 0)]
    reader.count(reader.take())
    root = opened[0]
    while opened:
        kind, token = reader.kind, reader.take()
        if kind == "close" and opened[-1].children:
            opened.pop()
            continue
        if kind not in ("open", "number"):
            raise wrong(token, A_PLAIN)
        reader.count(token)
        node = Node(len(opened) % 2, 0 if kind == "open" else _value(token))
        _add(opened[-1], len(opened), node, token)
        if kind == "open":
            opened.append(node)
    if reader.kind != "end":
        raise wrong(reader.next, _("the end of the text: the first list is closed"))
    return root


def _add(parent: Node, depth: int, node: Node, at: re.Match[str]) -> None:
    """Make ``node`` the next child of ``parent``, ``depth`` plies below the root."""
    if depth > DEEPEST:
        raise wrong(at, _("no deeper node"), _("a tree is at most {deepest} plies deep", deepest=DEEPEST))
    if len(parent.children) == MOST_CHILDREN:
        raise wrong(
            at, _("no further child"), _("a node has at most {most_children} children", most_children=MOST_CHILDREN)
        )
    if node.chance is not None and parent.side != CHANCE:
        raise wrong(at, A_NODE, _("a chance stands here, but no chance node (c) is above"))
    parent.children.append(node)


def _rooted(at: re.Match[str], root: Node) -> Node:
    """The root, before which no chance stands."""
    if root.chance is not None:
        raise wrong(at, A_NODE)
    return root


def _read_nested(reader: _Reader) -> Node:
    """The one-line form."""
    reader.skip("bullet")
    root = last = _rooted(reader.next, reader.node())
    opened: list[tuple[Node, re.Match[str]]] = []
    while True:
        reader.skip("bullet")
        kind, token = reader.kind, reader.next
        if kind == "open":
            opened.append((last, reader.take()))
            reader.skip("bullet", "note")
            first = reader.next
            last = reader.node(_A_FIRST_CHILD)
            _add(opened[-1][0], len(opened), last, first)
        elif kind == "close" and opened:
            reader.take()
            last = opened.pop()[0]
            reader.skip("note")
            if reader.kind == "open":
                raise wrong(reader.next, _("a node, or the next )"), _("these children have no node before them"))
        elif kind == "end" and not opened:
            return reader.weighed(root)
        elif not opened:
            raise wrong(
                token, _("the end of the text: the root's brackets are closed") if root.children else _("( or the end")
            )
        elif kind in ("side", "chance"):
            last = reader.node()
            _add(opened[-1][0], len(opened), last, token)
        elif kind == "end":
            line, column = _where(opened[-1][1])
            raise wrong(token, f") for the ( in line {line}, column {column}")
        else:
            raise wrong(token, _("a node, ( or )"))


def _read_indented(reader: _Reader) -> Node:
    """The indented form: a deeper indent than the parent's makes a child, however deep."""
    kinds, tokens, text = reader.kinds, reader.tokens, reader.next.string
    parents: list[tuple[int, Node]] = []
    root: Node | None = None
    while (kind := kinds[reader.place]) != "end":
        begin = tokens[reader.place]
        reader.place += kind == "bullet"
        first = tokens[reader.place]
        if root is not None and kinds[reader.place] == "end":
            raise wrong(first, A_NODE)
        node = reader.node()
        behind = tokens[reader.place]
        if kinds[reader.place] != "end" and text.find("\n", begin.start(), behind.start()) < 0:
            raise wrong(behind, _("the end of the line, or children in ( )"))
        indent = _indent(begin)
        while parents and parents[-1][0] >= indent:
            parents.pop()
        if root is None:
            root = _rooted(first, node)
        elif parents:
            _add(parents[-1][1], len(parents), node, first)
        else:
            raise wrong(begin, _("a node further in than the root"), _("a second root stands here"))
        parents.append((indent, node))
    if root is None:
        raise wrong(reader.next, A_NODE)
    return reader.weighed(root)
