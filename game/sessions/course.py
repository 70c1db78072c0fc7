"""The course of a game in progress: events are written, applied and told, and what the state calls for is carried out.

Which events they become is decided by pure functions (``decide`` for commands, ``turns`` for what happens by itself),
and so are the state (``state``) and what it calls for (``turns.effects``). Here the events are written to the log,
applied when they are durable, and told; then the effects are carried out. One lock guards a game. It is held while the
log is written, never while a bot thinks or waits for its turn.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import IntegrityError

from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import (
    CarriedElsewhere,
    StorageFailed,
)
from plyground.jobs.requests import News
from plyground.sessions import turns
from plyground.sessions.broadcast import Broadcast
from plyground.sessions.decide import Decision, Moment, made_move
from plyground.sessions.events import Event
from plyground.sessions.plans import Plans
from plyground.sessions.records import iso
from plyground.sessions.searches import BotSearch, Searches
from plyground.sessions.services import Services
from plyground.sessions.setup import Setup
from plyground.sessions.state import due, follow, goes_on_by_itself, lasts, rebuild
from plyground.sessions.turn_clock import TurnClock
from plyground.sessions.turns import Effect, effects

log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0
RESTART_SECONDS = 3600.0
"""So long after the server's start nobody loses a game whose clock has run on out of memory."""
_GRACE_SECONDS = 0.25
"""A bot's answer may be on its way when its time is up; its own measure of its time decides."""


class Closed(Exception):
    """This session is out of memory or the server ends; ask the lobby for the game again."""


