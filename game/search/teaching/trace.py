"""A search that was told, kept as columns: the tree that it walked and every event in order, for replay and for travel.

A node's number is its place in the columns of nodes and never changes; the root is 0, and a node that is met again in
a later iteration keeps its number. A step is an event's place in the columns of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.search.teaching.events import Event, Node

MOST_NODES = 20_000
"""Nodes that a trace holds at most."""
MOST_LISTED = 1_000_000
"""Moves and other numbers in rows that a trace lists at most, moves never looked at included."""

View = Literal["seat", "mover", "each"]


@dataclass(frozen=True)
class Head:
    """What a trace is of. ``options`` are the search's, ``setup`` the game's; ``position`` is the root's text.

    ``view`` says whose values the events tell: those of ``seat`` throughout, of the seat to move at each node, or a
    vector with a value for each seat (then ``value`` is the component of ``seat``). ``counts`` is what they count.
    Where chance may decide, it is the last of ``seats``, and moves at the nodes where it does.
    """

    search: str
    options: Mapping[str, Any]
    game: str
    setup: Mapping[str, Any]
    position: str
    seat: int
    seats: tuple[str, ...]
    view: View = "seat"
    counts: str = "points"
    seed: int = 0


class Step(NamedTuple):
    """An event of a trace: as ``events.Event``, with nodes by number (-1 for none)."""

    kind: str
    node: int
    child: int = -1
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None
    sure: str = ""
    closed: bool = False
    number: int | None = None
    reason: str = ""
    values: tuple[float, ...] = ()
    items: tuple[float, ...] = ()


@dataclass
class Trace:
    """The columns. ``parents``, ``indices``, ``moves``, ``movers`` and ``met`` have a row for each node: its parent's
    number, the index of its move in the game's list, the move's text, the seat to move (-1 less the seat at an end),
    and the step at which it was first met. ``families`` has the texts of all moves of each node whose moves were
    listed.

    ``cut_short`` is None, or the sentence that says why the trace ends before its search did.
    """

    head: Head
    parents: list[int] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    met: list[int] = field(default_factory=list)
    families: dict[int, tuple[str, ...]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    cut_short: str | None = None

    @cached_property
    def size(self) -> int:
        """How many numbers and texts the steps of a whole trace hold."""
        return sum(len(step) + len(step.values) + len(step.items) for step in self.steps)

    def path(self, node: int) -> tuple[int, ...]:
        """The indices of the moves from the root to a node."""
        return tuple(self.indices[each] for each in self._way(node))

    def line(self, node: int) -> tuple[str, ...]:
        """The texts of the moves from the root to a node."""
        return tuple(self.moves[each] for each in self._way(node))

    def _way(self, node: int) -> list[int]:
        way = []
        while node > 0:
            way.append(node)
            node = self.parents[node]
        return way[::-1]

    def child(self, node: int, index: int) -> int:
        """The number of the node that the move with this index leads to; -1 if no event met it."""
        return self._children().get((node, index), -1)

    def _children(self) -> dict[tuple[int, int], int]:
        cached: dict[tuple[int, int], int] | None = self.__dict__.get("_by_index")
        if cached is None or len(cached) != len(self.parents):
            rows = zip(self.parents, self.indices, strict=True)
            cached = self.__dict__["_by_index"] = {pair: node for node, pair in enumerate(rows)}
        return cached

    def move_text(self, node: int, index: int) -> str:
        """The text of a move of a node, by its index in the game's list; raises ``KeyError`` if it was not listed."""
        return self.families[node][index]


class Recorder:
    """Makes a trace of the events that it hears."""

    def __init__(self, game: Game[Any, Any], head: Head, most_nodes: int = MOST_NODES) -> None:
        self.trace = Trace(head)
        self._game, self._most = game, min(most_nodes, MOST_NODES)
        self._ids: dict[tuple[int, int], int] = {}
        self._listed = 0

    def hear(self, event: Event) -> bool:
        """Keep an event; False, and it is not kept, if the trace is full."""
        trace = self.trace
        node = self._number(event.node)
        child = -1 if event.child is None else self._number(event.child)
        if event.kind == "children" and node not in trace.families and node >= 0:
            self._listed += len(event.node.moves or ())
        self._listed += len(event.items) + len(event.values)
        if node < 0 or (child < 0 and event.child is not None) or self._listed > MOST_LISTED:
            trace.cut_short = _("The search goes on; a trace holds at most {most:,} nodes.", most=self._most)
            if self._listed > MOST_LISTED:
                trace.cut_short = _(
                    "The search goes on; a trace lists at most {most_listed:,} moves and numbers.",
                    most_listed=MOST_LISTED,
                )
            return False
        if event.kind == "children" and node not in trace.families:
            trace.families[node] = tuple(
                self._game.move_text(event.node.position, move) for move in event.node.moves or ()
            )
        trace.steps.append(Step(event.kind, node, child, *event[3:]))
        return True

    def _number(self, node: Node) -> int:
        """The node's number, a new one if it was never met; -1 if there is no room."""
        if node.id >= 0:
            return node.id
        trace, parent = self.trace, -1
        if node.parent is not None:
            parent = self._number(node.parent)
            if parent < 0:
                return -1
        key = (parent, node.index)
        number = self._ids.get(key, -1)
        if number < 0:
            if len(trace.parents) >= self._most:
                return -1
            number = self._ids[key] = len(trace.parents)
            over = self._game.returns(node.position) is not None
            trace.parents.append(parent)
            trace.indices.append(node.index)
            moved = node.parent is not None
            trace.moves.append(self._game.move_text(node.parent.position, node.move) if moved else "")  # type: ignore[union-attr]
            seat = self._game.to_move(node.position)
            if self._game.chances(node.position) is not None:
                seat = len(trace.head.seats) - 1
            trace.movers.append(-1 - seat if over else seat)
            trace.met.append(len(trace.steps))
        node.id = number
        return number
