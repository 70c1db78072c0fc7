"""The pseudo-code of each teaching search, and the line that each step lights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.search.teaching import code_of_refinements
from plyground.search.teaching.trace import Step, Trace


@dataclass(frozen=True)
class Code:
    """The lines, and for each kind of step (or ``kind:reason``, which goes before) the number of its line from 0."""

    lines: tuple[str, ...]
    lit: Mapping[str, int]


def _code(text: str) -> Code:
    """Read lines that end in ``# kind kind:reason …``: the steps that light them."""
    lines, lit = [], {}
    for number, row in enumerate(text.strip("\n").splitlines()):
        line, _, kinds = row.partition("#")
        lines.append(line.rstrip())
        for kind in kinds.split():
            lit[kind] = number
    return Code(tuple(lines), lit)


_MINIMAX = _code("""
minimax(node, depth):                                   # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node:                          # children
        value = minimax(node after the move, depth - 1)
        if it is better for the mover: best = value     # best worse
    return best                                         # value
choose the root's best move                             # answer
""")

_NEGAMAX = _code("""
negamax(node, depth):                                   # enter
    if the game is over: return its value for the mover # leaf:over
    if depth = 0: return the static value for the mover # leaf
    for each move of the node:                          # children
        value = negamax(node after the move, depth - 1)
        if the other side moves there: value = -value
        if value > best: best = value                   # best worse
    return best                                         # value
choose the root's best move                             # answer
""")

_ALPHABETA = _code("""
alphabeta(node, depth, alpha, beta):                    # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node, in order:                # children
        value = alphabeta(node after the move, depth - 1, alpha, beta)
        if it is better for the mover: best = value     # best worse
        if the searching side moves: alpha = max(alpha, value)   # bound bound:alpha
        else: beta = min(beta, value)                   # bound:beta
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
""")

_DEEPENING = _code("""
rank the root's moves by static value; all are open     # file:open children
for n = 0, 1, 2, ...: look n + 2 plies ahead            # iteration
    take the best move first, then the open ones, then ceilings above the best   # file:woken file:asleep
        search(move, n, alpha = value of the best move or of the best finished one)
        seen to the end: it is finished                 # file:finished file:losing
            delete every ceiling that it reaches        # file:deleted file:dropped
        held down by a finished reply: it has a ceiling # file:ceiling
        else: it stays open                             # file
    the best open move, or the best finished one        # best finished
search(node, depth, alpha, beta):                       # enter enter:line
    no moves: its value, finished                       # leaf:over
    depth = 0: the best static value of its children    # leaf
    children by static value, the remembered line first # children:value children:line children:written
    for each child: search(child, depth - 1, alpha, beta)   # worse
        raise alpha (own node) or lower beta            # bound
        alpha >= beta, or nothing better is possible: leave the rest   # cut test
    return the best, and whether all that was seen is finished   # value
choose the best                                         # answer
""")

_BUDGET = _code("""
search(node, budget b):                                 # enter
    if the game is over: return its value               # leaf:over
    n = number of the node's moves
    each = (b - n) // n                                 # divide
    if each < 0: return the static value                # leaf
    for each move of the node:                          # children
        value = search(node after the move, each)
        if it is better for the mover: best = value     # best worse
    return best                                         # value
at the root: each = B - n, then as above                # divide:root
choose the root's best move                             # answer
""")

_MAXN = _code("""
maxn(node, depth):                                      # enter
    if the game is over: return a value for every seat  # leaf:over
    if depth = 0: return a static value for every seat  # leaf
    for each move of the node:                          # children
        values = maxn(node after the move, depth - 1)
        if the mover's own value is higher: best = values        # best worse
    return best                                         # value
choose the root's best move                             # answer
""")

_TORTOISE = _code("""
optimal(tree):                                          # enter
    if the game is over: return what it is worth to every seat   # leaf:over
    at the horizon, if there is one: return a static value for every seat   # leaf
    mkGameTree: a child for every move, in ascending order   # children
        values = optimal(child)
        if values[mover] >= best[mover] (ties last; ties first: >): best = values   # best worse
    return best                                         # value
play the root's best move                               # answer
when a move is really made: go down to its node and keep the tree below it   # keep
""")

