"""What is computed elsewhere, and what both sides say to each other: a request, its listener, its handle."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal


class Priority(IntEnum):
    """Who waits for a job: a lower number goes first. Where no worker is free, ``UNWATCHED`` moves are put off and what
    is for ``NOBODY`` ends as soon as somebody of a lower number waits."""

    PERSON = 0
    CLASS = 1
    TRY = 2
    WATCHED = 3
    VALIDATION = 4
    UNWATCHED = 5
    LADDER = 6
    EVENT = 7
    COMPARISON = 8
    NOBODY = 9


@dataclass(frozen=True)
class SearchRequest:
    """A bot's move after ``moves`` from ``position``, all in text form.

    ``seconds`` bound the search; ``left`` and ``increment`` are the clock of a bot that plans its time, in seconds.
    ``memory`` names the bot's memory of this game; ``visitor`` is who is counted for it, "" for nobody. With a
    ``search`` (its ``id``, ``settings`` and ``seat``) no bot is asked: the answer is the trace of that teaching search.
    """

    game: str
    options: dict[str, Any]
    position: str
    moves: tuple[str, ...]
    bot: str
    seed: int
    seconds: float
    memory: str = ""
    visitor: str = ""
    priority: Priority = Priority.PERSON
    nodes: int | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    search: dict[str, Any] | None = None

    def as_json(self, number: int) -> dict[str, Any]:
        """The line that a worker reads."""
        line = {name: getattr(self, name) for name in ("game", "options", "position", "bot", "seed", "memory")}
        limits = {name: getattr(self, name) for name in ("seconds", "nodes", "depth", "left", "increment")}
        trace = {} if self.search is None else {"search": self.search}
        return {"ask": number, **line, "moves": list(self.moves), "limits": limits, **trace}


@dataclass(frozen=True)
class CallRequest:
    """A function to be called in a worker: ``function`` is ``package.module:name``, ``arguments`` are its named
    arguments as JSON, and its result is JSON too.

    The function also gets ``tell``, by which it has the listener told of ``progress``. Where a result has an item
    ``unfit``, the worker's machine cannot do what was asked: a ``choosy`` request then goes to another one if there is
    one. A request that is cancelled takes its worker's process with it.
    """

    function: str
    arguments: dict[str, Any]
    priority: float = Priority.EVENT
    choosy: bool = False
    seconds: float = float("inf")
    memory: str = ""
    visitor: str = ""

    def as_json(self, number: int) -> dict[str, Any]:
        """The line that a worker reads."""
        return {"ask": number, "call": self.function, "arguments": self.arguments}


Request = SearchRequest | CallRequest


News = Literal["waiting", "started", "progress", "answered", "failed"]
Listener = Callable[[News, Any], None]
"""Hears what becomes of a request, always from the pool's own threads: never from within ``submit``, no lock held.

``waiting`` comes with its place in the queue (1 is next), or with 0: taken, but the kernels are not compiled yet;
``started`` with None when a worker begins, again if another one has to begin anew; ``progress`` with what the search
has so far, or what the function tells. These may come late, after news that they should have preceded. The last call is
``answered`` with the choice, as ``Choice.as_json``, or with what the function returned; or ``failed``, though it was
tried again, with ``{"code", "sentence"}``.
"""


class Waiter:
    """A listener for one answer. ``choice`` and ``error`` are None until they are there; ``then`` is called first."""

    def __init__(self, then: Callable[[Waiter], None] | None = None) -> None:
        self._then, self._done = then, threading.Event()
        self.choice: dict[str, Any] | None = None
        self.error: dict[str, str] | None = None

    def __call__(self, what: News, value: Any) -> None:
        if what in ("answered", "failed"):
            self.choice, self.error = (value, None) if what == "answered" else (None, value)
            if self._then is not None:
                self._then(self)
            self._done.set()

    def wait(self, seconds: float = 60.0) -> dict[str, Any] | None:
        """The choice, None if there is none; raises ``TimeoutError``."""
        if not self._done.wait(seconds):
            raise TimeoutError("no answer")
        return self.choice
