"""Challenges: an owner's bot plays whom it asks for, one at a time, and only counts where that was declared."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import counting, registration
from plyground.competitions.presentation import profile, public
from plyground.competitions.running.challenges import Challenges, opponents
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.errors import BadOption
from plyground.core.refusals import CannotChallenge, TooFast
from tests.competitions.events import Deciders, make, open_store, record
from tests.waiting import until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class Queue(Challenges):
    """Challenges whose games end when the test says so."""

    def __init__(self, store: CompetitionStore, decide: Any = None) -> None:
        self.gate, self.at, self.played = threading.Semaphore(0), 0.0, list[str]()
        players = Deciders(decide)

        def play(competition: str, game: str) -> None:
            self.gate.acquire()
            CompetitionRunner(store, competition, players, "none").challenge(game)
            self.played.append(game)

        super().__init__(store, play, lambda: self.at)

    def has_played(self, game: str) -> bool:
        return game in self.played and not self._playing


def first_wins(task: Mapping[str, Any]) -> Mapping[str, Any]:
    return record(task, [1, 2])


def versions(store: CompetitionStore, made: Competition) -> list[str]:
    return [entry.active or "" for entry in store.entries(made.id)]


def test_a_challenge_is_played_watched_and_does_not_count(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    one, two, _three = versions(store, made)
    tasks: list[Mapping[str, Any]] = []

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        tasks.append(task)
        return first_wins(task)

    queue = Queue(store, decide)
    game = queue.ask(made.id, one, two, 1, 0.5)
    assert queue.places(made.id) == {game: 1}
    queue.gate.release()
    queue.start()
    until(lambda: queue.played == [game])
    until(lambda: queue.places(made.id) == {})
    assert (tasks[0]["live"], tasks[0]["pace"]) == (made.id, 0.5)
    stored = store.game(game)[1]
    assert (stored.kind, stored.entrants) == ("challenge", (two, one))
    now = store.snapshot(made.id)
    assert all(rating.games == 0 for rating in counting.ladder_ratings(now).values())
    shown = profile.profile(store, made.id, now.owners[one].id)
    assert [(each["id"], each["kind"]) for each in shown["games"]] == [(game, "challenge")]
    assert shown["against"] == []
    queue.close()
    queue.join(5)


def test_where_it_was_declared_challenges_count_between_entered_bots(store: CompetitionStore) -> None:
    made = make(store, bots=2, challenges="ladder")
    one, two = versions(store, made)
    queue = Queue(store, first_wins)
    queue.start()
    queue.gate.release(2)
    for against in (two, "level:random"):
        game = queue.ask(made.id, one, against, 0, 0.0)
        until(partial(queue.has_played, game))
    rated = counting.ladder_ratings(store.snapshot(made.id))
    assert {name: rating.games for name, rating in rated.items()} == {one: 1, two: 1}
    assert rated[one].elo > rated[two].elo
    queue.close()
    queue.join(5)


def test_a_house_bot_can_be_challenged_and_is_named_by_its_level(store: CompetitionStore) -> None:
    made = make(store, bots=1, game="othello")
    [one] = versions(store, made)
    queue = Queue(store, first_wins)
    queue.gate.release()
    game = queue.ask(made.id, one, "level:minimax-100", 0, 0.0)
    assert store.waiting(made.id, ["challenge"], 5)[0][1]["entrants"][1] == {
        "kind": "built_in",
        "bot": "minimax:budget=100",
    }
    queue.start()
    until(lambda: queue.played == [game])
    assert public.planned(store, game, made.id)["seats"][1] == {"seat": 1, "name": "Beginner", "entry": None}
    listed = public.page(store, made.id)["games"]
    assert listed[0]["names"] == ["A", "Beginner"]
    queue.close()
    queue.join(5)


def test_whoever_may_not_is_told_why(store: CompetitionStore) -> None:
    made, closed = make(store, bots=2), make(store, bots=2, challenges="none")
    one, two = versions(store, made)
    queue = Queue(store)
    second = registration.submit_built_in(store, store.entry(made.id, "A"), "random").id
    for against in (one, second, "A", "nobody", "", f"{two}x"):
        with pytest.raises(CannotChallenge):
            queue.ask(made.id, one, against, 0, 0.0)
    for seat, pace in ((2, 0.0), (-1, 0.0), (0, 0.1)):
        with pytest.raises(CannotChallenge):
            queue.ask(made.id, one, two, seat, pace)
    with pytest.raises(BadOption):
        queue.ask(made.id, one, "level:nobody", 0, 0.0)
    with pytest.raises(CannotChallenge):
        queue.ask(closed.id, versions(store, closed)[0], versions(store, closed)[1], 0, 0.0)
    store.set_excluded(store.entry(made.id, "B").id, True)
    with pytest.raises(CannotChallenge):
        queue.ask(made.id, one, two, 0, 0.0)
    assert store.games(made.id) == []
    now = store.snapshot(made.id)
    assert [each["name"] for each in opponents(now, now.versions[one]) if not each["house"]] == []


def test_a_bot_has_one_challenge_at_a_time_and_a_few_a_minute(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    one, two, three = versions(store, made)
    queue = Queue(store, first_wins)
    queue.start()
    first = queue.ask(made.id, one, two, 0, 0.0)
    with pytest.raises(CannotChallenge, match="watch that one"):
        queue.ask(made.id, one, three, 0, 0.0)
    until(lambda: queue.places(made.id) == {first: 0})
    queue.ask(made.id, two, three, 0, 0.0)
    third = queue.ask(made.id, three, one, 0, 0.0)
    until(lambda: queue.places(made.id).get(third) == 1)
    queue.gate.release(100)
    until(lambda: len(queue.played) == 3 and not queue.places(made.id))
    for _unused in range(5):
        game = queue.ask(made.id, one, two, 0, 0.0)
        until(partial(queue.has_played, game))
    with pytest.raises(TooFast):
        queue.ask(made.id, one, two, 0, 0.0)
    queue.at += 61
    assert queue.ask(made.id, one, two, 0, 0.0).endswith(f"-x-{one}-6-0")
    queue.close()
    queue.join(5)


def test_what_waited_when_the_server_was_killed_is_played_after_it(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    one, two = versions(store, made)
    game = Queue(store).ask(made.id, one, two, 0, 0.0)

    class Players(Deciders):
        def close(self) -> None:
            pass

        def show(self, task: Any, given_up: Any) -> bool:
            raise NotImplementedError

        def call_one(self, function: str, arguments: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
            raise NotImplementedError

        def play_one(self, task: Any, bundles: Any, patience: float) -> Any:
            raise NotImplementedError

    service = CompetitionService(store, Players, lambda: "none", ladder_games=0)
    service.start()
    until(lambda: store.game(game)[1].result is not None)
    assert service.problem(made.id) is None
    service.close()
