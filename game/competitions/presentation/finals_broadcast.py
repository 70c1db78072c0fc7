"""Broadcasts the games of competitions: who watches a final hears each move and each result of it; who follows any
other game that is played now, or is to be, hears that one.

Watchers are connections, told apart by whatever text names them. What workers tell (``hear``) and that a competition
has changed (``changed``) only waits in a queue; one thread sees to it, so nobody who plays games ever waits for those
who watch.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeGuard

from plyground.competitions.presentation import finals
from plyground.competitions.presentation.about_live import AboutLive
from plyground.competitions.presentation.company import Companies, Judge
from plyground.competitions.presentation.featured import Featured
from plyground.competitions.running.live_games import SHOWN, LiveGame, LiveGames, News
from plyground.competitions.store import CompetitionStore
from plyground.core.json_text import is_writable
from plyground.core.logs import tell_fault
from plyground.core.messages import _
from plyground.core.refusals import BadAnswer, Malformed, NoSuchCompetition, NoSuchMatch
from plyground.sessions.limits import Buckets

MOST_WAITING = 20_000
"""Messages of workers beyond these are dropped; later ones put it right."""
AT_MOST_EVERY = 0.25
"""Seconds between two states of a competition."""
REST = 10.0
"""Nor are states counted more often than so many times as long as it takes: a large table must not cost a core."""
LOOK_SECONDS = 2.0
"""How often it is seen whether another program has played on."""
LINGER_SECONDS = 30.0
"""How long a finished game is still shown to those who come."""
QUIET_SECONDS, LOST_SECONDS = 20.0, 900.0
"""A game of which nothing was heard for so long is looked up; one outside of an event is lost after so long."""
_JOINS, _JOINS_AT_ONCE = 20.0, 400.0
_SHOWN_FIRST = {"final": 0, "challenge": 1, "league": 2, "event": 3}

log = logging.getLogger(__name__)

Publish = Callable[[str, str, dict[str, Any]], None]


def room_of(competition: str) -> str:
    """The name of the room of a competition's final."""
    return f"contest:{competition}"


def room_of_game(game: str) -> str:
    """The name of the room of one game."""
    return f"contest-game:{game}"


def _is_id(given: object) -> TypeGuard[str]:
    """Whether this may be the id of something in the database."""
    return isinstance(given, str) and is_writable(given)


