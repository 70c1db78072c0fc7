"""A game in progress: checks each command, writes it to the log, applies it, tells everybody, and sets bots thinking.

A session's state changes in one way only: events are appended to the log, and when they are durable they are applied.
One lock guards a session. It is held while the log is written, never while a bot thinks or waits for its turn.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from plyground.core.errors import GameFinished
from plyground.core.refusals import (
    HintPending,
    NotASeat,
    NothingToHurry,
    OldPly,
    StorageFailed,
    UnknownCommand,
    WrongToken,
    WrongTurn,
)
from plyground.jobs.requests import Priority
from plyground.sessions import opponents, reading, shapes
from plyground.sessions.allowance import Allowance
from plyground.sessions.audience import Audience, Viewpoint
from plyground.sessions.decide import COMMANDS, Decision, Holder, Moment, decide
from plyground.sessions.driver import Driver
from plyground.sessions.events import Event
from plyground.sessions.house import House
from plyground.sessions.records import iso
from plyground.sessions.secrecy import Secrecy
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, apply, goes_on_by_itself, rebuild
from plyground.sessions.thought import Hint, Thought, ask_of
from plyground.sessions.turn_clock import TurnClock

_REMEMBERED = 256
_HINT_SECONDS = 10.0


class Closed(Exception):
    """This session is out of memory or the server ends; ask the lobby for the game again."""


class Session:
    """One game. Public methods may be called from any thread; ``run`` must be called once before the rest."""

    def __init__(self, setup: Setup, house: House, events: tuple[Event, ...] = ()) -> None:
        self.setup, self.id = setup, setup.id
        self.rules = setup.rules
        self.lock = threading.RLock()
        self.house = house
        self.state = rebuild(setup, events)
        self._done: dict[str, dict[str, Any]] = {e.command: _answer_of(e) for e in events if e.command is not None}
        self._unlogged: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._secrecy = Secrecy(setup)
        self._audience = Audience(setup.id, house.publish)
        self._views: dict[int | None, dict[str, Any]] = {}
        self.clock = TurnClock(setup, house.timers, house.monotonic)
        self.driver = Driver(self)
        self._used_at = house.monotonic()
        self._hints: dict[int, Hint] = {}
        self.telling = False
        self._telling_watchers = False
        self.closed = False

    # What others see

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, while the game goes on."""
        return self.rules.to_move(self.state.position)

    @property
    def bot_to_move(self) -> bool:
        """Whether the game goes on and it is the turn of a bot that has not lost its time."""
        seat = self.to_move
        return self.state.result is None and self.setup.seats[seat].kind == "bot" and seat not in self.state.out

    @property
    def followed(self) -> bool:
        """Whether any connection follows the game."""
        return len(self._audience) > 0

    def snapshot(self, tokens: tuple[str, ...] = ()) -> dict[str, Any]:
        """The snapshot for the holder of these tokens."""
        with self._open():
            return self._snapshot(Viewpoint(self.setup.seats_of(tokens), self.setup.directs(tokens)))

    def card(self) -> dict[str, Any]:
        """The card."""
        with self.lock:
            return shapes.card(self.setup, self.state, self._view(()), self._audience.watchers)

    def views(self, first: int = 0, last: int | None = None) -> Iterator[dict[str, Any]]:
        """The watcher's views after ``first`` to ``last`` moves (all without ``last``), made as they are taken."""
        state = self.state
        last = state.ply if last is None else min(last, state.ply)
        return (self.rules.view(position, None) for position in state.positions(self.setup, first, last))

    def known_moves(self, seats: tuple[int, ...] = ()) -> list[Moved]:
        """The moves as the holder of these seats, or a watcher, may know them."""
        return self._secrecy.moves(self.state, seats)

    def known_start(self, seats: tuple[int, ...] = ()) -> str:
        """The start position's text as the holder of these seats, or a watcher, may know it."""
        return self._secrecy.start(self.state, seats)

    def is_live(self, now: float, recent: float) -> bool:
        """Whether the game goes on and something happened lately (Unix seconds), or somebody is there."""
        return self.state.result is None and (self.followed or now - self.touched < recent)

    @property
    def touched(self) -> float:
        """When something last happened in the game (Unix seconds)."""
        return self.state.touched or datetime.fromisoformat(self.setup.created).timestamp()

    # Connections

    def join(self, connection: str, tokens: tuple[str, ...], enter: Callable[[str], None]) -> dict[str, Any]:
        """Let a connection follow; see ``Lobby.join``."""
        with self._open():
            viewpoint = Viewpoint(self.setup.seats_of(tokens), self.setup.directs(tokens))
            enter(self._audience.enter(connection, viewpoint))
            self._watchers_changed()
            self._arrive(viewpoint.seats)
            return self._snapshot(viewpoint)

    def leave(self, connection: str) -> str | None:
        """Let a connection go; returns the room that it was in."""
        with self.lock:
            room = self._audience.leave(connection)
            self._used_at = self.house.monotonic()
            if room is not None:
                self._watchers_changed()
            return room

    def _arrive(self, seats: tuple[int, ...]) -> None:
        """A guest's clock begins to run when the guest is there for the first time."""
        if self.state.left is None or self.state.result is not None:
            return
        for seat in seats:
            if seat not in self.state.arrived:
                with suppress(StorageFailed):  # then the guest arrives with the next thing that they do
                    self.append(Decision((("arrive", {"seat": seat}),)))

    def _watchers_changed(self) -> None:
        """Tell the new number of watchers soon: two hundred who come at once are told of once."""
        self.house.changed(self)
        if not self._telling_watchers:
            self._telling_watchers = True
            self.house.timers.after(0.3, self._tell_watchers)

    def _tell_watchers(self) -> None:
        with self.lock:
            self._telling_watchers = False
            self._audience.tell_all("watchers", {"game": self.id, "watchers": self._audience.watchers})

    # Commands

    def command(self, message: Mapping[str, Any], connection: str = "") -> dict[str, Any]:
        """Carry out a command; returns the fields of its acknowledgement or raises a refusal (or ``Closed``)."""
        token = reading.a_text(message, "token", 200, required=True)
        own_id = reading.a_text(message, "id", 64, required=True)
        ply = reading.a_whole_number(message, "ply", 0, 1_000_000)
        do = reading.a_text(message, "do", 40, required=True)
        with self._open():
            holder = self._holder(token)
            command = f"{holder.text}:{own_id}"
            known = self._done.get(command) or self._unlogged.get(command)
            if known is not None:
                return dict(known)
            if do not in COMMANDS and do not in ("hint", "hurry"):
                raise UnknownCommand(f"There is no command “{do}”; there are: {', '.join(COMMANDS)}, hint, hurry.")
            if ply != self.state.ply:
                raise OldPly(f"The game has moved on to ply {self.state.ply}; this was meant for ply {ply}.")
            if do == "hint":
                return self._remember(command, self._hint(holder, connection))
            if do == "hurry":
                return self._remember(command, self._hurry())
            self._check_time()
            decision = decide(self.moment(), holder, do, message)
            self.append(decision, command)
            answer = {"seq": self.state.seq, **decision.answer}
            return self._done.setdefault(command, answer) if decision.events else self._remember(command, answer)

    def _holder(self, token: str) -> Holder:
        seats = self.setup.seats_of((token,))
        if seats:
            return Holder(seats[0])
        if self.setup.directs((token,)):
            return Holder(None)
        raise WrongToken("This link does not give you a seat in this game.")

    def _remember(self, command: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Keep the answer to a command that leaves no trace in the log, so that repeating it is harmless."""
        self._unlogged[command] = answer
        while len(self._unlogged) > _REMEMBERED:
            self._unlogged.popitem(last=False)
        return answer

    def _hint(self, holder: Holder, connection: str) -> dict[str, Any]:
        if holder.seat is None:
            raise NotASeat("Only a player may ask for a hint.")
        if self.state.result is not None:
            raise GameFinished("The game is over.")
        if self.to_move != holder.seat:
            raise WrongTurn("You can ask for a hint when it is your turn.")
        if holder.seat in self._hints:
            raise HintPending("A hint is on its way.")
        hint = self._hints[holder.seat] = Hint(self, holder.seat, connection)
        player, _ = opponents.find(self.rules)
        ask = ask_of(self, player.text, Allowance(_HINT_SECONDS), "", Priority.PERSON)
        self.house.pool.submit(ask, hint)
        return {"seq": self.state.seq}

    def hint_found(self, hint: Hint, connection: str, found: dict[str, Any]) -> None:
        """The pool found a hint, or found that there is none."""
        with self.lock:
            if self._hints.get(hint.seat) is hint:
                del self._hints[hint.seat]
            if not self.closed:
                self.house.publish(connection, "hint", {"game": self.id, "ply": hint.ply, **found})

    def _hurry(self) -> dict[str, Any]:
        thought = self.driver.thought
        if thought is None or thought.choice is not None:
            raise NothingToHurry("No bot is thinking.")
        thought.stop()
        return {"seq": self.state.seq}

    # Changing the state

    def moment(self) -> Moment:
        now = self.house.monotonic()
        return Moment(
            self.setup,
            self.state,
            self.clock.left(self.state, now),
            self.clock.used(now),
            lambda: self._view((self.to_move,)),
            iso(time.time()),
        )

    def append(self, decision: Decision, command: str | None = None) -> None:
        """Write the events to the log, and when they are durable apply and tell them, and go on."""
        if not decision.events:
            return
        states, events, state = [], [], self.state
        for number, (kind, data) in enumerate(decision.events, 1):
            last = number == len(decision.events)
            event = Event(state.seq + 1, kind, data, time.time(), command if last else None)
            state = apply(self.setup, state, event)
            events.append(event)
            states.append(state)
        ended = state.result is not None and self.state.result is None
        self.house.store.append(self.id, events, decision.opens, ended, goes_on_by_itself(self.setup, state))
        if decision.opens is not None:  # before anybody hears of it and comes to it
            self.house.adopt(decision.opens, ())
        at = self._used_at = self.house.monotonic()
        for event, after in zip(events, states, strict=True):
            self.state = after
            if event.kind in ("move", "takeback"):
                self._views.clear()
                self.clock.begin(after, at)
            elif event.kind == "arrive" and event.data["seat"] == self.to_move:
                self.clock.since = at
            elif after.result is None and event.kind in ("resign", "time_out") and event.data["seat"] == self.to_move:
                self.clock.begin(after, at)
        self.telling = True  # what the bots say of the new turn is told after the event that began it
        try:
            self.driver.drive()
            for event in events:
                self._tell(event, event is events[-1], at)
        finally:
            self.telling = False
        if self.driver.thought is not None and self.driver.thought.news:
            self.show_thinking(self.driver.thought)
        self.house.changed(self)

    def _tell(self, event: Event, last: bool, at: float) -> None:
        """Broadcast one event; its state is that after the last of its group, and goes with the last."""
        told: dict[str, Any] = {"game": self.id, "seq": event.seq, "kind": event.kind, "at": at, "state": {}}
        if event.kind != "move":
            told |= {name: value for name, value in event.data.items() if name != "left"}
        changing = shapes.changing(self.state, self.clock.shown(self.state)) if last else {}
        if last and self._secrecy.hides and self.state.result is not None:  # what was hidden is told at the end
            changing["moves"] = shapes.moves(self.state.moves)

        def payload(seats: tuple[int, ...]) -> dict[str, Any]:
            made = self.known_moves(seats)[-1:] if event.kind == "move" else []
            entry = {"move": shapes.move(self.state.ply - 1, made[0])} if made else {}
            return {**told, **entry, "state": {**changing, "view": self._view(seats)} if last else {}}

        self._audience.tell("event", payload)

    def check_clock(self) -> bool:
        """End the game if the time of the seat to move is up; returns whether it did. The lock is held."""
        if not self.clock.expired(self.state):
            return False
        left = self.clock.left(self.state, self.house.monotonic())
        self.append(Decision((("time_out", {"seat": self.to_move, "left": left}),)))
        return True

    def _check_time(self) -> None:
        """A command that comes when the time is up comes too late, even if the timer has yet to say so."""
        if not self.bot_to_move and self.check_clock():
            raise GameFinished("The game is over: the time ran out.")

    def run(self) -> None:
        """Begin, or go on after a restart: the clock of the seat to move runs from now, a bot to move is asked."""
        with self.lock:
            self.clock.begin(self.state, self.house.monotonic())
            self.driver.drive()

    def show_thinking(self, thought: Thought) -> None:
        """Broadcast what a thought shows, if it still matters. The lock is held."""
        if thought is self.driver.thought and thought.choice is None and not (self.closed or self.telling):
            state, shown = self.state, thought.shown
            self._audience.tell("thinking", lambda seats: self._secrecy.news(state, shown, seats))

    # Leaving memory

    def close(self) -> None:
        """Stop everything; the game can be rebuilt from the log."""
        with self.lock:
            self.closed = True
            self.clock.disarm()
            self.driver.drop()

    def close_if_idle(self, idle: float) -> bool:
        """Close if nobody is here, nothing runs, and nothing happened for so long; returns whether it closed."""
        with self.lock:
            busy = self.followed or self._hints or self.driver.thought is not None or self.clock.since is not None
            if busy or self.house.monotonic() - self._used_at < idle:
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

    def _view(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """The view for the holder of these seats: made once for each viewer who sees something of their own."""
        seat: int | None = None
        if seats and self.state.result is None:
            seat = self.to_move if self.to_move in seats else seats[0]
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state.position, seat)
        return self._views[seat]

    def _snapshot(self, viewpoint: Viewpoint) -> dict[str, Any]:
        self._used_at = self.house.monotonic()
        seats, thought = viewpoint.seats, self.driver.thought
        return shapes.snapshot(
            self.setup,
            self.state,
            seats,
            viewpoint.director,
            self.known_start(seats),
            self.known_moves(seats),
            self._view(seats),
            self.clock.shown(self.state),
            self._secrecy.news(self.state, thought.shown, seats) if thought is not None else None,
            self._audience.watchers,
        )


def _answer_of(event: Event) -> dict[str, Any]:
    answer = {"seq": event.seq}
    return answer | ({"next": event.data["next"]} if event.kind == "rematch" else {})
