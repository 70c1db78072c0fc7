"""The pseudo-code of what refines alpha-beta, read by ``pseudocode``; behind ``#`` stand a line's steps."""

from __future__ import annotations

TABLE = """
search(node, depth, alpha, beta):                       # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    look into the slot of the position
        another position's entry: ignore it             # entry
        deep enough, and exact, or >= beta, or <= alpha: return it   # table
    for each move, the remembered one first:            # children
        value = search(node after the move, depth - 1, alpha, beta)
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    best is exact, or a bound after a cut               # value
    the slot keeps it, with depth and best move         # store
    return best
choose the root's best move                             # answer
"""

KILLERS = """
search(node, depth, alpha, beta):                       # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    killers of this ply first, then by history          # children
    for each move in this order:
        value = search(node after the move, depth - 1, alpha, beta)
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
            the move is a killer; history[move] += depth * depth   # note
    return best                                         # value
choose the root's best move                             # answer
"""

NULL_WINDOWS = """
search(node, depth, alpha, beta):                       # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node, in order:                # children
        the first: value = search(node after the move, depth - 1, alpha, beta)
        the others: is it better than the mover's bound?
            value = search(..., depth - 1, null window at the bound)   # window
            yes, and not sure: value = search(..., alpha, beta)        # window:again
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
"""

ASPIRATION = """
for depth = 1, 2, 3, ...:                               # iteration
    low, high = value - width, value + width            # window:guess
    value = search(root, depth, low, high)
    at most low: low = -infinity, and again             # window:low
    at least high: high = infinity, and again           # window:high
    the best move is searched first from now on         # finished
search(node, depth, alpha, beta): alpha-beta            # enter
    the game is over, or depth = 0: return the value    # leaf
    for each move: search it                            # children
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the best move of the last iteration              # answer
"""

MTDF = """
lower, upper = -infinity, infinity
while lower < upper:
    beta = guess, or guess + 1 if that is lower         # window
    guess = search(root, depth, beta - 1, beta)
    guess < beta: upper = guess; else lower = guess     # limits
search(node, depth, alpha, beta): alpha-beta with a table   # enter
    the game is over, or depth = 0: return the value    # leaf
    known, and settled by that: return what is known    # table entry
    for each move, the remembered one first:            # children
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    best is exact, or a bound                           # value
    keep it, and return it                              # store
choose the best move                                    # answer
"""

QUIESCENCE = """
search(node, depth, alpha, beta): alpha-beta            # enter
    if the game is over: return its value               # leaf:over
    depth > 0: search all moves
    depth = 0: beyond the horizon
        no loud move, or deep enough: the static value  # leaf
        best = the static value: standing still         # stand
        for each loud move:                             # children:loud children
            value = search(node after the move, ...)
            if it is better for the mover: best = value # best worse
            raise alpha (own node) or lower beta        # bound
            if alpha >= beta: leave out the others      # cut test
    return best                                         # value
choose the root's best move                             # answer
"""

REDUCTIONS = """
search(node, depth, alpha, beta):                       # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node, in order:                # children
        early: value = search(node after the move, depth - 1, alpha, beta)
        late: value = search(..., depth - 1 - less, null window)   # window
            it surprises: value = search(..., depth - 1, alpha, beta)   # window:deeper
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
"""

PROBCUT = """
search(node, depth, alpha, beta):                       # enter
    if the game is over: return its value               # leaf:over
    if depth = 0: return the static value               # leaf
    for each move of the node, in order:                # children
        so deep that it is worth it: look less deep first
            value >= beta + margin, or <= alpha - margin?   # window
            yes: it counts as beta, or as alpha         # trust
        value = search(node after the move, depth - 1, alpha, beta)   # window:open
        if it is better for the mover: best = value     # best worse
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
    return best                                         # value
choose the root's best move                             # answer
"""

PARALLEL = """
at the root: list the moves, and share alpha            # children:written children:value children:rank
    a worker that is free takes the next move           # worker
    it searches the move with the alpha of that moment
    back at the root: is it the best?                   # best worse
        raise the alpha that is shared                  # bound:alpha
    all moves are back                                  # value clock
search(node, depth, alpha, beta): alpha-beta            # enter
    the game is over, or depth = 0: return the value    # leaf
    for each move: search it                            # children
        raise alpha (own node) or lower beta            # bound
        if alpha >= beta: leave out the other moves     # cut test
choose the root's best move                             # answer
"""

TEXTS = {
    "table": TABLE,
    "killers": KILLERS,
    "null_windows": NULL_WINDOWS,
    "aspiration": ASPIRATION,
    "mtdf": MTDF,
    "quiescence": QUIESCENCE,
    "reductions": REDUCTIONS,
    "probcut": PROBCUT,
    "parallel": PARALLEL,
}
"""The text by the id of the search."""
