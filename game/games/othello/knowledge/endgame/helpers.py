"""Threads that search beside the one that solves: they get each of its questions, and whoever is first has the answer.

All share the table, and each puts off the moves that another is searching (``search.SHARED``), so that they seldom do
the same. What is said of a value is proven, whoever finds it; only which proof it is depends on the threads.
"""

from __future__ import annotations

import threading
from typing import Any

from plyground.games.othello.knowledge.endgame import search
from plyground.games.othello.knowledge.endgame.table import NODES, STOPPED, Work
from plyground.search import running

_Question = tuple[Any, Any, int]


class Helpers:
    """So many threads' work beside a solver's own; ``follow`` is what each of them runs."""

    def __init__(self, first: Work, count: int) -> None:
        self._first = first
        self.works = [first.beside() for _ in range(count)]
        self._changed = threading.Condition()
        self._question: _Question | None = None
        self._asked = 0
        self._answer: int | None = None
        self._over = False

    @property
    def nodes(self) -> int:
        """The positions that they have analysed."""
        return sum(int(work.words[NODES]) for work in self.works)

    def value_against(self, own: Any, other: Any, bound: int) -> int:
        """The same as ``search.value_against`` by the first thread, but from whoever is done first."""
        with self._changed:
            if self._over:
                self._question = None
            else:
                self._question, self._answer = (own, other, bound), None
                self._asked += 1
                self._changed.notify_all()
        value = int(search.value_against(own, other, bound, self._first.address))
        with self._changed:
            self._question = None
            self._stop()
            if self._answer is not None:
                value, self._answer = self._answer, None
                self._first.words[STOPPED] = 0
            return value

    def follow(self, work: Work) -> None:
        """Search what is asked, question by question, until there are no more."""
        seen = 0
        while True:
            with self._changed:
                while not self._over and (self._question is None or self._asked == seen):
                    self._changed.wait()
                if self._over or self._question is None:
                    return
                seen, question = self._asked, self._question
                work.state[running.STOP], work.words[STOPPED] = 0, 0
            value = int(search.value_against(*question, work.address))
            with self._changed:
                if seen == self._asked and self._question is not None and not work.stopped:
                    self._question, self._answer = None, value
                    self._first.words[STOPPED] = 1

    def end(self) -> None:
        """Let them end: the first thread goes on alone, if it does."""
        with self._changed:
            self._over = True
            self._stop()
            self._changed.notify_all()

    def _stop(self) -> None:
        for work in self.works:
            work.state[running.STOP] = 1
