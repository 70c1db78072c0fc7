"""What a worker passes on of a game that people watch: messages of which any may be lost.

A message is JSON: ``id`` of the game and ``competition``; ``run``, another one for each time the game is played;
``since``, how many moves came before ``moves``, each ``[text, seat, seconds, mind]``; ``left`` of each clock;
``ended``, None or how. One at the start, at the end, and now and then between has ``begun`` and all moves; the others
have the last.
``ready`` says that the bots were set up, so that clocks run. Of a game in which moves are made faster than anybody can
follow, some messages are left out; the next one has their moves.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from plyground.core.messages import with_parts

OFTEN = 16
"""So many moves after a whole message, or a quarter of the game, another one is sent."""
MOST_A_SECOND = 30.0
"""Messages of moves of one game; as many may come at once."""

log = logging.getLogger(__name__)

Message = dict[str, Any]


class GameFeed:
    """Makes messages of what the referee tells of one game and sends them; never raises."""

    def __init__(
        self,
        game: str,
        competition: str,
        send: Callable[[Message], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._head = {"id": game, "competition": competition, "run": uuid.uuid4().hex[:8]}
        self._send, self._now = send, now
        self._may, self._at = MOST_A_SECOND, now()
        self._told = 0
        self._begun: dict[str, Any] = {}
        self._moves: list[list[Any]] = []
        self._left: list[float] | None = None
        self._due = 0
        self._ready = False

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Hear what ``referee.play_game`` tells."""
        try:
            message = self._message(event)
            if message is not None:
                self._send(message)
        except Exception:  # a game does not depend on being watched
            log.exception("A game's moves could not be told.")

    def _message(self, event: Mapping[str, Any]) -> Message | None:
        kind = event["kind"]
        if kind == "begun":
            self._begun = {name: event[name] for name in ("game", "options", "start", "clock", "pace")}
            self._begun["opening"] = len(event["moves"])
            self._moves = [[text, seat, 0.0, None] for text, seat in zip(event["moves"], event["seats"], strict=True)]
        elif kind == "moved":
            self._moves.append([event["text"], event["seat"], event["seconds"], event.get("mind")])
        self._ready = self._ready or kind in ("ready", "moved")
        self._left = event.get("left", self._left)
        ended = {name: event[name] for name in event if name not in ("kind", "left")} if kind == "ended" else None
        ended = with_parts(ended)
        common = {**self._head, "ready": self._ready, "left": self._left, "ended": ended}
        if kind == "moved" and not self._may_tell():
            return None
        since, self._told = self._told, len(self._moves)
        if kind != "moved" or len(self._moves) >= self._due:
            self._due = len(self._moves) + max(OFTEN, len(self._moves) // 4)
            return {**common, "begun": self._begun, "since": 0, "moves": list(self._moves)}
        return {**common, "since": since, "moves": self._moves[since:]}

    def _may_tell(self) -> bool:
        """Whether a move may be told now, as one of the ``MOST_A_SECOND``."""
        now = self._now()
        self._may, self._at = min(MOST_A_SECOND, self._may + MOST_A_SECOND * (now - self._at)), now
        if self._may < 1:
            return False
        self._may -= 1
        return True
