"""Whole competitions whose games are decided without being played: validation, pairing, finals, the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import counting, registration
from plyground.competitions.presentation import export
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import MOST_ATTEMPTS, CompetitionRunner, Stopped, begin, run_lock
from plyground.competitions.running.progress import Progress, seconds_left
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.refusals import AlreadyBegun, BeingRun, CannotPlay, NotBegun, TooFewEntrants
from tests.competitions.events import Deciders, by_seed, make, open_store, record, run_final


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def run(store: CompetitionStore, competition: Competition, players: Deciders | None = None) -> dict[str, Any]:
    """Play the event and give what is shown of it."""
    CompetitionRunner(store, competition.id, players or Deciders(), "none").run_event()
    return shown(store, competition)


def shown(store: CompetitionStore, competition: Competition) -> dict[str, Any]:
    return counting.standings(store.snapshot(competition.id))


def test_a_double_round_robin(store: CompetitionStore) -> None:
    made, players = make(store, bots=5), Deciders()
    data = run(store, made, players)
    assert len(players.given) == len(set(players.given)) == 20
    names = {version: store.entries(made.id)[number].alias for number, version in enumerate(store.versions(made.id))}
    games = [tuple(names[one] for one in game.entrants) for game in store.games(made.id)]
    assert sorted(games) == sorted(permutations("ABCDE", 2))
    assert sum(row["points"] for row in data["standings"]) == 20
    assert {row["games"] for row in data["standings"]} == {8}
    assert store.get(made.id).state == "finished"
    assert data["cross_table"][0][0] is None
    assert data["cross_table"][0][1]["games"] == 2


def test_an_event_that_was_interrupted_anywhere_ends_the_same(store: CompetitionStore) -> None:
    settings: dict[str, Any] = {"pairing": "swiss", "rounds": 3, "final": 4}
    whole = run(store, make(store, bots=6, **settings))
    made = make(store, bots=6, **settings)
    given: list[str] = []
    for _ in range(100):
        players = Interrupted(after=3)
        try:
            data = run(store, made, players)
            break
        except KeyboardInterrupt:
            assert shown(store, made)["standings"]
        finally:
            given += players.given
    assert _plain(data) == _plain(whole)
    games = store.games(made.id)
    assert len(given) > len(games)
    assert all(game.result is not None for game in games)


class Interrupted(Deciders):
    """Players that are interrupted after so many games, one being played."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._left = after

    def play(self, games: Any, finished: Any, priority: int = 0) -> None:
        for game, task in games:
            self.given.append(game)
            if self._left == 0:
                raise KeyboardInterrupt
            self._left -= 1
            finished(game, by_seed(task))


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "standings": [{**row, "version": ""} for row in data["standings"]]}


def test_a_swiss_event_with_byes_and_a_final(store: CompetitionStore) -> None:
    made = make(store, bots=7, pairing="swiss", rounds=4, final=4)
    data = run(store, made)
    games = store.games(made.id, ["event"])
    met = Counter(frozenset(game.entrants) for game in games)
    assert len(games) == 12
    assert max(met.values()) == 1
    assert len(data["byes"]) == 4
    assert sum(row["points"] for row in data["standings"]) == 16
    assert [len(each) for each in data["final"]["rounds"]] == [2, 1]
    first = {side for match in data["final"]["rounds"][0] for side in match["sides"]}
    best = sorted(data["standings"], key=lambda row: row["rank"])[:4]
    assert first == {row["name"] for row in best}
    assert data["final"]["winner"] in first


def test_tables_of_three_with_a_final_table(store: CompetitionStore) -> None:
    made = make(store, bots=4, game="punter", options={"punters": 3, "map": "path-5"}, final=3)
    data = run(store, made)
    games = store.games(made.id, ["event"])
    assert len(games) == 12
    assert Counter(game.entrants[0] for game in games) == dict.fromkeys(store.versions(made.id), 3)
    assert len(data["final"]["table"]) == 3
    assert data["final"]["winner"] == data["final"]["table"][0]["name"]


