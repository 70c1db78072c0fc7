"""Alpha-beta that remembers which moves cut: killers at their ply, and a history of cuts for every move.

A move that cut at one node is tried early at the others of its ply (Slate and Atkin, 1977); a move that cut anywhere
counts the more, the more plies were below it (Schaeffer, 1983). Neither asks the game what the move does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching import words_windows
from plyground.search.teaching.alphabeta import AlphaBeta, AlphaBetaRun
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import SearchSpec
from plyground.search.teaching.two_sided import DEEPEST, TwoSidedSearch

REMEMBERED = 2
"""Killers that a ply keeps."""


class KillersRun(AlphaBetaRun):
    """One search."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self._killers: dict[int, list[Any]] = {}
        self._history: dict[tuple[int, Any], int] = {}

    def ordered(self, node: Node) -> list[Node]:
        children = super().ordered(node)
        if self._helps(node):
            killers, mover = self._killers.get(node.ply, []), self.game.to_move(node.position)

            def promise(child: Node) -> tuple[int, int]:
                place = killers.index(child.move) if child.move in killers else REMEMBERED
                return place, -self._history.get((mover, child.move), 0)

            children.sort(key=promise)
        return children

    def reason(self, node: Node, otherwise: str) -> str:
        return "killer" if self._helps(node) else super().reason(node, otherwise)

    def refuted(self, node: Node, child: Node, left: int) -> Iterable[Event]:
        mover = self.game.to_move(node.position)
        if self.options["killers"]:
            killers = self._killers.setdefault(node.ply, [])
            if killers[:1] != [child.move]:
                self._killers[node.ply] = [child.move, *(each for each in killers if each != child.move)][:REMEMBERED]
                yield Event("note", node, child, number=node.ply, reason="killer")
        if self.options["history"]:
            added = left * left if left <= DEEPEST else 1
            total = self._history[mover, child.move] = self._history.get((mover, child.move), 0) + added
            yield Event("note", node, child, number=total, reason="history", items=(added,))

    def _helps(self, node: Node) -> bool:
        """Whether anything is remembered of the moves of a node."""
        if not self._killers and not self._history:
            return False
        killers, mover = self._killers.get(node.ply, []), self.game.to_move(node.position)
        return any(move in killers or (mover, move) in self._history for move in self.moves(node))


class Killers(AlphaBeta):
    """Alpha-beta with orders that it learns on its way."""

    spec = SearchSpec(
        "killers",
        _("Alpha-beta with killers and history"),
        _("Tries first what has cut before, at this ply or anywhere."),
    )
    kind = KillersRun
    says = words_windows.SAY

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            *TwoSidedSearch.options(self, game),
            Option(
                "killers", "bool", True, _("Try first the two moves that cut last at this ply."), title=_("Killers")
            ),
            Option(
                "history", "bool", True,
                _("Then try moves in the order of how much they have cut; a cut counts the square of the plies left."),
                title=_("History"),
            ),
        )  # fmt: skip


SEARCHES = (Killers(),)
