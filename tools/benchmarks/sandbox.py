"""What a sandbox and the referee cost: starts, lines and ends, and a move of a game between handed-in bots."""

from __future__ import annotations

import os
import random
import select
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from plyground.competitions.refereeing.referee import PLAYED, play_game
from plyground.competitions.refereeing.uploads import Upload
from plyground.core import registry
from plyground.sandbox import groups, probe
from plyground.sandbox.confinements import Unconfined, confinement
from plyground.sandbox.contract import Bounds
from plyground.sandbox.running import Confinement, Running
from plyground.sandbox.surroundings import PYTHON
from tools.benchmarks import _lingering
from tools.benchmarks._measuring import percentile, spread
from tools.benchmarks._registry import Row, benchmark

_MOVES, _STARTS, _LINES = 500, 40, 1000
_ECHO = "import sys\nfor line in sys.stdin:\n    sys.stdout.write(line)\n    sys.stdout.flush()\n"
_RANDOM_MOVER = """\
import json, random, sys

for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        rng = random.Random(message["start"]["seed"])
        print(json.dumps({"ready": True}), flush=True)
    elif "turn" in message:
        print(json.dumps({"move": rng.choice(message["turn"]["legal"])}), flush=True)
    else:
        break
"""


@contextmanager
def _bot(source: str) -> Iterator[Path]:
    """A folder that every user may read, with a bot of this source."""
    with tempfile.TemporaryDirectory(prefix="plyground-benchmark-") as name:
        Path(name).chmod(0o755)
        folder = Path(name) / "bot"
        folder.mkdir(mode=0o755)
        (folder / "bot.py").write_text(source, encoding="utf-8")
        yield folder


@benchmark("referee-overhead", measures="game/competitions")
def referee_overhead() -> list[Row]:
    """Two sandboxed programs that answer at once with random moves, in each game for two, 500 moves or more of each.

    Overhead is what passes on the wall clock between a bot's answer and the next bot's question beyond what the bots
    are charged: moves checked and made, legal moves listed, both processes paused and resumed.
    """
    rows: list[Row] = []
    name_of_confinement = probe.choose().name
    with _bot(_RANDOM_MOVER) as folder:
        bot = {"kind": "upload", "folder": str(folder), "command": ["python", "bot.py"], "name": "random mover"}
        for game in registry.games().values():
            overhead, charged = _measure(game.spec.id, bot, name_of_confinement)
            if overhead:
                rows += [
                    *spread(f"{game.spec.title}: overhead ", overhead, "ms", p50="at most 1", p99="at most 10"),
                    *spread(f"{game.spec.title}: charged ", charged, "ms", p50="", p99=""),
                ]
    return rows + _starts(name_of_confinement)


def _starts(confinement_name: str) -> list[Row]:
    """How long a Python bot takes until its own file could be loaded: the sandbox, Python, and the runner."""
    seconds = []
    with _bot("def make_move(*given): ...\n") as folder:
        for _ in range(_STARTS):
            bot = Upload(folder, None, "othello", confinement(confinement_name), Bounds())
            begun = time.monotonic()
            try:
                bot.open()
                seconds.append(1000 * (time.monotonic() - begun))
            finally:
                bot.close()
    return spread("start of a Python bot ", seconds, "ms", p50="", p99="")


def _measure(game: str, bot: dict[str, Any], confinement_name: str) -> tuple[list[float], list[float]]:
    """Milliseconds of overhead and milliseconds charged, for each move that was asked for."""
    overhead: list[float] = []
    charged: list[float] = []
    number = 0
    while len(overhead) < _MOVES:
        task = {"id": number, "game": game, "entrants": [bot, bot], "seed": number, "confinement": confinement_name}
        record = play_game(task)
        assert record["status"] == PLAYED, record["fault"]
        overhead += record["overhead"]
        charged += [1000 * seconds for seconds in record["seconds"]]
        number += 1
        if len(overhead) < 4 * number:  # a game of a few moves says nothing
            return [], []
    return overhead, charged


def _exchange(bot: Running) -> float:
    """Seconds for one line to the bot and back."""
    begun = time.perf_counter()
    os.write(bot.stdin, b"a line\n")
    while not select.select([bot.stdout], [], [], 30.0)[0]:
        pass
    assert os.read(bot.stdout, 100) == b"a line\n"
    return time.perf_counter() - begun