def test_a_fault_of_our_own_is_played_again(store: CompetitionStore) -> None:
    tried: Counter[str] = Counter()

    def faulty(task: Mapping[str, Any]) -> Mapping[str, Any]:
        tried[task["id"]] += 1
        if tried[task["id"]] <= 2:
            return {"id": task["id"], "status": "server_fault", "sentence": "The disk was gone."}
        return by_seed(task)

    made = make(store, bots=3)
    assert _plain(run(store, made, Deciders(faulty))) == _plain(run(store, make(store, bots=3)))
    assert set(tried.values()) == {3}


def test_games_that_can_never_be_played_stop_the_event_with_the_reason(store: CompetitionStore) -> None:
    def broken(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if task["id"].endswith("e1-0-0"):
            return {"id": task["id"], "status": "server_fault", "sentence": "No sandbox."}
        return by_seed(task)

    made, players = make(store, bots=3), Deciders(broken)
    with pytest.raises(CannotPlay, match=r"1 games could not be played.*No sandbox"):
        run(store, made, players)
    assert len(players.given) == 6 + MOST_ATTEMPTS - 1
    data = run(store, made)
    assert {row["games"] for row in data["standings"]} == {4}


def test_validation_lets_in_or_says_why_not(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    entries = {}
    for name in ("good", "crashing", "admitted"):
        entries[name] = registration.register(store, made.id, name)
        store.add_version(entries[name].id, {"kind": "upload", "content": name, "command": None}, 5)
    active = store.entry(made.id, "admitted").active
    assert active is not None
    store.set_admission(active, "admitted")

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        codes = ["crash" if each.get("content") == "crashing" else "fair" for each in task["entrants"]]
        return record(task, [1, 2], codes)

    players = Deciders(decide)
    runner = CompetitionRunner(store, made.id, players, "none")
    decided = {version.bot["content"]: version for version in runner.validate()}
    assert len(players.given) == 6
    assert decided["good"].admission == "validated"
    assert decided["crashing"].admission == "refused"
    assert decided["crashing"].reason == "In its game against itself: It was crash."
    assert runner.validate() == []
    field = begin(store, made.id).field
    assert field is not None
    assert {store.versions(made.id)[one].entry for one in field} == {
        entry.id for entry in store.entries(made.id) if entry.alias != "crashing"
    }


def test_each_version_is_decided_when_its_own_games_are_over_and_everybodys_first_games_go_ahead(
    store: CompetitionStore,
) -> None:
    made = make(store, bots=0)
    waiting = []
    for name in ("one", "two", "three"):
        entry = registration.register(store, made.id, name)
        waiting.append(store.add_version(entry.id, {"kind": "upload", "content": name, "command": None}, 5).id)
    seen: list[tuple[bool, list[str]]] = []

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        versions = store.versions(made.id)
        seen.append((task.get("ahead", 0) > 0, [versions[one].admission for one in waiting]))
        return record(task, [1, 2])

    runner = CompetitionRunner(store, made.id, Deciders(decide), "none")
    assert [version.id for version in runner.validate(waiting[2:])] == waiting[2:]
    assert [ahead for ahead, _ in seen] == [True, False, False]
    assert {tuple(admissions) for _, admissions in seen} == {("waiting",) * 3}
    runner.validate()
    assert [ahead for ahead, _ in seen[3:]] == [True, True, False, False, False, False]
    assert seen[-1][1] in (["validated", "waiting", "validated"], ["waiting", "validated", "validated"])
    assert all("ahead" not in store.game(game.id)[2] for game in store.games(made.id))


def test_of_several_versions_of_one_bot_the_earliest_alone_goes_ahead(store: CompetitionStore) -> None:
    made = make(store, bots=0)
    one, other = (registration.register(store, made.id, name) for name in ("one", "other"))
    for entry, content in ((one, "a"), (one, "b"), (one, "c"), (other, "d")):
        store.add_version(entry.id, {"kind": "upload", "content": content, "command": None}, 5)
    ahead: list[str] = []

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if task.get("ahead", 0) > 0:
            ahead.append(task["entrants"][0]["content"])
        return record(task, [1, 2])

    CompetitionRunner(store, made.id, Deciders(decide), "none").validate()
    assert sorted(ahead) == ["a", "d"], "whichever bot drew the earlier place"


def test_a_comparison_leaves_the_games_of_another_one_alone(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    entry = store.entry(made.id, "A")
    first = next(iter(store.versions(made.id)))
    second, third = (registration.submit_built_in(store, entry, f"minimax:budget={number}").id for number in (4, 9))
    stopped = CompetitionRunner(store, made.id, Deciders(), "none", stopped=lambda: True)
    with pytest.raises(Stopped):
        stopped.compare(second, first)
    assert sum(game.result is None for game in store.games(made.id, ["compare"])) == 19
    players = Deciders(lambda task: record(task, [1, 1]))
    CompetitionRunner(store, made.id, players, "none").compare(third, first, 20)
    assert len(players.given) == 20
    assert sum(game.result is None for game in store.games(made.id, ["compare"])) == 19


def test_an_event_needs_two(store: CompetitionStore) -> None:
    with pytest.raises(TooFewEntrants):
        run(store, make(store, bots=1))
    with pytest.raises(TooFewEntrants):
        run(store, make(store, bots=2, game="punter", options={"punters": 3, "map": "path-5"}))


def test_nobody_has_a_badge_before_the_first_game(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    begin(store, made.id)

    def rows() -> list[Mapping[str, Any]]:
        return list(shown(store, made)["standings"])

    assert {(row["place"], row["badge"], row["bonus"]) for row in rows()} == {(1, None, 0)}
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    assert any(row["badge"] == 1 and row["bonus"] == 20 for row in rows())


def test_the_ladder_plays_only_newcomers_games(store: CompetitionStore) -> None:
    made, players = make(store, bots=4), Deciders()
    runner = CompetitionRunner(store, made.id, players, "none")
    runner.ladder(6)
    own = Counter(game.id.split("-l-")[1].rsplit("-", 2)[0] for game in store.games(made.id))
    assert set(own.values()) == {6}
    assert runner.ladder(6) == 0
    entry = registration.register(store, made.id, "new")
    version = registration.submit_built_in(store, entry, "random")
    assert runner.ladder(6) == 6
    assert all(version.id in game.entrants for game in store.games(made.id) if f"-l-{version.id}" in game.id)
    rated = counting.ladder_ratings(store.snapshot(made.id))
    assert rated[version.id].games == 6


def test_two_versions_are_compared_until_it_is_clear(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    entry = store.entry(made.id, "A")
    new = registration.submit_built_in(store, entry, "minimax:budget=100")
    old = next(iter(store.versions(made.id)))

    def stronger(task: Mapping[str, Any]) -> Mapping[str, Any]:
        return record(task, [2, 1] if task["entrants"][0]["bot"] == "random" else [1, 2])

    found = CompetitionRunner(store, made.id, Deciders(stronger), "none").compare(new.id, old, 1000)
    assert found.verdict == "better"
    assert found.score.losses == 0
    assert found.score.wins == len(store.games(made.id, ["compare"])) < 200
    undecided = CompetitionRunner(store, make(store, bots=1).id, Deciders(), "none")
    assert undecided.id != made.id


def test_comparisons_of_own_versions_lift_nobody_on_the_ladder(store: CompetitionStore) -> None:
    made = make(store, bots=4)
    old = store.entry(made.id, "A").active or ""
    new = registration.submit_built_in(store, store.entry(made.id, "A"), "minimax:budget=100")
    CompetitionRunner(store, made.id, Deciders(), "none").ladder(6)

    def rated() -> float:
        return counting.ladder_ratings(store.snapshot(made.id))[new.id].elo

    before = rated()
    thrown = Deciders(lambda task: record(task, [2, 1] if task["entrants"][0]["bot"] == "random" else [1, 2]))
    assert CompetitionRunner(store, made.id, thrown, "none").compare(new.id, old).verdict == "better"
    assert rated() == before


def test_only_one_runs_a_competition(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    with run_lock(made.id), pytest.raises(BeingRun), run_lock(made.id):
        pytest.fail("two at a time")
    with run_lock(made.id):
        pass


def test_progress_and_its_estimate(store: CompetitionStore) -> None:
    told: list[Progress] = []
    made = make(store, bots=4, final=2)
    CompetitionRunner(store, made.id, Deciders(), "none", told.append).run_event()
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].done == told[-1].total >= 14
    assert {each.total for each in told[:13]} == {schedule.expected_games(made, 4)} == {14}
    assert told[-1].seconds_left == 0
    assert seconds_left([10, 11, 12, 13], 6, 13) == pytest.approx(6)
    assert seconds_left([10, 11, 12, 13], 6, 13, begun=12) is None
    slow = seconds_left([10, 11, 12, 13], 6, 100)
    assert slow is not None
    assert slow > 60


def test_an_event_stops_before_its_final_until_it_is_begun(store: CompetitionStore) -> None:
    whole = run(store, make(store, bots=4, final=4))
    made, players, told = make(store, bots=4, final=4, final_waits=True, final_pace=0.5), Seeing(), list[Progress]()
    runner = CompetitionRunner(store, made.id, players, "none", told.append)
    with pytest.raises(NotBegun, match="all other games"):
        run_final(store, runner)
    assert runner.run_event() is False
    assert runner.run_event() is False
    assert told[-1].waits
    assert told[-1].done == len(players.given) == 12
    assert store.get(made.id).state == "running"
    assert shown(store, made)["final"] is None
    assert not players.watched
    run_final(store, runner)
    assert store.get(made.id).state == "finished"
    assert _plain(shown(store, made)) == _plain(whole)
    assert players.watched == {game.id for game in store.games(made.id, ["final"])}
    assert all("live" not in store.game(game)[2] for game in players.watched)
    with pytest.raises(AlreadyBegun):
        run_final(store, runner)


def test_a_final_that_was_interrupted_goes_on_without_being_begun_again(store: CompetitionStore) -> None:
    made = make(store, bots=4, final=4, final_waits=True)
    assert CompetitionRunner(store, made.id, Deciders(), "none").run_event() is False
    with pytest.raises(KeyboardInterrupt):
        run_final(store, CompetitionRunner(store, made.id, Interrupted(after=1), "none"))
    assert CompetitionRunner(store, made.id, Deciders(), "none").run_event() is True


def test_without_a_final_there_is_nothing_to_wait_for(store: CompetitionStore) -> None:
    made = make(store, bots=2, final_waits=True)
    with pytest.raises(NotBegun, match="no final"):
        run_final(store, CompetitionRunner(store, made.id, Deciders(), "none"))
    assert CompetitionRunner(store, made.id, Deciders(), "none").run_event() is True


class Seeing(Deciders):
    """Players that note which games are played at the pace of a final; every game tells its moves."""

    def __init__(self) -> None:
        def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
            assert task["live"]
            if task.get("pace"):
                assert task["pace"] == 0.5
                self.watched.add(task["id"])
            return by_seed(task)

        super().__init__(decide)
        self.watched: set[str] = set()


def test_exports(store: CompetitionStore) -> None:
    made = make(store, bots=3, final=2)
    entry = registration.register(store, made.id, "=cmd()", "Ada")
    registration.submit_built_in(store, entry, "random")
    run(store, made)
    everything = export.as_json(store, made.id)
    games = store.games(made.id)
    assert len(everything["games"]) == len(games)
    assert {"task", "record", "kind", "round", "number", "part", "entrants"} == everything["games"][0].keys()
    assert "Ada" not in str(everything)
    assert "Ada" in str(export.as_json(store, made.id, real_names=True))
    assert not any("logs" in game["record"] for game in everything["games"])
    assert all("logs" in game["record"] for game in export.as_json(store, made.id, logs=True)["games"])
    lines = export.as_csv(store, made.id).splitlines()
    assert lines[0].startswith("place,name,points,bonus,badge")
    assert len(lines) == 5
    assert any(line.split(",")[1] == "'=cmd()" for line in lines)
    assert len(export.as_csv(store, made.id, "games").splitlines()) == len(games) + 1
    assert len(export.as_csv(store, made.id, "cross_table").splitlines()) == 5
