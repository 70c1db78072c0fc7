"""An exercise in code: what it asks for, how the function is called, and how what it does is judged.

A game declares its own ones in its knowledge (``Knowledge.exercises``); those that fit many games stand in
``plyground.exercises.catalogue``.
"""

from __future__ import annotations

import ast
import functools
import math
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

View = Literal["seat", "mover"]
Needs = Literal["nothing", "score", "sides", "turns"]
_BUILDS_ON = re.compile(r"^from plyground\.[a-z_.]+\.solutions\.(\w+) import .*$", re.MULTILINE)
_LIBRARY = re.compile(r"^from plyground\.games\.(\w+)\.for_bots import ", re.MULTILINE)


@dataclass(frozen=True)
class Round:
    """What one call of a search is asked for: the plies, and the bounds between which the value matters."""

    depth: int
    alpha: float = -math.inf
    beta: float = math.inf


@dataclass(frozen=True)
class Task:
    """What is asked of a search: to look ``depth`` plies ahead for ``seat``; ``view`` says whose the value is that the
    function gives back, ``cuts`` whether it must leave out what cannot matter, ``answer`` whether it gives back the
    value or a move. ``rounds`` is what each call asks for, where there is more than one."""

    depth: int
    seat: int
    view: View = "seat"
    cuts: bool = False
    answer: Literal["value", "move"] = "value"
    rounds: tuple[Round, ...] = ()

    @property
    def asked(self) -> tuple[Round, ...]:
        """What each call asks for."""
        return self.rounds or (Round(self.depth),)


@dataclass(frozen=True)
class Call:
    """One call of the function: its arguments as the sandbox makes them, how people write it, and what a search is
    asked for, where that differs from call to call.

    An argument is plain JSON, ``"state"`` (of the position), ``"board"`` (a board with it), ``"inf"`` or ``"-inf"``
    (bounds that are not set), ``{"random": seed}`` (numbers in [0, 1)), ``{"clock": moves}`` (the seconds left, a
    thousandth less with each move that is played), or ``{"make": name, "of": arguments}``: what the game's library
    makes of them.
    """

    arguments: Sequence[Any]
    said: str = ""
    asked: Round | None = None


Calls = Callable[[Any, Any, int, random.Random], list[Call]]
"""The calls for a game, a position of it, how many plies ahead stay a small tree, and chance."""


@dataclass(frozen=True)
class Exercise:
    """One exercise, in every game that it fits.

    ``function`` is called with ``arguments``: ``state``, ``seat``, ``seats``, ``depth``, ``inf`` and ``-inf`` stand for
    what they say; or as ``calls`` say. ``verdict`` names the judge (``plyground.exercises.verdicts``), of which
    ``search`` holds a search against ``task`` (its depth and seat are those of each check). ``needs`` says which games
    it fits: all, those with a score, with two sides as well, or with sides that move in turn as well. ``accepted`` is
    the function of the ``solutions`` file that gives what may be answered, where more than one answer is right.
    ``withheld`` is what the game's library must not do for the student. ``bot`` is the move that a bot makes of it, in
    Python, for ``state``. ``minutes`` is how long it may take, ``lesson`` the lesson that explains it; ``late`` says
    that it is checked near the ends of games, ``deepest`` at how many plies.
    """

    id: str
    title: str
    text: str
    function: str
    arguments: tuple[Any, ...]
    hints: tuple[str, ...]
    minutes: int
    solutions: Path
    task: Task | None = None
    verdict: str = "search"
    needs: Needs = "sides"
    calls: Calls | None = None
    accepted: str = ""
    withheld: tuple[str, ...] = ()
    bot: str = ""
    lesson: str = ""
    deepest: int = 3
    late: bool = False

    @functools.cached_property
    def solution(self) -> str:
        """The text of the reference solution, with those that it builds upon."""
        return self._whole(self.id)

    def _whole(self, name: str) -> str:
        """A solution with those from which it imports, in one file as the sandbox takes it."""
        text = (self.solutions / f"{name}.py").read_text(encoding="utf-8")
        return _BUILDS_ON.sub(lambda found: self._whole(found[1]), text)

    @functools.cached_property
    def template(self) -> str:
        """What to begin with: the function's head and what it is to give back."""
        text = (self.solutions / f"{self.id}.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        found = next(each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == self.function)
        names = ", ".join(each.arg for each in found.args.args)
        said = ast.get_docstring(found)
        imports = [ast.unparse(each) for each in tree.body if isinstance(each, ast.ImportFrom)]
        library = [for_sandbox(each) for each in imports if _LIBRARY.match(each)]
        head = "".join(f"{each}\n" for each in library) + ("\n\n" if library else "")
        return f'{head}def {self.function}({names}):\n    """{said}"""\n    raise NotImplementedError("write this")\n'

    @property
    def as_bot(self) -> str:
        """What turns a file that does the exercise into a bot; empty where it cannot be one."""
        if not self.bot:
            return ""
        return (
            "\n\ndef make_move(random, time, configuration, game_state):\n"
            '    """Choose a move with what is written above."""\n'
            "    from plyground.board import state_of\n\n"
            "    state = state_of(configuration, game_state)\n"
            f"    return {self.bot}\n"
        )


def for_sandbox(source: str) -> str:
    """A source in which the games' libraries for bots have the names that they have in the sandbox."""
    return _LIBRARY.sub(r"from plyground.\1 import ", source)


def for_notebook(source: str, game_id: str) -> str:
    """A source in which a game's library for bots has the name that it has outside of the sandbox."""
    return source.replace(f"from plyground.{game_id} import ", f"from plyground.games.{game_id}.for_bots import ")