_PARANOID = _code("""
paranoid(node, depth, alpha, beta):                     # enter
    if the game is over: return our value               # leaf:over
    if depth = 0: return our static value               # leaf
    for each move of the node, in order:                # children
        value = paranoid(node after the move, depth - 1, alpha, beta)
        we choose the highest, all others the lowest    # best worse
        if we move: alpha = max(alpha, value)           # bound bound:alpha
        else: beta = min(beta, value)                   # bound:beta
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
""")

_BEST_REPLY = _code("""
reply(node, depth, alpha, beta):                        # enter
    if the game is over: return our value               # leaf:over
    if depth = 0: return our static value               # leaf
    moves: all of them, or, if another seat has chosen since our turn, the one that looks best   # children
    for each of them, in order:
        value = reply(node after the move, depth - 1, alpha, beta)
        we choose the highest, another seat the lowest  # best worse
        if we move: alpha = max(alpha, value)           # bound bound:alpha
        else: beta = min(beta, value)                   # bound:beta
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
""")

_MCTS = _code("""
repeat:                                                 # iteration
    node = root
    while all moves of the node were tried:
        node = the child with the highest mean + c * spread * sqrt(ln N / n)   # select
    add the child of a move that was not tried          # enter children
    if the game is over: result = its end               # leaf
    else: play a game to its end                        # playout
    for every node on the way: count the visit, add the result   # backup
choose the most visited move                            # answer
""")

_PUCT = _code("""
repeat:                                                 # iteration
    node = root
    while the node was visited before:
        if its moves are not listed: list them, the best looking first, with shares P   # children
        node = the child with the highest mean + c * P * sqrt(N) / (1 + n)   # select
    a child that is new is added to the tree            # enter
    result = its end, or its static value between -1 and 1   # leaf
    for every node on the way: count the visit, add the result   # backup
choose the most visited move                            # answer
""")

_EXPECTIMAX = _code("""
expectimax(node, depth):                                # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node:                          # children
        value = expectimax(node after the move, depth - 1)
        if chance decides here: mean = mean + chance * value   # weigh
        else if it is better for the mover: best = value       # best worse
    return the mean, or the best                        # value
choose the root's best move                             # answer
""")

_PROOF = _code("""
proof and disproof of the root are 1 and 1              # enter
until one of them is 0:                                 # iteration
    node = root
    while its moves were met:
        node = its child with the least number: proof where the attacker moves, else disproof   # toward
    meet its moves:                                     # children
        won: 0 and infinity; over, but not won: infinity and 0; else 1 and 1   # leaf
    for the node and all above it, until nothing changes:
        attacker's move: least proof, sum of disproofs; else sum of proofs, least disproof   # needs
proof 0: a win by force; disproof 0: none               # answer
""")

CODES: dict[str, Code] = {
    "budget": _BUDGET,
    "budget_maxn": _BUDGET,
    "maxn": _MAXN,
    "tortoise": _TORTOISE,
    "paranoid": _PARANOID,
    "best_reply": _BEST_REPLY,
    "mcts": _MCTS,
    "puct": _PUCT,
    "proof": _PROOF,
    "expectimax": _EXPECTIMAX,
    "minimax": _MINIMAX,
    "negamax": _NEGAMAX,
    "alphabeta": _ALPHABETA,
    "deepening": _DEEPENING,
    **{name: _code(text) for name, text in code_of_refinements.TEXTS.items()},
}
"""The pseudo-code by the id of the search."""


def line_of(trace: Trace, step: Step) -> int | None:
    """The number of the line that a step lights, None if it lights none."""
    lit = CODES[trace.head.search].lit
    if step.kind == "stop":
        return lit["answer"]
    return lit.get(f"{step.kind}:{step.reason}", lit.get(step.kind))
