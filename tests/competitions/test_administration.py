"""What a teacher may do with a competition, and until when; and settings as people send them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import administration, registration
from plyground.competitions.running.competition_runner import CompetitionRunner, begin
from plyground.competitions.settings import DECLARED, NAMES, EventSettings, changed, flat
from plyground.competitions.store import CompetitionStore
from plyground.core.errors import Refusal, UnknownBot, UnknownGame
from plyground.core.refusals import AlreadyBegun, BadSetting, Excluded, NameTaken, StillWaiting, TooFewEntrants
from tests.competitions.events import Deciders, make, open_store, record


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def hand_in(store: CompetitionStore, competition: str, alias: str) -> str:
    """A version that waits for its validation games; its id."""
    entry = registration.register(store, competition, alias)
    return store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5).id


def test_settings_have_flat_names_and_are_read_back() -> None:
    usual = EventSettings()
    assert set(flat(usual)) == set(NAMES)
    assert {option.name: option.default for option in DECLARED}.items() <= flat(usual).items()
    assert changed(usual, flat(usual)) == usual
    other = {"clock": "2+0.1", "pairing": "swiss", "rounds": 5, "final": 4, "bonus": "1=3", "memory": 64, "threads": 2}
    found = changed(usual, other | {"tie_break_places": True, "table_points": "pairs", "scratch": 1})
    assert flat(found).items() >= other.items()
    assert (found.rules.tie_break_places, found.rules.table, found.bounds.scratch_bytes) == (True, "pairs", 1024 * 1024)


@pytest.mark.parametrize(
    ("wish", "seats"),
    [
        ({"nonsense": 1}, 2), ({"times": 0}, 2), ({"times": "many"}, 2), ({"times": [1]}, 2), ({"times": None}, 2),
        ({"final": 1}, 2), ({"final_games": 3}, 2), ({"pairing": "swiss"}, 3), ({"pairing": {}}, 2), ({}, 1),
        ({"clock": 5}, 2), ({"clock": "5"}, 2), ({"clock": "0+1"}, 2), ({"clock": "9999+1"}, 2), ({"clock": None}, 2),
        ({"bonus": 5}, 2), ({"bonus": "2=1,1=2"}, 2), ({"bonus": "1=" + "9" * 50}, 2), ({"bonus": "1=1," * 300}, 2),
        ({"memory": 0}, 2), ({"memory": 1e12}, 2), ({"threads": True}, 2), ({"tie_break_places": "perhaps"}, 2),
        ({"most_moves": -1}, 2), ({"openings": 10**30}, 2),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_are_refused_with_a_sentence(wish: dict[str, Any], seats: int) -> None:
    with pytest.raises(Refusal) as refused:
        changed(EventSettings(), wish, seats)
    assert refused.value.sentence.endswith(".")


def test_a_competition_is_made_with_bots_of_our_own_or_not_at_all(store: CompetitionStore) -> None:
    made = administration.make(
        store, " Spring  cup ", "camel", {"board_width": 5}, {"final": 2}, 3, ["random", "minimax"] * 2
    )
    assert (made.title, made.options["board_width"], made.settings.final, made.seed) == ("Spring cup", 5, 2, 3)
    entries, versions = store.entries(made.id), store.versions(made.id)
    assert [entry.alias for entry in entries] == ["First try", "Practised", "First try 2", "Practised 2"]
    assert all(entry.player(versions) for entry in entries)
    refused: list[tuple[type[Refusal], Callable[[], object]]] = [
        (BadSetting, lambda: administration.make(store, "  ", "camel")),
        (BadSetting, lambda: administration.make(store, "\ud800", "camel")),
        (BadSetting, lambda: administration.make(store, "x" * 81, "camel")),
        (UnknownGame, lambda: administration.make(store, "Cup", "chess")),
        (UnknownBot, lambda: administration.make(store, "Cup", "camel", built_in=["random", "nobody"])),
        (BadSetting, lambda: administration.make(store, "Cup", "camel", built_in=["random"] * 41)),
        (Refusal, lambda: administration.make(store, "Cup", "camel", {"board_width": 10**9})),
    ]
    for kind, work in refused:
        with pytest.raises(kind):
            work()
    assert [each.id for each in store.all()] == [made.id]


def test_what_validation_refused_is_admitted_and_judged_again(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    version = hand_in(store, made.id, "new")
    runner = CompetitionRunner(store, made.id, Deciders(lambda task: record(task, [1, 2], ["crash", "crash"])), "none")
    assert [each.admission for each in runner.validate()] == ["refused"]
    assert administration.admit(store, made.id, "new").admission == "admitted"
    assert len(begin_field(store, made.id)) == 2
    assert administration.judge(store, made.id, "new").admission == "waiting"
    assert [each.id for each in administration.waiting(store.snapshot(made.id))] == [store.entry(made.id, "new").id]
    again = Deciders()
    decided = CompetitionRunner(store, made.id, again, "none").validate()
    assert [(each.id, each.admission) for each in decided] == [(version, "refused")]
    assert again.given == []
    administration.admit(store, made.id, "new")
    store.decide(version, "refused", "too late")
    assert store.versions(made.id)[version].admission == "admitted"


def begin_field(store: CompetitionStore, competition: str) -> list[str]:
    versions = store.versions(competition)
    return [one for entry in store.entries(competition) if (one := entry.player(versions))]


def test_an_excluded_bot_stays_out_with_all_its_versions(store: CompetitionStore, tmp_path: Path) -> None:
    made = make(store, bots=3)
    assert administration.exclude(store, made.id, "B").excluded
    assert len(begin_field(store, made.id)) == 2
    with pytest.raises(Excluded):
        registration.submit_files(store, store.entry(made.id, "B"), {"bot.py": (b"pass\n", False)})
    waits = hand_in(store, made.id, "D")
    administration.exclude(store, made.id, "D")
    assert CompetitionRunner(store, made.id, Deciders(), "none").validate() == []
    assert store.versions(made.id)[waits].admission == "waiting"
    assert not administration.exclude(store, made.id, "B", False).excluded
    assert len(begin(store, made.id).field or ()) == 3
    for work in (administration.exclude, administration.admit, administration.judge):
        with pytest.raises(AlreadyBegun):
            work(store, made.id, "A")
    store.delete(made.id)
    assert store.all() == []


def test_who_waits_for_first_games_is_not_left_out_by_mistake(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    administration.insist_nobody_waits(store, made.id)
    for number in range(5):
        hand_in(store, made.id, f"N{number}")
    with pytest.raises(StillWaiting) as refused:
        administration.insist_nobody_waits(store, made.id)
    assert refused.value.sentence.startswith("N0, N1, N2 and 2 more still wait for their first games.")


def test_bots_and_competitions_are_renamed(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    assert administration.rename_bot(store, made.id, "A", "Fair Fox").alias == "Fair Fox"
    with pytest.raises(NameTaken):
        administration.rename_bot(store, made.id, "Fair Fox", "B")
    assert administration.rename_bot(store, made.id, "Fair Fox", "Fair Fox").alias == "Fair Fox"
    assert len(administration.rename_bot(store, made.id, "Fair Fox", None).alias.split()) == 2
    with pytest.raises(BadSetting):
        administration.rename_bot(store, made.id, "B", "x" * 41)
    administration.rename(store, made.id, "Other")
    assert store.get(made.id).title == "Other"


def test_what_has_begun_stands(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    administration.set_open(store, made.id, False)
    assert administration.add_built_in(store, made.id, ["random"])[0].alias == "First try"
    with pytest.raises(AlreadyBegun):
        registration.register(store, made.id, "late")
    administration.change(store, made.id, {"times": 2})
    begin(store, made.id)
    for work in (
        lambda: administration.change(store, made.id, {"times": 3}),
        lambda: administration.set_open(store, made.id, True),
        lambda: administration.add_built_in(store, made.id, ["random"]),
    ):
        with pytest.raises(AlreadyBegun):
            work()
    assert store.get(made.id).settings.times == 2


def test_too_few_bots_fix_no_field(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    with pytest.raises(TooFewEntrants):
        begin(store, made.id)
    assert store.get(made.id).state == "open"


def test_a_state_changes_only_from_where_it_was(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    begin(store, made.id)
    assert store.change_state(made.id, ["running"], "paused")
    assert not store.change_state(made.id, ["running"], "finished")
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    assert store.get(made.id).state == "finished"
    assert not store.change_state(made.id, ["running"], "paused")
    assert not store.set_settings(made.id, EventSettings())
