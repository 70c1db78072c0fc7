"""Decision trees for bots: each state is a node. Seat 0 chooses at ``a`` nodes, seat 1 at ``o`` nodes."""

from __future__ import annotations

from typing import Any


class State:
    """One node. ``value`` is its static value as seat 0 sees it, ``children`` are the nodes below, ``path`` the moves
    that lead here; ``seat`` chooses among the children."""

    def __init__(self, side: str, value: int, children: list[State]) -> None:
        self.seat, self.value, self.children = "ao".index(side), value, children
        self.path: tuple[int, ...] = ()

    @property
    def moves(self) -> list[str]:
        """The moves: the numbers of the children from 0, as texts."""
        return [str(number) for number in range(len(self.children))]

    @property
    def returns(self) -> tuple[int, int] | None:
        """None while the game goes on; at a leaf its value for each seat."""
        return None if self.children else (self.value, -self.value)

    @property
    def position(self) -> str:
        """The tree below this node in the one-line form."""
        below = f" ( {' '.join(child.position for child in self.children)} )" if self.children else ""
        return f"{'ao'[self.seat]} {self.value}{below}"

    def play(self, move: str) -> State:
        """The child of this number."""
        child = self.children[int(move)]
        child.path = (*self.path, int(move))
        return child


def read(text: str) -> State:
    """A tree in the one-line form, such as ``a 0 ( a 6 o 12 ( a 3 a 7 ) )``."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    rows: list[list[State]] = [[]]
    at = 0
    while at < len(words):
        if words[at] == "(":
            rows.append(rows[-1][-1].children)
            at += 1
        elif words[at] == ")":
            rows.pop()
            at += 1
        else:
            rows[-1].append(State(words[at], int(words[at + 1]), []))
            at += 2
    return rows[0][0]


# What the server needs to speak with a bot in these types.


def state_of(start: dict[str, Any]) -> State:
    """The state of the start message's position: a tree, and behind an @ the path to where the game is."""
    text, _, path = start["position"].partition("@")
    state = read(text)
    for move in path.split():
        state = state.play(move)
    return state


def state_after(state: State, text: str) -> State:
    """The state after a move's text."""
    return state.play(text)
