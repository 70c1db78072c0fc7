"""Chance that nobody can foretell and everybody can check: secrets, what is published of them, signed exports."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import fairness, registration, signing
from plyground.competitions.presentation import export
from plyground.competitions.presentation.verifying import verified
from plyground.competitions.running import schedule, tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import unpacking
from plyground.core.settings import Settings
from tests.competitions.events import Deciders
from tests.soaking import more, some

DAY = 86_400.0
NOON = 20_000.5 * DAY
"""A noon in UTC, in Unix seconds."""
TODAY, TOMORROW = "2024-10-04", "2024-10-05"
BOT = """
def make_move(random, time, configuration, game_state):
    return game_state.moves[-1]
"""
Forgery = Callable[[dict[str, Any]], None]


class Clock:
    """A clock of the day that a test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fair")


@pytest.fixture(scope="module")
def store(folder: Path) -> Iterator[tuple[CompetitionStore, Clock]]:
    clock = Clock()
    opened = CompetitionStore(Settings(database=f"sqlite:///{folder / 'fair.sqlite3'}"), clock)
    yield opened, clock
    opened.close()


def played(store: CompetitionStore, **settings: Any) -> str:
    """A competition of five bots, one of them handed in, that was played to its end, with a few games of its ladder."""
    made = store.create("Cup", "othello", {"size": 4}, EventSettings.from_json({"openings": 2, **settings}))
    for bot in ("random", "minimax:budget=4", "minimax:budget=12", "random"):
        registration.submit_built_in(store, registration.register(store, made.id), bot)
    players = Deciders(lambda task: tasks.play({**task, "confinement": "none"}))
    entry = registration.register(store, made.id)
    registration.submit_files(store, entry, unpacking.unpack("bot.py", BOT.encode()))
    runner = CompetitionRunner(store, made.id, players, "none")
    assert [version.admission for version in runner.validate()] == ["validated"]
    runner.ladder_turn()
    runner.run_event()
    return made.id


@pytest.fixture(scope="module")
def exported(store: tuple[CompetitionStore, Clock]) -> dict[str, Any]:
    """The export of a Swiss event with a final, two days later."""
    event = played(store[0], pairing="swiss", rounds=3, final=2)
    store[1].now = NOON + 2 * DAY
    return export.as_json(store[0], event)


def test_what_was_played_is_sound(exported: dict[str, Any]) -> None:
    found = verified(json.loads(json.dumps(exported)), exported["signed"]["fingerprint"])
    assert found.problems == []
    games = len(exported["games"])
    assert {game["kind"] for game in exported["games"]} == {"validation", "ladder", "event", "final"}
    assert found.checked["signature"] == 1
    assert found.checked["published keys"] == 2  # the event's and the day's
    assert [found.checked[each] for each in ("games", "seeds", "results", "openings")] == [games] * 4
    assert found.checked["tables"] == 4
    assert found.checked["moves"] == sum(len(game["record"]["moves"]) for game in exported["games"])


def _event(data: dict[str, Any], number: int = 0) -> dict[str, Any]:
    found = [game for game in data["games"] if game["kind"] == "event"]
    return dict(found[number])


def _swap_result(data: dict[str, Any]) -> None:
    record = next(game["record"] for game in data["games"] if sorted(game["record"]["ranks"]) == [1, 2])
    for each in ("ranks", "results", "points", "returns"):
        record[each].reverse()


def _another_move(data: dict[str, Any]) -> None:
    moves = _event(data)["record"]["moves"]
    moves[-1] = "b2"  # which has been taken from the start


def _blame(data: dict[str, Any]) -> None:
    """Who won is not known beforehand: the event's key is drawn."""
    record = next(game["record"] for game in data["games"] if sorted(game["record"]["ranks"]) == [1, 2])
    record["verdicts"][record["ranks"].index(2)]["code"] = "crash"


def _swap_seats(data: dict[str, Any]) -> None:
    game = _event(data)
    game["entrants"].reverse()
    game["task"]["entrants"].reverse()


def _one_more(data: dict[str, Any]) -> None:
    game = copy.deepcopy(_event(data))
    game["task"]["id"] = game["record"]["id"] = f"{data['competition']['id']}-e4-0-0"
    data["games"].append({**game, "round": 4})


def _without_a_bot(data: dict[str, Any]) -> None:
    data["bots"].pop()


def _drop(kind: str) -> Forgery:
    def forge(data: dict[str, Any]) -> None:
        data["games"].remove(next(game for game in data["games"] if game["kind"] == kind))

    return forge


def _set(*path: Any, to: Any) -> Forgery:
    def forge(data: dict[str, Any]) -> None:
        at: Any = data
        for step in path[:-1]:
            at = at[step]
        assert at[path[-1]] != to
        at[path[-1]] = to

    return forge


def _task(name: str, value: Any, kind: str = "event") -> Forgery:
    def forge(data: dict[str, Any]) -> None:
        next(game for game in data["games"] if game["kind"] == kind)["task"][name] = value

    return forge


def _another_badge(data: dict[str, Any]) -> None:
    row = data["standings"][2]
    row["badge"] = "silver" if row["badge"] == "gold" else "gold"


def _raise_both(data: dict[str, Any]) -> None:
    """Another key with the promise that fits it: the games tell."""
    key = "0" * 32
    data["fairness"]["event"] = {"key": key, "commitment": fairness.commitment(key)}


