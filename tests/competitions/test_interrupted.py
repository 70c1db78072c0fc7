"""Whoever runs a competition may be killed at any write, in any phase: the next run ends it as if nothing had been."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.refereeing import uploads
from plyground.competitions.running.competition_runner import (
    CompetitionRunner,
    broken_off,
    run_lock,
)
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import NameTaken, NoCluster
from plyground.sandbox.channel import Channel, Received
from tests.commands.support import command
from tests.competitions.events import Deciders, by_seed, make, open_store, run_final
from tests.competitions.playing import built_in, code, play, upload
from tests.competitions.test_service import Gated, sandbox
from tests.soaking import more
from tests.waiting import until
from tools.benchmarks.event_kills import moves_of, table_of

PHASES = ("entering", "validation", "ladder", "league", "event", "final", "after")
BOTS = ("one", "two", "three")


class Killed(BaseException):
    """What a kill is to the code that it ends: nothing catches it."""


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database with an empty competition: Swiss rounds, one league, and a final that is waited for."""
    folder = tmp_path_factory.mktemp("entered")
    store = open_store(folder)
    make(store, bots=0, pairing="swiss", rounds=2, final=2, final_waits=True, leagues=1)
    store.close()
    return folder


@contextmanager
def opened(entered: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    """A copy of that database, in which bots have the ids that they have in all others."""
    shutil.copytree(entered, folder)
    store = open_store(folder)
    monkeypatch.setattr(
        "plyground.competitions.store.store.new_id", lambda: f"bot{len(store.entries(store.all()[0].id))}"
    )
    yield store
    store.close()


def hold(store: CompetitionStore, players: Deciders, told: Callable[[str], None]) -> None:
    """All of a competition, from wherever it is: what is done at each start by hand, or by the server."""
    competition = store.all()[0].id
    told("entering")
    names = {entry.alias: entry for entry in store.entries(competition)}
    for name in BOTS:
        entry = names.get(name) or registration.register(store, competition, name)
        if not store.versions_of(entry.id):
            store.add_version(entry.id, {"kind": "upload", "content": name, "command": None}, 5)

    def progress(now: Progress) -> None:
        told("after" if store.get(competition).state == "finished" else now.phase)

    runner = CompetitionRunner(store, competition, players, "none", progress)
    runner.validate()
    while store.get(competition).field is None and (runner.ladder_turn(2) or runner.league_turn()):
        pass
    runner.run_event(final=False)
    told("final")
    if store.get(competition).state != "finished":
        run_final(store, runner)
    told("after")
    store.set_grading(competition, "points")


Kill = tuple[str, int, bool]
"""In which phase, at which write of it, and whether that one is done first."""


class Writes:
    """Counts the writes of a store by their phase, and kills at some of them."""

    def __init__(self, store: CompetitionStore, monkeypatch: pytest.MonkeyPatch, *kills: Kill) -> None:
        self.phase, self.kills, self.counts = "", {kill[:2]: kill[2] for kill in kills}, Counter[str]()
        write = store.database.write

        def counted(work: Any) -> Any:
            here = self.phase, self.counts[self.phase]
            self.counts[self.phase] += 1
            done = self.kills.pop(here, None)
            given = None if done is False else write(work)
            if done is not None:
                raise Killed
            return given

        monkeypatch.setattr(store.database, "write", counted)

    def tell(self, phase: str) -> None:
        """The phase that has begun."""
        self.phase = phase


def outcome(store: CompetitionStore) -> tuple[Any, ...]:
    """All that a competition came to, as it can be compared."""
    made = store.all()[0]
    games = store.games(made.id)
    results = {game.id: (game.kind, game.entrants, game.attempts, game.result) for game in games}
    return made.state, made.field, made.grading, results, moves_of(store, made.id), table_of(store, made.id)


@pytest.mark.soak
def test_a_kill_at_any_write_of_any_phase_changes_nothing(
    entered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(entered, tmp_path / "alone", monkeypatch) as store:
        writes = Writes(store, monkeypatch)
        hold(store, Deciders(), writes.tell)
        counts, whole = writes.counts, outcome(store)
    assert set(counts) == set(PHASES)
    rng = random.Random(3)
    one_in_each = [(phase, rng.randrange(counts[phase]), rng.random() < 0.5) for phase in PHASES]
    each = [(phase, at, done) for phase in PHASES for at in range(counts[phase]) for done in (False, True)]
    for number, kills in enumerate([one_in_each, *([kill] for kill in each[: more(0, len(each))])]):
        with opened(entered, tmp_path / str(number), monkeypatch) as store:
            players, writes = Deciders(), Writes(store, monkeypatch, *kills)
            for _unused in kills:
                with pytest.raises(Killed):
                    hold(store, players, writes.tell)
            hold(store, players, writes.tell)
            assert outcome(store) == whole, kills
            again = {game: times for game, times in Counter(players.given).items() if times > 1}
            assert sum(again.values()) <= 2 * len(kills), again  # those that were played while a kill came


def test_an_event_is_resumed_that_was_broken_off_before_it_had_a_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    store = open_store(tmp_path)
    monkeypatch.setenv("PLYGROUND_DATABASE", str(store.database.engine.url))
    made = make(store, bots=2)
    with run_lock(made.id, "event"):
        marked = broken_off(made.id)
    assert (marked, broken_off(made.id)) == ("event", "")
    refused = command("event", "resume", made.id)
    assert (refused.returncode, refused.stderr) == (1, "The event has not begun; run it first.\n")
    lock = tmp_path / "data" / "competitions" / f"{made.id}.lock"
    lock.write_text("event")
    resumed = command("event", "resume", made.id, "--workers", "1")
    assert resumed.returncode == 0, resumed.stderr
    assert store.get(made.id).state == "finished"
    assert broken_off(made.id) == ""
    store.close()


def test_a_server_goes_on_with_ladder_and_comparison(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    made, players = make(store, bots=3), Gated()
    CompetitionRunner(store, made.id, Deciders(), "none").ladder(2)
    entry = store.entry(made.id, "A")
    own = [store.versions_of(entry.id)[0], store.add_version(entry.id, {"kind": "built_in", "bot": "random"}, None)]
    store.set_admission(own[1].id, "validated")
    runner = CompetitionRunner(store, made.id, Cut(3), "none")
    with pytest.raises(Killed):
        runner.ladder(4)
    runner = CompetitionRunner(store, made.id, Cut(3), "none")
    with pytest.raises(Killed):
        runner.compare(own[1].id, own[0].id, 20)
    left = {game.id for game in store.games(made.id) if game.result is None}
    assert {game.split("-")[1] for game in left} == {"l", "c"}
    players.gate.release(10_000)
    service = CompetitionService(store, lambda: players, sandbox, ladder_games=4)
    service.start()
    assert service.comparisons.states(made.id).keys() <= {(own[1].id, own[0].id)}
    until(lambda: all(game.result for game in store.games(made.id)) and not service.comparisons.states(made.id))
    service.close()
    assert left <= set(players.given)
    store.close()


class Cut(Deciders):
    """Players that are gone after some games."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self._games = games

    def play(self, games: Any, finished: Any, priority: int = 0) -> None:
        for _unused, (game, task) in zip(range(self._games), games, strict=False):
            finished(game, by_seed(task))
        raise Killed


def test_an_event_goes_on_when_the_scheduler_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.competitions.running.events._AGAIN_SECONDS", 0.05)
    store = open_store(tmp_path)
    made, players, tried = make(store, bots=3), Gated(), []

    def away_at_first() -> Gated:
        tried.append(1)
        if len(tried) < 3:
            raise NoCluster("No scheduler of a cluster answers.")
        return players

    players.gate.release(1000)
    service = CompetitionService(store, away_at_first, sandbox)
    service.start()
    service.run_event(made.id)
    until(lambda: "goes on by itself once it can. No scheduler" in str(service.problem(made.id)) or len(tried) > 2)
    until(lambda: store.get(made.id).state == "finished")
    until(lambda: service.problem(made.id) is None)
    service.close()
    store.close()


def test_a_name_is_free_again_whose_bot_was_not_handed_in_for_a_kill(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    made = make(store, bots=0)
    registration.register(store, made.id, "Ada")
    mine = registration.register(store, made.id, "Bea", owner="digest")
    entry, version = registration.register_with(store, made.id, "random", "Ada")
    assert [each.id for each in store.versions_of(entry.id)] == [version.id]
    for name in ("Ada", "Bea"):
        with pytest.raises(NameTaken):
            registration.register_with(store, made.id, "random", name)
    assert {each.id for each in store.entries(made.id)} == {entry.id, mine.id}
    store.close()


FIRST_MOVE = """
from plyground.camel import list_valid_moves

def make_move(random, time, configuration, game_state):
    return list_valid_moves(configuration, game_state)[0]
"""


def test_while_the_machine_sleeps_no_bot_is_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "time", clock := Sleeping())
    receive, heard = Channel.receive, list[str]()

    def slept(channel: Channel, deadline: float) -> Received:
        got = receive(channel, deadline - clock.slept)
        heard.append(got.kind)
        if heard.count("line") == 5:  # the runner and the first moves were there; it slept before this one came
            clock.slept = 60.0
        return Received(got.kind, got.at + clock.slept, got.line)

    monkeypatch.setattr(Channel, "receive", slept)
    record = play(upload(tmp_path / "bot", FIRST_MOVE), built_in(), game="camel", most_moves=12)
    assert clock.slept
    assert code(record, 0) == "fair"
    assert sum(record["seconds"]) < 30
    assert record["waited"][0] > 59
    assert record["disturbed"]


class Sleeping:
    """The clock of a machine that sleeps between two looks at it."""

    def __init__(self) -> None:
        self.slept = 0.0

    def monotonic(self) -> float:
        """As ``time.monotonic``."""
        return time.monotonic() + self.slept

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)
