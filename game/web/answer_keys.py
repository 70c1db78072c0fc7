"""Answers to the questions that a search answers: asked of the workers, and kept for who asks the same again."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence

from plyground.classroom import best_moves
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.jobs.pool import Pool
from plyground.sessions.limits import Buckets
from plyground.sessions.question import Answer, Board
from plyground.sessions.tokens import visitor_digest

_PATIENCE = 60.0
_KEPT = 500


class AnswerKeys:
    """Which moves are right on boards. May be used from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: Recent[str, Answer] = Recent(_KEPT)
        self._sought: dict[str, threading.Event] = {}
        self._lock = threading.Lock()
        self._asked = Buckets(0.5, 20, _("At most thirty answer keys a minute are worked out; wait a moment."))

    def of(self, boards: Sequence[Board | None], who: str) -> list[Answer | None]:
        """The answer for each board; None where no search had the time, and where there is no board to ask about."""
        waits = self.begin(boards, who)
        until = time.monotonic() + _PATIENCE
        for wait in waits:
            wait.wait(max(0.0, until - time.monotonic()))
        names = [None if board is None else _name(board) for board in boards]
        with self._lock:
            return [None if name is None else self._kept.get(name) for name in names]

    def begin(self, boards: Sequence[Board | None], who: str) -> list[threading.Event]:
        """Have the answers that are not kept looked for; each event is set when one is there, or will not be. What is
        looked for already is not looked for twice."""
        unknown = {_name(board): board for board in boards if board is not None}
        with self._lock:
            new = [name for name in unknown if name not in self._kept and name not in self._sought]
        if new:
            self._asked.take(who)
        with self._lock:
            new = [name for name in new if name not in self._kept and name not in self._sought]
            self._sought |= {name: threading.Event() for name in new}
            waits = [self._sought[name] for name in unknown if name in self._sought]
        for name in new:
            self._seek(unknown[name], name, visitor_digest(who))
        return waits

    def _seek(self, board: Board, name: str, visitor: str) -> None:
        def tell(answer: Answer | None, sentence: str) -> None:
            with self._lock:
                if answer is not None:
                    self._kept[name] = answer
                done = self._sought.pop(name)
            done.set()

        try:
            best_moves.seek(self._pool, board, visitor, tell, patient=True)
        except Refusal as refusal:
            tell(None, refusal.sentence)
            raise


def _name(board: Board) -> str:
    return f"{board.rules.spec.id} {json.dumps(board.options, sort_keys=True)} {board.text}"
