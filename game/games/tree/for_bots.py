"""What handed-in bots find in a state of a decision tree: a node. Seat 0 chooses at ``a`` nodes, seat 1 at ``o``."""

from __future__ import annotations

from plyground.core import ahead
from plyground.core.ahead import once
from plyground.games.tree.position import COUNT, path_of, value_of


class State(ahead.State):
    """One node."""

    same_texts = True

    @once
    def value(self) -> float:
        """The node's static value as seat 0 sees it."""
        return value_of(self.at.nodes, self.at.node)

    @once
    def children(self) -> list[State]:
        """The nodes below, in order."""
        return [self._after(self.game.play(self.at, number)) for number in range(self.at.nodes[self.at.node, COUNT])]

    def play(self, move: str) -> State:
        """The child of this number."""
        number: int = self.game.parse_move(self.at, move)
        return self.children[number]

    @once
    def path(self) -> tuple[int, ...]:
        """The moves that lead here."""
        return path_of(self.at.nodes, self.at.node)
