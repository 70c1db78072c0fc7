"""A stopped bot is stopped: none of ten designs computes in its opponent's turn, with control groups and without."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.sandbox import groups, metering, running
from plyground.sandbox.running import Confinement
from tests.competitions import bots
from tests.competitions.bots import said
from tests.competitions.events import Deciders, by_seed, make, open_store
from tests.soaking import more
from tools.benchmarks import _lingering

MOST_SECONDS = 0.005
"""Of processor time in an opponent's turn."""
HELD = [
    pytest.param(
        design, confinement, grouped, id=f"{design}-{confinement.name}-{'group' if grouped else 'signal'}",
        marks=[pytest.mark.long] * ((number + at + grouped) % 2),
    )
    for number, design in enumerate(sorted(_lingering.DESIGNS))
    for at, confinement in enumerate(bots.SAFE)
    for grouped in (True, False)
]  # fmt: skip
"""Each design in both sandboxes and both ways; every other pair of those in the long form alone."""


@pytest.mark.soak
@pytest.mark.parametrize(("design", "confinement", "grouped"), HELD)
def test_no_design_goes_on_after_its_turn(
    design: str, confinement: Confinement, grouped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not grouped:
        monkeypatch.setattr(groups, "group", lambda: None)
    rng = random.Random(design)
    with bots.running(confinement, tmp_path / "bot", _lingering.source(design)) as bot:
        assert said(bot) == b"begun\n", bot.errors()
        for _ in range(more(2, 20)):
            time.sleep(rng.uniform(0.0, 0.05))
            stood = bot.pause()
            before = bot.usage()
            if not stood or before is None:
                return  # it has failed, or ended: it has no further turn
            time.sleep(0.03)
            after = bot.usage()
            assert after is not None
            assert after.processor - before.processor <= MOST_SECONDS
            bot.resume()


def test_a_bot_is_frozen_by_a_group_where_there_can_be_one(tmp_path: Path) -> None:
    with bots.running(bots.SAFE[0], tmp_path / "bot", "print(1, flush=True)\ninput()") as bot:
        said(bot)
        assert bot.freezes == (groups._base() is not None)
        assert bot.pause()
        bot.resume()
        own = [] if bot._group is None else [bot._group._path]
    assert not any(path.exists() for path in own)


@pytest.mark.parametrize("confinement", bots.SAFE, ids=lambda one: one.name)
def test_a_stopped_bot_can_still_be_ended(confinement: Confinement, tmp_path: Path) -> None:
    with bots.running(confinement, tmp_path / "bot", "print(1, flush=True)\ninput()") as bot:
        said(bot)
        assert bot.pause()
        assert bot.kill().killed


def test_a_bot_that_cannot_be_stopped_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = "print(1, flush=True)\nwhile True: pass"
    monkeypatch.setattr(groups, "group", lambda: None)
    monkeypatch.setattr(metering, "standing", lambda pid: False)
    monkeypatch.setattr(running.Running, "_signal", _but_for_stopping(running.Running._signal))
    with bots.running(bots.SAFE[0], tmp_path / "bot", busy) as bot:
        said(bot)
        assert not bot.pause()


def _but_for_stopping(send: Callable[[running.Running, int], None]) -> Callable[[running.Running, int], None]:
    def sent(bot: running.Running, number: int) -> None:
        if number != 19:
            send(bot, number)

    return sent


def test_waiting_for_a_core_is_told_from_sleeping_and_from_ones_own_threads() -> None:
    def used(processor: float, **threads: tuple[float, float]) -> metering.Usage:
        return metering.Usage(processor, {int(name[1:]): each for name, each in threads.items()})

    nothing = used(1.0, t1=(1.0, 5.0))
    alone = used(1.3, t1=(1.3, 5.5))
    assert metering.waited(1.0, nothing, alone) == pytest.approx(0.5)  # the rest it slept
    two = used(2.0, t1=(1.5, 5.5), t2=(0.5, 0.5))
    assert metering.waited(1.0, nothing, two) == 0  # each waited for the other
    assert metering.waited(2.0, nothing, two) == 0  # and then slept
    loaded = used(1.6, t1=(1.3, 5.7), t2=(0.3, 0.7))
    assert metering.waited(1.0, nothing, loaded) == pytest.approx(0.4)
    assert metering.waited(0.4, nothing, alone) == pytest.approx(0.1)  # never below its processor time


def test_what_this_process_uses_is_read(tmp_path: Path) -> None:
    meter = metering.Meter(os.getpid())
    before = meter.usage()
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    after = meter.usage()
    assert meter.held > 0
    meter.close()
    assert before is not None
    assert after is not None
    assert after.processor - before.processor >= 0.05
    with pytest.raises(FileNotFoundError):
        metering.Meter(2**22 + 1)


def test_a_game_on_a_busy_machine_is_played_once_again_and_marked(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    try:
        made = make(store, bots=3, final=2)
        players = Deciders(lambda task: {**by_seed(task), "disturbed": True})
        CompetitionRunner(store, made.id, players, "none").run_event()
        games = store.games(made.id)
        counted = Counter(players.given)
        assert {counted[game.id] for game in games if game.kind == "event"} == {2}
        assert {counted[game.id] for game in games if game.kind == "final"} == {1}  # the class has seen it
        assert all(kept["disturbed"] for _, _, kept in store.records(made.id))
    finally:
        store.close()
