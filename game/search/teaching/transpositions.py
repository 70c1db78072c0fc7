"""Alpha-beta with a transposition table: what was found of a position is kept for whenever another path leads to it.

An entry holds a value, whether that is exact or a bound, how many plies it was searched, and the best move. It settles
a node if it was searched at least as many plies as are asked for, and is exact, or a bound that cuts here; otherwise
its move is tried first (Greenblatt, Eastlake and Crocker, 1967; Slate and Atkin, 1977). A slot holds one entry, and the
latest one stays. Without ``keys`` an entry is believed whatever position its slot is asked for, which shows what a
collision does; programs keep a part of the key, so that this happens seldom. Wins count by their distance, so entries
hold the distance from their own position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching import words_refined
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import SURE
from plyground.search.teaching.search import SearchSpec, Told
from plyground.search.teaching.two_sided import TwoSidedSearch

MOST_SLOTS = 65_536


class Entry(NamedTuple):
    """What is kept of a position; ``node`` is where it was searched, ``move`` the index of its best move or -1."""

    node: Node
    value: float
    sure: str
    closed: bool
    left: int
    move: int


class TableRun(AlphaBetaRun):
    """One search. ``slots`` 0 gives every position a slot of its own, in the order in which they are first kept."""

    slots = 0
    keys = True

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self.slots = int(options.get("slots", self.slots))
        self.keys = bool(options.get("keys", self.keys))
        self._entries: dict[int, Entry] = {}
        self._numbers: dict[Any, int] = {}

    def slot(self, node: Node) -> int:
        """The number of the slot that a node's position belongs to."""
        if not self.slots:
            return self._numbers.setdefault(node.position, len(self._numbers))
        if node.position not in self._numbers:
            self._numbers[node.position] = crc32(self.game.position_text(node.position).encode()) % self.slots
        return self._numbers[node.position]

    def known(self, node: Node, left: int, alpha: float, beta: float) -> Told:
        slot = self.slot(node)
        entry = self._entries.get(slot)
        if entry is None or node is self.root:
            return None
        same = entry.node.position == node.position
        if not same and self.keys:
            yield Event("entry", node, number=slot, reason="other", alpha=alpha, beta=beta)
            return None
        value = self._shifted(entry.value, -node.ply)
        told = Event("table", node, value=value, sure=entry.sure, number=slot)
        reason = ""
        if entry.left < left and not entry.closed:
            reason = "shallow"
        elif (entry.sure == "at_least" and value < beta) or (entry.sure == "at_most" and value > alpha):
            reason = "bound"
        if reason:
            plies = (min(entry.left, 10**6),)
            yield told._replace(kind="entry", alpha=alpha, beta=beta, reason=reason, items=plies)
            return None
        reason = "" if same else "false"
        yield told._replace(closed=entry.closed, reason=reason, items=entry.node.path)
        return value, entry.sure, entry.closed, ()

    def ordered(self, node: Node) -> list[Node]:
        children = super().ordered(node)
        first = self._remembered(node)
        if first >= 0:
            children.sort(key=lambda child: child.index != first)
        return children

    def reason(self, node: Node, otherwise: str) -> str:
        return "table" if self._remembered(node) >= 0 else super().reason(node, otherwise)

    def done(self, node: Node, left: int, found: tuple[Any, ...]) -> Iterable[Event]:
        value, sure, closed, line = found
        slot = self.slot(node)
        before = self._entries.get(slot)
        over = before is not None and before.node.position != node.position
        kept = self._shifted(value, node.ply)
        self._entries[slot] = Entry(node, kept, sure, closed, left, line[0].index if line else -1)
        items = (min(left, 10**6), *(before.node.path if before is not None and over else ()))
        yield Event("store", node, value=value, sure=sure, number=slot, items=items, reason="over" if over else "")

    def _remembered(self, node: Node) -> int:
        """The index of the move that the table remembers for this very position, -1 if there is none."""
        entry = self._entries.get(self.slot(node))
        return entry.move if entry is not None and entry.node.position == node.position else -1

    def _shifted(self, value: float, plies: int) -> float:
        """A win's or a loss's value with so many plies less to go; any other value as it is."""
        if self.game.spec.graded or abs(value) < SURE:
            return value
        return value + plies if value > 0 else value - plies


SLOTS = Option(
    "slots", "int", 64, _("How many positions the table holds; 0 gives every position a slot of its own."),
    low=0, high=MOST_SLOTS, title=_("Slots of the table"),
)  # fmt: skip
KEYS = Option(
    "keys", "bool", True,
    _("Whether an entry keeps the key of its position. Without it, two positions that share a slot are confused."),
    title=_("Entries keep their key"),
)  # fmt: skip


class Table(AlphaBeta):
    """Alpha-beta that remembers."""

    spec = SearchSpec(
        "table",
        _("Alpha-beta with a transposition table"),
        _("Keeps what was found of a position, and looks it up when another path leads there."),
    )
    kind = TableRun
    says = words_refined.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (*TwoSidedSearch.options(self, game), SLOTS, KEYS)


SEARCHES = (Table(),)
