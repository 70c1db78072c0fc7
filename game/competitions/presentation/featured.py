"""The featured match: something to watch that always goes on, as long as somebody watches.

It is a game of a competition where one is played now, the final before all others; else two bots of a competition's
ladder, or of the program's own, show one. What is shown so counts for nothing, is not kept, and gives way as soon as
anybody needs a worker: the match that comes next is then one of those games.
"""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.bots import _levels
from plyground.competitions import counting, house
from plyground.competitions.presentation import public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.running import schedule
from plyground.competitions.running.live_games import SHOWN, LiveGame
from plyground.competitions.store import Competition, CompetitionStore, Snapshot
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.logs import tell_fault

log = logging.getLogger(__name__)

WATCHED_SECONDS = 15.0
"""So long after anybody has asked for it last the match goes on."""
PAUSE_SECONDS = 6.0
"""How long an end stands before the next match."""
PACE = 1.5
"""Seconds between two moves of a match that is only shown."""
MOST_MOVES = 200
MOST_COMING = 4
_LOOK_SECONDS = 1.0
_OPENING_PLIES = 2
_KINDS = ("final", "challenge", "league", "event", "ladder", "compare", "validation")
_CLOCK = {"base": 60.0, "increment": 2.0}
_SEATS = range(2, 5)
_QUIET = 3
"""The strongest levels of a game, which think longest, are left to those who ask for them."""


class Broadcast(Protocol):
    """What the featured match asks of what shows games (``finals_broadcast``)."""

    def going(self) -> list[LiveGame]:
        """All games that are shown and not over."""

    def begin_show(self, game: str, about: Mapping[str, Any]) -> None:
        """A match that is only shown begins."""

    def end_show(self, game: str) -> None:
        """It is given up, or over."""


@dataclass(frozen=True)
class Match:
    """A match to be shown: its task, and what a page is told of it before it begins."""

    task: dict[str, Any]
    about: dict[str, Any]


