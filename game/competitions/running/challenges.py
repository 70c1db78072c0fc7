"""Games that owners ask for: their bot against a classmate's, or against a bot of the program's own, to be watched.

What waits is what the store says waits, so a restart loses none; a few are played at a time, one of each bot, in the
order in which they were asked for.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from plyground.bots import _levels
from plyground.competitions import house
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import MOST_ATTEMPTS
from plyground.competitions.store import CompetitionStore, Snapshot, Version
from plyground.core import registry
from plyground.core.logs import tell_fault
from plyground.core.messages import _
from plyground.core.refusals import CannotChallenge, TooMany
from plyground.sessions.limits import Buckets

log = logging.getLogger(__name__)

AT_ONCE = 2
"""So many challenges are played at a time; each takes a core while it lasts."""
MOST_WAITING = 60
"""So many of all competitions wait at a time."""
PACES = (0.0, 0.5, 1.0, 2.0)
"""Seconds between two moves, for those who watch."""
_AT_FIRST, _EVERY_SECONDS = 6, 60.0
_LOOK_SECONDS = 1.0

Play = Callable[[str, str], None]
"""Plays the game with an id in a competition, until it is over."""


def opponents(now: Snapshot, version: Version) -> list[dict[str, Any]]:
    """Whom a version may challenge: ``{"opponent", "name", "house"}``, the bots of others by their active version, and
    the levels of the game by ``level:`` with their ids."""
    game = registry.game(now.competition.game)
    levels = [(level.id, _levels.called(game, level)["word"]) for level in _levels.levels(game)]
    others = [one for one in now.playing if now.owners[one].id != version.entry]
    found = [{"opponent": one, "name": now.name(one), "house": False} for one in others]
    return found + [{"opponent": f"level:{name}", "name": word, "house": True} for name, word in levels]


def opponent(now: Snapshot, version: Version, word: str) -> str:
    """The entrant that an opponent's word means: a version's id, a bot's id or alias, or ``level:`` with a level's id.

    Raises ``CannotChallenge`` for one that there is not, or that may not play, or ``BadOption``.
    """
    rules = registry.game(now.competition.game)
    if word.startswith("level:"):
        return house.entrant(_levels.level(rules, word.removeprefix("level:")), rules)
    of_bot = next((entry for entry in now.entries if word in (entry.id, entry.alias)), None)
    found = (of_bot.player(now.versions) or "") if of_bot is not None else word
    if found not in now.versions or not now.versions[found].plays or now.owners[found].excluded:
        raise CannotChallenge(_("There is no such bot here that may play now."))
    if now.versions[found].entry == version.entry:
        raise CannotChallenge(_("Choose somebody else’s bot; versions of one bot are compared instead."))
    return found


class Challenges:
    """The queue of challenges. All methods may be called from any thread."""

    def __init__(self, store: CompetitionStore, play: Play, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store, self._play = store, play
        self._lock, self._wake, self._closing = threading.Lock(), threading.Condition(), threading.Event()
        self._waiting: list[tuple[str, str, str]] = []
        self._playing: list[tuple[str, str, str]] = []
        sentence = _("A bot challenges others six times at once, and once a minute after that; wait a moment.")
        self._asked = Buckets(1 / _EVERY_SECONDS, _AT_FIRST, sentence, monotonic=monotonic)
        self._threads = [
            threading.Thread(target=self._run, name="challenges", daemon=True) for _unused in range(AT_ONCE)
        ]

    def start(self) -> None:
        """Begin to play, with what was left waiting."""
        for competition in self._store.all():
            for game, _task in self._store.waiting(competition.id, ["challenge"], MOST_ATTEMPTS):
                self._put(competition.id, game, _asker(game))
        for thread in self._threads:
            thread.start()

    def ask(self, competition: str, version: str, against: str, seat: int, pace: float) -> str:
        """Let a version play whom ``against`` names (see ``opponent``) from this seat; the id of the game.

        Raises ``CannotChallenge``, ``TooMany`` or ``TooFast``.
        """
        now = self._store.snapshot(competition, ["challenge"])
        asker, seats = now.versions[version], schedule.seats_of(now.competition)
        if now.competition.settings.challenges == "none":
            raise CannotChallenge(_("In this competition nobody challenges others."))
        if not asker.plays or now.owners[version].excluded:
            raise CannotChallenge(_("Version {number} has not got through its first games.", number=asker.number))
        if not 0 <= seat < seats or pace not in PACES:
            raise CannotChallenge(_("This table has no such seat, or the game cannot be shown at that pace."))
        other = opponent(now, asker, against)
        with self._lock:
            if any(asker.entry == entry for _competition, _game, entry in [*self._waiting, *self._playing]):
                raise CannotChallenge(_("Your bot has a challenge that waits or is played; watch that one first."))
            if len(self._waiting) >= MOST_WAITING:
                raise TooMany(_("Many challenges wait already; try again later."))
            self._asked.take(f"challenge {asker.entry}")
            numbers = [game.number for game in now.games if game.id.startswith(f"{competition}-x-{version}-")]
            seating = tuple(version if each == seat else other for each in range(seats))
            game = schedule.challenge_game(now, asker, max(numbers, default=-1) + 1, seating, pace)
            self._store.schedule(competition, [game])
            self._waiting.append((competition, game.id, asker.entry))
        with self._wake:
            self._wake.notify()
        return game.id

    def places(self, competition: str) -> dict[str, int]:
        """The challenges of a competition that are played, with 0, or wait, with their place in the queue from 1."""
        with self._lock:
            found = {game: 0 for mine, game, _entry in self._playing if mine == competition}
            waiting = [(mine, game) for mine, game, _entry in self._waiting]
        return found | {game: place for place, (mine, game) in enumerate(waiting, 1) if mine == competition}

    def close(self) -> None:
        """Begin no more; what waits is played after the next start."""
        self._closing.set()
        with self._wake:
            self._wake.notify_all()

    def join(self, seconds: float) -> None:
        """Wait until its threads have ended."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join(seconds)

    def _put(self, competition: str, game: str, entry: str) -> None:
        with self._lock:
            if all(known != game for _competition, known, _entry in [*self._waiting, *self._playing]):
                self._waiting.append((competition, game, entry))

    def _run(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                mine = self._waiting.pop(0) if self._waiting else None
                if mine is not None:
                    self._playing.append(mine)
            if mine is None:
                with self._wake:
                    self._wake.wait(_LOOK_SECONDS)
                continue
            try:
                self._play(mine[0], mine[1])
            except Exception as fault:  # the next one's turn comes all the same
                tell_fault(log, "A challenge could not be played.", fault)
            finally:
                with self._lock:
                    self._playing.remove(mine)


def _asker(game: str) -> str:
    """The bot that asked for a challenge, by the game's id: ``COMPETITION-x-ENTRY-VERSION-NUMBER-0``."""
    return game.split("-x-", 1)[1].rsplit("-", 3)[0]


def shown(now: Snapshot, entry: str, places: Mapping[str, int]) -> list[dict[str, Any]]:
    """The challenges of a bot that wait or are played now: ``{"game", "names", "place"}``, 0 for one that is played."""
    mine = [game for game in now.games if game.id in places and _asker(game.id) == entry]
    return [
        {"game": game.id, "names": [now.name(one) for one in game.entrants], "place": places[game.id]} for game in mine
    ]
