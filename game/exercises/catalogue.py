"""The exercises in code: what each asks for, how it is called, and what is right."""

from __future__ import annotations

import ast
import functools
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core import ahead, knowledge, registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.exercises.findings import Task
from plyground.search.teaching.two_sided import opposed

SOLUTIONS = Path(__file__).resolve().parent / "solutions"
_BUILDS_ON = re.compile(r"^from plyground\.exercises\.solutions\.(\w+) import .*$", re.MULTILINE)


class UnknownExercise(Refusal, status=404):
    """There is no exercise of this name, or not in this game."""


@dataclass(frozen=True)
class Exercise:
    """One exercise, in every game that it fits.

    ``function`` is called with ``arguments``: ``state``, ``seat``, ``depth``, ``inf`` and ``-inf`` stand for what they
    say. ``task`` is what is right (its depth and seat are those of each check). ``turns`` says that it fits only games
    in which the sides move in turn; ``minutes`` is how long it may take, ``lesson`` the lesson that explains it.
    """

    id: str
    title: str
    text: str
    function: str
    arguments: tuple[str, ...]
    task: Task
    hints: tuple[str, ...]
    minutes: int
    lesson: str = ""
    turns: bool = False
    deepest: int = 3

    @property
    def solution(self) -> str:
        """The text of the reference solution, with those that it builds upon."""
        return _whole(self.id)

    @functools.cached_property
    def template(self) -> str:
        """What to begin with: the function's head and what it is to give back."""
        tree = ast.parse(self.solution)
        found = next(each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == self.function)
        names = ", ".join(each.arg for each in found.args.args)
        said = ast.get_docstring(found)
        return f'def {self.function}({names}):\n    """{said}"""\n    raise NotImplementedError("write this")\n'


EXERCISES: tuple[Exercise, ...] = (
    Exercise(
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
    ),
    Exercise(
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
    ),
    Exercise(
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
    ),
    Exercise(
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
        turns=True,
    ),
    Exercise(
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
    ),
    Exercise(
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
        turns=True,
    ),
    Exercise(
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
    ),
    Exercise(
        "table",
        _("A transposition table"),
        _(
            "Write search(state, depth, alpha, beta, seat): alpha-beta that remembers. Equal states are "
            "equal and hash alike, "
            "so that a dictionary can keep what was found."
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
        "",
    ),
)


def _whole(name: str) -> str:
    """A solution with those from which it imports, in one file as the sandbox takes it."""
    text = (SOLUTIONS / f"{name}.py").read_text(encoding="utf-8")
    return _BUILDS_ON.sub(lambda found: _whole(found[1]), text)


def exercise(exercise_id: str, game: Game[Any, Any] | None = None) -> Exercise:
    """The exercise of this id, which must fit the game if one is given; raises ``UnknownExercise``."""
    found = next((each for each in EXERCISES if each.id == exercise_id), None)
    if found is None:
        raise UnknownExercise(_("There is no exercise called {name}.", name=exercise_id[:40]))
    if game is not None and found not in fitting(game):
        raise UnknownExercise(_("The exercise “{title}” does not fit {game}.", title=found.title, game=game.spec.title))
    return found


def fitting(game: Game[Any, Any]) -> tuple[Exercise, ...]:
    """The exercises that fit a game: two opposite sides, a score, and sides that move in turn where that matters."""
    if not opposed(game, game.initial({})) or not knowledge.scored(game):
        return ()
    return tuple(each for each in EXERCISES if not each.turns or in_turn(game.spec.id))


@functools.cache
def in_turn(game_id: str) -> bool:
    """Whether the sides of a game move in turn, and one’s score is the other’s with its sign turned round: seen in
    a few games of random moves."""
    game = registry.game(game_id)
    for seed in range(3):
        chance = random.Random(seed)
        state = ahead.State(game, game.initial({}), dict(game.options({})))
        for _ply in range(60):
            seats = [state.evaluate(seat) for seat in (0, 1)]
            if seats[0] != -seats[1]:
                return False
            if state.returns is not None:
                break
            if any(state.play(move).seat == state.seat for move in state.moves[:12]):
                return False
            state = state.play(chance.choice(state.moves))
    return True
