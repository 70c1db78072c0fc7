"""What the teacher is pointed to: a friend who loses on purpose, failures against one alone, and copied sources."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.presentation import collusion
from plyground.competitions.running import schedule
from plyground.competitions.store import Competition, CompetitionStore
from tests.competitions.events import make, open_store, record
from tests.competitions.test_likeness import APART, OWN, renamed


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def play(store: CompetitionStore, made: Competition, one: str, other: str, ranks: list[int], codes: Any = None) -> None:
    """A ladder game that ended so."""
    now = store.snapshot(made.id)
    number = 1 + max((game.number for game in now.games), default=-1)
    [game, *_more] = schedule.pair_games(now, "ladder", one, number, (one, other))
    store.schedule(made.id, [game])
    store.finish(game.id, record(game.task, ranks, codes))


def versions(store: CompetitionStore, made: Competition) -> list[str]:
    return [entry.active or "" for entry in store.entries(made.id)]


def test_results_far_from_the_ratings_are_listed_with_their_figures(store: CompetitionStore) -> None:
    made = make(store, bots=6)
    strong, helped, *others = versions(store, made)
    for other in others:
        for _unused in range(12):
            play(store, made, strong, other, [1, 2])
            play(store, made, helped, other, [2, 1])
    for one, other in itertools.pairwise(others):
        for ranks in ([1, 2], [2, 1]) * 3:
            play(store, made, one, other, ranks)
    for _unused in range(12):
        play(store, made, helped, strong, [1, 2])
    told = collusion.report(store, made.id)
    first = told["results"][0]
    assert sorted(first["bots"]) == sorted(store.entry(made.id, name).id for name in "AB")
    assert "has 0 of 12 points against B" in first["sentence"] or "has 12 of 12 points" in first["sentence"]
    assert abs(first["far"]) > 3
    assert told["pairs"] == 12
    assert told["failures"] == told["sources"] == told["owners"] == []


def test_even_results_are_not_listed(store: CompetitionStore) -> None:
    made = make(store, bots=4)
    for one in versions(store, made):
        for other in versions(store, made):
            if one != other:
                for ranks in ([1, 2], [2, 1], [1, 1]):
                    play(store, made, one, other, ranks)
    told = collusion.report(store, made.id)
    assert (told["results"], told["pairs"]) == ([], 6)


def test_failures_against_one_opponent_alone_are_listed(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    one, friend, other = versions(store, made)
    for _unused in range(6):
        play(store, made, one, friend, [2, 1], ["crash", "fair"])
        for _again in range(5):
            play(store, made, one, other, [1, 2])
    [line] = collusion.report(store, made.id)["failures"]
    assert line["sentence"] == "A failed in 6 of 6 games against B, and in 0 of 30 against everybody else."


def test_failures_are_added_up_once_for_each_bot(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(store, bots=8)
    pairs = list(itertools.combinations(versions(store, made), 2))
    for one, other in pairs:
        play(store, made, one, other, [1, 2])
    reads: list[Any] = []

    class Read(defaultdict[Any, Any]):
        def __getitem__(self, key: Any) -> Any:
            reads.append(key)
            return super().__getitem__(key)

    monkeypatch.setattr(collusion, "defaultdict", Read)
    assert collusion.report(store, made.id)["failures"] == []
    assert 0 < len(reads) < 20 * len(pairs)


def test_copies_are_found_among_what_was_handed_in(store: CompetitionStore) -> None:
    made = make(store, bots=1)
    for alias, source in (("First", OWN), ("Same", OWN), ("Renamed", renamed(OWN)), ("Apart", APART)):
        registration.register_with(store, made.id, {"bot.py": (source.encode(), False)}, alias=alias)
    told = collusion.report(store, made.id)
    assert told["read"] == 4
    assert [line["sentence"] for line in told["sources"]] == [
        sentence(told, store, made, pair) for pair in (line["bots"] for line in told["sources"])
    ]
    assert len(told["sources"]) == 3


def sentence(told: Mapping[str, Any], store: CompetitionStore, made: Competition, pair: list[str]) -> str:
    one, other = (next(entry.alias for entry in store.entries(made.id) if entry.id == each) for each in pair)
    if "Renamed" in (one, other):
        return f"{one} and {other} differ in names, numbers, texts and comments alone."
    return f"{one} and {other} are the same file."
