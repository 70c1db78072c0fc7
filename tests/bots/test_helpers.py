"""Levels, thinking on the clock, and warming."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from unittest.mock import Mock

import pytest
from numba.core.dispatcher import Dispatcher

from plyground.bots import _levels, _thinking, _warming
from plyground.core import cache, compiled_calls, fingerprint, registry
from plyground.core.bot import Limits
from tests.waiting import until

CAMEL, OTHELLO = registry.game("camel"), registry.game("othello")


def test_the_ladder_and_its_usual_opponent() -> None:
    for game in registry.games().values():
        listed = [level.id for level in _levels.levels(game)]
        usual = _levels.default_level(game)
        assert listed[0] == "random"
        assert (usual.id, usual.title, usual.bot) == ("minimax-3000", "Minimax 3,000", "minimax")
        assert _levels.default_player(game).options["budget"] == 3000
        assert set(usual.as_json()) == {"id", "title", "bot", "summary"}


@pytest.mark.parametrize("name", ["othello", "camel", "tak", "punter"])
def test_a_game_with_a_champion_has_at_least_eight_levels_up_to_it(name: str) -> None:
    levels = _levels.levels(registry.game(name))
    assert len(levels) >= 8
    assert levels[-1].bot.startswith("hare")
    timed = [level.id for level in levels if "seconds" in level.bot]
    assert len(timed) <= 2, "all but the top two play the same on every machine"


@pytest.mark.parametrize("name", ["othello", "camel", "tak", "punter", "tree"])
def test_levels_have_peoples_words_by_their_place_and_name_the_algorithm(name: str) -> None:
    game = registry.game(name)
    called = [_levels.called(game, level) for level in _levels.ladder(game).levels]
    assert [each["word"] for each in called] == list(_levels.WORDS[: len(called)])
    for level, each in zip(_levels.ladder(game).levels, called, strict=True):
        assert each["algorithm"] != each["word"]
        assert level.title in {each["word"], each["algorithm"]}
        assert level.title not in _levels.WORDS or level.title == each["word"], "one word means one place"


def test_limits_are_armed_and_a_players_own_override_the_common_ones() -> None:
    player = registry.parse_player("random:nodes=7", OTHELLO)
    limits = _thinking.armed(player, {"seconds": 0.05, "nodes": 100, "depth": None})
    assert (limits.seconds, limits.nodes, limits.depth) == (0.05, 7, None)
    assert not limits.expired()
    time.sleep(0.06)
    assert limits.expired()
    assert not _thinking.armed(player).expired()
    assert _thinking.armed(player, {"seconds": 100}, stopped=lambda: True).expired()
    assert _thinking.armed(player, {}, stopped=lambda: True).expired()


def test_thinking_fills_in_the_seconds() -> None:
    player = registry.parse_player("minimax:budget=100000,seconds=0.2", CAMEL)
    begun = time.perf_counter()
    choice = _thinking.think(player, CAMEL.initial(), random.Random(0), {"seconds": 60})
    assert 0 < choice.seconds <= time.perf_counter() - begun


def test_an_example_of_each_class_of_position() -> None:
    for game in (OTHELLO, CAMEL):
        found = _warming.examples(game)
        assert [type(position) for position in found] == list(dict.fromkeys(type(position) for position in found))
        assert {type(position) for position in found} == set(game.position_classes)


def test_the_default_bot_is_warmed_first() -> None:
    titles = [step.title for step in _warming.steps()]
    assert titles[0].startswith("Minimax in ")
    last_default = max(number for number, title in enumerate(titles) if title.startswith("Minimax in"))
    first_other = min(
        number for number, title in enumerate(titles) if title.startswith(("Random", "Intuition", "count"))
    )
    assert last_default < first_other
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("compiled", [False, True])
def test_warming_runs_every_step_and_leaves_the_rules_as_they_were(compiled: bool) -> None:
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(compiled)
    heard: list[tuple[int, int, str]] = []
    kernels, failed = _warming.warm(lambda done, of, title: heard.append((done, of, title)))
    assert failed == []
    assert compiled_calls.compiled_in_use() is compiled
    compiled_calls.use_compiled(before)
    assert [done for done, _, _ in heard] == list(range(kernels))
    assert {of for _, of, _ in heard} == {kernels}
    assert _warming.is_warm()


def test_processes_share_the_steps_out_and_all_have_them_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warming, "is_warm", lambda: False)
    todo = [_warming.Step(str(number), lambda: None) for number in range(3)]
    program = (
        "import sys\nfrom plyground.core import cache\n"
        "with cache.claim(0) as mine: print(mine, flush=True), sys.stdin.read(1)"
    )
    with Popen([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE) as other:
        assert (other.stdin is not None, other.stdout is not None and other.stdout.readline()) == (True, b"True\n")
        waits: list[bool] = []

        def wait(_seconds: float) -> None:
            waits.append(True)
            other.communicate(b"x")

        monkeypatch.setattr(_warming, "time", Mock(sleep=wait, monotonic=time.monotonic))
        assert [step.title for step in _warming.shared(todo)] == ["1", "2", "0"]
    assert waits == [True]


def test_what_a_stopped_process_holds_is_done_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warming, "is_warm", lambda: False)
    monkeypatch.setattr(_warming, "_PATIENCE", 0.2)
    monkeypatch.setattr(cache, "claim", lambda number: nullcontext(number > 0))
    todo = [_warming.Step(str(number), lambda: None) for number in range(3)]
    assert [step.title for step in _warming.shared(todo)] == ["1", "2", "0"]


def test_where_no_process_can_be_started_there_is_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warming, "is_warm", lambda: False)
    asked = Mock(**{"return_value.Process.return_value.start.side_effect": BlockingIOError(11, "no room")})
    monkeypatch.setattr(_warming, "get_context", asked)
    with _warming.helped(3):
        assert asked.return_value.Process.call_count == 1


_WITH_A_HELPER = """
import multiprocessing, time
from plyground.bots import _warming
from plyground.core import cache

