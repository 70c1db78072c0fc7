"""The exercises that are judged at the nodes of a search: from one move ahead to a transposition table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.core.exercising import Exercise, Task
from plyground.core.messages import _
from plyground.exercises import calls

SOLUTIONS = Path(__file__).resolve().parent / "solutions"


def _search(
    name: str, title: str, text: str, function: str, arguments: tuple[str, ...], task: Task, hints: tuple[str, ...],
    minutes: int, lesson: str, **more: Any,
) -> Exercise:  # fmt: skip
    return Exercise(name, title, text, function, arguments, hints, minutes, SOLUTIONS, task=task, lesson=lesson, **more)


SEARCHES: tuple[Exercise, ...] = (
    _search(
        "greedy",
        _("Look one move ahead"),
        _("Write greedy(state, seat): the move after which the score is best for the seat that moves."),
        "greedy",
        ("state", "seat"),
        Task(1, 0, answer="move"),
        (
            _("Play each legal move, and ask the new state for its score: state.play(move).evaluate(seat)."),
            _("max(state.moves, key=…) gives the move for which the key is largest."),
        ),
        10,
        "look-one-ahead",
        deepest=1,
        bot="greedy(state, state.seat)",
    ),
    _search(
        "minimax",
        _("Minimax"),
        _("Write minimax(state, depth, seat): the value of the state for the seat, depth plies ahead."),
        "minimax",
        ("state", "depth", "seat"),
        Task(1, 0),
        (
            _("When does it stop? At depth 0, and when the game is over: there the value is the score."),
            _("Elsewhere ask for the value of each state after a move, one ply less deep, by calling minimax itself."),
            _("Whose turn it is decides: the seat takes the highest of these values, the other side the lowest."),
        ),
        25,
        "minimax",
        bot="max(state.moves, key=lambda move: minimax(state.play(move), 1, state.seat))",
    ),
    _search(
        "minimax_move",
        _("Choose by minimax"),
        _(
            "Write choose(state, depth, seat): the move with the highest minimax value; this move is the first "
            "of the plies."
        ),
        "choose",
        ("state", "depth", "seat"),
        Task(1, 0, answer="move"),
        (
            _("Take your minimax for the states after each move: it looks one ply less far, for one was made."),
            _("After the first move the other side moves: no rule changes for that, state.seat says it."),
        ),
        15,
        "minimax",
        bot="choose(state, 2, state.seat)",
    ),
    _search(
        "negamax",
        _("Negamax"),
        _(
            "Write negamax(state, depth): the value of the state for the seat that moves in it, by one rule "
            "for both sides."
        ),
        "negamax",
        ("state", "depth"),
        Task(1, 0, view="mover"),
        (
            _("At the end and at the horizon the value is state.evaluate(state.seat): always for the side that moves."),
            _("What a move is worth is the value after it with the sign turned round, for the other side moves there."),
        ),
        20,
        "negamax",
        needs="turns",
        bot="max(state.moves, key=lambda move: -negamax(state.play(move), 1))",
    ),
    _search(
        "alphabeta",
        _("Alpha-beta"),
        _(
            "Write alphabeta(state, depth, alpha, beta, seat): the value of the state for the seat, without "
            "looking at moves "
            "that cannot matter any more."
        ),
        "alphabeta",
        ("state", "depth", "-inf", "inf", "seat"),
        Task(1, 0, cuts=True),
        (
            _("Begin with your minimax, and go through the moves one by one, keeping the best value."),
            _(
                "Alpha is what the seat has for sure, beta what the other side has: at its own nodes each "
                "raises its own."
            ),
            _("Hand both down to every call, and stop as soon as alpha is not less than beta."),
        ),
        40,
        "alpha-beta",
        bot="max(state.moves, key=lambda move: alphabeta(state.play(move), 1, -1e9, 1e9, state.seat))",
    ),
    _search(
        "negamax_alphabeta",
        _("Alpha-beta as negamax"),
        _("Write search(state, depth, alpha, beta): alpha-beta by one rule for both sides."),
        "search",
        ("state", "depth", "-inf", "inf"),
        Task(1, 0, view="mover", cuts=True),
        (
            _("Your alpha is the other side’s beta: both change places and signs when they are handed down."),
            _("A move raises alpha; when the best value is not less than beta, stop."),
        ),
        30,
        "alpha-beta",
        needs="turns",
        bot="max(state.moves, key=lambda move: -search(state.play(move), 1, float('-inf'), float('inf')))",
    ),
    _search(
        "deepening",
        _("Iterative deepening"),
        _(
            "Write deepening(state, depth, seat): search 1 ply ahead, then 2, and so on up to depth, by "
            "alpha-beta; give back "
            "the last value."
        ),
        "deepening",
        ("state", "depth", "seat"),
        Task(1, 0, cuts=True),
        (
            _("A loop around your alpha-beta; each search begins with bounds that are not set."),
            _("The value of the last search is the answer."),
        ),
        20,
        "deepening",
        bot="max(state.moves, key=lambda move: deepening(state.play(move), 1, state.seat))",
    ),
    _search(
        "table",
        _("A transposition table"),
        _(
            "Write search(state, depth, alpha, beta, seat): alpha-beta that remembers. Equal states are "
            "equal and hash alike, "
            "so that a dictionary can keep what was found. It is called several times at one state, with other depths "
            "and bounds."
        ),
        "search",
        ("state", "depth", "-inf", "inf", "seat"),
        Task(1, 0, cuts=True),
        (
            _("Keep with each state the value, the depth it was searched to, and whether it is exact or a bound."),
            _("After a cut the value is only a bound: at least that much, or at most."),
            _("An entry serves if it saw at least as many plies, and if it is exact, or its bound already decides."),
        ),
        45,
        "transpositions",
        calls=calls.again,
        bot="max(state.moves, key=lambda move: search(state.play(move), 1, float('-inf'), float('inf'), state.seat))",
    ),
)
