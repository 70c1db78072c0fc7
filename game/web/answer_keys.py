"""Answers to the questions that a search answers: asked of the workers, and kept for who asks the same again."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence

from plyground.classroom import best_moves
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
        self._lock = threading.Lock()
        self._asked = Buckets(0.5, 20, _("At most thirty answer keys a minute are worked out; wait a moment."))

    def of(self, boards: Sequence[Board | None], who: str) -> list[Answer | None]:
        """The answer for each board; None where no search had the time, and where there is no board to ask about."""
        names = [None if board is None else _name(board) for board in boards]
        with self._lock:
            unknown = {
                name: board for name, board in zip(names, boards, strict=True) if name and name not in self._kept
            }
        if unknown:
            self._asked.take(who)
        waits = [self._seek(board, name, visitor_digest(who)) for name, board in unknown.items() if board is not None]
        until = time.monotonic() + _PATIENCE
        for wait in waits:
            wait.wait(max(0.0, until - time.monotonic()))
        with self._lock:
            return [None if name is None else self._kept.get(name) for name in names]

    def _seek(self, board: Board, name: str, visitor: str) -> threading.Event:
        done = threading.Event()

        def tell(answer: Answer | None, sentence: str) -> None:
            if answer is not None:
                with self._lock:
                    self._kept[name] = answer
            done.set()

        best_moves.seek(self._pool, board, visitor, tell, patient=True)
        return done


def _name(board: Board) -> str:
    return f"{board.rules.spec.id} {json.dumps(board.options, sort_keys=True)} {board.text}"
