"""Seasons that make the next one: by themselves, once only, with bots, keys, leagues, the list and the tests."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import administration, leagues, ownership, registration, roster, seasons
from plyground.competitions.positions import adding
from plyground.competitions.presentation import export, profile, public
from plyground.competitions.rights import Rights
from plyground.competitions.running import events
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import registry
from plyground.core.refusals import AlreadyBegun
from plyground.sessions.keys import OWNER
from plyground.sessions.tokens import new_id
from tests.competitions.events import Deciders, make, open_store
from tests.competitions.test_leagues import beats, with_student
from tests.waiting import until

OTHELLO = registry.game("othello")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class Players(Deciders):
    """Workers that decide games at once."""

    def close(self) -> None:
        """Nothing was started."""


def service_of(store: CompetitionStore) -> CompetitionService:
    workers: Any = Players
    return CompetitionService(store, workers, lambda: "none", ladder_games=0)


def over(store: CompetitionStore, **settings: Any) -> Competition:
    """A competition of four bots whose event has been played."""
    made = make(store, **{"bots": 4, "final": 2, "seasons": 3} | settings)
    assert CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    return store.get(made.id)


def next_of(store: CompetitionStore, competition: Competition) -> Competition:
    found = seasons.begin_next(store, store.get(competition.id), 1_000.0)
    assert found is not None
    return found


def test_seasons_follow_each_other_by_themselves(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_SEASON_SECONDS", 0.0)
    monkeypatch.setattr(events, "_season_over", lambda competition: competition.settings.season_days > 0)
    made = make(store, bots=4, season_days=0.001, final=2, seasons=3)
    service = service_of(store)
    service.start()
    until(lambda: len(store.all()) == 3 and all(each.state == "finished" for each in store.all()))
    service.close()
    found = list(reversed(store.all()))
    assert [each.title for each in found] == ["Test", "Test · 2", "Test · 3"]
    assert [each.season for each in found] == [1, 2, 3]
    assert found[0].id == made.id
    assert all(store.games(each.id, ["final"]) for each in found)
    shown = [public.page(store, each.id)["season"] for each in found]
    assert [each["after"] and each["after"]["title"] for each in shown] == ["Test · 2", "Test · 3", None]
    assert [each["before"] and each["before"]["title"] for each in shown] == [None, "Test", "Test · 2"]
    assert [each["due"] for each in shown] == [False] * 3


@pytest.mark.parametrize(
    ("before", "number", "found"),
    [
        ("Cup", 2, "Cup · 2"),
        ("Cup · 2", 3, "Cup · 3"),
        ("Saison 1", 2, "Saison 2"),
        ("Cup 2026", 2, "Cup 2026 · 2"),
        ("Cup 11", 2, "Cup 11 · 2"),
        ("x" * 80, 10, "x" * 78 + "10"),
    ],
)
def test_titles_are_numbered(before: str, number: int, found: str) -> None:
    assert seasons.title(before, number) == found
    assert administration.clean_title(found) == found


def test_the_season_that_is_over_stays_as_it_was(store: CompetitionStore) -> None:
    old = over(store)
    table, signed = public.page(store, old.id)["standings"], export.as_json(store, old.id)
    new = next_of(store, old)
    assert public.page(store, old.id)["standings"] == table
    assert export.as_json(store, old.id) == signed
    assert (new.settings, new.options, new.field, new.state) == (old.settings, old.options, None, "open")
    assert new.secret is not None
    assert new.secret != old.secret
    assert store.games(new.id) == []


def test_of_many_who_begin_it_at_once_one_does(store: CompetitionStore, tmp_path: Path) -> None:
    old = over(store)
    other = open_store(tmp_path)
    made: list[Competition | None] = []
    gate = threading.Barrier(6)

    def begin(which: CompetitionStore) -> None:
        gate.wait()
        made.append(_unlocked(which, old))

    threads = [threading.Thread(target=begin, args=(which,)) for which in (store, other) * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    other.close()
    assert len(store.all()) == 2
    assert [each.id if each else "" for each in made] == [store.get(old.id).followed_by] * 6
    assert seasons.begin_next(store, old, 1.0) == made[0]


def _unlocked(store: CompetitionStore, old: Competition) -> Competition | None:
    """As another process does it, which knows nothing of this one's lock."""
    store.seasons.follow(old, _made(old), {})
    return seasons.after(store, old.id)


def _made(old: Competition) -> Competition:
    return replace(old, id=new_id(), title="Next", state="open", field=None, season=2)


DIES = """
import os, signal, sys
from pathlib import Path
from plyground.competitions import seasons
from plyground.competitions.store import following
from tests.competitions.events import open_store

following._carry = lambda *given: os.kill(os.getpid(), signal.SIGKILL)
store = open_store(Path(sys.argv[1]))
seasons.begin_next(store, store.get(sys.argv[2]), 1.0)
"""
"""A program that is killed when half of the next season is written."""


