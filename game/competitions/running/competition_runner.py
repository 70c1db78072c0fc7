"""Runs a competition: validates new versions, plays the event to its end, the ladder, and comparisons of versions.

Every game is written down before it is handed to a worker, and its record before the next one is, so that whoever runs
a competition may be killed at any moment: the next run goes on with the games that have no record.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol

from plyground.competitions import counting
from plyground.competitions.positions.asking import Game, ask_all
from plyground.competitions.positions.stepping_back import step_back
from plyground.competitions.ranking.elo import Comparison, is_better
from plyground.competitions.refereeing.referee import PLAYED
from plyground.competitions.running import climbing, schedule
from plyground.competitions.running.progress import Progress, seconds_left
from plyground.competitions.store import Competition, CompetitionStore, Version
from plyground.competitions.store.rows import Kind, ScheduledGame, Snapshot
from plyground.competitions.submissions import files
from plyground.core.messages import _
from plyground.core.refusals import (
    AlreadyBegun,
    BeingRun,
    CannotPlay,
    NoSuchEntry,
    NotBegun,
    StorageFailed,
    TooFewEntrants,
)
from plyground.jobs.requests import Priority

MOST_ATTEMPTS = 5
"""A game that fails so often by faults of the server's own waits until somebody has mended them."""
LADDER_GAMES = 20
NO_ROOM = os.strerror(errno.ENOSPC)
"""What stands in the fault of a game for whose files there was no room: it says nothing of the game."""
_COMPARED_AT_ONCE = 10
_PRIORITY = {
    "validation": Priority.VALIDATION,
    "ladder": Priority.LADDER,
    "event": Priority.EVENT,
    "compare": Priority.COMPARISON,
    "challenge": Priority.VALIDATION,
    "league": Priority.LADDER,
}
"""Who has just handed in waits for a first result, though an event is going on; comparisons take what time is left."""


class Players(Protocol):
    """Whoever plays games: see ``workers.GameWorkers``."""

    def play(
        self,
        games: Iterator[tuple[str, Mapping[str, Any]]],
        finished: Callable[[str, Mapping[str, Any]], None],
        priority: Priority = Priority.EVENT,
    ) -> None:
        """Play the games and call ``finished`` with each id and record; those of a lower priority come first."""


class Stopped(Exception):
    """The run was told to stop; what was played is kept."""


@contextmanager
def run_lock(competition: str, mark: str = "") -> Iterator[None]:
    """Hold the right to run a competition; raises ``BeingRun``. A killed process loses it by itself.

    A ``mark`` stands in the file until this is left, and stays where the process is killed: see ``broken_off``.
    """
    path = _lock_file(competition)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BeingRun(_("This competition is being run by another process.")) from None
        lock.truncate(0)
        lock.write(mark)
        lock.flush()
        try:
            yield
        finally:
            lock.truncate(0)


def broken_off(competition: str) -> str:
    """The mark of the process that was killed while it had the right to run a competition, or that has it; else ""."""
    try:
        return _lock_file(competition).read_text()
    except FileNotFoundError:
        return ""


def _lock_file(competition: str) -> Path:
    return files.bots_folder().parent / "competitions" / f"{competition}.lock"


