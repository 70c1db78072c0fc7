"""Positions by which bots are tested: read, taken from puzzles, asked of every version as in a game, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.positions import adding, asking, shown
from plyground.competitions.running import tasks
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore, Entry, Version
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.puzzles import keeping
from plyground.sandbox import place
from tests.competitions.events import open_store
from tests.competitions.test_service import Gated, sandbox
from tests.waiting import until

BOT = """
import time

def moves(configuration, state):
    if hasattr(state, "moves"):
        return state.moves
    from plyground.camel import list_valid_moves
    return list_valid_moves(configuration, state)

def make_move(random, clock, configuration, game_state):
    time.sleep({sleep})
    {body}
"""
FIRST = "return moves(configuration, game_state)[0]"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class Playing(Gated):
    """Players that play, in this process and without a sandbox."""

    def play(self, games: Any, finished: Any, priority: int = 0) -> None:
        for game, task in games:
            self.given.append(game)
            finished(game, tasks.play({**task, "confinement": "none"}, {}, place.here()))


def _contest(store: CompetitionStore, game: str = "othello", **options: Any) -> Competition:
    return store.create("Cup", game, options, EventSettings(), 7)


def _bot(store: CompetitionStore, contest: Competition, body: str = FIRST, sleep: float = 0.0) -> tuple[Entry, Version]:
    entry = registration.register(store, contest.id)
    return entry, _version(store, entry, body, sleep)


def _version(store: CompetitionStore, entry: Entry, body: str = FIRST, sleep: float = 0.0) -> Version:
    source = BOT.format(body=body, sleep=sleep).encode()
    version = registration.submit_files(store, entry, {"bot.py": (source, False)})
    store.set_admission(version.id, "validated")
    return version


def _asked(store: CompetitionStore, contest: Competition) -> dict[tuple[str, str], Any]:
    players = Playing()
    assert asking.ask_all(store, contest.id, "none", players.play) == 0
    return store.positions.answers(contest.id)


def _start(contest: Competition) -> tuple[str, list[str]]:
    game = registry.game(contest.game)
    position = game.initial(contest.options)
    return game.position_text(position), [game.move_text(position, move) for move in game.legal_moves(position)]


@pytest.mark.parametrize("game", [each for each in registry.games() if registry.game(each).seat_count() > 1])
def test_a_bot_of_every_game_is_asked_and_judged(game: str, store: CompetitionStore) -> None:
    contest = _contest(store, game)
    position, moves = _start(contest)
    version = _bot(store, contest)[1]
    first = adding.add(store, contest.id, {"position": position, "moves": [moves[0]], "title": "Opens first"})
    other = adding.add(store, contest.id, {"position": position, "avoid": [moves[0]], "hidden": True})
    answers = _asked(store, contest)
    assert answers[first.id, version.id].passed, answers[first.id, version.id].sentence
    assert answers[first.id, version.id].move == moves[0]
    assert not answers[other.id, version.id].passed


def test_what_a_bot_did_is_told_in_words_and_hidden_tests_are_counted(store: CompetitionStore) -> None:
    contest = _contest(store)
    position, moves = _start(contest)
    slow, crash = _bot(store, contest, sleep=0.4), _bot(store, contest, "return 1 // 0")
    right = adding.add(store, contest.id, {"position": position, "moves": moves[1:3]})
    quick = adding.add(store, contest.id, {"position": position, "seconds": 0.1})
    adding.add(store, contest.id, {"position": position, "avoid": moves[:1], "hidden": True})
    _asked(store, contest)
    told = shown.of_bot(store, contest, slow[0], [slow[1]])
    said = {test: answer["sentence"] for test, answer in told["versions"][1]["answers"].items()}
    assert said[right.id].endswith(f"Wanted: {moves[1]}, {moves[2]}.")
    assert said[quick.id] == "It ran out of time at its move 1."
    assert [test["title"] for test in told["tests"]] == [f"Plays {moves[1]} or {moves[2]}.", "Moves within 0.1 s."]
    assert told["hidden"] == 1
    assert told["versions"][1]["counts"]["hidden"] == {"tests": 1, "asked": 1, "passed": 0}
    failed = shown.of_bot(store, contest, crash[0], [crash[1]])["versions"][1]["answers"]
    assert failed[right.id] == {"passed": False, "sentence": "It crashed with ZeroDivisionError at its move 1."}


def test_an_owners_test_is_asked_of_that_bots_versions_alone(store: CompetitionStore) -> None:
    contest = _contest(store)
    position, moves = _start(contest)
    (entry, old), (_other, others) = _bot(store, contest), _bot(store, contest)
    own = adding.add(store, contest.id, {"position": position, "avoid": moves[:1], "about": {"ply": 4}}, entry.id)
    assert [each.about for each in store.positions.of(contest.id, entry.id)] == [{"ply": 4}]
    assert store.positions.of(contest.id) == []
    new = _version(store, entry, "return moves(configuration, game_state)[1]")
    answers = _asked(store, contest)
    assert {key: each.passed for key, each in answers.items()} == {(own.id, old.id): False, (own.id, new.id): True}
    assert others.id not in {version for _test, version in answers}
    with pytest.raises(Refusal, match="no such test"):
        adding.remove(store, contest.id, own.id)
    adding.remove(store, contest.id, own.id, entry.id)
    assert store.positions.answers(contest.id) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Say what the bot should play"),
        ({"moves": ["a1"]}, "a1"),
        ({"moves": ["d3"], "avoid": ["d3"]}, "asked for and ruled out"),
        ({"seconds": 0.01}, "goes from 0.1"),
        ({"seconds": 1, "title": "x" * 121}, "at most 120 characters"),
        ({"seconds": 1, "grade": 1}, "no field “grade”"),
        ({"position": "nothing", "seconds": 1}, "osition"),
        ({"position": "", "seconds": 1}, "position is needed"),
    ],
)
def test_what_is_no_test_is_refused(given: dict[str, Any], said: str, store: CompetitionStore) -> None:
    contest = _contest(store)
    with pytest.raises(Refusal, match=said):
        adding.add(store, contest.id, {"position": _start(contest)[0], **given})
    assert store.positions.of(contest.id) == []


@pytest.mark.parametrize(
    ("game", "own", "other"),
    [
        ("othello", {"size": 4}, {"size": 8}),
        ("tak", {"size": 5}, {"size": 6}),
        ("camel", {"board_width": 5, "board_height": 5}, {}),
        ("camel", {"starting_camels": 3}, {}),
        ("punter", {}, {"map": "circle"}),
        ("punter", {}, {"splurges": True}),
    ],
)
def test_a_position_of_another_board_is_no_test(
    game: str, own: dict[str, Any], other: dict[str, Any], store: CompetitionStore
) -> None:
    contest, rules = _contest(store, game, **own), registry.game(game)
    with pytest.raises(adding.BadTest, match="other options than the competition"):
        adding.add(store, contest.id, {"position": rules.position_text(rules.initial(other)), "seconds": 1})
    assert store.positions.of(contest.id) == []


def test_a_position_without_a_choice_is_no_test(store: CompetitionStore) -> None:
    contest = _contest(store, "othello", size=4)
    game = registry.game("othello")
    position = game.initial(contest.options)
    while game.returns(position) is None:
        position = game.play(position, game.legal_moves(position)[0])
    with pytest.raises(Refusal, match="over"):
        adding.add(store, contest.id, {"position": game.position_text(position), "seconds": 1})


def test_nobody_has_more_tests_than_may_be(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = _contest(store)
    entry, monkey = _bot(store, contest)[0], {"position": _start(contest)[0], "seconds": 1}
    monkeypatch.setattr(adding, "MOST_TESTS", 2)
    monkeypatch.setattr(adding, "MOST_OF_OWNER", 1)
    for owner in (None, None, entry.id):
        adding.add(store, contest.id, monkey, owner)
    for owner in (None, entry.id):
        with pytest.raises(Refusal, match="at most"):
            adding.add(store, contest.id, monkey, owner)


@pytest.mark.parametrize("game", keeping.games())
def test_puzzles_become_tests_once(game: str, store: CompetitionStore) -> None:
    contest = _contest(store, game)
    if not adding.fitting(contest):
        contest = _contest(store, game, **next(iter(keeping.of(game).values())).options)
    made = adding.from_puzzles(store, contest.id, "", 1, 3, False, 1)
    more = adding.from_puzzles(store, contest.id, "", 1, 3, True, 1)
    assert len({each.position for each in made + more}) == len(made) + len(more) >= 4
    assert all(each.moves and adding.title_of(contest, each) for each in made + more)
    assert [each.hidden for each in made + more] == [False] * len(made) + [True] * len(more)
    assert all(
        asking.task(contest, each, {"kind": "built_in", "bot": "random"}, "x")["most_moves"] == 1 for each in made
    )


def test_a_running_server_asks_what_is_new_and_goes_on_after_a_restart(store: CompetitionStore) -> None:
    contest = _contest(store)
    position, moves = _start(contest)
    version = _bot(store, contest)[1]
    first = adding.add(store, contest.id, {"position": position, "moves": moves[:1]})
    service = CompetitionService(store, Playing, sandbox)
    service.start()
    until(lambda: (first.id, version.id) in store.positions.answers(contest.id))
    second = adding.add(store, contest.id, {"position": position, "moves": moves[1:2]})
    service.positions.changed(contest.id)
    until(lambda: (second.id, version.id) in store.positions.answers(contest.id))
    service.close()
    assert service.problem(contest.id) is None


def test_a_fault_of_the_servers_own_is_no_answer(store: CompetitionStore) -> None:
    contest = _contest(store)
    _bot(store, contest)
    adding.add(store, contest.id, {"position": _start(contest)[0], "seconds": 1})
    asked = list[str]()

    def failing(games: Any, finished: Any) -> None:
        for game, _task in games:
            asked.append(game)
            finished(game, {"status": "server_fault", "sentence": "The disk is gone."})

    assert asking.ask_all(store, contest.id, "none", failing) == 1
    assert len(asked) == asking.MOST_ATTEMPTS
    assert store.positions.answers(contest.id) == {}


def test_tests_go_with_their_competition(store: CompetitionStore) -> None:
    contest = _contest(store)
    _bot(store, contest)
    adding.add(store, contest.id, {"position": _start(contest)[0], "seconds": 1})
    _asked(store, contest)
    store.delete(contest.id)
    assert store.positions.every(contest.id) == []
    assert store.positions.answers(contest.id) == {}
