"""Pairings and the games worth seeing: who met whom how, upsets by rating, long games, and what reviews tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions.presentation import pairing_view, worth_seeing
from plyground.competitions.presentation.worth_seeing import WorthSeeing
from plyground.competitions.running import schedule, tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.refusals import NoSuchEntry, NoSuchReview
from plyground.review import making
from plyground.sessions.records import PastedGame
from tests.competitions.events import Deciders, make, open_store, record
from tests.waiting import until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class Made:
    """Reviews that are made at once, with few positions a ply."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.asked = 0

    def known(self, body: Mapping[str, Any]) -> dict[str, Any] | None:
        return self.kept.get(body["record"])

    def ask(self, body: Mapping[str, Any], who: str = "", quietly: bool = False) -> dict[str, Any]:
        self.asked += 1
        read = PastedGame(body).read
        found = making.review(read.rules.spec.id, dict(read.options), read.start, read.prelude, 200)
        count = len(read.prelude)
        self.kept[body["record"]] = {"state": "done", "done": count, "of": count, "review": found}
        return self.kept[body["record"]]


def worth(store: CompetitionStore, reviews: Any = None) -> WorthSeeing:
    made: Any = reviews or Made()
    return WorthSeeing(store, made, lambda: False)


def decided(store: CompetitionStore, made: Competition, one: str, other: str, ranks: list[int], plies: int = 20) -> str:
    now = store.snapshot(made.id)
    number = 1 + max((game.number for game in now.games), default=-1)
    [game, *_more] = schedule.pair_games(now, "ladder", one, number, (one, other))
    store.schedule(made.id, [game])
    store.finish(game.id, {**record(game.task, ranks), "moves": ["Up"] * plies, "seats": [0] * plies})
    return game.id


def versions(store: CompetitionStore, made: Competition) -> list[str]:
    return [entry.active or "" for entry in store.entries(made.id)]


def test_a_pairing_has_its_score_by_seat_and_opening(store: CompetitionStore) -> None:
    made = make(store, bots=3, game="othello", options={"size": 4}, openings=2)
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    a, b, _c = (entry.id for entry in store.entries(made.id))
    shown = pairing_view.pairing(store, made.id, a, b)
    back = pairing_view.pairing(store, made.id, "B", "A")
    assert [bot["name"] for bot in shown["bots"]] == ["A", "B"]
    assert shown["score"]["games"] == shown["games_played"] == len(shown["games"]) == 2
    assert (shown["score"]["wins"], shown["score"]["losses"]) == (back["score"]["losses"], back["score"]["wins"])
    assert [(seat["seat"], seat["games"]) for seat in shown["seats"]] == [(0, 1), (1, 1)]
    assert [(len(each["moves"]), each["games"]) for each in shown["openings"]] == [(2, 2)]
    for game in shown["games"]:
        assert game["names"][game["seat"]] == "A"
        assert game["score"] == (1 if game["ranks"][game["seat"]] < game["ranks"][1 - game["seat"]] else game["score"])
    for wrong in (("A", "A"), ("A", "nobody")):
        with pytest.raises(NoSuchEntry):
            pairing_view.pairing(store, made.id, *wrong)


def test_upsets_and_long_games_are_told_without_a_review(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    strong, weak, other = versions(store, made)
    for _unused in range(8):
        decided(store, made, strong, other, [1, 2])
        decided(store, made, other, weak, [1, 2])
    upset = decided(store, made, weak, strong, [1, 2])
    long = decided(store, made, strong, other, [1, 2], 60)
    found = worth(store).shown(made.id)
    assert {game["id"] for game in found} == {upset, long}
    told = {game["id"]: game["reasons"] for game in found}
    assert told[upset][0].startswith("An upset: B won, though its rating was ")
    assert told[long] == ["A long one: 60 plies, 3.0 times as many as usual here."]


def test_reviews_are_made_in_the_background_and_commented(store: CompetitionStore) -> None:
    made = make(store, bots=3, game="othello", options={"size": 4})
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    reviews = Made()
    seen = worth(store, reviews)
    games = [game for game in store.games(made.id) if game.result]
    assert seen.commentary(made.id, games[0].id) == {"state": "none"}
    while seen.step():
        pass
    assert reviews.asked == len(games)
    assert not seen.step()
    for game in games:
        told = seen.commentary(made.id, game.id)
        assert told["state"] == "done"
        assert told["sentences"]
    for line in seen.shown(made.id):
        assert line["reasons"]


def test_what_cannot_be_reviewed_is_not_tried_again_and_again(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    one, other = versions(store, made)
    decided(store, made, one, other, [1, 2])

    class Refusing(Made):
        def ask(self, body: Mapping[str, Any], who: str = "", quietly: bool = False) -> dict[str, Any]:
            self.asked += 1
            raise NoSuchReview("no")

    reviews = Refusing()
    seen = worth(store, reviews)
    assert seen.step()
    assert not seen.step()
    assert reviews.asked <= 1


def test_looks_become_rare_while_there_is_nothing_to_review_and_after_a_fault_as_usual(store: CompetitionStore) -> None:
    class Looks:
        """What is waited for between looks; the fifth look fails, and the last wait is the end."""

        def __init__(self) -> None:
            self.pauses: list[float] = []

        def wait(self, pause: float) -> None:
            self.pauses.append(pause)
            if len(self.pauses) == 6:
                seen._closing.set()

        def clear(self) -> None:
            if len(self.pauses) == 5:
                seen._busy = failing

        def set(self) -> None:
            pass

    def failing() -> bool:
        raise OSError("no disk")

    seen, looks = worth(store), Looks()
    seen._wake = looks  # type: ignore[assignment]
    seen._run()
    assert looks.pauses == [5, 10, 20, 40, 40, 5]


def test_who_wants_a_review_does_not_wait_for_the_next_look(
    store: CompetitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looks become rare while there is nothing to review."""
    monkeypatch.setattr(worth_seeing, "_LOOK_SECONDS", 600.0)
    made = make(store, bots=2, game="othello", options={"size": 4})
    CompetitionRunner(store, made.id, Deciders(tasks.play), "none").run_event()
    game = next(game.id for game in store.games(made.id) if game.result)
    seen = worth(store)
    seen.start()
    try:
        assert seen.bad_moves(game) is None
        seen.wish("its owner", [(made.id, game)])
        until(lambda: seen.bad_moves(game) is not None)
    finally:
        seen.close()