class Featured:
    """The match of one server. All methods may be called from any thread."""

    def __init__(
        self,
        store: CompetitionStore,
        broadcast: Broadcast,
        play: Callable[[Mapping[str, Any], Callable[[], bool]], bool],
        now: Callable[[], float] = time.monotonic,
        draw: random.Random | None = None,
    ) -> None:
        """``play`` plays a task until it is over or the function says that it is to be given up; whether it was played
        to its end."""
        self._store, self._broadcast, self._play, self._now = store, broadcast, play, now
        self._draw = draw or random.Random(secrets.randbits(64))
        self._lock, self._wake, self._closing = threading.Lock(), threading.Event(), threading.Event()
        self._asked = -WATCHED_SECONDS
        self._current: dict[str, Any] | None = None
        self._left = -PAUSE_SECONDS
        self._matches = self._endless()
        self._coming: deque[Match] = deque()
        self._showing: threading.Thread | None = None
        self._thread = threading.Thread(target=self._run, name="featured", daemon=True)

    def start(self) -> None:
        """Begin to see to it."""
        self._thread.start()

    def close(self) -> None:
        """End."""
        self._closing.set()
        self._wake.set()
        for thread in (self._thread, self._showing):
            if thread is not None and thread.is_alive():
                thread.join(5)

    def look(self) -> dict[str, Any]:
        """Somebody watches: ``{"match", "coming"}``, what a page needs to follow the match (``public.planned``), None
        while there is none, and the matches that come next, if no games of competitions come between."""
        self._asked = self._now()
        if self._current is None:
            self._wake.set()
        with self._lock:
            return {"match": self._current, "coming": [match.about for match in self._coming]}

    @property
    def watched(self) -> bool:
        """Whether anybody has asked for it lately."""
        return self._now() < self._asked + WATCHED_SECONDS

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(_LOOK_SECONDS if self.watched or self._current is not None else None)
            self._wake.clear()
            try:
                self.step()
            except Exception as fault:  # the next look may find something else
                tell_fault(log, "There is no featured match, by a fault of the server's own.", fault)

    def step(self) -> None:
        """Keep to the match that goes on, or choose the next."""
        if not self.watched:
            with self._lock:
                self._current = None
            return
        self._fill()
        going = {game.id: game for game in self._broadcast.going()}
        if self._current is not None and self._current["id"] in going:
            self._left = self._now()
            return
        if self._showing is not None and self._showing.is_alive() and self._current is not None:
            self._left = self._now()  # it has not begun to be heard, or is being put away
            return
        if self._now() < self._left + PAUSE_SECONDS:
            return
        games = sorted(going.values(), key=lambda game: (self._rank(game), game.id))
        if games:
            found = public.planned(self._store, games[0].id, games[0].competition)
            with self._lock:
                self._current = found
        else:
            self._show()
        self._left = self._now()

    def _rank(self, game: LiveGame) -> int:
        kind = self._store.game(game.id)[1].kind if game.competition != SHOWN else "validation"
        return _KINDS.index(kind)

    def _fill(self) -> None:
        while len(self._coming) < MOST_COMING and (match := next(self._matches, None)) is not None:
            with self._lock:
                self._coming.append(match)

    def _show(self) -> None:
        """Begin the next match that is only shown."""
        if not self._coming:
            return
        with self._lock:
            match = self._coming.popleft()
            self._current = match.about
        self._broadcast.begin_show(match.task["id"], match.about)
        self._showing = threading.Thread(target=self._played, args=(match,), name="featured match", daemon=True)
        self._showing.start()

    def _played(self, match: Match) -> None:
        done = False
        try:
            done = self._play(match.task, lambda: self._closing.is_set() or not self.watched)
        except Refusal as refusal:  # a sandbox that is not there, or the server is ending
            log.info("A featured match could not be shown: %s", refusal.sentence)
        except Exception as fault:
            tell_fault(log, "A featured match could not be shown.", fault)
        if not done:
            self._broadcast.end_show(match.task["id"])
            with self._lock:
                if self._current is match.about:
                    self._current = None

    # What is shown

    def _endless(self) -> Iterator[Match]:
        """Matches in turn: one of each competition whose ladder has two bots, then one of each game."""
        while True:
            found = 0
            for match in (*self._of_ladders(), *self._of_games()):
                found += 1
                yield match
            if not found:
                return

    def _of_ladders(self) -> Iterator[Match]:
        for competition in self._store.all():
            if competition.state in ("open", "closed", "paused"):
                now = snapshot(self._store, competition.id)
                entrants = self._neighbours(now)
                if entrants:
                    yield self._of_competition(now, entrants)

    def _neighbours(self, now: Snapshot) -> list[str]:
        """As many bots as sit at a table, near each other on the ladder; none of those that play from elsewhere."""
        seats, rated = schedule.seats_of(now.competition), counting.ladder_ratings(now)
        able = [one for one in now.playing if now.versions[one].bot["kind"] != "network"]
        able.sort(key=lambda one: -rated[one].elo if one in rated else 0.0)
        if len(able) < max(2, seats):
            return []
        first = self._draw.randrange(len(able) - seats + 1)
        chosen = able[first : first + seats]
        self._draw.shuffle(chosen)
        return chosen

    def _of_competition(self, now: Snapshot, entrants: list[str]) -> Match:
        competition: Competition = now.competition
        rules = registry.game(competition.game)
        names = [now.name(one) for one in entrants]
        owners = [now.owners[one].id for one in entrants]
        bots = [dict(now.versions[one].bot) for one in entrants]
        settings = competition.settings
        more = {"bounds": settings.bounds.as_json(), "clock": settings.ladder_clock.as_json()}
        return self._match(rules, dict(competition.options), bots, names, owners, public.head(competition), more)

    def _of_games(self) -> Iterator[Match]:
        games = [game for game in registry.games().values() if len(_levels.ladder(game).levels) > 1]
        self._draw.shuffle(games)
        for rules in games:
            rungs = _levels.ladder(rules).levels
            able = rungs[1 : max(3, len(rungs) - _QUIET)]
            usual = [preset.options for preset in rules.spec.presets]
            options = rules.options(self._draw.choice(usual) if usual else None)
            seats = rules.seats_at(rules.initial(options))
            if seats not in _SEATS:
                continue
            chosen = self._draw.sample(able, seats) if seats <= len(able) else self._draw.choices(able, k=seats)
            bots: list[dict[str, Any]] = [house.bot(house.entrant(level, rules)) for level in chosen]
            names = public.apart([_levels.called(rules, level)["word"] for level in chosen])
            title = {"id": SHOWN, "title": "", "game_title": rules.spec.title}
            yield self._match(rules, options, bots, names, [None] * seats, title, {"clock": _CLOCK})

    def _match(
        self,
        rules: Game[Any, Any],
        options: dict[str, Any],
        bots: list[dict[str, Any]],
        names: list[str],
        owners: list[Any],
        title: dict[str, Any],
        more: dict[str, Any],
    ) -> Match:
        task = {
            "id": f"{SHOWN}-{secrets.token_hex(6)}", "game": rules.spec.id, "options": options, "start": None,
            "seed": secrets.token_hex(16), "entrants": bots, "opening_plies": _OPENING_PLIES,
            "opening_seed": secrets.token_hex(16), "pace": PACE, "most_moves": MOST_MOVES, "live": SHOWN, **more,
        }  # fmt: skip
        seats = [
            {"seat": seat, "name": name, "entry": owner}
            for seat, (name, owner) in enumerate(zip(names, owners, strict=True))
        ]
        about = {
            "id": task["id"], "kind": SHOWN, "competition": title, "game": rules.spec.id, "options": options,
            "clock": task["clock"], "seats": seats, "played": False, "hosted": SHOWN,
        }  # fmt: skip
        return Match(task, about)
