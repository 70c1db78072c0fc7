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
from typing import NamedTuple

from plyground.core.errors import quoted
from plyground.core.messages import _
from plyground.games.tree.position import BEST, CHANCE, DEEPEST, LETTERS, MOST_CHILDREN, MOST_NODES, WORST, Node
from plyground.games.tree.refusals import MalformedTree

A_NODE = _("a node such as a 6 or o -2")
A_VALUE = _("a number from {worst} to {best} with at most two decimals", worst=WORST, best=BEST)

A_PLAIN = _("a number, [ or ]")

_NUMBER = r"[+\-−]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?"
"""Also what is no value, so that the refusal names all of it."""
_VALUE = re.compile(r"-?[0-9]{0,8}(?:\.[0-9]{1,2})?")
_TOKEN = re.compile(
    r"(?P<gap>[ \t\r\f\v\u00a0,;]+|(?:#|//)[^\n]*)|(?P<break>\n)"
    r"|(?P<chance>[0-9]{1,4}/[0-9]{1,4}|[0-9]{1,3}(?:\.[0-9]{1,2})?%)"
    r"|(?P<note>\([0-9]+\)|\[[0-9]+\]|[0-9]+[.:](?=\s|$)[^\n()]*)"
    rf"|(?P<number>[+\-−]?[0-9]+,[0-9]{{1,2}}(?![0-9./%])|{_NUMBER})|(?P<side>[aAcCoO](?![A-Za-z]))"
    r"|(?P<open>\()|(?P<close>\))|(?P<bullet>[-*•–](?=\s|$|[aAcCoO]))|(?P<path>@)|(?P<other>.)"
)
_PLAIN = re.compile(
    r"(?P<gap>[ \t\r\f\v\u00a0,;]+|(?:#|//)[^\n]*)|(?P<break>\n)"
    rf"|(?P<number>{_NUMBER})|(?P<open>\[)|(?P<close>\])|(?P<path>@)|(?P<other>.)"
)
_SHOWN = 20
MOST_COMMON = 1_000_000
"""The largest common denominator of the chances at a node."""
LONGEST = 200_000
"""Characters: forty for each of the most nodes."""


class Token(NamedTuple):
    """A word of the text, and where it begins (line and column from 1; ``indent`` with tabs spread to eight)."""

    kind: str
    text: str
    line: int
    column: int
    indent: int = 0

    def wrong(self, expected: str, found: str = "") -> MalformedTree:
        """The refusal that points here."""
        usual = (
            _("{quoted} stands here", quoted=quoted(self.text, _SHOWN))
            if self.text.strip()
            else _("the text ends here")
        )
        return MalformedTree(self.line, self.column, found or usual, expected)


def read_tree(text: str) -> tuple[Node, tuple[Token, ...]]:
    """The root of the tree, and the tokens of the path behind it; raises ``MalformedTree``."""
    if len(text) > LONGEST:
        raise MalformedTree(
            1, 1, _("the text has {count:,} characters", count=len(text)), _("at most {longest:,}", longest=LONGEST)
        )
    plain = text.lstrip().startswith("[")
    tokens = _tokens(text, _PLAIN if plain else _TOKEN)
    places = [place for place, token in enumerate(tokens) if token.kind == "path"]
    path: tuple[Token, ...] = ()
    if places:
        walked = tokens[places[0] + 1 : -1]
        path = tuple(
            token._replace(text=index) if "," in token.text else token
            for token in walked
            for index in token.text.split(",")
        )
        at = tokens[places[0]]
        tokens = [*tokens[: places[0]], Token("end", "@", at.line, at.column)]
    if len(tokens) == 1:
        raise tokens[0].wrong(A_NODE, _("there is no tree"))
    nested = any(token.kind in ("open", "close") for token in tokens)
    root = _read_plain(tokens) if plain else _read_nested(tokens) if nested else _read_indented(tokens)
    for token in path:
        if token.kind != "number" or not token.text.isdecimal():
            raise token.wrong(_("the index of a child, 0 for the first"))
    return root, path


def _tokens(text: str, words: re.Pattern[str]) -> list[Token]:
    """All tokens but gaps, comments and line breaks; a last one of kind ``end`` stands behind the text."""
    found: list[Token] = []
    line, begin = 1, 0
    lead = True
    indent = 0
    last_end = (1, 1)
    for match in words.finditer(text):
        kind = match.lastgroup or "other"
        if kind == "gap":
            continue
        if kind == "break":
            line, begin, lead = line + 1, match.end(), True
            continue
        column = match.start() - begin + 1
        if lead:
            indent = len(text[begin : match.start()].expandtabs(8))
            lead = False
        word = match[0]
        if kind == "other":
            word = re.split(r"[\s()\[\]]", text[match.start() : match.start() + _SHOWN + 1])[0] or match[0]
        found.append(Token(kind, word, line, column, indent))
        last_end = (line, column + len(match[0]))
        if kind == "other":  # nothing behind it can matter more
            break
    return [*found, Token("end", "", *last_end)]


