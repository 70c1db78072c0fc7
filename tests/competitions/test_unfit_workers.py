"""A worker elsewhere probes the sandbox that a game names; where it does not hold, nothing is played, nobody loses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import unpacking
from plyground.core import compiled_calls
from plyground.core.refusals import CannotPlay
from plyground.sandbox import place, probe
from plyground.sandbox.contract import Bounds, NotStarted
from plyground.sandbox.running import Running
from tests.commands.support import ROOT
from tests.competitions import bots
from tests.competitions.events import Deciders, make, open_store
from tools.benchmarks.serving import course

SOURCE = b"""
from plyground.camel import list_valid_moves

def make_move(random, time, configuration, game_state):
    return list_valid_moves(configuration, game_state)[0]
"""


class Leaky:
    """A confinement that says it is bubblewrap and cannot start anything; counts how often it was tried."""

    name = "bubblewrap"

    def __init__(self) -> None:
        self.tried = 0

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        self.tried += 1
        raise NotStarted("it leaks.")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def leaky(monkeypatch: pytest.MonkeyPatch) -> Iterator[Leaky]:
    found = Leaky()
    monkeypatch.setattr(probe, "CHOICES", (found, bots.SAFE[1]))
    probe.forget()
    before = compiled_calls.compiled_in_use()
    yield found
    compiled_calls.use_compiled(before)
    probe.forget()


def one_upload(store: CompetitionStore) -> str:
    """A competition of a handed-in bot and a built-in one."""
    made = make(store, bots=1, most_moves=6, clock={"base": 60.0})
    _, version = registration.register_with(store, made.id, unpacking.unpack("bot.py", SOURCE))
    store.set_admission(version.id, "admitted")
    return made.id


def test_where_the_sandbox_does_not_hold_no_handed_in_bot_is_started(store: CompetitionStore, leaky: Leaky) -> None:
    made = one_upload(store)
    players = Deciders(tasks.play)
    with pytest.raises(CannotPlay, match=r"Bots cannot be run safely here.*it leaks"):
        CompetitionRunner(store, made, players, "bubblewrap").run_event()
    assert leaky.tried == 1
    assert [(game.attempts, game.result) for game in store.games(made)] == [(5, None)] * 2
    CompetitionRunner(store, made, players, "landlock").run_event()
    assert all(game.result and game.result["verdicts"] == ["fair", "fair"] for game in store.games(made))


def test_where_the_server_has_probed_it_is_not_probed_again(store: CompetitionStore, leaky: Leaky) -> None:
    made = one_upload(store)

    def here(task: Mapping[str, Any]) -> Mapping[str, Any]:
        return tasks.play(task, probed=place.here())

    CompetitionRunner(store, made, Deciders(here), "bubblewrap").run_event()
    assert leaky.tried == 0
    assert place.here() == place.here() != ""
    elsewhere = subprocess.run(
        ["setpriv", "--no-new-privs", sys.executable, "-c", PLACE], capture_output=True, text=True, check=True
    )
    assert elsewhere.stdout.strip() not in ("", place.here())


PLACE = "from plyground.sandbox import place; print(place.here())"


def test_a_worker_without_a_sandbox_leaves_its_games_to_the_others(store: CompetitionStore, tmp_path: Path) -> None:
    made = one_upload(store)
    (tmp_path / "sitecustomize.py").write_text(BROKEN)
    broken = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    with course(tmp_path, {}, broken) as cluster, GameWorkers(scheduler=cluster.address) as players:
        assert players.workers == 2
        players._place = ""  # as if all of them were on other machines
        CompetitionRunner(store, made, players, "landlock").run_event()
        assert sum(slot.unfit for slot in players._pool._queue.slots) == 1
        games = store.games(made)
        assert [game.attempts for game in games] == [0, 0]
        assert all(game.result and game.result["verdicts"] == ["fair", "fair"] for game in games)


BROKEN = """
from plyground.sandbox import probe
from plyground.sandbox.contract import NotStarted

class Broken:
    name = "landlock"
    def start(self, folder, argv, bounds, image=()):
        raise NotStarted("it leaks.")

probe.CHOICES = (Broken(),)
"""
"""What Python runs at its start on the machine without a sandbox."""
