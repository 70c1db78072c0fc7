"""What a search tells: nodes of the tree that it walks, and one event for each thing that happens there.

Which fields an event of each kind uses, beside ``kind`` and ``node``:

- ``iteration``: an iteration begins (at the root). ``number``; ``items``: the plies that it sees.
- ``enter``: a node is entered. ``alpha``, ``beta``: the bounds handed down; ``number``: plies left, or the budget;
  ``reason``: line, where a remembered line is followed; again, where that line ends and its node is counted once more.
- ``children``: its moves are listed and ordered. ``items``: their indices as the search takes them; ``reason``: the
  order (written, value, rank, line, hand, ascending, table, killer, loud).
- ``divide``: a budget is divided. ``items``: the budget, the moves, what each gets (negative: the node is scored
  itself); ``reason``: root where it is not divided.
- ``leaf``: a value without looking further. ``value`` (``values``), ``sure``, ``closed``; ``reason``: over, horizon,
  budget, static, nothing, quiet; of a proof: won, lost, wins, ends, open.
- ``table``: a value known from before. As ``leaf``; ``number``: the slot of the table; ``items``: the path of the node
  that it was found at; ``reason``: false where the slot in truth holds another position.
- ``entry``: a table has an entry that does not settle the node. ``number``: the slot; ``value``, ``sure``; ``items``:
  the plies that it was searched; ``alpha``, ``beta``; ``reason``: other (position), shallow, bound.
- ``store``: a node goes into a table. ``number``: the slot, ``value``, ``sure``; ``items``: the plies, then the path of
  the node whose position it drives out, if ``reason`` is over.
- ``note``: a move (``child``) that cut is remembered. ``reason``: killer (``number``: the ply), history (``number``:
  what it has now, ``items``: what is added).
- ``window``: a node (``child``, or the node itself) is searched next with other bounds than alpha and beta here.
  ``items``: these bounds, ``number``: the plies, ``value``, ``sure``: what is known of it so far; ``reason``: see
  ``words_windows``.
- ``stand``: the static value that a mover has who makes no further move. ``value``, ``alpha``, ``beta``.
- ``trust``: a shallow search is believed. ``value``, ``sure``: what it is taken for; ``number``: its plies.
- ``worker``: a worker (``number``) takes a move (``child``). ``items``: the bounds that it knows.
- ``limits``: between what the value lies (at the root). ``items``: the limits, ``number``: the pass.
- ``clock``: how long it took (at the root). ``items``: nodes one after another, nodes in all, workers.
- ``best``: a child is the best so far. ``child``, ``value`` (``values``), ``sure``.
- ``worse``: a child came back and does not improve on that. ``child``, ``value`` (``values``), ``sure``; ``items``: the
  index of the best so far, none where there is none yet.
- ``bound``: a bound moves. ``alpha`` and ``beta`` after it, ``child``; ``reason``: alpha or beta.
- ``test``: a bound has moved, moves are left, and the bounds have not met. ``alpha``, ``beta``, ``child``; ``items``:
  the indices of the moves that are left.
- ``cut``: the other moves are not looked at. ``alpha``, ``beta``, ``child`` that decided; ``items``: the indices of
  the moves; ``reason``: alpha or beta (which has reached the other), best, bound, window,
  stand.
- ``value``: a node is done. ``value`` (``values``), ``sure``, ``closed``, ``child``: the best.
- ``file``: a root move (``node``) goes to a list. ``reason``: the list, ``value``, ``sure``, ``number``: the iteration.
- ``select``: a child is chosen to be visited. ``child``; ``items``: index, visits, mean and bound of each child;
  ``values``: the share of attention of each, where moves have such shares.
- ``weigh``: a move that chance may bring came back. ``child``, ``value``, ``sure``; ``items``: its chance as a
  numerator and a denominator, and the mean so far, in which the moves that are left count 0.
- ``toward``: the move of a node where a proof is decided soonest. ``child``, its ``values``: how many positions each
  side still needs there.
- ``needs``: a node counts anew how many positions each side still needs. ``values``.
- ``playout``: a game is played to its end. ``value`` (``values``), ``number``: plies.
- ``backup``: a node counts a visit. ``number``: its visits, ``value`` (``values``): its mean.
- ``keep``: a move of the line is really made: its node, with the tree below it, is the tree's root from now on.
  ``value`` (``values``), ``sure``, ``closed``, ``number``: the nodes below it.
- ``finished``: an iteration is finished (at the root). ``number``, ``child``: its choice, ``value``, ``sure``.
- ``stop``: the search was stopped (at the root). ``number``: nodes entered.
- ``answer``: what the search chooses (at the root). ``child``, ``value`` (``values``), ``sure``, ``closed``;
  ``items``: the indices of the line.

Values are for one named seat (see ``trace.Head.view``). A bound that is not set is ``-inf`` (alpha) or ``inf`` (beta);
None says that an event leaves the bounds of its node as they are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

KINDS = (
    "iteration", "enter", "children", "divide", "leaf", "table", "best", "bound", "cut", "value", "file", "select",
    "playout", "backup", "finished", "stop", "answer", "keep", "worse", "test", "toward", "needs",
    "weigh",
    "entry", "store", "note", "window", "stand", "trust", "worker", "clock", "limits",
)  # fmt: skip
SURES = ("", "exact", "at_least", "at_most", "estimate")
"""How sure a value is within what the search saw. ``closed`` says that looking further cannot change it."""


class Node:
    """A node of the walked tree: a path from the root. ``moves`` are its legal moves once somebody listed them, and
    ``mark`` is a search's own."""

    __slots__ = ("id", "index", "mark", "move", "moves", "parent", "ply", "position")

    def __init__(self, position: Any, parent: Node | None = None, index: int = -1, move: Any = None) -> None:
        self.position, self.parent, self.index, self.move = position, parent, index, move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.moves: list[Any] | None = None
        self.id = -1
        self.mark = False

    @property
    def path(self) -> tuple[int, ...]:
        """The indices of the moves that lead here."""
        indices = []
        node = self
        while node.parent is not None:
            indices.append(node.index)
            node = node.parent
        return tuple(reversed(indices))

    def __repr__(self) -> str:
        return f"Node{self.path}"


class Event(NamedTuple):
    """One thing that happened at a node; the module says which fields each kind uses."""

    kind: str
    node: Node
    child: Node | None = None
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None
    sure: str = ""
    closed: bool = False
    number: int | None = None
    reason: str = ""
    values: tuple[float, ...] = ()
    items: tuple[float, ...] = ()
