"""Monte Carlo tree search with short playouts."""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.ahead import State
from plyground.exercises.solutions.uct import select

PLIES, EXPLORATION = 4, 1.0


class Node:
    """A node of the tree; ``total`` counts for the seat that moved to it."""

    def __init__(self, state: State) -> None:
        self.state, self.visits, self.total = state, 0, 0.0
        self.moves = list(state.moves) if state.returns is None else []
        self.children: list[Node] = []


def mcts(state: State, rounds: int, random: Callable[[], float]) -> str:
    """The move that was visited most in so many rounds."""
    root = Node(state)
    for _round in range(rounds):
        way = [root]
        while way[-1].moves and len(way[-1].children) == len(way[-1].moves):
            way.append(best_child(way[-1]))
        leaf = way[-1]
        if leaf.moves:
            leaf.children.append(Node(leaf.state.play(leaf.moves[len(leaf.children)])))
            way.append(leaf.children[-1])
        worth = playout(way[-1].state, random)
        for above, node in zip([root, *way], way, strict=False):
            node.visits += 1
            node.total += worth[above.state.seat]
    most = max(range(len(root.children)), key=lambda child: root.children[child].visits)
    return root.moves[most]


def best_child(node: Node) -> Node:
    """The child to look at next."""
    visits, totals = [child.visits for child in node.children], [child.total for child in node.children]
    return node.children[select(visits, totals, EXPLORATION)]


def playout(state: State, random: Callable[[], float]) -> tuple[float, float]:
    """What some random moves come to, for both seats."""
    for _ply in range(PLIES):
        if state.returns is not None:
            break
        state = state.play(state.moves[int(random() * len(state.moves))])
    score, sure = state.evaluate(0), 0.5 if state.returns is not None else 0.25
    worth = 0.5 + (sure if score > 0 else -sure if score < 0 else 0.0)
    return worth, 1 - worth
