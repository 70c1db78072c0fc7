"""A bot that thinks on while the person opposite is to move, so that its own move can build on what it found.

A bot ponders if it has an option ``ponder`` and it is on. What it finds stays in its memory of the game, in the worker
that has it; there is no answer that anybody waits for, and a question of somebody who waits ends it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.core import registry
from plyground.jobs.requests import Handle, Listener, Priority
from plyground.sessions.allowance import Allowance
from plyground.sessions.thought import ask_of

if TYPE_CHECKING:
    from plyground.sessions.session import Session

OPTION = "ponder"


def ponderer(session: Session) -> int | None:
    """The seat of the bot that ponders while the other of two seats, a person's, is to move; None if there is none."""
    seats = session.setup.seats
    if len(seats) != 2 or session.state.result is not None or session.state.paused or session.bot_to_move:
        return None
    seat = 1 - session.to_move
    bot = seats[seat].bot
    if seats[seat].kind != "bot" or bot is None or not session.state.moves:
        return None
    return seat if registry.parse_player(bot, session.setup.rules).options.get(OPTION) else None


class Ponder(Listener):
    """A bot's thinking during one turn of the person opposite."""

    def __init__(self, session: Session, turn: int, seat: int) -> None:
        self._session = session
        self.turn, self.seat = turn, seat
        self.stopping = False
        self._ticket: Handle | None = None

    def begin(self, seconds: float) -> None:
        """Put it to the pool; nobody is counted for it. Raises ``Closing``."""
        session = self._session
        bot = session.setup.seats[self.seat].bot
        assert bot is not None
        memory = f"{session.id}/{self.seat}"
        ask = ask_of(session, bot, Allowance(seconds), memory, Priority.NOBODY, seat=self.seat, visitor="")
        self._ticket = session.house.pool.submit(ask, self)

    def end(self) -> bool:
        """End it; True if the worker that has the memory still has to say that it has ended."""
        if self._ticket is None:
            return False
        if self._ticket.running:
            self._ticket.stop()
            self.stopping = True
        else:
            self._ticket.cancel()
        return self.stopping

    def answered(self, choice: dict[str, Any]) -> None:
        """Listener: it has ended."""
        self._session.driver.pondered(self)

    def failed(self, code: str, sentence: str) -> None:
        """Listener: it has ended, and no harm is done."""
        self._session.driver.pondered(self)
