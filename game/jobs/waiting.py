"""A listener for whoever waits for one answer."""

from __future__ import annotations

import threading
from typing import Any

from plyground.jobs.requests import Listener


class Waiter(Listener):
    """Waits for one answer. ``choice`` and ``error`` (a code and a sentence) are None until they are there."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self.choice: dict[str, Any] | None = None
        self.error: tuple[str, str] | None = None

    def answered(self, choice: dict[str, Any]) -> None:
        """Take the choice."""
        self.choice = choice
        self._done.set()

    def failed(self, code: str, sentence: str) -> None:
        """Take the failure."""
        self.error = (code, sentence)
        self._done.set()

    def wait(self, seconds: float = 60.0) -> dict[str, Any] | None:
        """The choice, None if there is none; raises ``TimeoutError``."""
        if not self._done.wait(seconds):
            raise TimeoutError("no answer")
        return self.choice
