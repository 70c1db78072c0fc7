"""Searches that a session has asked for: a bot's move, a hint, or a bot that thinks on during the person's turn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from plyground.core import registry
from plyground.core.refusals import Closing
from plyground.jobs.pool import Handle
from plyground.jobs.requests import News, Priority, SearchRequest
from plyground.sessions.clock import ThinkingTime, thinking_time
from plyground.sessions.secrecy import Secrecy
from plyground.sessions.services import Services
from plyground.sessions.setup import Setup, find_opponent
from plyground.sessions.state import State
from plyground.sessions.turns import Underway

Hear = Callable[["BotSearch", News, Any], None]
_HINT_SECONDS = 10.0


class BotSearch:
    """One search: for which turn, seat and ply. Whatever it hears goes to ``hear(search, what, value)``.

    ``news`` is what is shown of it, ``choice`` the answer while it waits to be played, ``stopping`` says that it was
    told to end.
    """

    def __init__(self, turn: int, seat: int, ply: int, hear: Hear) -> None:
        self.turn, self.seat, self.ply = turn, seat, ply
        self.hear = partial(hear, self)
        self.handle: Handle | None = None
        self.news: dict[str, Any] = {}
        self.choice: dict[str, Any] | None = None
        self.stopping = False

    @property
    def running(self) -> bool:
        return self.handle is not None and self.handle.running

    def shown(self, game_id: str) -> dict[str, Any]:
        return {"game": game_id, "ply": self.ply, "seat": self.seat, **self.news}

    def drop(self) -> None:
        """It is not wanted any more."""
        if self.handle is not None:
            self.handle.cancel()

    def stop(self) -> None:
        """End it, with what there is."""
        self.stopping = True
        if self.handle is not None:
            self.handle.stop()


class Searches:
    """What one session has asked of workers: a bot's move, a bot's pondering, and hints by seats. Not locked: the
    session locks."""

    def __init__(self, setup: Setup, secrecy: Secrecy, services: Services) -> None:
        self._setup, self._secrecy, self._services = setup, secrecy, services
        self.move: BotSearch | None = None
        self.ponder: BotSearch | None = None
        self.hints: dict[int, BotSearch] = {}

    def underway(self, turn: int) -> Underway:
        """What is under way, as ``turns.effects`` reads it."""
        move, ponder = self.move, self.ponder
        return Underway(
            turn,
            None if move is None else move.turn,
            move is not None and move.choice is not None,
            None if ponder is None else ponder.turn,
            ponder is not None and (ponder.stopping or ponder.running),
        )

    def begin_move(self, state: State, turn: int, followed: bool, hear: Hear) -> BotSearch:
        """Look for the move of the bot to move."""
        seat = self._setup.rules.to_move(state.position)
        bot = self._bot(seat)
        player = registry.parse_player(bot, self._setup.rules)
        time = thinking_time(self._setup.clock, state.left, seat, self._services.think_seconds, player)
        priority = Priority.PERSON
        if self._setup.bots_only:
            priority = Priority.WATCHED if followed else Priority.UNWATCHED
        self.move = BotSearch(turn, seat, state.ply, hear)
        with suppress(Closing):  # then it is asked at the next start
            self._submit(self.move, state, bot, time, priority, f"{self._setup.id}/{seat}")
        return self.move

    def begin_pondering(self, state: State, turn: int, seat: int, hear: Hear) -> None:
        """Let a bot think on during the person's turn; what it finds stays in its memory, in its worker."""
        self.ponder = BotSearch(turn, seat, state.ply, hear)
        time = ThinkingTime(self._services.think_seconds)
        with suppress(Closing):
            self._submit(self.ponder, state, self._bot(seat), time, Priority.NOBODY, f"{self._setup.id}/{seat}")

    def begin_hint(self, state: State, turn: int, seat: int, hear: Hear) -> None:
        """Look for a hint for the seat to move; raises ``Closing``."""
        player, _ = find_opponent(self._setup.rules)
        self.hints[seat] = BotSearch(turn, seat, state.ply, hear)
        self._submit(self.hints[seat], state, player.text, ThinkingTime(_HINT_SECONDS), Priority.PERSON, "")

    def drop_move(self) -> None:
        if self.move is not None:
            self.move.drop()
            self.move = None

    def drop_pondering(self) -> None:
        """No worker is at it: it can go at once."""
        if self.ponder is not None:
            self.ponder.drop()
            self.ponder = None

    def stop_pondering(self) -> None:
        """The worker that is at it is to stop; it says when it has."""
        if self.ponder is not None and not self.ponder.stopping:
            self.ponder.stop()

    def forget(self) -> None:
        """The game is over: the bots' memories of it can go."""
        for seat, each in enumerate(self._setup.seats):
            if each.kind == "bot":
                self._services.jobs.forget(f"{self._setup.id}/{seat}")

    def close(self) -> None:
        """Want nothing any more."""
        self.drop_move()
        if self.ponder is not None and self.ponder.running:
            self.stop_pondering()
        else:
            self.drop_pondering()

    def _bot(self, seat: int) -> str:
        bot = self._setup.seats[seat].bot
        assert bot is not None
        return bot

    def _submit(
        self, search: BotSearch, state: State, bot: str, time: ThinkingTime, priority: Priority, memory: str
    ) -> None:
        """Ask for the move of the seat to move, as the holder of the search's seat may know the game.

        The seed depends on the game's seed and the ply alone. The game's maker is counted for it, nobody for what
        nobody waits for.
        """
        setup, seats = self._setup, (search.seat,)
        request = SearchRequest(
            game=setup.game,
            options=setup.options,
            position=self._secrecy.start(state, seats),
            moves=tuple(made.text for made in self._secrecy.moves(state, seats)),
            bot=bot,
            seed=(setup.seed * 1_000_003 + state.ply) % 2**53,
            seconds=time.seconds,
            memory=memory,
            visitor="" if priority is Priority.NOBODY else setup.maker or setup.id,
            priority=priority,
            left=time.left,
            increment=time.increment,
        )
        search.handle = self._services.jobs.submit(request, search.hear)
