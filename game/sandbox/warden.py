"""Watches all bots of this process from one thread: reads their standard error and looks at their use of memory.

Limits of the kernel deny most of what a bot may not have at once. What they do not count, memory whose protection was
changed and files without content, is found here within a twentieth of a second, and the bot is ended.
"""

from __future__ import annotations

import contextlib
import select
import threading
import time
from collections.abc import Callable

INTERVAL = 0.05


class Warden:
    """The thread that watches; it starts with the first bot and sleeps while there is none."""

    def __init__(self) -> None:
        self._poll: select.epoll | None = None
        self._bots: dict[int, tuple[Callable[[], bool], Callable[[], None]]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def watch(self, descriptor: int, read: Callable[[], bool], sample: Callable[[], None]) -> None:
        """Begin with a bot, whose standard error is this non-blocking descriptor. Neither call may block or raise.

        ``read`` takes what there is of its standard error, and gives False once there will be no more; ``sample`` looks
        at what it uses, and ends it if that is too much.
        """
        with self._changed:
            if self._poll is None:
                self._poll = select.epoll()
            self._bots[descriptor] = read, sample
            self._poll.register(descriptor, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, args=(self._poll,), name="sandbox warden", daemon=True
                )
                self._thread.start()
            self._changed.notify()

    def forget(self, descriptor: int) -> None:
        """End with a bot; must come before its descriptor is closed."""
        with self._changed:
            if self._bots.pop(descriptor, None) is not None:
                self._unregister(descriptor)

    def _unregister(self, descriptor: int) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._poll is not None:
                self._poll.unregister(descriptor)

    def _run(self, poll: select.epoll) -> None:
        due = 0.0
        while True:
            with self._changed:
                while not self._bots:
                    self._changed.wait()
            now = time.monotonic()
            if now >= due:
                due = now + INTERVAL
                for _, sample in list(self._bots.values()):
                    sample()
            for descriptor, _ in poll.poll(max(0.0, due - time.monotonic())):
                found = self._bots.get(descriptor)
                if found is not None and not found[0]():
                    self._unregister(descriptor)


warden = Warden()
