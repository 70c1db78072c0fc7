"""The exercises that are judged by answers: what makes a champion of a search, and players that search otherwise."""

from __future__ import annotations

from plyground.core.exercising import Call, Exercise
from plyground.core.messages import _
from plyground.exercises import calls
from plyground.exercises.searches import SOLUTIONS

PLAYERS: tuple[Exercise, ...] = (
    Exercise(
        "random",
        _("Play at random"),
        _("Write pick(state, random): a legal move, each equally likely. random() gives a number from 0 to 1."),
        "pick",
        ("state", "random"),
        (
            _("state.moves is a list; a whole number below its length chooses one of it."),
            _("random() is never 1, so that int(random() * n) is one of 0, 1, …, n - 1."),
        ),
        5,
        SOLUTIONS,
        verdict="covers",
        needs="nothing",
        accepted="accepted",
        calls=calls.picks,
        bot="pick(state, random)",
        deepest=1,
    ),
    Exercise(
        "budget",
        _("A divided budget"),
        _(
            "Write divided(state, budget, seat): minimax that shares its budget: each of n moves gets budget // n. "
            "Where the budget is less than n, or the game is over, the score counts."
        ),
        "divided",
        ("state", "budget", "seat"),
        (
            _("The budget stands where minimax has its depth: it decides how far the search looks."),
            _("share = budget // len(state.moves) goes to every move alike."),
        ),
        20,
        SOLUTIONS,
        verdict="same",
        calls=calls.budgets,
        lesson="divided-budget",
        bot="max(state.moves, key=lambda move: divided(state.play(move), 20, state.seat))",
        deepest=2,
    ),
    Exercise(
        "order",
        _("An order of moves"),
        _("Write ordered(state): the legal moves, best first for the side that moves, by the score after each."),
        "ordered",
        ("state",),
        (
            _("sorted(…, key=…, reverse=True) puts the largest key first."),
            _("The score is that of the side that moves now: state.seat, also after the move."),
        ),
        10,
        SOLUTIONS,
        verdict="ordered",
        needs="score",
        calls=lambda game, position, depth, chance: [Call(["state"], "ordered(state)")],
        accepted="accepted",
        lesson="order",
        bot="ordered(state)[0]",
        deepest=1,
    ),
    Exercise(
        "timed",
        _("Deepening by the clock"),
        _(
            "Write timed(state, time): search one ply ahead, then two, and so on, until time() is 0 or less; give back "
            "the best move of the last search that was done. Here a thousand moves that you play take a second."
        ),
        "timed",
        ("state", "time"),
        (
            _("Ask the clock at every node, and leave the search by an exception of your own."),
            _("Only a search that is complete counts: keep its move, and catch the exception around the loop."),
            _("Look at the best move of the last search first."),
        ),
        45,
        SOLUTIONS,
        verdict="timed",
        calls=calls.clocks,
        lesson="deepening",
        bot="timed(state, (lambda until: lambda: time() - until)(0.95 * time()))",
        deepest=1,
    ),
    Exercise(
        "quiescence",
        _("Quiescence"),
        _(
            "Write quiet(state, depth, margin, seat): the value at the horizon. The side that moves may stop, "
            "which is worth the score, or make a move that changes the score by margin or more, at most depth plies."
        ),
        "quiet",
        ("state", "depth", "margin", "seat"),
        (
            _("It is minimax with one more choice at every node: to stop with the score as it stands."),
            _("A move is loud if abs(after.evaluate(seat) - state.evaluate(seat)) >= margin; only these are searched."),
        ),
        35,
        SOLUTIONS,
        verdict="same",
        calls=calls.margins,
        bot="max(state.moves, key=lambda move: quiet(state.play(move), 2, 2, state.seat))",
        deepest=2,
    ),
    Exercise(
        "evaluation",
        _("Fit an evaluation"),
        _(
            "Write fit(rows, results): the list of weights for which the sums of weight times number of each row come "
            "closest to the results (the least mean squared error)."
        ),
        "fit",
        ("rows", "results"),
        (
            _("Begin with zeros, and change every weight a little against its part in the error, many times."),
            _("That part is the mean of error times number over all rows. A rate of 0.5 and 1,000 rounds will do."),
        ),
        40,
        SOLUTIONS,
        verdict="weights",
        needs="score",
        calls=calls.rows,
        lesson="score-a-move",
        deepest=1,
    ),
    Exercise(
        "uct",
        _("Select by UCT"),
        _(
            "Write select(visits, totals, exploration): the number of the child to look at next: the first without a "
            "visit, else the one with the largest mean + exploration * sqrt(log(all visits) / own visits)."
        ),
        "select",
        ("visits", "totals", "exploration"),
        (
            _("The mean of a child is its total divided by its visits, and the logarithm is the natural one."),
            _("All visits are those of all children together."),
        ),
        15,
        SOLUTIONS,
        verdict="same",
        needs="score",
        calls=calls.selections,
        lesson="chance",
        deepest=1,
    ),
    Exercise(
        "mcts",
        _("Monte Carlo tree search"),
        _(
            "Write mcts(state, rounds, random): the move that was visited most in so many rounds. Each goes down the "
            "tree by UCT, adds a node, plays at most 4 random moves and counts 1 for a win, 0 for a loss, ½ for a "
            "draw, and, if the game goes on, ¾ for a better score, ¼ for a worse one."
        ),
        "mcts",
        ("state", "rounds", "random"),
        (
            _("A node keeps its state, its children, its visits and its total; begin with the root."),
            _("The total of a node counts for the side that moved to it: that side chooses between it and the others."),
            _("After each round all nodes on the way gain a visit, and what the round was worth for their side."),
        ),
        60,
        SOLUTIONS,
        verdict="wins",
        calls=calls.rounds,
        late=True,
        lesson="chance",
        bot="mcts(state, 200, random)",
        deepest=1,
    ),
    Exercise(
        "maxn",
        _("Max^n"),
        _(
            "Write maxn(state, depth, seats): a tuple with a value for each seat, depth plies ahead. Who moves takes "
            "what is best for their own seat; of equal moves the first."
        ),
        "maxn",
        ("state", "depth", "seats"),
        (
            _("At the horizon and at the end: tuple(state.evaluate(seat) for seat in range(seats))."),
            _("max(…, key=…) compares the tuples by one of their values, and takes the first of equal ones."),
        ),
        25,
        SOLUTIONS,
        verdict="same",
        needs="score",
        deepest=2,
        bot="max(state.moves, key=lambda move: "
        "maxn(state.play(move), 1, getattr(configuration, 'seats', 2))[state.seat])",
    ),
)

ORDER = (
    "random", "greedy", "minimax", "minimax_move", "negamax", "budget", "alphabeta", "negamax_alphabeta", "order",
    "deepening", "timed", "table", "quiescence", "evaluation", "uct", "mcts", "maxn",
)  # fmt: skip
"""The way to a champion."""