class CompetitionRunner:
    """Runs one competition on the given players; ``confinement`` names the sandbox of handed-in bots."""

    def __init__(
        self,
        store: CompetitionStore,
        competition: str,
        players: Players,
        confinement: str,
        tell: Callable[[Progress], None] = lambda progress: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """``stopped`` is asked after each game; the method that runs then raises ``Stopped``."""
        self._stopped = stopped
        self._store, self._players, self._confinement, self._tell = store, players, confinement, tell
        self.id = store.get(competition).id

    def validate(self, only: Collection[str] | None = None) -> list[Version]:
        """Play the validation games of all versions that wait for theirs, or of ``only`` those; returns those decided.

        Each is decided when its own games are over. Versions of different calls may be validated at the same time.
        The first game of each bot goes ahead of others' further ones: when a class hands in at once, everybody soon
        sees a first result, and nobody the sooner for handing in twice.
        """
        before = self._store.snapshot(self.id, ["validation"])
        waiting = [version for version in before.waiting if only is None or version.id in only]
        scheduled = [game for version in waiting for game in schedule.validation_games(before, version)]
        own = {version.id: {game.id for game in scheduled if version.id in game.entrants} for version in waiting}
        left = {version: set(games) for version, games in own.items()}
        mine = {game.id for game in scheduled}
        earliest = {version.entry: version.id for version in reversed(before.waiting)}.values()
        ahead = {game.id: {"ahead": 0.5} for game in scheduled if game.part == 0 and game.entrants[0] in earliest}

        def ended(game: str) -> None:
            for version, games in left.items():
                if game in games:
                    games.discard(game)
                    if not games:
                        self._decide(version, own[version])

        self._play("validation", scheduled, ("validation",), len(scheduled), mine.__contains__, ended, ahead)
        for version in left:
            self._decide(version, own[version])
        now = self._store.versions(self.id)
        return [now[version] for version in left]

    def _decide(self, version: str, first: Collection[str]) -> None:
        """Let a version in, or say why not: it must not have failed in any of its ``first`` games."""
        for game in self._store.games(self.id, only=first):
            if game.result is None:
                continue
            for seat, code in enumerate(game.result["verdicts"]):
                if game.entrants[seat] == version and code != "fair":
                    record = self._store.game(game.id)[3] or {}
                    sentence = record["verdicts"][seat]["sentence"]
                    if len(set(game.entrants)) == 1:
                        why = _("In its game against itself: {sentence}", sentence=sentence)
                    else:
                        why = _("In its game against the random bot: {sentence}", sentence=sentence)
                    self._store.decide(version, "refused", why)
                    return
        self._store.decide(version, "validated")

    def run_event(self, final: bool | None = None) -> bool:
        """Play the event to its end, from wherever it is; raises ``CannotPlay`` if some games cannot be played.

        Its field is fixed first (``begin``). Without ``final`` (None: as the settings say) it stops before a final
        that has not begun. Returns whether the event is over.
        """
        competition = begin(self._store, self.id)
        self._store.change_state(self.id, ["paused"], "running")
        self._store.forgive(self.id)
        total = schedule.expected_games(competition, len(competition.field or ()))
        stops = competition.settings.final_waits if final is None else not final
        while True:
            now = self._store.snapshot(self.id, ["event", "final"])
            if stops and schedule.waits_for_final(now):
                self._tell(Progress("event", len(now.games), max(total, len(now.games)), None, waits=True))
                return False
            scheduled = schedule.event_games(now)
            if not scheduled and all(game.result is not None for game in now.games):
                break
            self._play("event", scheduled, ("event", "final"), max(total, len(now.games) + len(scheduled)))
        self._store.set_state(self.id, "finished")
        return True

    def ladder(self, games: int = LADDER_GAMES) -> int:
        """Let every active version with fewer than ``games`` ladder games play on; returns how many games that were.

        In turns: each newcomer gets one table at a time, by the ratings as they are then.
        """
        count = 0
        while turn := self.ladder_turn(games):
            count += turn
        return count

    def ladder_turn(self, games: int = LADDER_GAMES) -> int:
        """One turn of that: what an interrupted turn has left, else a table for each newcomer."""
        return self._turn("ladder", lambda now: climbing.next_tables(now, games))

    def league_turn(self) -> int:
        """Let each version that may play meet the boss of its bot's league, unless it has; returns how many games
        that were."""
        return self._turn("league", climbing.next_matches)

    def _turn(self, kind: Literal["ladder", "league"], plan: Callable[[Snapshot], list[ScheduledGame]]) -> int:
        left = len(self._store.waiting(self.id, (kind,), MOST_ATTEMPTS))
        scheduled = [] if left else plan(self._store.snapshot(self.id, [kind]))
        if left or scheduled:
            self._play(kind, scheduled, (kind,), left + len(scheduled))
        return left + len(scheduled)

    def compare(self, new: str, old: str, most_games: int = 400, elo0: float = 0.0, elo1: float = 30.0) -> Comparison:
        """Play two versions against each other, both ways round, until it is clear whether the new one is better.

        Raises ``NoSuchEntry``.
        """
        before = self._store.snapshot(self.id, [])
        if new not in before.versions or old not in before.versions or new == old:
            raise NoSuchEntry(_("Two versions of this competition are compared."))
        if schedule.seats_of(before.competition) != 2:
            raise TooFewEntrants(_("Two versions are compared in games of two seats only."))
        key, names = f"{new}-{old}", tuple(f"{self.id}-c-{pair}-" for pair in (f"{new}-{old}", f"{old}-{new}"))
        while True:
            games = [game for game in self._store.games(self.id, ["compare"]) if set(game.entrants) == {new, old}]
            found = is_better(new, old, counting.results(games, "compare"), elo0, elo1)
            if found.verdict is not None or len(games) >= most_games:
                return found
            numbers = range(len(games) // 2, min(len(games) // 2 + _COMPARED_AT_ONCE, (most_games + 1) // 2))
            scheduled = [
                game for number in numbers for game in schedule.pair_games(before, "compare", key, number, (new, old))
            ]
            self._play("compare", scheduled, ("compare",), most_games, lambda game: game.startswith(names))

    def challenge(self, game: str) -> None:
        """Play a challenge that was written down."""
        self._play("challenge", [], ("challenge",), 1, lambda each: each == game)

    def test(self) -> None:
        """Ask every version what it has not answered yet in the positions by which bots are tested; raises
        ``CannotPlay`` if some could not be asked."""

        def play(games: Iterator[Game], finished: Callable[[str, Mapping[str, Any]], None]) -> None:
            def heard(game: str, record: Mapping[str, Any]) -> None:
                finished(game, record)
                if self._stopped():
                    raise Stopped

            self._players.play(games, heard, Priority.LADDER)

        known = self._store.positions.answers(self.id).keys()
        stuck = ask_all(self._store, self.id, self._confinement, play)
        step_back(self._store, self.id, known)
        if stuck:
            raise CannotPlay(_("{stuck} tests could not be asked by a fault of the server's own.", stuck=stuck))

    def _play(
        self,
        phase: str,
        scheduled: list[ScheduledGame],
        kinds: tuple[Kind, ...],
        total: int,
        mine: Callable[[str], bool] = lambda game: True,
        then: Callable[[str], None] = lambda game: None,
        ahead: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Write the games down and play all of these kinds that wait; those that failed by our fault again.

        Only those are played that are ``mine`` by their ids; ``then`` is called with each that has ended. ``ahead``
        says which go before others.
        """
        self._store.schedule(self.id, scheduled)
        known = [game for game in self._store.games(self.id, kinds) if mine(game.id)]
        ended = sorted(game.finished for game in known if game.finished is not None)
        for game in known:
            if game.result is not None:
                then(game.id)
        begun = time.time()
        complaint = ""

        def tell() -> None:
            left = seconds_left(ended, total - len(ended), time.time(), begun)
            self._tell(Progress(phase, len(ended), max(total, len(ended)), left))

        def finished(game: str, record: Mapping[str, Any]) -> None:
            nonlocal complaint
            if NO_ROOM in record.get("fault", ""):
                raise StorageFailed(_("The disk of the server is full."))
            if record["status"] != PLAYED:
                self._store.count_fault(game, record)
                complaint = str(record.get("sentence", ""))
            elif self._is_to_be_played_again(game, record):
                self._store.count_fault(game, record)
            elif self._store.finish(game, {**record, "confinement": self._confinement}):
                ended.append(time.time())
                tell()
                then(game)
            if self._stopped():
                raise Stopped

        tell()
        beside = self._beside(kinds) if ahead is None else ahead
        while todo := [each for each in self._store.waiting(self.id, kinds, MOST_ATTEMPTS) if mine(each[0])]:
            games = ((game, {**task, "confinement": self._confinement, **beside.get(game, {})}) for game, task in todo)
            self._players.play(games, finished, _PRIORITY[phase])
        stuck = sum(game.result is None for game in self._store.games(self.id, kinds) if mine(game.id))
        if stuck:
            raise CannotPlay(
                _(
                    "{stuck} games could not be played by a fault of the server's own. {complaint}",
                    stuck=stuck,
                    complaint=complaint[:400],
                )
            )

    def _is_to_be_played_again(self, game: str, record: Mapping[str, Any]) -> bool:
        """Whether the machine was too busy for this game, and that for the first time.

        A final's games stand as the class has seen them.
        """
        if not record.get("disturbed"):
            return False
        known, before = self._store.game(game)[1::2]
        again = known.kind != "final" and known.attempts + 1 < MOST_ATTEMPTS
        return again and not (before or {}).get("disturbed")

    def _beside(self, kinds: Iterable[Kind]) -> dict[str, dict[str, Any]]:
        """What goes along with the tasks of some games and is no part of the stored task, as it changes no game.

        People watch all games but first ones and comparisons, and those of a final at its pace.
        """
        pace = self._store.get(self.id).settings.final_pace
        watched = [kind for kind in kinds if kind != "compare"]
        return {
            game.id: {"live": self.id} | ({"pace": pace} if game.kind == "final" else {})
            for game in self._store.games(self.id, watched)
            if game.result is None
        }


def insist_final(store: CompetitionStore, competition: str) -> None:
    """Raise ``NotBegun`` unless the event has come to its final, ``AlreadyBegun`` if it is over."""
    now = store.snapshot(competition, ["event", "final"])
    if now.competition.state == "finished":
        raise AlreadyBegun(_("The event is over."))
    if any(game.kind == "final" for game in now.games):
        return
    if now.competition.settings.final < 2:
        raise NotBegun(_("This event has no final."))
    if not schedule.waits_for_final(now):
        raise NotBegun(_("The final begins when all other games of the event have been played."))


def begin(store: CompetitionStore, competition: str) -> Competition:
    """Fix the field of the event, the best of the ladder first, unless that was done; raises ``TooFewEntrants``."""
    now = store.snapshot(competition, ["ladder"])
    if now.field:
        return now.competition
    least = least_bots(now.competition)
    if len(now.playing) < least:
        raise TooFewEntrants(
            _(
                "The event needs at least {least} bots that may play; there are {playing}.",
                least=least,
                playing=len(now.playing),
            )
        )
    rated = counting.ladder_ratings(now)
    return store.begin(now.competition.id, sorted(now.playing, key=lambda one: -rated[one].elo))


def least_bots(competition: Competition) -> int:
    """How many bots an event needs."""
    return max(2, schedule.seats_of(competition))


def insist_begun(competition: Competition) -> None:
    """Raise ``NotBegun`` if the event has no field yet."""
    if competition.field is None:
        raise NotBegun(_("The event has not begun; run it first."))
