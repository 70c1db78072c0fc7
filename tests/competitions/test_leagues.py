"""Leagues: a version meets the boss of its bot's league once, and who beats it is promoted for good; seasons end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import leagues
from plyground.competitions.presentation import profile
from plyground.competitions.running import events
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings import EventSettings, changed
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import registry
from plyground.core.refusals import BadSetting
from tests.competitions.events import Deciders, make, open_store, record
from tests.waiting import until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def with_student(store: CompetitionStore, **settings: Any) -> tuple[Competition, str]:
    """A competition with leagues, a house bot and a student's bot; and that one's version."""
    made = make(store, bots=1, game="othello", options={"size": 4}, **settings)
    entry = store.add_entry(made.id, "Student")
    version = store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5, admission="validated")
    return made, version.id


def beats(*bots: str) -> Any:
    """Whoever plays one of these texts loses to an upload; the others draw."""

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        texts = [each.get("bot", "upload") for each in task["entrants"]]
        ranks = [2 if text in bots else 1 for text in texts]
        return record(task, ranks)

    return decide


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_bosses_of_every_game_grow_stronger(name: str) -> None:
    game = registry.game(name)
    if game.seat_count({}) != 2:
        return
    for count in range(1, leagues.MOST + 1):
        settings = EventSettings.from_json({"leagues": count})
        made = Competition("c", "C", name, {}, settings, 7, "open", None, 0.0)
        found = leagues.bosses(made)
        assert len(found) == count
        assert len(leagues.titles(made)) == count + 1
        assert leagues.titles(made)[-1] == leagues.NAMES[-1]


def test_who_beats_the_boss_is_promoted_and_meets_the_next(store: CompetitionStore) -> None:
    made, version = with_student(store, leagues=3)
    gates = [boss.removeprefix("house:") for boss in leagues.bosses(made)]
    assert len(set(gates)) == 3
    runner = CompetitionRunner(store, made.id, Deciders(beats(*gates[:2])), "none")
    assert [runner.league_turn() for _unused in range(4)] == [4, 4, 4, 0]
    now = store.snapshot(made.id)
    entry = store.entry(made.id, "Student").id
    places, promotions = leagues.reached(now)
    assert places[entry] == 2
    assert [(each.version, each.league, each.points) for each in promotions] == [(version, 2, 4.0), (version, 1, 4.0)]
    told = profile.ladder(store, made.id)["leagues"]
    assert told["places"] == {entry: 2}
    assert [each["title"] for each in told["leagues"]] == ["Bronze", "Silver", "Gold", "Legend"]
    assert told["promotions"][1]["sentence"].endswith("with version 1, 4 of 4 points, and is promoted to Silver.")
    assert profile.profile(store, made.id, entry)["league"]["title"] == "Gold"


def test_a_new_version_gets_its_own_match_and_keeps_what_was_reached(store: CompetitionStore) -> None:
    made, version = with_student(store, leagues=2)
    gates = [boss.removeprefix("house:") for boss in leagues.bosses(made)]
    CompetitionRunner(store, made.id, Deciders(beats(gates[0])), "none").league_turn()
    runner = CompetitionRunner(store, made.id, Deciders(beats()), "none")
    assert [runner.league_turn() for _unused in range(2)] == [4, 0]  # drawn with the second boss
    entry = store.entry(made.id, "Student")
    store.add_version(entry.id, {"kind": "upload", "content": "y", "command": None}, 5, admission="validated")
    runner = CompetitionRunner(store, made.id, Deciders(beats(gates[1])), "none")
    assert [runner.league_turn() for _unused in range(2)] == [4, 0]
    places, promotions = leagues.reached(store.snapshot(made.id))
    assert places[entry.id] == 2
    assert [each.version for each in promotions] == [f"{entry.id}-2", version]
    games = store.games(made.id, ["league"])
    assert {game.entrants[0] for game in games} >= {version, f"{entry.id}-2"}
    seats = [game.entrants.index(version) for game in games if version in game.entrants]
    assert seats.count(0) == seats.count(1)


def test_without_leagues_nobody_meets_a_boss(store: CompetitionStore) -> None:
    made, _version = with_student(store)
    assert CompetitionRunner(store, made.id, Deciders(), "none").league_turn() == 0
    assert profile.ladder(store, made.id)["leagues"] is None
    with pytest.raises(BadSetting):
        changed(EventSettings(), {"leagues": 2}, seats=3)


def test_a_season_ends_with_its_event_and_final(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(store, bots=4, season_days=0.001, final=2)
    open_end = make(store, bots=4)

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
    monkeypatch.setattr(events, "_season_over", lambda competition: competition.settings.season_days > 0)
    service.start()
    until(lambda: store.get(made.id).state == "finished")
    assert store.games(made.id, ["final"])
    assert store.get(open_end.id).state == "open"
    service.close()