class _Reader:
    """The tokens, and the place reached in them."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.place = 0
        self.nodes = 0
        self.drawn: list[tuple[Node, Token]] = []

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.tokens[self.place]
        self.place += 1
        return token

    def skip(self, *kinds: str) -> None:
        while self.tokens[self.place].kind in kinds:
            self.place += 1

    def node(self, expected: str = A_NODE) -> Node:
        """A side and its value, before them its chance; notes behind them are passed over."""
        chance = _chance(self.take()) if self.next.kind == "chance" else None
        side = self.tokens[self.place]
        if side.kind != "side":
            raise side.wrong(expected)
        number = self.tokens[self.place + 1]
        if number.kind != "number":
            raise number.wrong(A_VALUE)
        self.place += 2
        value = _value(number)
        self.count(side)
        self.skip("note")
        node = Node(LETTERS.index(side.text.lower()), value, chance=chance)
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
                raise at.wrong(_("chances that add up to 1, or none: then all are equal"), found)
            common = 1
            for chance in told:
                common = math.lcm(common, chance.denominator)
                if common > MOST_COMMON:
                    raise at.wrong(
                        _("fractions with a common denominator of at most {most:,}", most=MOST_COMMON),
                        _("the chances at this node are too fine"),
                    )
        return root

    def count(self, at: Token) -> None:
        """Count a node; raises ``MalformedTree`` where there are too many."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise at.wrong(_("no further node"), _("a tree has at most {most_nodes:,} nodes", most_nodes=MOST_NODES))


def _chance(token: Token) -> Fraction:
    """A fraction, or so many per cent."""
    percent = token.text.endswith("%")
    top, _slash, bottom = token.text.rstrip("%").partition("/")
    chance = Fraction(0)
    if not percent and int(bottom):
        chance = Fraction(int(top), int(bottom))
    elif percent:
        chance = Fraction(top) / 100
    if not 0 < chance <= 1:
        raise token.wrong(_("a chance above 0 and up to 1, such as 1/6 or 25%"))
    return chance


def _value(number: Token) -> float:
    """The value; a whole number is an int. Raises ``MalformedTree``."""
    digits = number.text.replace("−", "-").replace(",", ".").lstrip("+")
    if _VALUE.fullmatch(digits) is None:
        raise number.wrong(A_VALUE)
    value = int(digits) if digits.isdecimal() else float(digits)
    if value == int(value):
        value = int(value)
    if not WORST <= value <= BEST:
        raise number.wrong(A_VALUE, _("the value {text} is out of range", text=number.text[:_SHOWN]))
    return value


def _read_plain(tokens: list[Token]) -> Node:
    """Lists of lists of numbers."""
    reader = _Reader(tokens)
    opened = [Node(0, 0)]
    reader.count(reader.take())
    root = opened[0]
    while opened:
        token = reader.take()
        if token.kind == "close" and opened[-1].children:
            opened.pop()
            continue
        if token.kind not in ("open", "number"):
            raise token.wrong(A_PLAIN)
        reader.count(token)
        node = Node(len(opened) % 2, 0 if token.kind == "open" else _value(token))
        _add(opened[-1], len(opened), node, token)
        if token.kind == "open":
            opened.append(node)
    if reader.next.kind != "end":
        raise reader.next.wrong(_("the end of the text: the first list is closed"))
    return root


def _add(parent: Node, depth: int, node: Node, at: Token) -> None:
    """Make ``node`` the next child of ``parent``, ``depth`` plies below the root."""
    if depth > DEEPEST:
        raise at.wrong(_("no deeper node"), _("a tree is at most {deepest} plies deep", deepest=DEEPEST))
    if len(parent.children) == MOST_CHILDREN:
        raise at.wrong(
            _("no further child"), _("a node has at most {most_children} children", most_children=MOST_CHILDREN)
        )
    if node.chance is not None and parent.side != CHANCE:
        raise at.wrong(A_NODE, _("a chance stands here, but no chance node (c) is above"))
    parent.children.append(node)


def _rooted(at: Token, root: Node) -> Node:
    """The root, before which no chance stands."""
    if root.chance is not None:
        raise at.wrong(A_NODE)
    return root


def _read_nested(tokens: list[Token]) -> Node:
    """The one-line form."""
    reader = _Reader(tokens)
    reader.skip("bullet")
    root = last = _rooted(reader.next, reader.node())
    opened: list[tuple[Node, Token]] = []
    while True:
        reader.skip("bullet")
        token = reader.next
        if token.kind == "open":
            opened.append((last, reader.take()))
            reader.skip("bullet", "note")
            first = reader.next
            last = reader.node(_("the first child, a node such as a 6"))
            _add(opened[-1][0], len(opened), last, first)
        elif token.kind == "close" and opened:
            reader.take()
            last = opened.pop()[0]
            reader.skip("note")
            if reader.next.kind == "open":
                raise reader.next.wrong(_("a node, or the next )"), _("these children have no node before them"))
        elif token.kind == "end" and not opened:
            return reader.weighed(root)
        elif not opened:
            raise token.wrong(
                _("the end of the text: the root's brackets are closed") if root.children else _("( or the end")
            )
        elif token.kind in ("side", "chance"):
            last = reader.node()
            _add(opened[-1][0], len(opened), last, token)
        elif token.kind == "end":
            begin = opened[-1][1]
            raise token.wrong(f") for the ( in line {begin.line}, column {begin.column}")
        else:
            raise token.wrong(_("a node, ( or )"))


def _read_indented(tokens: list[Token]) -> Node:
    """The indented form: a deeper indent than the parent's makes a child, however deep."""
    reader = _Reader(tokens)
    parents: list[tuple[int, Node]] = []
    root: Node | None = None
    while reader.next.kind != "end":
        begin = reader.next
        if begin.kind == "bullet":
            reader.take()
        first = reader.next
        if root is not None and first.kind == "end":
            raise first.wrong(A_NODE)
        node = reader.node()
        if reader.next.kind != "end" and reader.next.line == begin.line:
            raise reader.next.wrong(_("the end of the line, or children in ( )"))
        while parents and parents[-1][0] >= begin.indent:
            parents.pop()
        if root is None:
            root = _rooted(first, node)
        elif parents:
            _add(parents[-1][1], len(parents), node, first)
        else:
            raise begin.wrong(_("a node further in than the root"), _("a second root stands here"))
        parents.append((begin.indent, node))
    if root is None:
        raise reader.next.wrong(A_NODE)
    return reader.weighed(root)