def _measured(sandbox: Confinement, folder: Path) -> list[Row]:
    spent: dict[str, list[float]] = {"start": [], "answer": [], "line": [], "stopped": [], "end": []}
    for number in range(_STARTS):
        begun = time.perf_counter()
        bot = sandbox.start(folder, [PYTHON, "-I", "-S", "bot.py"], Bounds())
        spent["start"].append(time.perf_counter() - begun)
        _exchange(bot)
        spent["answer"].append(time.perf_counter() - begun)
        if number == 0:
            for _ in range(_LINES):
                spent["line"].append(_exchange(bot))
            for _ in range(_LINES):
                begun = time.perf_counter()
                bot.pause()
                bot.resume()
                _exchange(bot)
                spent["stopped"].append(time.perf_counter() - begun)
        begun = time.perf_counter()
        bot.kill()
        spent["end"].append(time.perf_counter() - begun)
    said = {
        "start": ("start until the bot's program runs", 1e3, "ms", "at most 250 at the median"),
        "answer": ("start until a Python bot has answered its first line", 1e3, "ms", ""),
        "line": ("a line to a Python bot and back", 1e6, "microseconds", ""),
        "stopped": ("the same, stopped and continued before", 1e6, "microseconds", ""),
        "end": ("end until nothing is left", 1e3, "ms", ""),
    }
    rows: list[Row] = []
    for key, (what, factor, unit, goal) in said.items():
        title, values = f"{sandbox.name}: {what}, ", [factor * each for each in spent[key]]
        rows += spread(title, values, unit, median=goal)
        rows.append(Row(f"{title}95th percentile", percentile(values, 0.95), unit))
    return rows


@benchmark("sandbox-start", measures="game/sandbox game/sandbox/runner")
def sandbox_start() -> list[Row]:
    """Starts a bot of four lines 40 times in each sandbox, one after another, and without one to compare; 1,000 lines
    are carried to one of them and back. The hostile bot is run once more in each sandbox."""
    rows: list[Row] = []
    with _bot(_ECHO) as folder:
        for sandbox in (*probe.CHOICES, Unconfined()):
            sandbox.start(folder, [PYTHON, "-c", ""], Bounds()).kill()  # the first makes the filter of calls
            rows += _measured(sandbox, folder)
    for sandbox in probe.CHOICES:
        probed = probe.probe(sandbox)
        denied = sum(one.denied for one in probed.attempts)
        rows.append(Row(f"{sandbox.name}: attempts denied, of {len(probed.attempts)}", denied, "attempts", "all"))
        rows.append(Row(f"{sandbox.name}: time of the hostile bot", probed.seconds * 1e3, "ms", "below 1,000"))
    return rows


@benchmark("paused-bots", measures="game/sandbox")
def paused_bots() -> list[Row]:
    """Ten programs that try to go on computing after they were to stop, 20 times each in each sandbox, stopped by a
    control group and by a signal: threads, SIGCONT, timers, long calls of the kernel. Each time it is stopped at some
    moment, and the processor time is read that it uses in the 50 ms that would be its opponent's turn. One that cannot
    be stopped in time has failed."""
    rows: list[Row] = []
    for sandbox in probe.CHOICES:
        for way, made in (("control group", groups.group), ("signal", lambda: None)):
            with patch.object(groups, "group", made):
                tries, used, stops, failed = _paused(sandbox)
            title = f"{sandbox.name}, {way}"
            rows += [
                Row(f"{title}: tries", tries, "tries", "200"),
                Row(f"{title}: processor time in the opponent's turn, most", 1e3 * max(used), "ms", "at most 5"),
                *spread(f"{title}: until every thread stood, ", [1e3 * each for each in stops], "ms", p50="", p99=""),
                Row(f"{title}: not stopped in time, and so failed", failed, "tries"),
            ]
    return rows


def _paused(sandbox: Confinement) -> tuple[int, list[float], list[float], int]:
    """Tries; processor seconds in each opponent's turn; seconds to stop; how many could not be stopped."""
    used, stops, failed, rng = [], [], 0, random.Random(1)
    for design in _lingering.DESIGNS:
        with _bot(_lingering.source(design)) as folder:
            bot = sandbox.start(folder, [PYTHON, "-I", "bot.py"], Bounds())
            try:
                select.select([bot.stdout], [], [], 30.0)
                for _ in range(20):
                    time.sleep(rng.uniform(0.0, 0.05))
                    begun = time.perf_counter()
                    stood = bot.pause()
                    stops.append(time.perf_counter() - begun)
                    before = bot.usage()
                    time.sleep(0.05)
                    after = bot.usage()
                    failed += not stood
                    if before is None or after is None:
                        raise RuntimeError(f"{design} ended: {bot.errors()!r}")
                    used.append(after.processor - before.processor if stood else 0.0)
                    bot.resume()
            finally:
                bot.kill()
    return len(used), used, stops, failed