def test_who_is_killed_in_the_middle_has_made_nothing(
    store: CompetitionStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = over(store)
    killed = subprocess.run([sys.executable, "-c", DIES, str(tmp_path), old.id], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (len(store.all()), store.get(old.id).followed_by) == (1, None)
    monkeypatch.setattr(events, "_SEASON_SECONDS", 0.0)
    service = service_of(store)  # the next one to start finds it due
    service.start()
    until(lambda: len(store.all()) == 2)
    service.close()


def test_a_next_season_that_was_deleted_does_not_come_back(store: CompetitionStore) -> None:
    old = over(store)
    new = next_of(store, old)
    registration.forget(store, new.id)
    assert seasons.begin_next(store, store.get(old.id), 1.0) is None
    assert public.page(store, old.id)["season"]["after"] is None
    assert [each.id for each in store.all()] == [old.id]


def test_without_the_setting_and_after_the_last_nothing_follows(store: CompetitionStore) -> None:
    alone = over(store, seasons=1)
    assert seasons.begin_next(store, alone, 1.0) is None
    assert public.page(store, alone.id)["season"] is None
    running = make(store, seasons=2)
    assert not seasons.due(running)


def test_bots_go_on_with_their_keys_names_and_versions(store: CompetitionStore) -> None:
    made = make(store, bots=2, seasons=2)
    key, kept = OWNER.new()
    entry = registration.register(store, made.id, "Ada's", "Ada", owner=kept)
    upload = {"kind": "upload", "content": "x", "command": None}
    first = store.add_version(entry.id, upload, 5, "one", "validated")
    store.add_version(entry.id, {**upload, "content": "y"}, 6, "two", "refused")
    store.set_active(entry.id, first.id)
    admitted = registration.register(store, made.id, "Admitted")
    store.add_version(admitted.id, {**upload, "content": "z"}, 7, admission="admitted")
    out = registration.register(store, made.id, "Out")
    store.add_version(out.id, {**upload, "content": "v"}, 7, admission="validated")
    store.set_excluded(out.id, True)
    away = registration.register(store, made.id, "Away")
    store.add_version(away.id, {**upload, "content": "w"}, 7, admission="validated")
    ownership.withdraw(store, store.entry(made.id, away.id))
    empty = registration.register(store, made.id, "Empty", owner=kept)
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    new = next_of(store, made)
    bots = {each.alias: each for each in store.entries(new.id)}
    assert list(bots) == ["A", "B", "Ada's", "Admitted", "Out", "Away", "Empty"]
    versions = store.versions(new.id)
    ada = bots["Ada's"]
    assert (ada.name, ada.owner, ada.before) == ("Ada", kept, entry.id)
    assert Rights(store).insist_owner(new.id, ada.id, key) == ada
    assert [(each.number, each.note, each.admission) for each in versions.values() if each.entry == ada.id] == [
        (1, "one", "waiting")
    ]
    assert versions[ada.active or ""].bot == upload
    assert versions[bots["A"].active or ""].admission == "validated"
    assert versions[bots["Admitted"].active or ""].admission == "admitted"
    assert bots["Out"].excluded
    assert bots["Away"].active is None
    assert store.versions_of(bots["Away"].id)[0].bot["content"] == "w"
    assert (bots["Empty"].before, store.versions_of(bots["Empty"].id)) == (empty.id, [])
    assert profile.profile(store, made.id, entry.id)["goes_on"] == {"competition": new.id, "bot": ada.id}
    assert seasons.present_entry(store, store.entry(made.id, entry.id)) == ada
    with pytest.raises(AlreadyBegun):
        registration.submit_files(store, store.entry(made.id, entry.id), {"bot.py": (b"x = 1\n", False)})
    registration.forget(store, made.id)  # what the next season needs stays
    assert len(store.versions(new.id)) == 6
    assert profile.profile(store, new.id, ada.id)["alias"] == "Ada's"


def test_codes_teams_and_tests_go_on(store: CompetitionStore) -> None:
    made = make(store, bots=2, seasons=2, game="othello", options={"size": 4})
    roster.add(store, made.id, "Ada; Engines\nGrace; Engines\nAlan")
    entry, key = roster.enter(store, store.roster.of(made.id)[0])
    people = store.roster.of(made.id)
    position = OTHELLO.position_text(OTHELLO.initial(OTHELLO.options({"size": 4})))
    adding.add(store, made.id, {"title": "One", "position": position, "seconds": 1, "hidden": True})
    store.set_grading(made.id, "100 * hidden")
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    new = next_of(store, made)
    later = store.roster.of(new.id)
    told = [[(each.name, each.team, each.code, each.keys) for each in those] for those in (later, people)]
    assert told[0] == told[1]
    ours = next(each for each in store.entries(new.id) if each.before == entry.id)
    assert [each.entry for each in later] == [ours.id, ours.id, None]
    assert Rights(store).insist_owner(new.id, ours.id, key).id == ours.id
    assert roster.enter(store, later[1])[0].id == ours.id  # the mate's code opens the same bot
    assert [(each.title, each.hidden) for each in store.positions.of(new.id)] == [("One", True)]
    assert store.positions.of(new.id)[0].id != store.positions.of(made.id)[0].id
    assert new.grading == "100 * hidden"


def test_leagues_go_on_where_they_stood(store: CompetitionStore) -> None:
    made, _version = with_student(store, leagues=3, seasons=2)
    gates = [boss.removeprefix("house:") for boss in leagues.bosses(made)]
    runner = CompetitionRunner(store, made.id, Deciders(beats(*gates[:2])), "none")
    while runner.league_turn():
        pass
    runner.run_event()
    new = next_of(store, made)
    student = store.entry(new.id, "Student")
    assert student.league == 2
    assert profile.profile(store, new.id, student.id)["league"]["title"] == "Gold"
    store.set_admission(student.active or "", "validated")
    runner = CompetitionRunner(store, new.id, Deciders(beats(gates[2])), "none")
    assert [runner.league_turn() for _unused in range(2)] == [4, 0]  # the boss of its league, no lower one
    told = profile.ladder(store, new.id)["leagues"]
    assert told["places"] == {student.id: 3}
    assert [each["sentence"].split(", ")[0].split(" beat ")[0] for each in told["promotions"]] == ["Student"]
    administration.change(store, new.id, {"leagues": 1})
    assert profile.ladder(store, new.id)["leagues"]["places"] == {student.id: 1}