class FinalsBroadcast:
    """The finals of all competitions. ``runs`` says whether a competition's event is being run in this program,
    ``problem`` why it could not go on."""

    def __init__(
        self,
        store: CompetitionStore,
        publish: Publish,
        runs: Callable[[str], bool] = lambda competition: False,
        problem: Callable[[str], str | None] = lambda competition: None,
        now: Callable[[], float] = time.monotonic,
        judge: Judge | None = None,
    ) -> None:
        """``judge`` has positions judged for watchers who want that (``company``)."""
        self._store, self._publish, self._runs, self._problem, self._now = store, publish, runs, problem, now
        self._live = LiveGames(now, self._is_watched)
        self._lock = threading.RLock()
        self._watchers: dict[str, set[str]] = defaultdict(set)
        self._followers: dict[str, set[str]] = defaultdict(set)
        self._states: dict[str, dict[str, Any]] = {}
        self._recent: dict[str, tuple[float, dict[str, Any]]] = {}
        self._count, self._rest = 0, AT_MOST_EVERY
        self._about = AboutLive(store)
        self._companies = Companies(judge, self._judged, now)
        self.featured: Featured | None = None
        sentence = _("Too many pages ask for this at once; wait a moment.")
        self._joins = Buckets(_JOINS, _JOINS_AT_ONCE, sentence, monotonic=now)
        self._waiting: queue.Queue[Mapping[str, Any] | str | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="finals-broadcast", daemon=True)

    # What tells this broadcast

    def hear(self, message: Mapping[str, Any]) -> None:
        """A worker tells of a game (``game_feed``)."""
        self._put(message)

    def changed(self, competition: str) -> None:
        """Games of a competition were planned or played, or it goes on, or stops."""
        self._put(competition)

    def _put(self, item: Mapping[str, Any] | str) -> None:
        with suppress(queue.Full):
            self._waiting.put_nowait(item)

    # Watchers

    def join(self, connection: str, competition: object, address: str, enter: Callable[[str], None]) -> dict[str, Any]:
        """Watch a competition: enter its room, and be given what there is to see, with the clock's time.

        Raises ``Malformed``, ``NoSuchCompetition`` or ``TooFast``.
        """
        if not _is_id(competition):
            raise Malformed(_("To watch a final, name the competition by its id."))
        self._joins.take(address)
        found = self._store.get(competition).id
        with self._lock:
            self._watchers[found].add(connection)
        enter(room_of(found))
        return self.snapshot(found)

    def leave(self, connection: str, competition: object) -> str | None:
        """Watch a competition no longer; the room to be left."""
        if not isinstance(competition, str):
            raise Malformed(_("To leave a final, name the competition by its id."))
        with self._lock:
            watching = self._watchers.get(competition, set())
            if connection not in watching:
                return None
            self._remove(connection, competition)
        return room_of(competition)

    def follow(
        self, connection: str, competition: object, game: object, address: str, enter: Callable[[str], None]
    ) -> dict[str, Any]:
        """Follow one game: enter its room, and be given the ``game`` as it stands, None while it waits or once nobody
        shows it any more, whether it was ``played``, and ``now``, the clock's time.

        Raises ``Malformed``, ``NoSuchMatch`` or ``TooFast``.
        """
        if not _is_id(competition) or not _is_id(game):
            raise Malformed(_("To follow a game, name it and its competition by their ids."))
        self._joins.take(address)
        played = self._about.played(competition, game)
        with self._lock:
            self._followers[game].add(connection)
        enter(room_of_game(game))
        with self._lock:
            live = next((each for each in self._live.of(competition) if each.id == game), None)
            shown = None if live is None else self._about.shown(live)
            return {"game": shown, "played": played, "now": self._now(), "company": self._companies.shown(game)}

    def unfollow(self, connection: str, game: object) -> str | None:
        """Follow a game no longer; the room to be left."""
        if not isinstance(game, str):
            raise Malformed(_("To follow a game no longer, name it by its id."))
        with self._lock:
            if connection not in self._followers.get(game, ()):
                return None
            self._stop_following(connection, game)
        return room_of_game(game)

    def _stop_following(self, connection: str, game: str) -> None:
        self._followers[game].discard(connection)
        self._companies.drop(connection, game)
        if not self._followers[game]:
            del self._followers[game]

    def predict(self, connection: str, game: object, ply: object, text: object, visitor: str) -> dict[str, Any]:
        """A visitor predicts the next move of a game that the connection follows; see ``Companies.predict``.

        Raises ``NoSuchMatch`` and as that does.
        """
        with self._lock:
            return self._companies.predict(self._followed(connection, game), ply, text, visitor)

    def judge(self, connection: str, game: object, on: object) -> None:
        """A connection wants the game that it follows judged, or no more; raises ``Malformed``, ``NoSuchMatch`` or as
        ``Companies.wish`` does."""
        with self._lock:
            found = self._followed(connection, game)
            if on and self._about.is_played_from_elsewhere(found.competition, found.id):
                raise BadAnswer(_("A bot plays here from its owner’s computer, which must not hear of a judgement."))
            self._companies.wish(found, connection, bool(on))

    def _followed(self, connection: str, game: object) -> LiveGame:
        """The live game that a connection follows. The lock is held."""
        found = next((each for each in self._live.all() if each.id == game), None)
        if found is None or connection not in self._followers.get(found.id, ()):
            raise NoSuchMatch(_("You follow no such game, or it is shown no longer."))
        return found

    def _judged(self, game: str, ply: int, found: Mapping[str, Any] | None) -> None:
        with self._lock:
            self._companies.judged(game, ply, found)
        self._put("")

    def _tell_companies(self) -> None:
        """Tell those who follow games what they do together, if that is due."""
        with self._lock:
            for game, told in self._companies.due():
                if game in self._followers:
                    self._publish(room_of_game(game), "contest_company", {"id": game, "company": told})

    # The featured match

    def look(self) -> dict[str, Any]:
        """Somebody watches the featured match; see ``Featured.look``."""
        return {"match": None, "coming": []} if self.featured is None else self.featured.look()

    def going(self) -> list[LiveGame]:
        """All games that are shown and not over."""
        with self._lock:
            return [game for game in self._live.all() if game.ended is None and self._is_kept(game)]

    def _is_kept(self, game: LiveGame) -> bool:
        """Whether a game's competition is there yet; one of a deleted competition is forgotten. The lock is held."""
        try:
            self._about.played(game.competition, game.id)
        except NoSuchMatch:
            if game.competition != SHOWN:
                self._forget(game.id)
                return False
        return True

    def begin_show(self, game: str, about: Mapping[str, Any]) -> None:
        """A match that is only shown begins, of which ``about`` is known."""
        with self._lock:
            self._about.show(game, about)

    def end_show(self, game: str) -> None:
        """A game is shown no longer, or a match that was only shown is given up."""
        with self._lock:
            self._forget(game)

    def _forget(self, game: str) -> None:
        self._live.forget(game)
        self._companies.forget(game)
        self._about.forget(game)

    def playing(self, competition: str) -> list[dict[str, Any]]:
        """The games of a competition that are played now, those of the final first, then those that somebody asked
        for: each as a card with its board, without its moves. Raises ``NoSuchCompetition``."""
        found = self._store.get(competition).id
        with self._lock:
            return self._cards([game for game in self._live.of(found) if game.ended is None])

    def all_playing(self) -> list[dict[str, Any]]:
        """The same of all competitions, and of what is only shown, with the ``competition`` of each."""
        return self._cards(self.going())

    def _cards(self, games: list[LiveGame]) -> list[dict[str, Any]]:
        cards = []
        with self._lock:
            for game in games:
                if game.id in self._about or game.competition != SHOWN:
                    cards.append(self._about.card(game, len(self._followers.get(game.id, ()))))
        return sorted(cards, key=lambda card: (_SHOWN_FIRST.get(card["kind"], len(_SHOWN_FIRST)), card["id"]))

    def drop(self, connection: str) -> None:
        """A connection is gone."""
        with self._lock:
            self._companies.drop(connection)
            for game in [each for each, following in self._followers.items() if connection in following]:
                self._stop_following(connection, game)
            for competition in [each for each, watching in self._watchers.items() if connection in watching]:
                self._remove(connection, competition)

    def _remove(self, connection: str, competition: str) -> None:
        self._watchers[competition].discard(connection)
        if not self._watchers[competition]:
            del self._watchers[competition]
            self._states.pop(competition, None)

    def snapshot(self, competition: str) -> dict[str, Any]:
        """What there is to see: ``state``, the ``live`` games with all their moves, and ``now``, the clock's time.

        Raises ``NoSuchCompetition``.
        """
        with self._lock:
            state = self._states.get(competition) or self._recently(competition) or self._renew(competition)
            live = [self._about.shown(game) for game in self._live.of(competition) if self._of_final(game)]
            return {"state": state, "live": live, "now": self._now()}

    def _renew(self, competition: str) -> dict[str, Any]:
        """The state of a competition, counted so that a page knows which of two is newer. The lock is held."""
        self._count += 1
        begun = self._now()
        state = {**self._stands(competition), "count": self._count}
        self._rest = max(AT_MOST_EVERY, REST * (self._now() - begun))
        if competition in self._watchers:
            self._states[competition] = state
        self._recent = {competition: (self._now(), state)}
        return state

    def _recently(self, competition: str) -> dict[str, Any] | None:
        """The state as it was counted a moment ago: a class opens its page at once, before anybody watches."""
        at, state = self._recent.get(competition, (0.0, None))
        return state if state is not None and self._now() < at + AT_MOST_EVERY else None

    def _stands(self, competition: str) -> dict[str, Any]:
        """How a competition stands."""
        runs = self._runs(competition)
        problem = None if runs else self._problem(competition)
        return {**finals.final(self._store, competition), "runs": runs, "problem": problem}

    # The thread

    def start(self) -> None:
        """Begin to see to what is told."""
        self._thread.start()
        if self.featured is not None:
            self.featured.start()

    def close(self) -> None:
        """End."""
        if self.featured is not None:
            self.featured.close()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        due: set[str] = set()
        told = looked = self._now()
        while True:
            try:
                item = self._waiting.get(timeout=AT_MOST_EVERY if due or self._companies.talks else LOOK_SECONDS)
            except queue.Empty:
                item = ""
            if item is None:
                return
            if isinstance(item, str):
                due |= {item} - {""}
            else:
                self._guarded(self._take, item)
            now = self._now()
            self._guarded(lambda _unused: self._tell_companies(), None)
            if due and now >= told + self._rest:
                for competition in due:
                    self._guarded(self._tell_state, competition)
                due, told = set(), self._now()
            if now >= looked + max(LOOK_SECONDS, self._rest):
                self._guarded(self._look, now)
                looked = self._now()

    def _guarded(self, work: Callable[[Any], None], what: Any) -> None:
        try:
            with suppress(NoSuchCompetition):
                work(what)
        except Exception as fault:  # a message that makes no sense must not end the show
            tell_fault(log, "What a worker told could not be shown.", fault)

    def _take(self, message: Mapping[str, Any]) -> None:
        with self._lock:
            for news in self._live.hear(message):
                self._tell(news)

    def _tell(self, news: News) -> None:
        """Tell those who watch what happened in a game. The lock is held."""
        game = news.game
        self._companies.moved(game)
        try:
            rooms = [room_of_game(game.id)] if game.id in self._followers else []
            if game.competition in self._watchers and self._of_final(game):
                rooms.append(room_of(game.competition))
            if not rooms:
                return None
            of = {"competition": game.competition, "id": game.id, "run": game.run}
            event, told = "contest_game", dict[str, Any](of)
            if news.what == "moved":
                event, told = "contest_move", {**of, "move": news.move, "view": game.view(), **game.clocks()}
            else:
                told["game"] = self._about.shown(game)
        except NoSuchMatch:  # another server's, on the same cluster
            return self._live.forget(game.id)
        for room in rooms:
            self._publish(room, event, told)
        return None

    def _is_watched(self, game: LiveGame) -> bool:
        """Whether somebody looks at a game. The lock is held."""
        return game.id in self._followers or game.competition in self._watchers

    def _of_final(self, game: LiveGame) -> bool:
        return bool(self._about.of(game.id)["kind"] == "final")

    def _tell_state(self, competition: str) -> None:
        """Tell those who watch how a competition stands, after the ends of its games."""
        with self._lock:
            self._settle(competition)
            if competition in self._watchers:
                state = self._renew(competition)
                self._publish(room_of(competition), "contest_state", {"competition": competition, "state": state})

    def _settle(self, competition: str) -> None:
        """Put right what was not heard of games that were played, and forget those that nobody plays."""
        late = self._now() - QUIET_SECONDS
        going = [
            game
            for game in self._live.of(competition)
            if game.ended is None and (self._is_watched(game) or game.heard_at < late)
        ]
        for game in going:
            record = self._store.game(game.id)[3]
            if record is not None and record.get("ranks") and record["status"] == "played":
                for news in self._live.settle(game.id, record):
                    self._tell(news)
            elif not self._runs(competition) and (self._of_final(game) or game.heard_at < self._now() - LOST_SECONDS):
                self.end_show(game.id)

    def _look(self, now: float) -> None:
        """Forget what was shown long enough; see whether another program has played on."""
        with self._lock:
            watched = list(self._watchers)
            for competition in {game.competition for game in self._live.all()}:
                for game in self._live.of(competition):
                    if game.ended is not None and now - game.heard_at > LINGER_SECONDS:
                        self.end_show(game.id)
        for competition in watched:
            shown = self._states.get(competition)
            if shown is None or (shown["phase"] == "finished" and not shown["runs"]):
                continue
            with self._lock:
                fresh = self._stands(competition)
            if any(fresh[name] != shown.get(name) for name in fresh):
                self._tell_state(competition)
