"""The Tortoise step by step: the whole game tree, valued by max^n, kept, and walked down by the moves really made.

The rules are those of ``plyground.search.tortoise``: nobody passes who can do something else, a node's moves stand in
ascending order of their texts (numbers by their size), and of equal moves the mover takes the last, as the source does
because it keeps the last of equal maxima, or the first. With three seats or more that can change the values.
"""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.maxn import ManySeats, MaxnRun
from plyground.search.teaching.scores import score_option
from plyground.search.teaching.search import Estimate, SearchSpec, Told
from plyground.search.teaching.two_sided import DEEPEST, depth_option, tree_size
from plyground.search.tortoise import natural

MOST_KEPT = 20


class TortoiseRun(MaxnRun):
    """One search, and the walk down the tree that it leaves."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, game.for_counting(position), options, seat)
        self._kept = int(options["kept"])
        self._below: dict[tuple[int, ...], int] = {}

    def search(self) -> Told:
        yield from super().search()
        found = self.result
        for node in found.line[: self._kept]:
            yield Event(
                "keep", node, value=found.value, values=found.values, sure="exact", closed=found.closed,
                number=self._below.get(node.path, 0),
            )  # fmt: skip

    def ordered(self, node: Node) -> list[Node]:
        """The children in ascending order of their moves."""
        children = [self.child(node, index) for index in range(len(self.moves(node)))]
        children.sort(key=lambda child: natural(self.game.move_text(node.position, child.move)))
        return children

    def listed(self, node: Node, children: list[Node]) -> Event:
        return Event("children", node, reason="ascending", items=tuple(child.index for child in children))

    def _search(self, node: Node, left: int) -> Told:
        before = self.result.entered
        found = yield from super()._search(node, left)
        if 0 < node.ply <= self._kept:
            self._below[node.path] = self.result.entered - before - 1
        return found


class Tortoise(ManySeats):
    """Exact wherever it looks to the end."""

    spec = SearchSpec(
        "tortoise",
        _("Tortoise"),
        _(
            "Builds the whole game tree; everybody takes what is best for the own "
            "result; the tree is kept between moves."
        ),
        "each",
    )
    kind = TortoiseRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        ties = Option(
            "ties", "choice", "last",
            _("Of equally good moves, the last in ascending order, as in the source, or "
              "the first. With three players or "
            "more this can change the values."),
            choices=("last", "first"),
        )  # fmt: skip
        kept = Option(
            "kept",
            "int",
            2,
            _("Moves of the line that are then made, to walk down the kept tree."),
            low=0,
            high=MOST_KEPT,
        )
        return (depth_option(0), ties, kept, *score_option(game))

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        if not game.spec.graded:
            return _(
                "The Tortoise compares how much ends are worth to everybody; in {title} an end is only "
                "won, drawn or lost.",
                title=game.spec.title,
            )
        return super().refuses(game, position)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        depth = int(options["depth"]) or DEEPEST
        nodes, exact = tree_size(game, game.for_counting(position), depth)
        sentence = (
            _("{nodes:,.0f} nodes: the whole tree, nothing is cut.", nodes=nodes)
            if exact
            else _("About {nodes:,.0f} nodes: the whole tree, nothing is cut.", nodes=nodes)
        )
        return Estimate(nodes, nodes, sentence, exact)


SEARCHES = (Tortoise(),)
