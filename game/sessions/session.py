"""A game in progress, as a state machine: commands, answers and timers become events, events a state and effects.

Which events they become is decided by pure functions (``decide`` for commands, ``turns`` for what happens by itself),
and so are the state (``state``) and what it calls for (``turns.effects``). Here the events are written to the log,
applied when they are durable, and told; then the effects are carried out. One lock guards a session. It is held while
the log is written, never while a bot thinks or waits for its turn.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.exc import IntegrityError

from plyground.core.errors import GameFinished, Refusal
from plyground.core.messages import _
from plyground.core.refusals import (
    CarriedElsewhere,
    HintPending,
    NotASeat,
    NothingToHurry,
    OldPly,
    StorageFailed,
    UnknownCommand,
    WrongTurn,
)
from plyground.jobs.requests import News
from plyground.sessions import plans, reading, turns
from plyground.sessions.broadcast import Broadcast, Viewpoint
from plyground.sessions.decide import COMMANDS, Decision, Holder, Moment, decide, made_move
from plyground.sessions.events import Answers, Event
from plyground.sessions.plans import Plan
from plyground.sessions.presence import AWAY_SECONDS
from plyground.sessions.records import iso
from plyground.sessions.searches import BotSearch, Searches
from plyground.sessions.services import Services
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, due, follow, goes_on_by_itself, lasts, rebuild
from plyground.sessions.turn_clock import TurnClock
from plyground.sessions.turns import Effect, effects

log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0
RESTART_SECONDS = 3600.0
"""So long after the server's start nobody loses a game whose clock counts days."""
_GRACE_SECONDS = 0.25
"""A bot's answer may be on its way when its time is up; its own measure of its time decides."""


class Closed(Exception):
    """This session is out of memory or the server ends; ask the lobby for the game again."""


