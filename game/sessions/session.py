"""A game in progress as others meet it: connections that follow it, commands and their answers, what each may know.

The ``Course`` beneath it is the state machine; a command is decided by pure functions and becomes events of the course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any

from plyground.core.errors import GameFinished
from plyground.core.messages import _
from plyground.core.refusals import (
    HintPending,
    NotASeat,
    NothingToHurry,
    OldPly,
    StorageFailed,
    UnknownCommand,
    WrongTurn,
)
from plyground.jobs.requests import News
from plyground.sessions import reading
from plyground.sessions.broadcast import Viewpoint
from plyground.sessions.course import Closed, Course
from plyground.sessions.decide import COMMANDS, Decision, Holder, decide
from plyground.sessions.events import Answers, Event
from plyground.sessions.keys import digest
from plyground.sessions.presence import AWAY_SECONDS
from plyground.sessions.records import MOST_VIEWS
from plyground.sessions.searches import BotSearch
from plyground.sessions.services import Services
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, due


class Session(Course):
    """One game. Public methods may be called from any thread; ``run`` must be called once before the rest."""

    def __init__(self, setup: Setup, services: Services, events: tuple[Event, ...] = ()) -> None:
        super().__init__(setup, services, events)
        self._answers = Answers(events)
        self._telling_watchers = False

    # What others see

    @property
    def present(self) -> list[int]:
        """The seats of people who are there."""
        with self.lock:
            return self._broadcast.present(self.state)

    def snapshot(self, tokens: tuple[str, ...] = ()) -> dict[str, Any]:
        with self._open():
            return self._snapshot(self._viewpoint(tokens), tokens)

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
        """The watcher's views after ``first`` to ``last`` moves, at most 64, made as they are taken."""
        state = self.state
        last = min(state.ply, first + MOST_VIEWS - 1, state.ply if last is None else last)
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
            viewpoint = self._viewpoint(tokens, seats)
            enter(self._broadcast.audience.enter(connection, viewpoint))
            self._watchers_changed()
            self._arrive(viewpoint.seats)
            if self.state.result is None and self.to_move in viewpoint.seats:
                self.clock.came_back(self.state, self._time_up)
            return self._snapshot(viewpoint, tokens)

    def _viewpoint(self, tokens: tuple[str, ...], seats: tuple[int, ...] = ()) -> Viewpoint:
        keys = self.state.keys
        return Viewpoint(seats or self.setup.seats_of(tokens, keys), self.setup.directs(tokens, keys))

    def leave(self, connection: str) -> str | None:
        """Let a connection go; returns the room that it was in."""
        with self.lock:
            room = self._broadcast.audience.leave(connection)
            self._used_at = self.services.monotonic()
            if room is not None:
                self._watchers_changed()
            return room

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

    def command(
        self,
        message: Mapping[str, Any],
        connection: str = "",
        seat: int | None = None,
        admit: Callable[[Setup], None] = lambda opened: None,
    ) -> dict[str, Any]:
        """Carry out a command; returns the fields of its acknowledgement or raises a refusal (or ``Closed``). ``admit``
        raises one if a game that it opens is one too many; it must not wait for other games."""
        token = reading.a_text(message, "token", 200, required=seat is None)
        own_id = reading.a_text(message, "id", 64, required=True)
        ply = reading.a_whole_number(message, "ply", 0, 1_000_000)
        do = reading.a_text(message, "do", 40, required=True)
        with self._open():
            worn = self.state.worn if do == "key" else {}
            if digest(token) in worn:  # by it the new one may have come, and the answer been lost
                known = self._answers.known(f"{Holder(worn[digest(token)]).text}:{own_id}")
                if known is not None:
                    return known
            holder = Holder.of(self.setup, self.state, token) if seat is None else Holder(seat)
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
            if decision.opens is not None:
                admit(decision.opens)
            self.append(decision, command)
            if do == "key":
                self._broadcast.audience.shut_out(holder.seat)
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
        plan = self._plans.change(self.state, seat, message)
        self._broadcast.tell_plan(self.state, seat)
        return {"seq": self.state.seq, "plan": plan and plan.as_json()}

    def _hurry(self) -> dict[str, Any]:
        search = self._searches.move
        if search is None or search.choice is not None:
            raise NothingToHurry(_("No bot is thinking."))
        search.stop()
        return {"seq": self.state.seq}

    def _check_time(self) -> None:
        """A command that comes when the time is up comes too late, even if the timer has yet to say so."""
        decision = None if self.bot_to_move else self._out_of_time()
        if decision is not None:
            self.append(decision)
            raise GameFinished(_("The game is over: the time ran out."))

    def _arrive(self, seats: tuple[int, ...]) -> None:
        """A guest is there for the first time."""
        if self.state.result is not None:
            return
        for seat in seats:
            if seat not in self.state.arrived:
                with suppress(StorageFailed):  # then the guest arrives with the next thing that they do
                    self.append(Decision((("arrive", {"seat": seat}),)))

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

    # Leaving memory

    @property
    def in_use(self) -> bool:
        """Whether somebody has a seat's page open, a bot thinks, or a clock may soon run out. Needs no lock."""
        return self._broadcast.presence.somebody or self._goes_on

    @property
    def _goes_on(self) -> bool:
        charged = self.clock.since is not None and due(self.setup, self.state) is None
        return self._searches.move is not None or charged

    def move_away(self) -> None:
        """Close, for another server goes on with the game: those who follow it join again."""
        with self.lock:
            if not self.closed:
                self.close()
                self._broadcast.audience.tell_all("again", {"game": self.id})

    def close_if_idle(self, idle: float) -> bool:
        """Close if nobody is here, nothing runs, and nothing happened for so long; returns whether it closed."""
        with self.lock:
            busy = self.followed or self._searches.hints or self._goes_on
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

    def _snapshot(self, viewpoint: Viewpoint, tokens: tuple[str, ...] = ()) -> dict[str, Any]:
        self._used_at = self.services.monotonic()
        search = self._searches.move
        thinking = None if search is None else search.shown(self.id)
        found = self._broadcast.snapshot(self.state, viewpoint, self.clock.shown(self.state), thinking)
        if any(digest(token) in self.state.worn for token in tokens):
            found["you"]["renewed"] = True
        return found
