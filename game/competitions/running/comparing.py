"""Comparisons of two versions of a bot that its owner asks for: one after another, in a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Literal

from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import MOST_ATTEMPTS
from plyground.competitions.store import CompetitionStore, Version
from plyground.core.messages import _
from plyground.core.refusals import AlreadyCompared, CannotCompare, TooMany

MOST_GAMES = 200
"""A comparison that is not decided after so many games stays open."""
MOST_WAITING = 40
"""So many comparisons of all competitions wait at a time."""

Pair = tuple[str, str, str]
"""Competition, new version and old version."""
Play = Callable[[str, str, str, Callable[[], bool]], None]
"""Plays a pair until it is decided, or until the last argument says to stop."""
State = Literal["playing", "waiting"]


class Comparisons:
    """A queue of comparisons. All methods may be called from any thread."""

    def __init__(self, store: CompetitionStore, play: Play) -> None:
        self._store, self._play = store, play
        self._lock = threading.Lock()
        self._wake, self._closing, self._stop = threading.Event(), threading.Event(), threading.Event()
        self._waiting: list[Pair] = []
        self._playing: Pair | None = None
        self._thread = threading.Thread(target=self._run, name="comparisons", daemon=True)

    def start(self) -> None:
        """Begin to play what is asked for, first what was left in the middle of a pair."""
        for competition in self._store.all():
            left = self._store.waiting(competition.id, ["compare"], MOST_ATTEMPTS)
            self._waiting += dict.fromkeys((competition.id, *_pair(game)) for game, _task in left)
        self._wake.set()
        self._thread.start()

    def ask(self, competition: str, new: Version, old: Version) -> None:
        """Play these two versions of one bot, as soon as its turn comes, until it is clear whether ``new`` is better.

        Raises ``CannotCompare``, ``AlreadyCompared`` while another comparison of the bot waits or is played, or
        ``TooMany``.
        """
        if new.id == old.id or new.entry != old.entry:
            raise CannotCompare(_("Choose two different versions of the bot."))
        for version in (new, old):
            if not version.plays:
                raise CannotCompare(_("Version {number} has not got through its first games.", number=version.number))
        if schedule.seats_of(self._store.get(competition)) != 2:
            raise CannotCompare(_("Two versions are compared in games of two seats only."))
        with self._lock:
            busy = [*self._waiting, *([self._playing] if self._playing else [])]
            if any(pair[1].startswith(f"{new.entry}-") for pair in busy):
                raise AlreadyCompared(_("Two versions of this bot are being compared; wait for that, or stop it."))
            if len(self._waiting) >= MOST_WAITING:
                raise TooMany(_("Many comparisons wait already; try again later."))
            self._waiting.append((competition, new.id, old.id))
        self._wake.set()

    def stop(self, competition: str, new: str, old: str) -> None:
        """Stop a comparison that waits or is played; its games stay, and it can be gone on with."""
        with self._lock:
            self._waiting = [pair for pair in self._waiting if pair != (competition, new, old)]
            if self._playing == (competition, new, old):
                self._stop.set()

    def states(self, competition: str) -> dict[tuple[str, str], State]:
        """What is played or waits in a competition, as (new, old)."""
        with self._lock:
            found: dict[tuple[str, str], State] = {
                pair[1:]: "waiting" for pair in self._waiting if pair[0] == competition
            }
            if self._playing is not None and self._playing[0] == competition:
                found[self._playing[1:]] = "playing"
            return found

    def close(self) -> None:
        """Stop all; what was played is kept."""
        self._closing.set()
        self._wake.set()

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait()
            self._wake.clear()
            while not self._closing.is_set() and (pair := self._next()) is not None:
                self._play(*pair, self._stop.is_set)
                with self._lock:
                    self._playing = None

    def _next(self) -> Pair | None:
        with self._lock:
            self._stop.clear()
            self._playing = self._waiting.pop(0) if self._waiting else None
            return self._playing


def _pair(game: str) -> tuple[str, str]:
    """The new and the old version of a comparison, by the game's id: ``COMPETITION-c-NEW-OLD-NUMBER-PART``, where a
    version is its bot and its number."""
    new, number, old, other = game.split("-c-", 1)[1].rsplit("-", 2)[0].split("-")
    return f"{new}-{number}", f"{old}-{other}"
