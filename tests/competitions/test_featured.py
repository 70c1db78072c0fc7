"""The featured match, and what those who watch do together: predictions that are counted, and a judge."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.competitions.presentation import company, featured
from plyground.competitions.presentation.company import Companies
from plyground.competitions.presentation.featured import Featured
from plyground.competitions.running import schedule
from plyground.competitions.running.live_games import SHOWN, LiveGame, LiveGames
from plyground.competitions.running.tasks import play
from plyground.core.errors import Refusal
from plyground.core.refusals import BadAnswer, Malformed, TooFast, TooMany
from tests.competitions.events import make, open_store
from tests.competitions.test_live_games import Clock, told
from tests.waiting import until


@pytest.fixture(scope="module")
def messages() -> list[Any]:
    return told()[0]


class Watched:
    """A live game that goes on message by message, with its company."""

    def __init__(self, messages: list[Any]) -> None:
        self.clock, self.asked = Clock(), list[Mapping[str, Any]]()
        self.answer: list[Callable[[Mapping[str, Any] | None], None]] = []
        self.live = LiveGames(self.clock)
        self.companies = Companies(self.judge, self.heard, self.clock)
        self.left = iter(messages)

    def judge(self, about: Mapping[str, Any], heard: Callable[[Mapping[str, Any] | None], None]) -> None:
        self.asked.append(about)
        self.answer.append(heard)

    def heard(self, game: str, ply: int, found: Mapping[str, Any] | None) -> None:
        self.companies.judged(game, ply, found)

    def on(self, ply: int) -> LiveGame:
        """Let the game go on up to a ply."""
        while not self.live.all() or self.live.all()[0].ply < ply:
            for news in self.live.hear(next(self.left)):
                self.companies.moved(news.game)
        return self.live.all()[0]


def test_watchers_predict_and_see_how_many_agree_until_the_move_is_made(messages: list[Any]) -> None:
    watched = Watched(messages)
    game = watched.on(4)
    made = messages[-1]["moves"][4][0]
    other = next(text for text in texts(game) if text != made)
    say = watched.companies.predict
    assert say(game, 4, other, "ada") == {"ply": 4, "move": other, "of": 1, "agree": 1}
    assert say(game, 4, made.upper(), "bob")["agree"] == 1
    assert say(game, 4, made, "ada") == {"ply": 4, "move": made, "of": 2, "agree": 2}, "it may be changed"
    assert say(game, 4, other, "eve") == {"ply": 4, "move": other, "of": 3, "agree": 1}
    [(_, shown)] = watched.companies.due()
    assert [(row["text"], row["count"]) for row in shown["tally"]] == [(made, 2), (other, 1)]
    say(game, 4, made, "eve")
    assert watched.companies.due() == [], "nobody is told more often than four times a second"
    with pytest.raises(Refusal):
        say(game, 4, "z99", "mal")
    for wrong in ("4", None, 4.5):
        with pytest.raises(Malformed):
            say(game, wrong, made, "mal")
    game = watched.on(5)
    watched.clock.at += 1
    [(_, shown)] = watched.companies.due()
    assert (shown["last"]["move"], shown["last"]["right"], shown["last"]["of"]) == (made, 3, 3)
    with pytest.raises(BadAnswer):
        say(game, 4, made, "late")


def texts(game: LiveGame) -> list[str]:
    return [game.rules.move_text(game.position, move) for move in game.rules.legal_moves(game.position)]


def test_predictions_of_strangers_are_bounded(messages: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "MOST_WHO_PREDICT", 3)
    watched = Watched(messages)
    game = watched.on(4)
    move = texts(game)[0]
    for name in "abc":
        watched.companies.predict(game, 4, move, name)
    with pytest.raises(TooMany):
        watched.companies.predict(game, 4, move, "d")
    for _unused in range(19):
        watched.companies.predict(game, 4, move, "a")
    with pytest.raises(TooFast):
        watched.companies.predict(game, 4, move, "a")
    watched.companies.forget(game.id)
    assert watched.companies.shown(game.id) is None


def test_one_position_is_judged_at_a_time_and_the_newest(messages: list[Any]) -> None:
    watched = Watched(messages)
    game = watched.on(2)
    assert watched.asked == [], "nobody wants it"
    watched.companies.wish(game, "one", True)
    watched.on(6)
    assert len(watched.asked) == 1, "while it thinks, others wait"
    watched.answer.pop()({"seat": 0, "chances": [0.6, 0.4]})
    assert watched.companies.shown(game.id)["judged"]["ply"] == 2  # type: ignore[index]
    assert len(watched.asked) == 2
    assert watched.asked[-1]["position"] == game.rules.position_text(game.position)
    watched.companies.drop("one")
    watched.answer.pop()(None)
    watched.on(8)
    assert len(watched.asked) == 2, "nobody wants it any more"


class Shows:
    """What shows games, and plays those that are only shown, for a featured match."""

    def __init__(self) -> None:
        self.live: list[Any] = []
        self.shown: list[Mapping[str, Any]] = []
        self.tasks: list[Mapping[str, Any]] = []
        self.end = threading.Event()
        self.given_up: Callable[[], bool] = lambda: False

    def going(self) -> list[Any]:
        return self.live

    def begin_show(self, game: str, about: Mapping[str, Any]) -> None:
        self.shown.append(about)

    def end_show(self, game: str) -> None:
        self.live = []

    def play(self, task: Mapping[str, Any], given_up: Callable[[], bool]) -> bool:
        self.tasks.append(task)
        while not self.end.wait(0.01):
            if given_up():
                return False
        self.live = []
        return True


@pytest.fixture
def shows() -> Iterator[Shows]:
    made = Shows()
    yield made
    made.end.set()


def test_a_match_goes_on_while_somebody_watches_and_no_longer(tmp_path: Path, shows: Shows) -> None:
    store, clock = open_store(tmp_path), Clock()
    match = Featured(store, shows, shows.play, clock, random.Random(3))
    match.step()
    assert shows.tasks == [], "nobody watches"
    assert match.look()["match"] is None
    match.step()
    until(lambda: len(shows.tasks) == 1)
    about = match.look()["match"]
    assert about == shows.shown[0]
    assert len(match.look()["coming"]) == featured.MOST_COMING - 1
    assert len({each["game"] for each in (about, *match.look()["coming"])}) > 1
    shows.end.set()
    assert match._showing is not None
    match._showing.join(5)
    match.step()
    assert len(shows.tasks) == 1, "its end stands for a while"
    shows.end.clear()
    clock.at += featured.PAUSE_SECONDS + 1
    match.step()
    until(lambda: len(shows.tasks) == 2)
    clock.at += featured.WATCHED_SECONDS + 1
    match._showing.join(5)
    assert match.look()["match"] is None, "it was given up when nobody watched"
    store.close()


def test_games_of_competitions_come_first_and_ladders_show_their_bots(tmp_path: Path, shows: Shows) -> None:
    store, clock = open_store(tmp_path), Clock()
    made = make(store, bots=3, game="othello", options={"size": 4})
    match = Featured(store, shows, shows.play, clock, random.Random(3))
    match.look()
    match.step()
    until(lambda: len(shows.tasks) == 1)
    task = shows.tasks[0]
    assert (task["game"], task["options"]["size"], task["live"]) == ("othello", 4, SHOWN)
    assert {seat["name"] for seat in shows.shown[0]["seats"]} <= {"A", "B", "C"}
    assert shows.shown[0]["competition"]["id"] == made.id
    record = play({**task, "pace": 0, "live": None, "most_moves": 6, "confinement": "none"})
    assert record["status"] == "played", "a worker takes it"
    now = store.snapshot(made.id)
    one, other = now.playing[:2]
    game = schedule.challenge_game(now, now.versions[one], 0, (one, other), 1.0)
    store.schedule(made.id, [game])
    shows.live = [SimpleNamespace(id=game.id, competition=made.id)]
    second = Featured(store, shows, shows.play, clock, random.Random(3))
    second.look()
    second.step()
    found = second.look()["match"]
    assert (found["id"], found["kind"], "hosted" in found) == (game.id, "challenge", False)
    assert len(shows.tasks) == 1, "nothing is shown beside"
    store.close()


def test_every_game_is_shown_in_turn(tmp_path: Path, shows: Shows) -> None:
    store = open_store(tmp_path)
    match = Featured(store, shows, shows.play, Clock(), random.Random(5))
    seen = {each.task["game"]: each.task for each, _unused in zip(match._endless(), range(10), strict=False)}
    assert set(seen) >= {"othello", "camel", "tak", "punter"}
    for task in seen.values():
        played = play({**task, "pace": 0, "live": None, "most_moves": 4, "confinement": "none"})
        assert played["status"] == "played", played
    store.close()
