"""What is stored of competitions, and that a record is kept once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import counting, registration
from plyground.competitions.presentation import snapshot
from plyground.competitions.running import schedule, tasks
from plyground.competitions.settings import EventSettings, parse_clock
from plyground.competitions.store import CompetitionStore
from plyground.competitions.store.reading import read_game
from plyground.competitions.store.rows import ScheduledGame, StoredGame
from plyground.competitions.submissions import files, length, unpacking
from plyground.core.errors import BadOption, UnfitBot, UnknownBot
from plyground.core.refusals import (
    AlreadyBegun,
    BadSetting,
    BadUpload,
    NameTaken,
    NoSuchCompetition,
    NoSuchEntry,
    NoSuchMatch,
    SameVersion,
)
from plyground.core.settings import Settings
from tests.competitions.events import make, record


@pytest.fixture
def store(address: str) -> Iterator[CompetitionStore]:
    opened = CompetitionStore(Settings(database=address))
    yield opened
    opened.close()


def planned(competition: str, number: int = 0) -> ScheduledGame:
    game_id = f"{competition}-e1-{number}-0"
    return ScheduledGame(game_id, "event", 1, number, 0, ("a", "b"), {"id": game_id, "entrants": [{}, {}]})


def test_a_competition_reads_back(store: CompetitionStore) -> None:
    settings = EventSettings.from_json(
        {"pairing": "swiss", "rounds": 5, "final": 4, "clock": {"base": 2, "increment": 0.1}, "rules": {"bonus": "1=3"}}
    )
    made = store.create("A title", "camel", {"board_width": 5}, settings, 3)
    assert store.get(made.id) == made
    assert store.all() == [made]
    assert EventSettings.from_json(settings.as_json()) == settings
    store.delete(made.id)
    with pytest.raises(NoSuchCompetition):
        store.get(made.id)


@pytest.mark.parametrize("data", [{"pairing": "lots"}, {"times": 0}, {"final_games": 3}, {"final": 1}, {"colour": 1}])
def test_wrong_settings_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(BadSetting):
        EventSettings.from_json(data)


def test_clocks_are_read() -> None:
    assert parse_clock("2+0.1").as_json() == {"base": 2.0, "increment": 0.1}
    with pytest.raises(BadSetting):
        parse_clock("quick")
    with pytest.raises(BadOption):
        parse_clock("0+1")


def test_bots_have_aliases_and_show_their_owners_name_only_when_told(store: CompetitionStore) -> None:
    made = make(store, bots=0)
    entry = registration.register(store, made.id, name="  Ada   L. ")
    assert len(entry.alias.split()) == 2
    assert entry.shown_name == entry.alias
    store.set_name(entry.id, entry.name, True)
    assert store.entry(made.id, entry.alias).shown_name == "Ada L."
    with pytest.raises(NameTaken):
        registration.register(store, made.id, entry.alias)
    with pytest.raises(NoSuchEntry):
        store.entry(made.id, "nobody")
    with pytest.raises(BadSetting):
        registration.register(store, made.id, "\x07")


def test_names_run_out_last() -> None:
    import random

    taken: set[str] = set()
    for _ in range(1500):
        taken.add(registration.new_alias(taken, random.Random(1)))
    assert len(taken) == 1500


def test_versions_are_numbered_and_the_latest_plays(store: CompetitionStore, tmp_path: Path) -> None:
    made = make(store, bots=1)
    entry = store.entry(made.id, "A")
    (tmp_path / "bot.py").write_text("def make_move(r, t, c, s):\n    return 'Up'\n")
    first = registration.submit_files(store, entry, unpacking.read(tmp_path / "bot.py"), note="better")
    with pytest.raises(SameVersion, match="version 2"):
        registration.submit_files(store, entry, unpacking.read(tmp_path / "bot.py"))
    registration.submit_built_in(store, entry, "random")
    again = registration.submit_files(store, entry, unpacking.read(tmp_path / "bot.py"))
    assert (first.number, again.number) == (2, 4)
    assert first.bot["content"] == again.bot["content"]
    assert first.tokens == 14
    assert store.entry(made.id, "A").active == again.id
    admissions = [version.admission for version in store.versions(made.id).values()]
    assert admissions == ["validated", "waiting", "validated", "waiting"]
    store.set_active(entry.id, first.id)
    store.set_admission(first.id, "refused", "Why not.")
    assert store.versions(made.id)[first.id].reason == "Why not."
    assert store.entry(made.id, "A").active == first.id


def test_a_game_that_was_played_is_read_once_for_the_pages(
    store: CompetitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(store, bots=3)
    store.schedule(made.id, [planned(made.id, number) for number in range(3)])
    first, second, third = store.games(made.id)
    read: list[str] = []

    def reads(row: Any) -> StoredGame:
        read.append(row.id)
        return read_game(row)

    monkeypatch.setattr("plyground.competitions.store.store.read_game", reads)
    monkeypatch.setattr(snapshot, "REST", 0.0)
    for game in (first, second):
        store.finish(game.id, record({"id": game.id}, [1, 2]))
        now = snapshot.snapshot(store, made.id)
    assert read == [first.id, second.id, third.id, second.id, third.id]
    assert now.games == store.games(made.id)


def test_nobody_else_waits_while_a_bot_is_measured(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []

    def measures(*given: Any) -> length.Length:
        held.append(registration.submitting.locked())
        return length.Length(5)

    monkeypatch.setattr(length, "of_files", measures)
    entry = store.entry(make(store, bots=1).id, "A")
    assert registration.submit_files(store, entry, {"bot.py": (b"x = 1\n", False)}).tokens == 5
    assert held == [False]


def test_unfit_bots_are_refused(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    entry = store.entry(made.id, "A")
    with pytest.raises(UnknownBot):
        registration.submit_built_in(store, entry, "nobody")
    with pytest.raises(UnfitBot):
        registration.submit_built_in(store, store.entry(make(store, 1, "punter").id, "A"), "alphabeta")
    store.set_state(made.id, "closed")
    with pytest.raises(AlreadyBegun):
        registration.register(store, made.id)


def test_files_are_kept_by_content(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "more").mkdir(parents=True)
    (folder / "bot.py").write_text("x = 1\n")
    (folder / "more" / "help.py").write_text("y = 2\n")
    content = files.keep(unpacking.read(folder))
    assert files.keep(unpacking.read(folder)) == content
    assert (files.folder_of(content) / "more" / "help.py").read_text() == "y = 2\n"
    assert files.content_of(files.kept(content)) == content
    built = {**unpacking.read(folder), f"{unpacking.BUILT}bot": (b"x", True)}
    assert files.kept(files.keep(built)) == built
    (folder / "bot.py").chmod(0o755)
    assert files.content_of(unpacking.read(folder)) != content
    (folder / "link").symlink_to("/etc/passwd")
    with pytest.raises(BadUpload):
        unpacking.read(folder)
    with pytest.raises(BadUpload):
        unpacking.read(tmp_path / "none.py")
    with pytest.raises(BadUpload):
        files.kept("0" * 40)


def test_files_travel_to_a_machine_that_does_not_have_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"bot.py": (b"x = 1\n", False)}
    content = files.content_of(given)
    entrant = {"kind": "upload", "content": content, "command": None}
    task = {"id": "g", "entrants": [entrant, {"kind": "built_in", "bot": "random"}]}
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(BadUpload, match="not kept"):
        tasks.ready(task, {}, ExitStack())
    assert tasks.play({**task, "game": "camel"})["status"] == "server_fault"
    there = tasks.ready(task, {content: given}, ExitStack())["entrants"]
    assert (Path(there[0]["folder"]) / "bot.py").read_bytes() == b"x = 1\n"
    assert "content" not in there[0]
    assert there[1] == task["entrants"][1]


def test_what_is_tried_out_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"bot.py": (b"x = 1\n", False)}
    content = files.content_of(given)
    task = {"id": "g", "entrants": [{"kind": "upload", "content": content, "command": None, "fleeting": True}]}
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    with ExitStack() as passing:
        (there,) = tasks.ready(task, {content: given}, passing)["entrants"]
        folder = Path(there["folder"])
        assert (folder / "bot.py").read_bytes() == b"x = 1\n"
        assert there == {"kind": "upload", "command": None, "folder": str(folder)}
    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []


def test_games_are_planned_once(store: CompetitionStore) -> None:
    made = make(store, bots=0)
    assert store.schedule(made.id, [planned(made.id), planned(made.id, 1)]) == 2
    assert store.schedule(made.id, [planned(made.id, 1), planned(made.id, 2)]) == 1
    assert [game for game, _ in store.waiting(made.id, ["event"], 5)] == [planned(made.id, n).id for n in range(3)]
    assert store.waiting(made.id, ["final"], 5) == []


def test_a_record_is_kept_exactly_once_whoever_brings_it(store: CompetitionStore) -> None:
    made = make(store, bots=0)
    store.schedule(made.id, [planned(made.id)])
    task = planned(made.id).task
    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(lambda number: store.finish(str(task["id"]), record(task, [1, 2 + number])), range(16)))
    assert won.count(True) == 1
    found = store.games(made.id)
    assert len(found) == 1
    assert found[0].result is not None
    assert found[0].result["ranks"] == [1, 2 + won.index(True)]
    store.count_fault(str(task["id"]), {})
    kept = store.game(str(task["id"]))
    assert kept[0] == made.id
    assert kept[3] == record(task, [1, 2 + won.index(True)])
    assert store.finish("unknown", record(task, [1, 2])) is False
    with pytest.raises(NoSuchMatch):
        store.game("unknown")


def test_faults_of_our_own_are_counted_and_forgiven(store: CompetitionStore) -> None:
    made = make(store, bots=0)
    store.schedule(made.id, [planned(made.id)])
    for _ in range(2):
        store.count_fault(planned(made.id).id, {"status": "server_fault"})
    assert store.waiting(made.id, ["event"], 2) == []
    assert store.games(made.id)[0].as_result is None
    store.forgive(made.id)
    assert len(store.waiting(made.id, ["event"], 2)) == 1


def test_two_events_of_the_same_seed_are_the_same(store: CompetitionStore) -> None:
    plans = []
    for _ in range(2):
        made = make(store, bots=4, openings=2)
        made = store.begin(made.id, list(store.versions(made.id)))
        assert made.field is not None
        place = {version: number for number, version in enumerate(made.field)}
        games = schedule.event_games(store.snapshot(made.id))
        plans.append([([place[one] for one in each.entrants], {**each.task, "id": ""}) for each in games])
    assert plans[0] == plans[1]
    seeds = [task["seed"] for _, task in plans[0]]
    assert len(set(seeds)) == len(seeds) == 12
    openings = [task["opening_seed"] for _, task in plans[0]]
    assert sorted(openings.count(one) for one in set(openings)) == [2] * 6


def test_who_begins_an_event_twice_keeps_its_field(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    field = list(store.versions(made.id))
    assert store.begin(made.id, field[:2]).field == tuple(field[:2])
    assert store.begin(made.id, field).field == tuple(field[:2])
    assert counting.table(store.snapshot(made.id))[0].points == 0


def test_what_competitions_take_is_told_and_logs_are_short_beyond_the_room_for_it(tmp_path: Path) -> None:
    store = CompetitionStore(Settings(database=f"sqlite:///{tmp_path / 'small.sqlite3'}", competitions_megabytes=0.1))
    made, other = make(store, bots=2), make(store, bots=2)
    games = [planned(made.id, number) for number in range(4)]
    store.schedule(made.id, games)
    assert store.used()[made.id] < 1000
    for number, each in enumerate(games):
        assert store.finish(each.id, {**record(each.task, [1, 2]), "logs": [f"é{number}" * 10_000, "brief"]})
    logs = [store.game(each.id)[3]["logs"] for each in games]  # type: ignore[index]
    assert [len(one) for one, _ in logs[:3]] == [20_000] * 3
    assert logs[3][0].endswith("é3" * 500)
    assert logs[3][0].startswith("[The room for competitions on this server is used up")
    assert logs[3][1] == "brief"
    assert store.game(games[3].id)[3]["moves"] == ["Up"]  # type: ignore[index]
    assert 90_000 < store.used()[made.id] < 100_000
    assert other.id not in store.used()
    store.delete(made.id)
    assert store.used() == {}
    store.close()
