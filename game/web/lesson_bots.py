"""What lessons ask of bots and of functions: a worker of the pool answers, and each answer is kept, so that a page asks
for it once.

Nothing here thinks. A page waits a bounded time and is then refused, to be loaded again; what was asked stays asked, so
the answer is there for the next page, and of many pages that ask the same at once one has it asked.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from plyground.core import registry
from plyground.core.bot import Choice
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import BotFailed
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, Priority, Request, SearchRequest, Waiter
from plyground.sessions.setup import read_position

MOST_THOUGHT = 300_000
"""Positions that a bot may look at for one answer."""
PATIENCE = 20.0
"""Seconds that a page waits for all its answers together."""
PATIENCE_COLD = 3.0
"""The same while no worker has all kernels: compiling one may take far longer than anybody looks at an empty page."""
_AGAIN = 5
_LONGEST = 60.0
_KEPT = 500


class Think(Protocol):
    """What lessons ask; ``until`` is a time in ``time.monotonic`` until which an answer is waited for."""

    def __call__(self, asked: str, bot: str, until: float) -> Choice:
        """What a bot (its text) says of a position (the JSON that ``read_position`` reads); raises a refusal."""

    def call(self, function: str, arguments: Mapping[str, Any], until: float, visitor: str = "") -> dict[str, Any]:
        """What a function (``package.module:name``) gives for these arguments; raises a refusal."""


class BotsGettingReady(Refusal, status=503):
    """No worker has answered yet."""

    again_after = _AGAIN
    """Seconds after which asking again makes sense."""


class LessonBots:
    """The answers of bots for all lessons of one server, from its workers. May be called from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._kept: Recent[tuple[str, str], dict[str, Any]] = Recent(_KEPT)
        self._sought: dict[tuple[str, str], Waiter] = {}

    def __call__(self, asked: str, bot: str, until: float) -> Choice:
        """The answer, from memory or a worker; raises ``BotsGettingReady``, ``BotFailed``, or what is wrong with the
        question."""
        return _choice(self._answer((asked, bot), lambda: _question(asked, bot), until))

    def call(self, function: str, arguments: Mapping[str, Any], until: float, visitor: str = "") -> dict[str, Any]:
        """As ``__call__``; what is given is not to be changed. A ``visitor``'s wishes are behind people's moves."""
        priority = Priority.WATCHED if visitor else Priority.PERSON
        request = CallRequest(function, dict(arguments), priority, seconds=_LONGEST, visitor=visitor)
        return self._answer((json.dumps(arguments, sort_keys=True), function), lambda: request, until)

    def _answer(self, key: tuple[str, str], request: Callable[[], Request], until: float) -> dict[str, Any]:
        with self._lock:
            kept = self._kept.find(key)
            if kept is not None:
                return kept
            sought = self._sought.get(key)
            fresh = sought is None
            if sought is None:
                sought = self._sought[key] = Waiter(lambda heard: self._keep(key, heard))
        if fresh:
            self._ask(request, sought)
        if not self._pool.health()["workers"]:
            until = min(until, time.monotonic() + PATIENCE_COLD)
        try:
            found = sought.wait(max(0.0, until - time.monotonic()))
        except TimeoutError:
            raise BotsGettingReady(
                _(
                    "The bots that work out this lesson's answers are still getting ready; the page loads "
                    "itself again in {again} seconds.",
                    again=_AGAIN,
                )
            ) from None
        if found is None:
            raise BotFailed(
                _("A bot of this lesson found no answer: {error}", error=(sought.error or {}).get("sentence", ""))
            )
        return found

    def _ask(self, request: Callable[[], Request], sought: Waiter) -> None:
        try:
            self._pool.submit(request(), sought)
        except Refusal as refusal:
            sought("failed", refusal.as_json())
            raise

    def _keep(self, key: tuple[str, str], heard: Waiter) -> None:
        """Keep an answer; a failure is not kept, so that the next page asks again."""
        with self._lock:
            self._sought.pop(key, None)
            if heard.choice is not None:
                self._kept[key] = heard.choice


def _choice(found: dict[str, Any]) -> Choice:
    return Choice(**{**found, "line": tuple(found["line"])})


def _question(asked: str, bot: str) -> SearchRequest:
    """The question for the workers: a person waits, and nobody is counted for it, since only lessons ask."""
    read = read_position(json.loads(asked))
    player = registry.parse_player(bot, read.rules)
    return SearchRequest(
        game=read.rules.spec.id,
        options=dict(read.options),
        position=read.start,
        moves=tuple(read.prelude),
        bot=player.text,
        seed=0,
        seconds=_LONGEST,
        priority=Priority.PERSON,
        nodes=MOST_THOUGHT,
    )
