"""The running clock of a session: since when the turn lasts, since when it is charged, and the timer for its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.sessions.clock import Left, use
from plyground.sessions.events import Event
from plyground.sessions.setup import Setup
from plyground.sessions.state import State, charges_person, due
from plyground.sessions.timers import Timer, Timers

COMING_BACK_SECONDS, BACK_SECONDS = 10.0, 2.0
"""In which pages come back after a restart, or join again what another server goes on with; and what whoever has come
back has at most before the clock runs on."""


class TurnClock:
    """Not locked: the session locks. What is true between two events is here; what events left behind is the state's.

    ``turn`` numbers the turns of this process. ``since`` is when the seat to move began to be charged, None while
    nobody is: no clock, a bot that waits for a worker, a guest who has yet to come, a person before their first move.
    It may lie a little ahead.
    """

    def __init__(self, setup: Setup, timers: Timers, monotonic: Callable[[], float]) -> None:
        self._setup, self._timers, self._monotonic = setup, timers, monotonic
        self.turn = 0
        self.turn_at = monotonic()
        self.since: float | None = None
        self._coming_back = False
        self._timer: Timer | None = None

    def begin(self, state: State, at: float) -> None:
        """A turn begins: a person whose clock has started is charged from now on."""
        self.disarm()
        self.turn += 1
        self.turn_at, self.since, self._coming_back = at, None, False
        if charges_person(self._setup, state):
            self.since = at

    def resume(self, state: State, at: float, since_began: float = 0.0, least: float = 0.0) -> None:
        """A turn goes on after a restart or elsewhere: a person is charged soon after their page has come back, or once
        it has had time to. A clock with much left (``due``) has run on: ``since_began`` are the seconds since the turn
        began, but at ``least`` so many are left now."""
        self.begin(state, at)
        if self.since is not None and state.left is not None and due(self._setup, state) is not None:
            left = state.left[self._setup.rules.to_move(state.position)]
            self.since = at - max(0.0, min(since_began, left - least))
            return
        if self.since is not None:
            self.since += COMING_BACK_SECONDS
            self._coming_back = True

    def came_back(self, state: State, call: Callable[[], object]) -> None:
        """A page of the seat to move is there: if it was waited for, it is charged soon; see ``arm``."""
        if self._coming_back and self.since is not None:
            self._coming_back = False
            self.since = min(self.since, self._monotonic() + BACK_SECONDS)
            self.arm(state, call)

    def used(self, now: float) -> float:
        """How long the turn has lasted for the seat to move."""
        return max(0.0, now - (self.turn_at if self.since is None else self.since))

    def left(self, state: State, now: float) -> Left | None:
        """What each seat has left at this moment, None without a clock."""
        if state.left is None or self.since is None or state.result is not None:
            return state.left
        return use(state.left, self._setup.rules.to_move(state.position), self.used(now))

    def expired(self, state: State) -> bool:
        """Whether the seat to move is charged and has nothing left."""
        left = self.left(state, self._monotonic())
        if left is None or self.since is None or state.result is not None:
            return False
        return left[self._setup.rules.to_move(state.position)] <= 0

    def shown(self, state: State) -> dict[str, Any]:
        """The clock as JSON: ``left`` was true at ``at``, and ``running`` has used ``now - at`` since (null while none
        runs)."""
        shown, now = self._setup.clock.as_json(), self._monotonic()
        if state.left is None:
            return shown
        runs = self.since is not None and state.result is None
        return {
            **shown,
            "left": [round(seconds, 3) for seconds in state.left],
            "running": self._setup.rules.to_move(state.position) if runs else None,
            "at": self.since if runs else now,
            "now": now,
        }

    def arm(self, state: State, call: Callable[[], object], grace: float = 0.0) -> None:
        """Make the call when the seat to move has nothing left, if it is charged at all."""
        self.disarm()
        now = self._monotonic()
        left = self.left(state, now)
        if left is not None and self.since is not None and state.result is None:
            charged_in = max(0.0, self.since - now)
            self.later(charged_in + left[self._setup.rules.to_move(state.position)] + grace, call)

    def stop(self) -> None:
        """Nobody is charged, until the next turn begins or a worker starts to think."""
        self.disarm()
        self.since = None

    def charge(self, state: State, call: Callable[[], object], grace: float) -> None:
        """A worker starts to think: the seat to move is charged from now on, if there is a clock; see ``arm``."""
        if state.left is not None:
            self.since = self._monotonic()
            self.arm(state, call, grace)

    def follow(self, event: Event, state: State, at: float) -> None:
        """An event happened, and ``state`` is that after it: a turn may have begun, or a guest has come."""
        own = event.data.get("seat") == self._setup.rules.to_move(state.position)
        gone = event.kind in ("resign", "time_out") and own and state.result is None
        if event.kind in ("move", "takeback") or gone:
            self.begin(state, at)
        elif event.kind == "arrive" and own and self.since is None and charges_person(self._setup, state):
            self.since = at

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        """Make the call later instead of whatever the timer was set for."""
        self.disarm()
        self._timer = self._timers.after(seconds, call)

    def disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
