"""Searches with one mistake each: a sound source, what is changed in it, and what the mistake may be called."""

# ruff: noqa: E501

from __future__ import annotations

from typing import NamedTuple

MINIMAX = """
def minimax(state, depth, seat):
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    for move in state.moves:
        value = minimax(state.play(move), depth - 1, seat)
        best = max(best, value) if own else min(best, value)
    return best
"""
PUSHING = """
from plyground.board import Board

def minimax(state, depth, seat):
    return look(Board(state), depth, seat)

def look(board, depth, seat):
    if depth == 0 or board.returns is not None:
        return board.evaluate(seat)
    own = board.seat == seat
    values = []
    for move in board.moves:
        board.push(move)
        values.append(look(board, depth - 1, seat))
        board.pop()
    return max(values) if own else min(values)
"""
NEGAMAX = """
def negamax(state, depth):
    if depth == 0 or state.returns is not None:
        return state.evaluate(state.seat)
    best = float("-inf")
    for move in state.moves:
        best = max(best, -negamax(state.play(move), depth - 1))
    return best
"""
ALPHABETA = """
def alphabeta(state, depth, alpha, beta, seat):
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    if state.seat == seat:
        best = float("-inf")
        for move in state.moves:
            value = alphabeta(state.play(move), depth - 1, alpha, beta, seat)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = float("inf")
    for move in state.moves:
        value = alphabeta(state.play(move), depth - 1, alpha, beta, seat)
        best = min(best, value)
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
SEARCH = """
def search(state, depth, alpha, beta):
    if depth == 0 or state.returns is not None:
        return state.evaluate(state.seat)
    best = float("-inf")
    for move in state.moves:
        value = -search(state.play(move), depth - 1, -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    return best
"""
CHOOSE = (
    """
def choose(state, depth, seat):
    return max(state.moves, key=lambda move: minimax(state.play(move), depth - 1, seat))
"""
    + MINIMAX
)
DEEPENING = (
    """
def deepening(state, depth, seat):
    alpha, beta = float("-inf"), float("inf")
    for plies in range(1, depth + 1):
        value = alphabeta(state, plies, alpha, beta, seat)
    return value
"""
    + ALPHABETA
)
TABLE = """
EXACT, LOWER, UPPER = range(3)
table = {}

def search(state, depth, alpha, beta, seat):
    plies, kind, value = table.get(state, (-1, EXACT, 0))
    if plies >= depth and (kind == EXACT or kind == LOWER and value >= beta or kind == UPPER and value <= alpha):
        return value
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    own = state.seat == seat
    best = float("-inf") if own else float("inf")
    low, high = alpha, beta
    for move in state.moves:
        value = search(state.play(move), depth - 1, low, high, seat)
        if own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    table[state] = depth, LOWER if best >= beta else UPPER if best <= alpha else EXACT, best
    return best
"""
GREEDY = """
def greedy(state, seat):
    return max(state.moves, key=lambda move: state.play(move).evaluate(seat))
"""


class Planted(NamedTuple):
    """A mistake: the exercise, the sound source, pairs of old and new text, and the kinds that name it rightly."""

    name: str
    exercise: str
    source: str
    changes: tuple[tuple[str, str], ...]
    kinds: frozenset[str]

    @property
    def text(self) -> str:
        """The source with the mistake."""
        text = self.source
        for old, new in self.changes:
            assert old in text, (self.name, old)
            text = text.replace(old, new)
        return text


def planted(name: str, exercise: str, source: str, old: str, new: str, *kinds: str) -> Planted:
    """A mistake made by one change."""
    return Planted(name, exercise, source, ((old, new),), frozenset(kinds))


MISTAKES = (
    planted("the sign of a leaf", "minimax", MINIMAX, "return state.ev", "return -state.ev", "leaf_side"),
    planted("scored for the mover", "minimax", MINIMAX, "evaluate(seat)", "evaluate(state.seat)", "leaf_side"),
    planted("scored for the other", "minimax", MINIMAX, "evaluate(seat)", "evaluate(1 - seat)", "leaf_side"),
    Planted(
        "max and min exchanged", "minimax", MINIMAX,
        (("max(best, value) if own else min(best, value)", "min(best, value) if own else max(best, value)"),
         ('float("-inf") if own else float("inf")', 'float("inf") if own else float("-inf")')),
        frozenset({"wrong_choice"}),
    ),
    Planted(
        "max at every node", "minimax", MINIMAX,
        (("max(best, value) if own else min(best, value)", "max(best, value)"),
         ('float("-inf") if own else float("inf")', 'float("-inf")')),
        frozenset({"wrong_choice"}),
    ),
    planted("depth stays", "minimax", MINIMAX, "depth - 1", "depth", "deep", "went_on"),
    planted("two plies at once", "minimax", MINIMAX, "depth - 1", "depth - 2", "early", "early_pass", "deep"),
    planted("a ply too few", "minimax", MINIMAX, "depth == 0", "depth <= 1", "early", "early_pass"),
    planted("a ply too many", "minimax", MINIMAX, "depth == 0", "depth < 0", "deep"),
    planted("the last move counts", "minimax", MINIMAX, "max(best, value) if own else min(best, value)", "value", "last", "wrong_choice"),
    planted("only one move", "minimax", MINIMAX, "    return best", "        break\n    return best", "left_out"),
    planted("a move is left out", "minimax", MINIMAX, "in state.moves:", "in state.moves[1:] or state.moves:", "left_out"),
    Planted(
        "values are added", "minimax", MINIMAX,
        (("max(best, value) if own else min(best, value)", "best + value"), ('float("-inf") if own else float("inf")', "0")),
        frozenset({"mean", "combined", "floor", "last", "first"}),
    ),
    planted("best begins at 0", "minimax", MINIMAX, 'float("-inf") if own else float("inf")', "0", "floor"),
    planted("no value goes up", "minimax", MINIMAX, "    return best", "    best", "nothing"),
    planted("the state walks on", "minimax", MINIMAX, "value = minimax(state.play(move),", "state = state.play(move)\n        value = minimax(state,", "astray", "stale"),
    planted("a move is not taken back", "minimax", PUSHING, "        board.pop()\n", "", "astray", "stale"),
    planted("the end is not seen", "minimax", MINIMAX, " or state.returns is not None", "", "went_on"),
    planted("each move twice", "minimax", MINIMAX, "        best = max", "        value = minimax(state.play(move), depth - 1, seat)\n        best = max", "twice"),
    planted("no sign turns", "negamax", NEGAMAX, "-negamax", "negamax", "no_negation"),
    planted("the lowest of all", "negamax", NEGAMAX, 'float("-inf")', 'float("inf")', "wrong_choice", "floor", "combined"),
    planted("scored for one side", "negamax", NEGAMAX, "evaluate(state.seat)", "evaluate(0)", "leaf_side"),
    planted("the cut is turned round", "alphabeta", ALPHABETA, "alpha >= beta", "alpha <= beta", "unsound_cut", "wrong_bound"),
    planted("cut on the own bound", "alphabeta", ALPHABETA, "if alpha >= beta", "if best <= alpha", "unsound_cut", "wrong_bound"),
    planted("cut on the other bound", "alphabeta", ALPHABETA, "if beta <= alpha", "if best >= beta", "unsound_cut", "wrong_bound"),
    planted("bounds stay above", "alphabeta", ALPHABETA, "depth - 1, alpha, beta", 'depth - 1, float("-inf"), float("inf")', "no_cut"),
    planted("alpha never rises", "alphabeta", ALPHABETA, "            alpha = max(alpha, best)\n", "", "no_cut"),
    planted("bounds change places", "alphabeta", ALPHABETA, "depth - 1, alpha, beta", "depth - 1, beta, alpha", "swapped_bounds"),
    planted("a window that is not sure", "alphabeta", ALPHABETA, "depth - 1, alpha, beta", "depth - 1, 0, 0.5", "unsound_window"),
    planted("cuts nothing", "alphabeta", ALPHABETA, "break", "pass", "no_cut"),
    planted("the window is not turned", "negamax_alphabeta", SEARCH, "-beta, -max(alpha, best)", "max(alpha, best), beta", "unsound_window", "no_cut"),
    planted("bounds without signs", "negamax_alphabeta", SEARCH, "-beta, -max(alpha, best)", "beta, max(alpha, best)", "swapped_bounds", "unsound_window"),
    planted("the seat turns from ply to ply", "minimax", MINIMAX, "depth - 1, seat)", "depth - 1, 1 - seat)", "leaf_side", "wrong_choice"),
    planted("side asked after the moves", "minimax", PUSHING, "max(values) if own", "max(values) if not own", "wrong_choice"),
    planted("looks after taking back", "minimax", PUSHING, "        values.append(look(board, depth - 1, seat))\n        board.pop()", "        board.pop()\n        values.append(look(board, depth - 1, seat))", "early", "early_pass"),
    planted("plies used up by each move", "minimax", MINIMAX, "value = minimax(state.play(move), depth - 1, seat)", "depth -= 1\n        value = minimax(state.play(move), max(depth, 0), seat)", "early", "early_pass", "deep", "leaf"),
    planted("the move goes up", "minimax", MINIMAX, "    return best", "    return move", "no_value"),
    planted("a text goes up", "minimax", MINIMAX, "return state.evaluate(seat)", "return str(state.evaluate(seat))", "no_value"),
    planted("Max begins at 0", "minimax", MINIMAX, 'float("-inf")', "0", "floor"),
    planted("an ended game is worth 0", "minimax", MINIMAX, "    if depth == 0", "    if state.returns is not None:\n        return 0\n    if depth == 0", "leaf_end"),
    planted("Min takes the mean", "minimax", PUSHING, "min(values)", "sum(values) / len(values)", "mean"),
    planted("only the most promising moves", "minimax", MINIMAX, "in state.moves:", "in sorted(state.moves, key=lambda move: state.play(move).evaluate(state.seat))[-2:]:", "left_out", "cut_in_minimax"),
    planted("Min follows its greedy move", "minimax", MINIMAX, "in state.moves:", "in state.moves if own else sorted(state.moves, key=lambda move: state.play(move).evaluate(seat))[:1]:", "left_out", "cut_in_minimax"),
    planted("scored from the root's side", "negamax", "ROOT = None\n" + NEGAMAX, "    if depth == 0", "    global ROOT\n    ROOT = state.seat if ROOT is None else ROOT\n    if depth == 0 and state.seat != ROOT:\n        return state.evaluate(ROOT)\n    if depth == 0", "leaf_side"),
    planted("bounds kept for the whole file", "alphabeta", ALPHABETA, "            alpha = max(alpha, best)\n            if alpha >= beta:", "            globals()['A'] = alpha = max(globals().get('A', alpha), best)\n            if alpha >= beta:", "unsound_cut", "unsound_window", "wrong_bound"),
    planted("cut before the bound", "alphabeta", ALPHABETA, "if alpha >= beta", "if alpha >= beta - 2", "unsound_cut", "wrong_bound"),
    planted("Min lifts alpha", "alphabeta", ALPHABETA, "beta = min(beta, best)", "alpha = max(alpha, best)", "unsound_cut", "wrong_bound", "no_cut"),
    planted("beta never falls", "alphabeta", ALPHABETA, "beta = min(beta, best)", "alpha = min(alpha, best)", "no_cut"),
    planted("a cut gives too little", "alphabeta", ALPHABETA, "                break", "                return alpha - 1", "combined", "last", "first", "wrong_choice"),
    planted("the window of the last depth", "deepening", DEEPENING, "alpha, beta, seat)\n    return value", "alpha, beta, seat)\n        alpha, beta = value - 1, value + 1\n    return value", "unsound_window"),
    planted("the best of all depths", "deepening", DEEPENING, "    return value", "        found = value if plies == 1 else max(found, value)\n    return found", "answer"),
    planted("a ply too few in all", "deepening", DEEPENING, "depth + 1)", "max(2, depth))", "answer", "early", "early_pass", "unseen"),
    planted("entries without depth", "table", TABLE, "plies >= depth and", "plies >= 0 and", "shallow_entry", "bound_as_exact"),
    planted("bounds taken as values", "table", TABLE, "(kind == EXACT or kind == LOWER and value >= beta or kind == UPPER and value <= alpha)", "True", "bound_as_exact"),
    planted("lower bounds taken as values", "table", TABLE, "LOWER if best >= beta else UPPER", "UPPER", "bound_as_exact"),
    planted("upper bounds taken as values", "table", TABLE, "UPPER if best <= alpha else EXACT", "EXACT", "bound_as_exact"),
    planted("one entry for all states", "table", TABLE.replace("table[state]", "table[state.seat]"), "table.get(state,", "table.get(state.seat,", "early", "early_pass", "shallow_entry", "bound_as_exact", "leaf", "leaf_end"),
    planted("the first ply is not counted", "minimax_move", CHOOSE, "state.play(move), depth - 1, seat))", "state.play(move), max(0, depth - 2), seat))", "early", "early_pass"),
    planted("the value is chosen", "minimax_move", CHOOSE, "return max(state.moves, key=lambda move: minimax(state.play(move), depth - 1, seat))", "return max(minimax(state.play(move), depth - 1, seat) for move in state.moves)", "no_move"),
    planted("the worst move", "minimax_move", CHOOSE, "return max(state.moves", "return min(state.moves", "worse_move"),
    planted("the first move costs no ply", "minimax_move", CHOOSE, "state.play(move), depth - 1, seat))", "state.play(move), depth, seat))", "deep"),
    planted("best for the other side", "greedy", GREEDY, "evaluate(seat)", "evaluate()", "worse_move"),
)  # fmt: skip
