"""Right solutions in many styles: recursive and in a loop, on states and on a board, fail-hard and fail-soft."""

# ruff: noqa: E501

from __future__ import annotations

from tools.benchmarks._mistakes import ALPHABETA, MINIMAX, NEGAMAX, PUSHING, SEARCH

STYLES: dict[str, tuple[str, str]] = {
    "plain": ("minimax", MINIMAX),
    "push and pop": ("minimax", PUSHING),
    "negamax": ("negamax", NEGAMAX),
    "fail-soft": ("alphabeta", ALPHABETA),
    "fail-soft negamax": ("negamax_alphabeta", SEARCH),
    "fail-hard": (
        "alphabeta",
        """
def alphabeta(state, depth, alpha, beta, seat):
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    if state.seat == seat:
        for move in state.moves:
            alpha = max(alpha, alphabeta(state.play(move), depth - 1, alpha, beta, seat))
            if alpha >= beta:
                return beta
        return alpha
    for move in state.moves:
        beta = min(beta, alphabeta(state.play(move), depth - 1, alpha, beta, seat))
        if beta <= alpha:
            return alpha
    return beta
""",
    ),
    "cuts beyond equality only": (
        "alphabeta",
        ALPHABETA.replace("alpha >= beta", "alpha > beta").replace("<= alpha", "< alpha"),
    ),
    "two functions": (
        "minimax",
        """
def minimax(state, depth, seat):
    return highest(state, depth, seat)[0]

def ends(state, depth):
    return depth == 0 or state.returns is not None

def highest(state, depth, seat):
    if ends(state, depth):
        return state.evaluate(seat), None
    return max(((lowest(state.play(move), depth - 1, seat)[0], move) for move in state.moves), key=lambda pair: pair[0])

def lowest(state, depth, seat):
    if ends(state, depth):
        return state.evaluate(seat), None
    return min(((highest(state.play(move), depth - 1, seat)[0], move) for move in state.moves), key=lambda pair: pair[0])
""",
    ),
    "a class": (
        "minimax",
        """
class Searcher:
    def __init__(self, seat):
        self.seat, self.nodes = seat, 0

    def search(self, state, depth):
        self.nodes += 1
        if depth == 0 or state.returns is not None:
            return state.evaluate(self.seat)
        choose = max if state.seat == self.seat else min
        return choose([self.search(state.play(move), depth - 1) for move in state.moves])

def minimax(state, depth, seat):
    return Searcher(seat).search(state, depth)
""",
    ),
    "a colour": (
        "minimax",
        """
def minimax(state, depth, seat):
    return negamax(state, depth, 1 if state.seat == seat else -1, seat) * (1 if state.seat == seat else -1)

def negamax(state, depth, colour, seat):
    if depth == 0 or state.returns is not None:
        return colour * state.evaluate(seat)
    return max(-negamax(state.play(move), depth - 1, -colour, seat) for move in state.moves)
""",
    ),
    "a loop": (
        "minimax",
        """
def minimax(state, depth, seat):
    nodes, waiting = [], [(state, depth, None)]
    while waiting:
        here, left, parent = waiting.pop()
        number = len(nodes)
        over = left == 0 or here.returns is not None
        nodes.append([here.evaluate(seat) if over else None, parent, here.seat == seat])
        if not over:
            waiting.extend((here.play(move), left - 1, number) for move in here.moves)
    for value, parent, _own in reversed(nodes):
        if parent is not None:
            best, own = nodes[parent][0], nodes[parent][2]
            nodes[parent][0] = value if best is None else max(best, value) if own else min(best, value)
    return nodes[0][0]
""",
    ),
    "remembered": (
        "minimax",
        """
import functools

@functools.cache
def minimax(state, depth, seat):
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    values = [minimax(state.play(move), depth - 1, seat) for move in state.moves]
    return max(values) if state.seat == seat else min(values)
""",
    ),
    "in another order": (
        "alphabeta",
        ALPHABETA.replace(
            "in state.moves:", "in sorted(state.moves, key=lambda move: -state.play(move).evaluate(state.seat)):"
        ),
    ),
    "null windows": (
        "negamax_alphabeta",
        """
def search(state, depth, alpha, beta):
    if depth == 0 or state.returns is not None:
        return state.evaluate(state.seat)
    best = float("-inf")
    for number, move in enumerate(state.moves):
        after = state.play(move)
        low = max(alpha, best)
        if number == 0 or low == float("-inf"):
            value = -search(after, depth - 1, -beta, -low)
        else:
            value = -search(after, depth - 1, -low - 2**-16, -low)
            if low < value < beta:
                value = -search(after, depth - 1, -beta, -low)
        best = max(best, value)
        if best >= beta:
            break
    return best
""",
    ),
    "the horizon scored by its parent": (
        "minimax",
        """
def minimax(state, depth, seat):
    if state.returns is not None:
        return state.returns[seat]
    values = []
    for move in state.moves:
        after = state.play(move)
        values.append(after.evaluate(seat) if depth == 1 else minimax(after, depth - 1, seat))
    return max(values) if state.seat == seat else min(values)
""",
    ),
}
"""By name: the exercise and the source."""
