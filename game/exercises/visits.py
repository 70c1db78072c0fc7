"""What was watched, as a search: its visits of nodes, one within another, and what each saw and gave back.

A visit is one call of a search function: one that is given a state and is called for its children's too, or leads to
such a function. A call that only passes the same state on (a wrapper), or only scores it (a helper), is no visit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.exercises.watching import Watched

_OPEN = 1e299
"""A bound beyond this is not set."""


@dataclass
class Seen:
    """A child whose score, or whose end, was asked for without a visit: the node, the seat, the score and the line."""

    node: int
    seat: int
    score: float
    line: int
    at: int


@dataclass
class Visit:
    """One call. ``alpha`` and ``beta`` are the bounds in its arguments, ``depth`` its depth, None where it has none;
    ``value`` the number that it gave back (None: none), ``values`` several of them, ``other`` what is none; ``line``
    where it was defined, ``returned`` the line on which it gave its value back. ``at`` and ``end`` are the first and
    last row."""

    node: int
    function: int
    line: int
    at: int
    alpha: float | None = None
    beta: float | None = None
    depth: float | None = None
    value: float | None = None
    values: tuple[float, ...] = ()
    other: str = ""
    returned: int = 0
    end: int = 0
    open: bool = False
    """Whether the run ended before it returned."""
    parent: Visit | None = None
    children: list[Visit] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    listed: bool = False
    played: list[int] = field(default_factory=list)
    """The nodes to which it played, in order."""
    refused: int | None = None
    """The node in which it made a move that is not legal there."""
    walks: bool = False
    """Whether it scored nodes beyond its own moves by itself: it is no call for one node, but a search in a loop."""

    def walk(self) -> Iterator[Visit]:
        """This visit and all within it, those within first: in the order in which they returned."""
        for child in self.children:
            yield from child.walk()
        yield self


def visits(watched: Watched) -> list[Visit]:
    """The outermost visits of the search, in order: one for each iteration where a search is repeated."""
    calls = _calls(watched)
    search = _searching(calls) or {call.function for call in calls[:1]}
    found: list[Visit] = []
    for call in calls:
        found += _bare(call, search, watched)
    for each in found:
        each.parent = None
    return found


def asked(watched: Watched) -> list[Seen]:
    """Every score that was asked for, wherever that was."""
    return [
        Seen(row.node, int(row.more[0]), float(row.more[1]), row.line, at)
        for at, row in enumerate(watched.rows)
        if row.kind == "v"
    ]


def _calls(watched: Watched) -> list[Visit]:
    """All calls that were given a state, one within another; calls that a failure left open end with the last row."""
    roots: list[Visit] = []
    stack: list[Visit] = []
    for at, row in enumerate(watched.rows):
        top = stack[-1] if stack else None
        if row.kind == "e":
            function, alpha, beta, depth = row.more
            call = Visit(row.node, int(function), row.line, at, _open(alpha), _open(beta), depth, parent=top)
            (top.children if top else roots).append(call)
            stack.append(call)
        elif top is None:
            continue
        elif row.kind == "r":
            given = row.more[1]
            if isinstance(given, tuple):
                top.values, top.value = tuple(map(float, given)), float(given[0])
            elif isinstance(given, str):
                top.other = given
            elif given is not None:
                top.value = float(given)
            top.returned, top.end = row.line, at
            stack.pop()
        elif row.kind == "x":
            top.end, top.open = at, True
            stack.pop()
        elif row.kind == "m":
            top.listed = top.listed or row.node == top.node
        elif row.kind == "p":
            top.played.append(int(row.more[0]))
        elif row.kind == "b":
            top.refused = row.node
        elif row.kind == "v":
            top.seen.append(Seen(row.node, int(row.more[0]), float(row.more[1]), row.line, at))
    for call in stack:
        call.end, call.open = len(watched.rows), True
    return roots


def _open(bound: float | None) -> float | None:
    """A bound, infinite where it is not set."""
    if bound is None or abs(bound) < _OPEN:
        return bound
    return float("inf") if bound > 0 else float("-inf")


def _searching(calls: list[Visit]) -> set[int]:
    """The functions of the search: those within which another node was visited, or scored after a move."""
    found: set[int] = set()
    for root in calls:
        for call in root.walk():
            visited = {child.node for child in call.children} - {call.node}
            if visited or (set(call.played) - {call.node} and call.value is not None):
                found.add(call.function)
    return found


def _bare(call: Visit, search: set[int], watched: Watched) -> list[Visit]:
    """The call with its wrappers and helpers put away: what stands in its place."""
    inner: list[Visit] = []
    for child in call.children:
        inner += _bare(child, search, watched)
    own = [each for each in inner if each.node == call.node]
    if own and (call.function not in search or len(own) == len(inner)):  # it only passes the state on
        for each in own:
            each.parent = call.parent
            each.returned = each.returned or call.returned
        return inner
    if call.function not in search:  # a helper: what it saw, its caller saw
        if call.parent is not None:
            call.parent.seen += call.seen
            call.parent.played += call.played
        return inner
    moves = set(call.played)
    call.walks = any(watched.nodes[each.node][0] in moves for each in call.seen) and not inner
    call.children = inner
    for each in inner:
        each.parent = call
    return [call]
