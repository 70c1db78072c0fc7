"""A bot's worst moves by the review, and tests that are made of them: which versions fail them, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import ownership, registration
from plyground.competitions.positions import adding
from plyground.competitions.presentation import worst_moves
from plyground.competitions.presentation.worst_moves import WorstMoves
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore, Entry
from plyground.core import registry
from plyground.core.refusals import NoSuchMatch
from plyground.review import making, valuing
from plyground.review.marks import MISTAKE
from tests.competitions.events import Deciders, open_store
from tests.competitions.test_worth_seeing import Made, worth

LAST = """
def make_move(random, time, configuration, game_state):
    return game_state.moves[{}]
"""
BETTER = """
WANTED = {wanted!r}
def make_move(random, time, configuration, game_state):
    return next((move for move in WANTED if move in game_state.moves), game_state.moves[0])
"""


class Valued(Made):
    """Reviews that are made at once, which value moves too."""

    def value_moves(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        return valuing.valued(body["game"], body["options"], body["position"], [], body["lines"])


class Place:
    """A competition in small Othello with one handed-in bot that plays badly against a strong one of ours."""

    at_first: dict[str, Any]
    """Its worst moves before any test has had its games reviewed."""

    def __init__(self, folder: Path) -> None:
        self.store: CompetitionStore = open_store(folder)
        settings = EventSettings.from_json({"ladder_clock": {"base": 5, "increment": 0.1}})
        self.id = self.store.create("Test", "othello", {"size": 4}, settings, 7).id
        strong = registration.register(self.store, self.id, "Strong")
        registration.submit_built_in(self.store, strong, "minimax:budget=2000")
        self.entry = registration.register(self.store, self.id, "Mine")
        self.runner = CompetitionRunner(self.store, self.id, Deciders(tasks.play), "none")
        reviews: Any = Valued()
        self.worth = worth(self.store, reviews)
        self.worst = WorstMoves(self.store, self.worth, reviews)

    def hand_in(self, source: str) -> None:
        registration.submit_files(self.store, self.bot, {"bot.py": (source.encode(), False)})
        self.runner.validate()
        self.runner.test()

    @property
    def bot(self) -> Entry:
        return self.store.entry(self.id, self.entry.id)

    def plays(self) -> int:
        """The number of the version that plays."""
        [number] = [each.number for each in self.store.versions_of(self.entry.id) if each.id == self.bot.active]
        return number

    def reviewed(self) -> dict[str, Any]:
        self.worst.of(self.bot)
        while self.worst.of(self.bot)["done"] < self.worst.of(self.bot)["of"]:
            assert self.worth.step()
        return self.worst.of(self.bot)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("own_tests")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_DATA", str(folder / "data"))
        made = Place(folder)
        made.hand_in(LAST.format(-1))
        made.runner.ladder(16)  # so many that it errs twice in the same place
        made.at_first = made.worst.of(made.bot)
        yield made
        made.store.close()


def test_worst_moves_come_with_board_clock_and_refutation(place: Place) -> None:
    assert place.at_first["done"] < place.at_first["of"]
    found = place.reviewed()
    assert found["done"] == found["of"] >= 4
    lost = [bad["lost"] for bad in found["moves"]]
    assert lost == sorted(lost, reverse=True)
    assert MISTAKE <= lost[-1] <= lost[0] <= 1
    assert len(lost) <= worst_moves.MOST_MOVES
    bad = found["moves"][0]
    rules = registry.game("othello")
    options = rules.options({"size": 4})
    position = rules.parse_position(bad["position"], options)
    assert rules.to_move(position) == bad["seat"]
    assert bad["view"]["text"] == bad["position"]
    rules.require(position, bad["move"])
    assert bad["line"][0] == bad["move"] != bad["best"][0]
    assert 0 < bad["clock"]["base"] <= 5 + 0.1 * bad["ply"]
    assert (bad["version"], bad["test"]) == (1, None)
    places = [(each["position"], each["move"]) for each in found["moves"]]
    assert len(set(places)) == len(places), "what it did again is counted, not listed again"
    assert max(each["times"] for each in found["moves"]) > 1
    again = making.judged("othello", options, bad["position"], [bad["move"]], 0, 1, True)["plies"][0]
    assert again["lost"]["chance"] >= MISTAKE, "the same from the position alone"


def test_a_version_that_fails_its_owners_test_steps_back(place: Place) -> None:
    bad = place.reviewed()["moves"][0]
    place.worst.make_test(place.bot, bad["game"], bad["ply"])
    place.worst.make_test(place.bot, bad["game"], bad["ply"])
    place.runner.test()
    [shown] = place.worst.tests(place.bot)
    [result] = shown["results"]
    assert (result["version"], result["passed"]) == (1, False)
    assert f"It plays {bad['move']} again, which gives" in result["sentence"]
    assert bad["best"][0] in result["sentence"]
    assert place.reviewed()["moves"][0]["test"] == shown["id"]
    assert place.plays() == 1, "it is not older than itself"

    place.hand_in(BETTER.format(wanted=[bad["best"][0]]))
    [shown] = place.worst.tests(place.bot)
    assert [(each["version"], each["passed"]) for each in shown["results"]] == [(2, True), (1, False)]
    assert place.plays() == 2
    place.hand_in(LAST.format(-1) + "# once more\n")
    assert place.plays() == 2, "the version before plays on"
    ownership.choose(place.store, place.bot, 3)
    place.runner.test()
    assert place.plays() == 3, "its owner lets it play all the same"
    adding.remove(place.store, place.id, shown["id"], place.entry.id)
    assert place.worst.tests(place.bot) == []


def test_only_bad_moves_of_ones_own_become_tests(place: Place) -> None:
    bad = place.reviewed()["moves"][0]
    other = next(entry for entry in place.store.entries(place.id) if entry.id != place.entry.id)
    for entry, game, ply in ((other, bad["game"], bad["ply"]), (place.bot, "x", 1), (place.bot, bad["game"], 500)):
        with pytest.raises(NoSuchMatch):
            place.worst.make_test(entry, game, ply)
    assert place.worst.tests(place.bot) == []