if __name__ == "__main__":
    with _warming.helped(1):
        print(multiprocessing.active_children()[0].pid, flush=True)
        while not list(cache.FOLDER.glob("*.kernel")):
            time.sleep(0.1)
        print("compiled", flush=True)
        time.sleep(600)
"""


def test_a_helper_compiles_beside_the_process_that_asked_and_ends_with_it(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(_WITH_A_HELPER)
    surroundings = {**os.environ, "PLYGROUND_CACHE": str(tmp_path)}
    with Popen([sys.executable, program], stdout=PIPE, env=surroundings) as process:
        assert process.stdout is not None
        helper = Path(f"/proc/{int(process.stdout.readline())}")
        assert process.stdout.readline() == b"compiled\n"
        assert helper.exists()
        process.kill()
    until(lambda: not helper.exists())


def test_every_kernel_that_was_compiled_says_what_it_is_made_of() -> None:
    _warming.warm()
    gc.unfreeze()  # what was there once the tests were collected is looked through as well
    kernels: list[Any] = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
    kept = [kernel for kernel in kernels if isinstance(kernel._cache, cache.Entries)]
    own = [kernel for kernel in kept if kernel.py_func.__module__.startswith("plyground.")]
    made_of: dict[Any, set[tuple[Any, ...]]] = defaultdict(set)
    for kernel in own:
        for signature in kernel.overloads:
            digest = fingerprint.digest(kernel, signature, kernel._cache._implementations)
            made_of[digest].add((kernel.py_func.__module__, kernel.py_func.__qualname__, signature))
    assert len(made_of) > 50
    assert all(len(kernels) == 1 for kernels in made_of.values()), "each has a digest of its own"


@pytest.mark.parametrize("bot", ["hare:book=no", "minimax:budget=1000000", "deepening:budget=10000000"])
def test_seconds_given_from_python_hold_at_every_move(bot: str) -> None:
    player = registry.parse_player(bot, CAMEL)
    _warming.load(player, CAMEL.initial())
    limits = Limits(seconds=0.2)
    for _ in range(2):
        choice = player.choose(CAMEL.initial(), limits, random.Random(0))
        assert choice.nodes > 20, "the time of the second move begins with it"
    assert limits.begun is None


def test_limits_made_from_started_ones_share_their_beginning() -> None:
    now = iter(range(10))
    limits = Limits(seconds=3, clock=lambda: next(now)).started()
    assert limits.started() is limits
    part = replace(limits, seconds=2)
    assert [part.expired(), part.expired(), limits.expired()] == [False, True, True]
    assert Limits().started().used() >= 0
    forgotten = Limits(seconds=2, clock=lambda: next(now))
    assert [forgotten.expired() for _ in range(3)] == [False, True, True]
