"""What a session and the pool of bot workers say to each other: an ask, its listener, its ticket."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol


class Urgency(IntEnum):
    """Who waits for the move: asks of a lower number go first, and end those of ``NOBODY`` where no worker is free."""

    PERSON = 0
    WATCHED = 1
    UNWATCHED = 2
    NOBODY = 3


@dataclass(frozen=True)
class Ask:
    """One question: the bot's move after ``moves`` from ``position``, all in text form.

    ``seconds`` bounds the search; ``left`` and ``increment`` are the clock of a bot that plans its time. ``memory``
    names the bot's memory of this game; ``visitor`` is who is counted for it, "" for nobody. With a ``search`` (its
    ``id``, ``settings`` and ``seat``) no bot is asked: the answer is the trace of that teaching search.
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
    urgency: Urgency = Urgency.PERSON
    nodes: int | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    search: dict[str, Any] | None = None

    def as_json(self, number: int) -> dict[str, Any]:
        """The line that a worker reads."""
        return {
            "ask": number,
            "game": self.game,
            "options": self.options,
            "position": self.position,
            "moves": list(self.moves),
            "bot": self.bot,
            "seed": self.seed,
            "limits": {
                "seconds": self.seconds,
                "nodes": self.nodes,
                "depth": self.depth,
                "left": self.left,
                "increment": self.increment,
            },
            "memory": self.memory,
        } | ({} if self.search is None else {"search": self.search})


class Listener(Protocol):
    """Hears what becomes of an ask, always from the pool's own threads: never from within ``ask``, no lock held.

    ``waiting`` and ``started`` may come late, after news that they should have preceded.
    """

    def waiting(self, place: int) -> None:
        """It stands at this place in the queue (1 is next), or at 0: taken, but the kernels are not compiled yet."""

    def started(self) -> None:
        """A worker began to think; told again if another worker has to begin anew."""

    def progress(self, progress: dict[str, Any]) -> None:
        """What the search has so far."""

    def answered(self, choice: dict[str, Any]) -> None:
        """The choice, as ``Choice.as_json``. The last call."""

    def failed(self, code: str, sentence: str) -> None:
        """There is no choice, though it was tried again. The last call."""


class Ticket(Protocol):
    """The asker's hold on an ask."""

    @property
    def running(self) -> bool:
        """Whether a worker thinks about it now."""

    def stop(self) -> None:
        """Answer soon with the best so far."""

    def cancel(self) -> None:
        """Forget the ask: the listener hears no more of it (but for a call that has begun)."""