FORGERIES: dict[str, Forgery] = {
    "a result turned round": _swap_result,
    "another last move": _another_move,
    "a loser that is said to have crashed": _blame,
    "seats exchanged": _swap_seats,
    "an event game left out": _drop("event"),
    "the final left out": _drop("final"),
    "a game more": _one_more,
    "a game twice": lambda data: data["games"].append(copy.deepcopy(data["games"][0])),
    "a bot left out": _without_a_bot,
    "points of the table": _set("standings", 0, "points", to=99.0),
    "places of the table": _set("standings", 0, "place", to=3),
    "a badge": _another_badge,
    "a rating": _set("standings", 0, "elo", to=12.5),
    "each against each": _set("cross_table", 0, 0, to={"games": 2, "points": 99.0}),
    "a bye": _set("byes", to=[]),
    "the winner of the final": _set("final", "winner", to="Nobody"),
    "the rules of the table": _set("competition", "settings", "rules", "win", to=3.0),
    "a seed": _task("seed", "0" * 32),
    "a seed of the ladder": _task("seed", "0" * 32, "ladder"),
    "an opening": _task("opening_seed", "x"),
    "a clock": _task("clock", {"base": 60.0, "increment": 1.0}),
    "another day": _task("day", "2024-10-03", "ladder"),
    "the event's key": _set("fairness", "event", "key", to="0" * 32),
    "the event's key with its promise": _raise_both,
    "a day's key": _set("fairness", "days", TODAY, "key", to="0" * 32),
    "the field": lambda data: data["competition"]["field"].reverse(),
    "no games at all": _set("games", to=[]),
    "something else altogether": _set("bots", to=[{"name": "Ada"}]),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", some(FORGERIES, 14))
def test_a_forged_export_is_found_by_its_signature_and_without(
    exported: dict[str, Any], name: str, tmp_path: Path
) -> None:
    data, own = copy.deepcopy(exported), signing.Signer(tmp_path)
    FORGERIES[name](data)
    assert not signing.is_signed(signing.digest_of(data), data["signed"])
    data["signed"] = own.sign(signing.digest_of(data))
    found = verified(data)
    assert found.signed_by == signing.fingerprint(own.public)
    assert found.problems


def test_an_export_that_somebody_else_signed_is_told_by_the_key(exported: dict[str, Any], tmp_path: Path) -> None:
    other = copy.deepcopy(exported)
    other["signed"] = signing.Signer(tmp_path).sign(signing.digest_of(other))
    assert verified(other).problems == []
    found = verified(other, exported["signed"]["fingerprint"]).problems
    assert [problem.partition(":")[0] for problem in found] == ["Somebody else has signed it"]


def test_an_export_that_was_changed_says_so(exported: dict[str, Any]) -> None:
    data = copy.deepcopy(exported)
    data["standings"][0]["name"] = "Somebody"
    assert verified(data).problems[0].startswith("It was changed after it was signed")
    del data["signed"]
    assert verified(data).problems[0] == "Nobody has signed it."


@pytest.mark.parametrize("given", [None, [], 7, "x", {}, {"games": 3}, {"signed": {"key": "zz"}}, {"signed": 1}])
def test_what_is_no_export_is_refused(given: Any) -> None:
    assert verified(given).problems


def test_keys_are_published_when_nothing_is_drawn_by_them_any_more() -> None:
    secret = fairness.new_secret()
    now = fairness.published(secret, NOON, NOON, over=False)
    assert now["event"]["key"] is None
    assert list(now["days"]) == [TODAY, TOMORROW]
    assert [one["key"] for one in now["days"].values()] == [None, None]
    later = fairness.published(secret, NOON, NOON + 2 * DAY, over=True)
    assert later["event"]["commitment"] == now["event"]["commitment"] == fairness.commitment(later["event"]["key"])
    assert fairness.commitment(later["days"][TODAY]["key"]) == now["days"][TODAY]["commitment"]
    assert [one["key"] is None for one in later["days"].values()] == [False, True, True, True]
    keys = {later["event"]["key"], *(fairness.key_of(secret, day) for day in later["days"]), secret}
    assert len(keys) == 6
    assert len(fairness.published(secret, 0.0, NOON, over=False)["days"]) == fairness.MOST_DAYS


def test_seeds_of_a_secret_have_128_bits_and_are_told_to_nobody(store: tuple[CompetitionStore, Clock]) -> None:
    one, other = (store[0].create("Cup", "othello", {}, EventSettings()) for _number in range(2))
    for number in range(more(2, 200)):
        assert len(one.draw(str(number))) == 32
        assert one.draw(str(number)) != other.draw(str(number)) != one.draw(str(number), TODAY)
    assert one.secret is not None
    assert one.secret not in json.dumps([one.as_json(), export.fairness_of(one, NOON)])
    assert one.as_json()["seed"] is None
    chosen = store[0].create("Cup", "othello", {}, EventSettings(), 7)
    assert (chosen.draw("e:1"), chosen.as_json()["seed"], export.fairness_of(chosen, NOON)) == (
        "7:e:1", 7, None,
    )  # fmt: skip


def test_an_export_is_the_same_however_it_is_laid_out(exported: dict[str, Any]) -> None:
    written = json.dumps(exported, indent=1, sort_keys=True, ensure_ascii=True)
    assert verified(json.loads(written)).problems == []


def test_an_event_in_its_middle_is_sound_and_tells_no_seeds(store: tuple[CompetitionStore, Clock]) -> None:
    made = store[0].create("Cup", "othello", {"size": 4}, EventSettings.from_json({"openings": 2}))
    for _number in range(3):
        registration.submit_built_in(store[0], registration.register(store[0], made.id), "random")
    store[0].begin(made.id, list(store[0].versions(made.id)))
    planned = schedule.event_games(store[0].snapshot(made.id))
    store[0].schedule(made.id, planned)
    for each in planned[:3]:
        store[0].finish(each.id, tasks.play(each.task))
    found = verified(export.as_json(store[0], made.id))
    assert found.problems == []
    assert (found.checked["games"], found.checked.get("seeds")) == (3, None)
