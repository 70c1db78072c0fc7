"""A bot from version to version: each version has its own rating, by all games that count."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyground.competitions import counting, registration
from plyground.competitions.running.competition_runner import CompetitionRunner
from tests.competitions.events import Deciders, make, open_store, record

GAMES = itertools.count(1)


def by_size(task: Mapping[str, Any]) -> Mapping[str, Any]:
    """The larger budget wins, but for every eighth game."""
    luck = next(GAMES) % 8 == 0
    sizes = [int("0" + "".join(filter(str.isdigit, entrant["bot"]))) for entrant in task["entrants"]]
    ahead = (sizes[0] > sizes[1]) != luck
    return record(task, [1, 1] if sizes[0] == sizes[1] else [1, 2] if ahead else [2, 1])


def test_a_better_version_stands_higher_and_an_unrated_one_has_no_figure(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    made = make(store, bots=3)  # random, budget 4, budget 12
    runner = CompetitionRunner(store, made.id, Deciders(by_size), "none")
    runner.validate()
    runner.ladder(8)
    entry = store.entries(made.id)[0]
    registration.submit_built_in(store, entry, "minimax:budget=500")
    runner.validate()
    runner.ladder(8)
    registration.submit_built_in(store, entry, "minimax:budget=900")
    found = counting.version_ratings(store.snapshot(made.id))
    assert [bot["name"] for bot in found] == ["A", "B", "C"]
    first, second, third = found[0]["versions"]
    assert [each["number"] for each in found[0]["versions"]] == [1, 2, 3]
    assert [each["active"] for each in found[0]["versions"]] == [False, False, True]
    assert second["elo"] > first["elo"] + 200
    assert min(first["games"], second["games"], first["elo_error"], second["elo_error"]) > 0
    assert (third["elo"], third["elo_error"], third["games"]) == (None, None, 0)
    store.close()
