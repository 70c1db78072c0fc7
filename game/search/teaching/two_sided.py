"""What the searches of two sides share: whom they fit, their scores, the order of moves, and the size of their trees.

A game of two sides is one whose two seats have opposite ends, so that one number says how it stands. Who moves is
asked at every node: a side may move several times in a row.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.game import Game
from plyground.core.knowledge import unscored
from plyground.core.messages import _
from plyground.core.options import Option, Values, complete
from plyground.search.teaching import arranged, heuristics
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.scores import Scale, score_option
from plyground.search.teaching.search import Estimate, Run, Search

DEEPEST = 200
WHOLE = 0
"""The depth that has no horizon."""


def opposed(game: Game[Any, Any], position: Any) -> bool:
    """Whether two opposite sides play here: declared by the game, or two seats whose ends are leads."""
    return game.spec.two_sided or (game.seats_at(position) == 2 and game.spec.graded)


def depth_option(default: int = 3) -> Option:
    """The option of a fixed horizon."""
    return Option(
        "depth", "int", default, _("Plies to look ahead; 0 looks to the end of the game."), low=WHOLE, high=DEEPEST
    )


ORDERS = ("written", "value", "rank")
ORDER = Option(
    "order",
    "choice",
    "written",
    _("The order of moves: as the game lists them, by static value, or by the game's own rank at first sight."),
    choices=ORDERS,
)


def ranks(game: Game[Any, Any], position: Any, moves: list[Any]) -> list[float]:
    """How good each move looks at first sight, higher is better; all 0 for a game without an order of its own."""
    ordering = knowledge.of(game).ordering
    if ordering is not None:
        values = complete(ordering.options, None)
        sign = -1.0 if ordering.lowest_first(position) else 1.0
        return [sign * float(sum(ordering.parts(position, move, values).values())) for move in moves]
    if kernels.has(kernels.rank, type(position)):
        return heuristics.rank(position, moves)
    return [0.0] * len(moves)


class TwoSidedRun(Run):
    """A search with one number as value, for ``seat``."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self.scale = Scale(game, options)
        depth = int(options.get("depth", WHOLE))
        self.depth = depth if depth != WHOLE else 10**9
        self._by_hand = arranged.read(str(options.get(arranged.NAME, "")))
        self.first: int | None = None
        """The root move that is searched before all others, by index: the best of an earlier, shallower search."""

    def own(self, node: Node) -> bool:
        """Whether the searching side moves here."""
        return self.game.to_move(node.position) == self.seat

    def leaf(self, node: Node, left: int, seat: int | None = None) -> Event | None:
        """The value of a node where the search stops, for ``seat`` (by default the searching one); None elsewhere."""
        seat = self.seat if seat is None else seat
        returns = self.game.returns(node.position)
        if returns is not None:
            value = self.scale.end(returns, seat, node.ply)
            return Event("leaf", node, value=value, sure="exact", closed=True, reason="over")
        if left > 0:
            return None
        value = self.scale.estimate(node.position, seat)
        return Event("leaf", node, value=value, sure="exact", reason="horizon")

    def ordered(self, node: Node) -> list[Node]:
        """The children in the order of the option ``order``, the most promising for the mover first; before them those
        that were put first by hand."""
        moves, order = self.moves(node), self.options.get("order", "written")
        if order == "value":
            children = self.sorted_by_value(node)[0]
        else:
            children = [self.child(node, index) for index in range(len(moves))]
        if order == "rank":
            rank = ranks(self.game, node.position, moves)
            children.sort(key=lambda child: -rank[child.index])
        wished = self._by_hand.get(node.path) if self._by_hand else None
        if wished:
            children.sort(key=lambda child: wished.index(child.index) if child.index in wished else len(wished))
        if self.first is not None and node is self.root:
            children.sort(key=lambda child: child.index != self.first)
        return children

    def listed(self, node: Node, children: list[Node]) -> Event:
        """The event that tells the order of a node's moves."""
        order = self.reason(node, str(self.options.get("order", "written")))
        return Event("children", node, reason=order, items=tuple(child.index for child in children))

    def sorted_by_value(self, node: Node) -> tuple[list[Node], tuple[float, ...]]:
        """The children by static value, the best for the mover first, equals as the game lists them, before them those
        that were put first by hand; and the values in the game's order."""
        children = [self.child(node, index) for index in range(len(self.moves(node)))]
        static = tuple(self.scale.static(child.position, self.seat, child.ply) for child in children)
        children.sort(key=lambda child: static[child.index], reverse=self.own(node))
        wished = self._by_hand.get(node.path) if self._by_hand else None
        if wished:
            children.sort(key=lambda child: wished.index(child.index) if child.index in wished else len(wished))
        return children, static

    def reason(self, node: Node, otherwise: str) -> str:
        """How a node's moves are ordered: by hand where that was wished."""
        return "hand" if self._by_hand and node.path in self._by_hand else otherwise


class TwoSidedSearch(Search):
    """A search with a horizon in a game of two sides."""

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (depth_option(), ORDER, arranged.OPTION, *score_option(game))

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        if not opposed(game, position):
            return _(
                "{title} needs two opposite sides; {game} has {seats} seats here, or other ends.",
                title=self.spec.title,
                game=game.spec.title,
                seats=game.seats_at(position),
            )
        return unscored(self.spec.title, game)

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return Scale(game, options).counts if knowledge.of(game).units else super().counts(game, options)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        depth = int(options.get("depth", WHOLE)) or DEEPEST
        nodes, exact = tree_size(game, position, depth)
        sentence = (
            _("{nodes:,.0f} nodes: every move of every node, to the horizon.", nodes=nodes)
            if exact
            else _("About {nodes:,.0f} nodes: every move of every node, to the horizon.", nodes=nodes)
        )
        return Estimate(nodes, nodes, sentence, exact)


def tree_size(
    game: Game[Any, Any], position: Any, depth: int, most_counted: int = 500, probes: int = 60
) -> tuple[float, bool]:
    """How many nodes the tree has down to ``depth``, and whether that is exact.

    Small trees are counted. Of others it is the mean of random walks whose branching is multiplied, always the same
    walks (Knuth, "Estimating the efficiency of backtrack programs", 1975).
    """
    counted, waiting = 0, [(position, depth)]
    while waiting and counted <= most_counted:
        here, left = waiting.pop()
        counted += 1
        if left > 0:
            moves = game.legal_moves(here)
            if counted + len(waiting) + len(moves) > most_counted:
                counted = most_counted + 1
                break
            waiting += [(game.play(here, move), left - 1) for move in moves]
    if counted <= most_counted:
        return counted, True
    rng = random.Random(0)
    total = 0.0
    for _ in range(probes):
        here, width, nodes = position, 1.0, 1.0
        for _ in range(depth):
            moves = game.legal_moves(here)
            if not moves or nodes > 1e15:
                break
            width *= len(moves)
            nodes += width
            here = game.play(here, rng.choice(moves))
        total += nodes
    return total / probes, False