class Session:
    """One game. Public methods may be called from any thread; ``run`` must be called once before the rest."""

    def __init__(self, setup: Setup, services: Services, events: tuple[Event, ...] = ()) -> None:
        self.setup, self.id = setup, setup.id
        self.rules = setup.rules
        self.lock = threading.RLock()
        self.services = services
        self.state = rebuild(setup, events)
        self._answers = Answers(events)
        self._plans: dict[int, Plan] = {}
        self._broadcast = Broadcast(setup, services.publish, services.monotonic, self._planned)
        self._searches = Searches(setup, self._broadcast.secrecy, services)
        self.clock = TurnClock(setup, services.timers, services.monotonic)
        self._used_at = services.monotonic()
        self._telling = False
        self._telling_watchers = False
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

    # What others see

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

    @property
    def present(self) -> list[int]:
        """The seats of people who are there."""
        with self.lock:
            return self._broadcast.present(self.state)

    def snapshot(self, tokens: tuple[str, ...] = ()) -> dict[str, Any]:
        with self._open():
            return self._snapshot(Viewpoint(self.setup.seats_of(tokens), self.setup.directs(tokens)))

    def known(self, seat: int, first: int = 0) -> dict[str, Any]:
        """What a program that plays this seat needs, with the moves from ply ``first``; its holder is there."""
        with self._open():
            self._arrive((seat,))
            now = self._used_at = self.services.monotonic()
            left = self.clock.left(self.state, now)
            clock = {**self.setup.clock.as_json(), "left": left and [round(seconds, 3) for seconds in left]}
            running = self.clock.shown(self.state).get("running")
            return self._broadcast.known(self.state, seat, first, {**clock, "running": running})

    def card(self) -> dict[str, Any]:
        with self.lock:
            return self._broadcast.card(self.state)

    def views(self, first: int = 0, last: int | None = None) -> Iterator[dict[str, Any]]:
        """The watcher's views after ``first`` to ``last`` moves (all without ``last``), made as they are taken."""
        state = self.state
        last = state.ply if last is None else min(last, state.ply)
        return (self.rules.view(position, None) for position in state.positions(self.setup, first, last))

    def known_moves(self, seats: tuple[int, ...] = ()) -> list[Moved]:
        """The moves as the holder of these seats, or a watcher, may know them."""
        return self._broadcast.secrecy.moves(self.state, seats)

    def known_start(self, seats: tuple[int, ...] = ()) -> str:
        """The start position's text as the holder of these seats, or a watcher, may know it."""
        return self._broadcast.secrecy.start(self.state, seats)

    def is_live(self, now: float, recent: float) -> bool:
        """Whether the game goes on and something happened lately (Unix seconds), or somebody is there."""
        return self.state.result is None and (self.followed or now - self.touched < recent)

    @property
    def touched(self) -> float:
        """When something last happened in the game (Unix seconds)."""
        return self.state.touched or datetime.fromisoformat(self.setup.created).timestamp()

    # Connections

    def join(
        self, connection: str, tokens: tuple[str, ...], enter: Callable[[str], None], seats: tuple[int, ...] = ()
    ) -> dict[str, Any]:
        """Let a connection follow; see ``Lobby.join``."""
        with self._open():
            viewpoint = Viewpoint(seats or self.setup.seats_of(tokens), self.setup.directs(tokens))
            enter(self._broadcast.audience.enter(connection, viewpoint))
            self._watchers_changed()
            self._arrive(viewpoint.seats)
            if self.state.result is None and self.to_move in viewpoint.seats:
                self.clock.came_back(self.state, self._time_up)
            return self._snapshot(viewpoint)

    def leave(self, connection: str) -> str | None:
        """Let a connection go; returns the room that it was in."""
        with self.lock:
            room = self._broadcast.audience.leave(connection)
            self._used_at = self.services.monotonic()
            if room is not None:
                self._watchers_changed()
            return room

    def _arrive(self, seats: tuple[int, ...]) -> None:
        """A guest is there for the first time."""
        if self.state.result is not None:
            return
        for seat in seats:
            if seat not in self.state.arrived:
                with suppress(StorageFailed):  # then the guest arrives with the next thing that they do
                    self.append(Decision((("arrive", {"seat": seat}),)))

    def _watchers_changed(self) -> None:
        """Tell the new number of watchers soon: two hundred who come at once are told of once."""
        if self._broadcast.presence.changed(self._broadcast.audience.seats):
            self.services.timers.after(AWAY_SECONDS + 0.1, self._tell_watchers)  # whoever is not back by then has left
        self.services.changed(self)
        if not self._telling_watchers:
            self._telling_watchers = True
            self.services.timers.after(0.3, self._tell_watchers)

    def _tell_watchers(self) -> None:
        with self.lock:
            self._telling_watchers = False
            self.services.changed(self)
            self._broadcast.tell_watchers(self.state)

    # Commands

    def command(self, message: Mapping[str, Any], connection: str = "", seat: int | None = None) -> dict[str, Any]:
        """Carry out a command; returns the fields of its acknowledgement or raises a refusal (or ``Closed``)."""
        token = reading.a_text(message, "token", 200, required=seat is None)
        own_id = reading.a_text(message, "id", 64, required=True)
        ply = reading.a_whole_number(message, "ply", 0, 1_000_000)
        do = reading.a_text(message, "do", 40, required=True)
        with self._open():
            holder = Holder.of(self.setup, token) if seat is None else Holder(seat)
            command = f"{holder.text}:{own_id}"
            known = self._answers.known(command)
            if known is not None:
                return known
            if do not in COMMANDS and do not in ("hint", "hurry", "plan"):
                raise UnknownCommand(
                    _(
                        "There is no command “{do}”; there are: {commands}, hint, hurry, plan.",
                        do=do,
                        commands=", ".join(COMMANDS),
                    )
                )
            if ply != self.state.ply:
                raise OldPly(
                    _(
                        "The game has moved on to ply {ply}; this was meant for ply {meant}.",
                        ply=self.state.ply,
                        meant=ply,
                    )
                )
            if do == "hint":
                return self._answers.keep(command, self._hint(holder, connection), logged=False)
            if do == "plan":
                return self._answers.keep(command, self._plan(holder, message), logged=False)
            if do == "hurry":
                return self._answers.keep(command, self._hurry(), logged=False)
            self._check_time()
            decision = decide(self.moment(), holder, do, message)
            self.append(decision, command)
            answer = {"seq": self.state.seq, **decision.answer}
            return self._answers.keep(command, answer, logged=bool(decision.events))

    def _hint(self, holder: Holder, connection: str) -> dict[str, Any]:
        if holder.seat is None:
            raise NotASeat(_("Only a player may ask for a hint."))
        if self.state.result is not None:
            raise GameFinished(_("The game is over."))
        if self.to_move != holder.seat:
            raise WrongTurn(_("You can ask for a hint when it is your turn."))
        if holder.seat in self._searches.hints:
            raise HintPending(_("A hint is on its way."))
        hear = partial(self._heard_of_hint, connection)
        self._searches.begin_hint(self.state, self.clock.turn, holder.seat, hear)
        return {"seq": self.state.seq}

    def _plan(self, holder: Holder, message: Mapping[str, Any]) -> dict[str, Any]:
        """A player says what they will reply: kept at once, and told to nobody else."""
        seat = holder.seat
        if seat is None:
            raise NotASeat(_("Only a player may do that; the director has no seat."))
        if self.state.result is not None:
            raise GameFinished(_("The game is over."))
        if self.to_move == seat:
            raise WrongTurn(_("It is your turn: make the move itself."))
        plan = plans.read(self.rules, self.state, seat, message)
        self.services.store.keep_plan(self.id, seat, plan)
        self._plans.pop(seat, None)
        if plan is not None:
            self._plans[seat] = plan
        self._broadcast.tell_plan(self.state, seat)
        return {"seq": self.state.seq, "plan": plan and plan.as_json()}

    def _planned(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """What is left of the plans of these seats."""
        left = {seat: self._plans[seat].now(self.state, seat) for seat in seats if seat in self._plans}
        return {str(seat): plan.as_json() for seat, plan in left.items() if plan is not None}

    def _planned_reply(self) -> str | None:
        """The move that the seat to move has planned, if it has, and it can be made."""
        if self.state.result is not None or self.to_move not in self._plans or self.to_move in self.state.out:
            return None
        plan = self._plans[self.to_move].now(self.state, self.to_move)
        return plan.reply(self.rules, self.state) if plan is not None else None

    def _play_planned(self) -> Decision | None:
        text = self._planned_reply()
        return (
            None
            if text is None
            else made_move(self.moment(), text, self.clock.used(self.services.monotonic()), self.moment().left, None)
        )

    def _hurry(self) -> dict[str, Any]:
        search = self._searches.move
        if search is None or search.choice is not None:
            raise NothingToHurry(_("No bot is thinking."))
        search.stop()
        return {"seq": self.state.seq}

    # Changing the state

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
                self._drop_plans()
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

    def _drop_plans(self) -> None:
        """What was planned was meant for a game that has gone another way."""
        for seat in list(self._plans):
            del self._plans[seat]
            with suppress(StorageFailed):
                self.services.store.keep_plan(self.id, seat, None)

    def _check_time(self) -> None:
        """A command that comes when the time is up comes too late, even if the timer has yet to say so."""
        decision = None if self.bot_to_move else self._out_of_time()
        if decision is not None:
            self.append(decision)
            raise GameFinished(_("The game is over: the time ran out."))

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
                self._plans = self.services.store.plans(self.id)
                least = self.services.began + RESTART_SECONDS - now
                self.clock.resume(self.state, now, self.services.store.age(self.state.began), least)
            else:
                self.clock.begin(self.state, now)
            self._go_on()

    def _go_on(self) -> None:
        """Begin and end what the state calls for. The lock is held."""
        if self.closed:
            return
        for effect in effects(self.setup, self.state, self._searches.underway(self.clock.turn)):
            self._carry_out[effect]()
        if self._planned_reply() is not None:
            self.clock.later(0.0, lambda: self._by_itself(self._play_planned))

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

    def _heard_of_hint(self, connection: str, hint: BotSearch, what: News, value: Any) -> None:
        """A hint was found, or there is none; before that nothing is said."""
        if what not in ("answered", "failed"):
            return
        found = {"choice": value} if what == "answered" else {"choice": None, "error": value}
        with self.lock:
            if self._searches.hints.get(hint.seat) is hint:
                del self._searches.hints[hint.seat]
            if not self.closed:
                self._broadcast.tell_hint(connection, hint.ply, found)

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

    # Leaving memory

    def close(self) -> None:
        """Stop everything; the game can be rebuilt from the log."""
        with self.lock:
            self.closed = True
            self.clock.disarm()
            self._searches.close()

    def move_away(self) -> None:
        """Close, for another server goes on with the game: those who follow it join again."""
        with self.lock:
            if not self.closed:
                self.close()
                self._broadcast.audience.tell_all("again", {"game": self.id})

    def close_if_idle(self, idle: float) -> bool:
        """Close if nobody is here, nothing runs, and nothing happened for so long; returns whether it closed."""
        with self.lock:
            searches = self._searches
            charged = self.clock.since is not None and not self.clock.days
            busy = self.followed or searches.hints or searches.move is not None or charged
            if busy or self.services.monotonic() - self._used_at < idle:
                return False
            self.close()
            return True

    # Inside

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Hold the lock of a session that is in memory; raises ``Closed``."""
        with self.lock:
            if self.closed:
                raise Closed
            yield

    def _snapshot(self, viewpoint: Viewpoint) -> dict[str, Any]:
        self._used_at = self.services.monotonic()
        search = self._searches.move
        thinking = None if search is None else search.shown(self.id)
        return self._broadcast.snapshot(self.state, viewpoint, self.clock.shown(self.state), thinking)
