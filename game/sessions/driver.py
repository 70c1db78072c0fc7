"""Sets bots thinking: sees to it that in each session whoever should think thinks, and that nobody else does."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import Closing, StorageFailed
from plyground.jobs.requests import Priority
from plyground.sessions.allowance import allowance
from plyground.sessions.clock import use
from plyground.sessions.decide import Decision, made_move, turn_of_nobody
from plyground.sessions.pondering import Ponder, ponderer
from plyground.sessions.state import seat_name
from plyground.sessions.thought import Thought, ask_of, kept

if TYPE_CHECKING:
    from plyground.sessions.session import Session

_RETRY_SECONDS = 2.0
_GRACE_SECONDS = 0.25
"""A bot's answer may be on its way when its time is up; its own measure of its time decides."""


class Driver:
    """The bots of one session. Every method takes the session's lock or is called with it held."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.thought: Thought | None = None
        self._ponder: Ponder | None = None

    def drive(self) -> None:
        """Ask for a bot's move if one is due, drop what is no longer wanted, set the timer of the clock."""
        session, state, clock = self._session, self._session.state, self._session.clock
        wanted = session.bot_to_move and not session.closed and (not state.paused or state.steps > 0)
        thought = self.thought
        if thought is not None and not (wanted and thought.turn == clock.turn):
            if thought.turn == clock.turn:  # paused in mid-thought: what it thought so far is not charged
                clock.disarm()
                clock.since = None
            self._forget()
        over = self._ponder is not None and (self._ponder.turn != clock.turn or state.result is not None)
        if over and self._end_pondering():
            clock.disarm()  # for the moment that it takes its worker to stop
            return
        if state.result is not None:
            clock.disarm()
            for seat, each in enumerate(session.setup.seats):
                if each.kind == "bot":
                    session.house.pool.forget(f"{session.id}/{seat}")
        elif session.to_move in state.out:
            clock.later(0.0, self._pass)
        elif wanted and self.thought is None:
            self._think()
        elif wanted and thought is not None and thought.choice is not None:
            self._play_when_due(thought)
        elif not session.bot_to_move:
            clock.arm(state, self.time_up)
            self._think_on()

    def _pass(self) -> None:
        """Make the move of a seat that is out."""
        session = self._session
        with session.lock:
            state = session.state
            if session.closed or state.result is not None or session.to_move not in state.out:
                return
            if state.paused and not state.steps:
                return
            try:
                session.append(turn_of_nobody(session.moment()))
            except StorageFailed:
                session.clock.later(_RETRY_SECONDS, self._pass)

    def drop(self) -> None:
        """Want no move any more."""
        self._forget()
        self._end_pondering()

    def _think_on(self) -> None:
        """Let a bot that ponders think during this turn of the person."""
        session = self._session
        seat = None if self._ponder is not None or session.closed else ponderer(session)
        if seat is not None:
            self._ponder = Ponder(session, session.clock.turn, seat)
            with suppress(Closing):
                self._ponder.begin(session.house.think_seconds)

    def _end_pondering(self) -> bool:
        """End it; True if its worker has yet to say so, after which the bots are set thinking again."""
        ponder = self._ponder
        if ponder is not None and (ponder.stopping or ponder.end()):
            return True
        self._ponder = None
        return False

    def pondered(self, ponder: Ponder) -> None:
        """It has ended: whoever should think now may have its worker."""
        session = self._session
        with session.lock:
            if ponder is not self._ponder:
                return
            if ponder.stopping:
                self._ponder = None
                if not session.closed:
                    self.drive()

    def _forget(self) -> None:
        if self.thought is not None:
            self.thought.drop()
            self.thought = None

    def _think(self) -> None:
        session = self._session
        seat = session.to_move
        bot = session.setup.seats[seat].bot
        assert bot is not None
        thought = self.thought = Thought(session, session.clock.turn, seat)
        setup, left = session.setup, session.state.left
        player = registry.parse_player(bot, setup.rules)
        time = allowance(setup.clock, left, seat, session.house.think_seconds, player)
        ask = ask_of(session, bot, time, f"{session.id}/{seat}", self._urgency())
        with suppress(Closing):  # then it is asked at the next start
            thought.ticket = session.house.pool.submit(ask, thought)
        if thought.running:
            self.started(thought)

    def _urgency(self) -> Priority:
        if not self._session.setup.bots_only:
            return Priority.PERSON
        return Priority.WATCHED if self._session.followed else Priority.UNWATCHED

    def started(self, thought: Thought) -> None:
        """A worker begins to think: the bot's clock runs."""
        session = self._session
        with session.lock:
            if thought is self.thought and thought.choice is None and session.state.left is not None:
                session.clock.since = session.house.monotonic()
                session.clock.arm(session.state, self.time_up, _GRACE_SECONDS)

    def waits(self, thought: Thought) -> None:
        """It waits for a worker, perhaps for another after it lost one: the bot's clock stands."""
        session = self._session
        with session.lock:
            if thought is self.thought and thought.choice is None and not thought.running:
                session.clock.disarm()
                session.clock.since = None

    def answered(self, thought: Thought, choice: dict[str, Any]) -> None:
        """A worker has chosen: play the move, now or when the pace allows."""
        session = self._session
        with session.lock:
            if thought is not self.thought or session.closed:
                return
            thought.choice = choice
            session.clock.disarm()
            session.clock.since = None
            self._play_when_due(thought)

    def _play_when_due(self, thought: Thought) -> None:
        due = self._paced_until() - self._session.house.monotonic()
        if due > 0 or self._session.telling:
            self._session.clock.later(due, lambda: self._play(thought))
        else:
            self._play(thought)

    def _paced_until(self) -> float:
        """When the move may be shown: the pace lies between two moves of bots, but a single step is made at once."""
        session = self._session
        moves, began = session.state.moves, session.clock.turn_at
        if not moves or session.setup.seats[moves[-1].seat].kind != "bot" or session.state.steps:
            return began
        return began + session.state.pace

    def _play(self, thought: Thought) -> None:
        session = self._session
        with session.lock:
            choice = thought.choice
            if thought is not self.thought or session.closed or choice is None:
                return
            seconds = float(choice.get("seconds") or 0.0)
            left = session.state.left
            try:
                if left is not None:
                    left = use(left, thought.seat, seconds)
                    if left[thought.seat] <= 0:
                        session.append(Decision((("time_out", {"seat": thought.seat, "left": left}),)))
                        return
                said = kept(choice)
                session.append(made_move(session.moment(), str(choice.get("move")), seconds, left, said))
            except StorageFailed:
                session.clock.later(_RETRY_SECONDS, lambda: self._play(thought))
            except Refusal as refusal:
                self.failed(thought, f"it chose a move that is not possible. {refusal.sentence}")

    def failed(self, thought: Thought, sentence: str) -> None:
        """No move can be had: the game ends, and nobody has lost it."""
        session = self._session
        with session.lock:
            if thought is not self.thought or session.closed:
                return
            why = f"{seat_name(session.setup, thought.seat)} could not move: {sentence}"
            finish = {"reason": "failed", "seat": thought.seat, "sentence": why}
            try:
                session.append(Decision((("finish", finish),)))
            except StorageFailed:
                session.clock.later(_RETRY_SECONDS, lambda: self.failed(thought, sentence))

    def time_up(self) -> None:
        """The timer of the clock: end the game if the time is really up."""
        session = self._session
        with session.lock:
            if session.closed or session.state.result is not None or session.clock.since is None:
                return
            try:
                if not session.check_clock():
                    session.clock.arm(session.state, self.time_up)
            except StorageFailed:
                session.clock.later(_RETRY_SECONDS, self.time_up)
