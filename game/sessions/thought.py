"""Asks that a session has put to the pool: a bot's move, and a hint. Each knows whether it still matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.jobs.requests import Handle, Listener, Priority, SearchRequest
from plyground.sessions.allowance import Allowance

if TYPE_CHECKING:
    from plyground.sessions.session import Session

KEPT = ("value", "kind", "outcome", "unit", "line", "nodes", "depth", "seconds")
"""What is kept of a choice with its move."""

RANKED_KEPT = 8
"""How many of the moves that a bot ranked are kept with it."""
LINES_KEPT, LINE_KEPT, TERMS_KEPT = 8, 16, 16
"""How many of a bot's best lines, how many moves of each, and how many parts of its evaluation."""


def kept(choice: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a choice: the best looking of the moves that it ranked, the parts of its evaluation and its other
    lines are there only if it told any."""
    said = {name: choice.get(name) for name in KEPT}
    details = choice.get("details") or {}
    if details.get("ranked"):
        said["ranked"] = details["ranked"][:RANKED_KEPT]
    if details.get("terms"):
        said["terms"] = details["terms"][:TERMS_KEPT]
    if len(details.get("lines") or ()) > 1:
        said["lines"] = [{**line, "line": list(line["line"])[:LINE_KEPT]} for line in details["lines"][:LINES_KEPT]]
    return said


def ask_of(
    session: Session,
    bot: str,
    time: Allowance,
    memory: str,
    priority: Priority,
    seat: int | None = None,
    visitor: str | None = None,
) -> SearchRequest:
    """The question for the seat to move, with a seed that depends on the game's and the ply alone.

    ``seat`` is whose knowledge of the game goes with it, if not the mover's; ``visitor`` who is counted for it, if not
    the game's maker.
    """
    setup, state = session.setup, session.state
    seats = (session.to_move if seat is None else seat,)
    return SearchRequest(
        game=setup.game,
        options=setup.options,
        position=session.known_start(seats),
        moves=tuple(made.text for made in session.known_moves(seats)),
        bot=bot,
        seed=(setup.seed * 1_000_003 + state.ply) % 2**53,
        seconds=time.seconds,
        memory=memory,
        visitor=setup.maker or setup.id if visitor is None else visitor,
        priority=priority,
        left=time.left,
        increment=time.increment,
    )


class Thought(Listener):
    """A bot's move being looked for. The session drops it when the turn is over; late news is then ignored."""

    def __init__(self, session: Session, turn: int, seat: int) -> None:
        self._session = session
        self.turn, self.seat, self.ply = turn, seat, session.state.ply
        self.ticket: Handle | None = None
        self.news: dict[str, Any] = {}
        self.choice: dict[str, Any] | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """The ``thinking`` message."""
        return {"game": self._session.id, "ply": self.ply, "seat": self.seat, **self.news}

    @property
    def running(self) -> bool:
        """Whether a worker thinks about it now."""
        return self.ticket is not None and self.ticket.running

    def drop(self) -> None:
        """The move is not wanted any more."""
        if self.ticket is not None:
            self.ticket.cancel()

    def stop(self) -> None:
        """Move with what there is."""
        if self.ticket is not None:
            self.ticket.stop()

    def waiting(self, place: int) -> None:
        """Listener: shown as the place in the queue, or as warming."""
        self._session.driver.waits(self)
        self._show({"queue": place} if place else {"warming": True})

    def started(self) -> None:
        """Listener: the bot's clock runs from now."""
        self._session.driver.started(self)

    def progress(self, progress: dict[str, Any]) -> None:
        """Listener: broadcast what the search has."""
        self._show(progress)

    def answered(self, choice: dict[str, Any]) -> None:
        """Listener: the move."""
        self._session.driver.answered(self, choice)

    def failed(self, code: str, sentence: str) -> None:
        """Listener: no move can be had, so the game ends without a winner."""
        self._session.driver.failed(self, sentence)

    def _show(self, news: dict[str, Any]) -> None:
        with self._session.lock:
            self.news = news
            self._session.show_thinking(self)


class Hint(Listener):
    """A hint being looked for, for one connection."""

    def __init__(self, session: Session, seat: int, connection: str) -> None:
        self._session, self._connection = session, connection
        self.seat, self.ply = seat, session.state.ply

    def answered(self, choice: dict[str, Any]) -> None:
        """Listener: send the choice."""
        self._session.hint_found(self, self._connection, {"choice": choice})

    def failed(self, code: str, sentence: str) -> None:
        """Listener: say that there is none."""
        self._session.hint_found(
            self, self._connection, {"choice": None, "error": {"code": code, "sentence": sentence}}
        )
