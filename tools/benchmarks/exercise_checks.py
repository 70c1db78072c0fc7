"""How long a student waits for the check of an exercise in code: alone, and in a class that presses Check at once."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import requests

from plyground.core import registry
from plyground.exercises import catalogue
from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import Server

STUDENTS = 30
_PATIENCE = 150.0
_GAMES = {"othello": ("minimax", "alphabeta", "greedy", "mcts"), "tak": ("negamax", "deepening"), "camel": ("has_won",)}
_ENDLESS = "def {function}(*given):\n    while True:\n        pass\n"
_FAILING = "def {function}(*given):\n    raise ValueError('not yet')\n"
_WRONG = "def {function}(*given):\n    return None\n"


class Work(NamedTuple):
    """What a student hands in."""

    kind: str
    game: str
    exercise: str
    source: str


def works() -> list[Work]:
    """Right, wrong, failing and never-ending programs of exercises, in turn."""
    found = []
    for game, names in _GAMES.items():
        for name in names:
            exercise = catalogue.exercise(name, registry.game(game))
            programs = {"right": exercise.solution, "wrong": _WRONG, "failing": _FAILING, "never-ending": _ENDLESS}
            found += [
                Work(kind, game, name, text if kind == "right" else text.format(function=exercise.function))
                for kind, text in programs.items()
            ]
    return found


class Student:
    """A browser, as the server sees it: it opens the page, keeps its key, and presses Check."""

    def __init__(self, url: str) -> None:
        self._url, self._session = url, requests.Session()
        self._session.get(f"{url}/exercises/othello", timeout=_PATIENCE).raise_for_status()

    def check(self, work: Work) -> float:
        """Seconds until the answer, which must be right of what was handed in; raises ``RuntimeError``."""
        asked, begun = {"game": work.game, "exercise": work.exercise, "source": work.source}, time.monotonic()
        answer = self._session.post(f"{self._url}/api/exercises", json=asked, timeout=_PATIENCE)
        seconds = time.monotonic() - begun
        if answer.status_code != 200 or answer.json()["passed"] != (work.kind == "right"):
            raise RuntimeError(f"{work.exercise} ({work.kind}): {answer.status_code} {answer.text[:300]}")
        return seconds


@benchmark("exercise-checks", measures="game/exercises game/sandbox game/web")
def exercise_checks() -> list[Row]:
    """Checks of exercises in code over http on loopback, on a server of two warm workers: right, wrong, failing and
    never-ending programs of seven exercises in three games, first one after the other, then thirty browsers behind
    one address that press Check in the same moment. Seconds from the click to the answer."""
    programs = works()
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name), PLYGROUND_WORKERS="2").start()
        try:
            server.wait_until_warm()
            student = Student(server.url)
            for work in programs:
                if work.kind == "right":
                    student.check(work)  # the workers of competitions start, and load the game
            alone = {work: student.check(work) for work in programs}
            with ThreadPoolExecutor(STUDENTS) as pool:
                class_of = list(pool.map(Student, [server.url] * STUDENTS))
                begun = time.monotonic()
                chosen = [programs[number % len(programs)] for number in range(STUDENTS)]
                waits = list(pool.map(Student.check, class_of, chosen))
                whole = time.monotonic() - begun
        finally:
            server.stop()
    rows = spread("alone, all programs: ", list(alone.values()), "s", median="", p95="at most 5", slowest="")
    for kind in ("right", "wrong", "failing", "never-ending"):
        rows += spread(
            f"alone, {kind}: ", [alone[each] for each in programs if each.kind == kind], "s", median="", slowest=""
        )
    rows += spread(f"{STUDENTS} at once: ", waits, "s", median="", slowest="at most 60")
    return [*rows, Row(f"{STUDENTS} at once: all have their answer after", whole, "s", "at most 60")]