class Course:
    """What happens in one game, whoever follows it. ``run`` must be called once before the rest."""

    def __init__(self, setup: Setup, services: Services, events: tuple[Event, ...] = ()) -> None:
        self.setup, self.id = setup, setup.id
        self.rules = setup.rules
        self.lock = threading.RLock()
        self.services = services
        self.state = rebuild(setup, events)
        self._plans = Plans(services.store, setup)
        self._broadcast = Broadcast(setup, services.publish, services.monotonic, self._planned)
        self._searches = Searches(setup, self._broadcast.secrecy, services)
        self.clock = TurnClock(setup, services.timers, services.monotonic)
        self._used_at = services.monotonic()
        self._telling = False
        self.closed = False
        self._carry_out: dict[Effect, Callable[[], None]] = {
            Effect.STOP_CHARGING: self.clock.stop,
            Effect.DROP_SEARCH: self._searches.drop_move,
            Effect.STOP_PONDERING: self._searches.stop_pondering,
            Effect.DROP_PONDERING: self._searches.drop_pondering,
            Effect.DISARM: self.clock.disarm,
            Effect.FORGET: self._searches.forget,
            Effect.PASS: self._pass,
            Effect.SEARCH: self._search,
            Effect.PLAY: self._play_when_due,
            Effect.AWAIT_PERSON: lambda: self.clock.arm(self.state, self._time_up),
            Effect.PONDER: self._ponder,
        }

    @property
    def to_move(self) -> int:
        return self.rules.to_move(self.state.position)

    @property
    def bot_to_move(self) -> bool:
        """Whether the game goes on and it is the turn of a bot that has not lost its time."""
        return turns.bot_to_move(self.setup, self.state)

    @property
    def ended(self) -> bool:
        return self.closed or self.state.result is not None

    @property
    def followed(self) -> bool:
        return len(self._broadcast.audience) > 0

    def _planned(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """What is left of the plans of these seats."""
        return self._plans.left(self.state, seats)

    def moment(self) -> Moment:
        now = self.services.monotonic()
        return Moment(
            self.setup,
            self.state,
            self.clock.left(self.state, now),
            self.clock.used(now),
            lambda: self._broadcast.view(self.state, (self.to_move,)),
            iso(time.time()),
        )

    def append(self, decision: Decision, command: str | None = None) -> None:
        """Write the events to the log, and when they are durable apply and tell them, and go on."""
        if not decision.events:
            return
        happened = follow(self.setup, self.state, decision.events, time.time(), command)
        events, last = [event for event, _ in happened], happened[-1][1]
        ended = last.result is not None and self.state.result is None
        try:
            self.services.store.append(
                self.id,
                events,
                decision.opens,
                finished=ended,
                active=goes_on_by_itself(self.setup, last),
                due=due(self.setup, last),
                lasting=lasts(self.setup, last),
            )
        except CarriedElsewhere:
            self.services.lost(self)
            raise Closed from None
        except StorageFailed as failure:
            if not isinstance(failure.__cause__, IntegrityError):
                raise
            log.warning("The log of the game %s knows more than its session; it is read again.", self.id)
            self.services.lost(self)
            raise Closed from None
        if decision.opens is not None:  # before anybody hears of it and comes to it
            self.services.adopt(decision.opens, ())
        at = self._used_at = self.services.monotonic()
        for event, after in happened:
            self.state = after
            if event.kind in ("move", "takeback"):
                self._broadcast.board_changed()
            if event.kind == "takeback":
                self._plans.drop()
            self.clock.follow(event, after, at)
        self._telling = True  # what the bots say of the new turn is told after the event that began it
        try:
            self._go_on()
            for event in events:
                self._broadcast.tell_event(self.state, event, event is events[-1], at, self.clock.shown(self.state))
        finally:
            self._telling = False
        if self._searches.move is not None and self._searches.move.news:
            self._show_thinking(self._searches.move)
        self.services.changed(self)

    def _out_of_time(self) -> Decision | None:
        """That the seat to move has lost its time, if it has."""
        if not self.clock.expired(self.state):
            return None
        left = self.clock.left(self.state, self.services.monotonic())
        return Decision((("time_out", {"seat": self.to_move, "left": left}),))

    def _by_itself(self, what: Callable[[], Decision | None]) -> None:
        """Append what happens without a command, if it still does; again later if the log cannot be written."""
        with self.lock:
            if self.closed:
                return
            try:
                decision = what()
                if decision is not None:
                    self.append(decision)
            except StorageFailed:
                self.clock.later(_RETRY_SECONDS, lambda: self._by_itself(what))
            except Closed:
                pass

    # Carrying out what the state calls for

    def run(self) -> None:
        """Begin, or go on after a restart: the clock of the seat to move runs, a bot to move is asked."""
        with self.lock:
            now = self.services.monotonic()
            if self.state.seq:
                self._plans.load()
                least = self.services.began + RESTART_SECONDS - now
                since_began = self.services.store.age(self.state.began)
                if self.setup.clock.kind != "days":  # which alone runs on while the server is away
                    since_began = min(since_began, now - self.services.began)
                self.clock.resume(self.state, now, since_began, least)
            else:
                self.clock.begin(self.state, now)
            self._go_on()

    def _go_on(self) -> None:
        """Begin and end what the state calls for. The lock is held."""
        if self.closed:
            return
        for effect in effects(self.setup, self.state, self._searches.underway(self.clock.turn)):
            self._carry_out[effect]()
        if self._plans.reply(self.state) is not None:
            self.clock.later(0.0, lambda: self._by_itself(self._play_planned))

    def _play_planned(self) -> Decision | None:
        text = self._plans.reply(self.state)
        if text is None:
            return None
        return made_move(self.moment(), text, self.clock.used(self.services.monotonic()), self.moment().left, None)

    def _pass(self) -> None:
        self.clock.later(0.0, lambda: self._by_itself(lambda: turns.forced_pass(self.moment())))

    def _search(self) -> None:
        try:
            search = self._searches.begin_move(self.state, self.clock.turn, self.followed, self._heard_of_move)
        except Refusal as refusal:  # an engine that is declared no more
            lost = turns.no_move(self.setup, self.state, self.to_move, refusal.sentence)
            self.clock.later(0.0, lambda: self._by_itself(lambda: None if self.ended else lost))
            return
        if search.running:
            self.clock.charge(self.state, self._time_up, _GRACE_SECONDS)

    def _ponder(self) -> None:
        seat = turns.ponderer(self.setup, self.state)
        assert seat is not None
        self._searches.begin_pondering(self.state, self.clock.turn, seat, self._heard_of_pondering)

    def _play_when_due(self) -> None:
        """Play the bot's choice, now or when the pace allows."""
        search = self._searches.move
        due = turns.play_at(self.setup, self.state, self.clock.turn_at) - self.services.monotonic()

        def play() -> Decision | None:
            if search is None or search is not self._searches.move or search.choice is None:
                return None
            try:
                return turns.chosen(self.moment(), search.seat, search.choice)
            except Refusal as refusal:
                said = _("it chose a move that is not possible. {sentence}", sentence=refusal.sentence)
                return turns.no_move(self.setup, self.state, search.seat, said)

        if due > 0 or self._telling:
            self.clock.later(due, lambda: self._by_itself(play))
        else:
            self._by_itself(play)

    # Hearing workers and timers

    def _heard_of_move(self, search: BotSearch, what: News, value: Any) -> None:
        """News of a bot's move; of one that is not wanted any more they change nothing."""
        with self.lock:
            if search is not self._searches.move or self.closed:
                return
            if what == "started" and search.choice is None:
                self.clock.charge(self.state, self._time_up, _GRACE_SECONDS)
            elif what == "answered":
                search.choice = value
                self.clock.stop()
                self._play_when_due()
            elif what == "failed":
                failure = turns.no_move(self.setup, self.state, search.seat, value["sentence"])
                self._by_itself(lambda: failure if search is self._searches.move else None)
            elif what != "started":
                if what == "waiting":  # perhaps for another worker after it lost one: the bot's clock stands
                    if search.choice is None and not search.running:
                        self.clock.stop()
                    value = {"queue": value} if value else {"warming": True}
                search.news = value
                self._show_thinking(search)

    def _show_thinking(self, search: BotSearch) -> None:
        """Broadcast what a search shows, if it still matters. The lock is held."""
        if search is self._searches.move and search.choice is None and not (self.closed or self._telling):
            self._broadcast.tell_thinking(self.state, search.shown(self.id))

    def _heard_of_pondering(self, ponder: BotSearch, what: News, value: Any) -> None:
        """When it has stopped whoever should think now may have its worker. What it thinks stays its own, since it is
        about the person's move; one that ended by itself is not begun again in this turn."""
        with self.lock:
            if what in ("answered", "failed") and ponder is self._searches.ponder and ponder.stopping:
                self._searches.ponder = None
                self._go_on()

    def _time_up(self) -> None:
        """The timer of the clock: end the game if the time is really up."""
        with self.lock:
            if self.ended or self.clock.since is None:
                return
            if self.clock.expired(self.state):
                self._by_itself(self._out_of_time)
            else:
                self.clock.arm(self.state, self._time_up)

    def close(self) -> None:
        """Stop everything; the game can be rebuilt from the log."""
        with self.lock:
            self.closed = True
            self.clock.disarm()
            self._searches.close()
