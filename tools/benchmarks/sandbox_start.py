"""How long a sandbox takes: to start a bot, to carry a line there and back, to stop and continue it, and to end it."""

from __future__ import annotations

import os
import select
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from plyground.competitions.sandbox import probe
from plyground.competitions.sandbox.contract import Bounds, Confined, Confinement
from plyground.competitions.sandbox.surroundings import PYTHON
from plyground.competitions.sandbox.unconfined import Unconfined
from tools.benchmarks._registry import Row, benchmark

_STARTS, _LINES = 40, 1000
_ECHO = "import sys\nfor line in sys.stdin:\n    sys.stdout.write(line)\n    sys.stdout.flush()\n"


def _exchange(bot: Confined) -> float:
    """Seconds for one line to the bot and back."""
    begun = time.perf_counter()
    os.write(bot.stdin, b"a line\n")
    while not select.select([bot.stdout], [], [], 30.0)[0]:
        pass
    assert os.read(bot.stdout, 100) == b"a line\n"
    return time.perf_counter() - begun


def _measured(confinement: Confinement, folder: Path) -> list[Row]:
    spent: dict[str, list[float]] = {"start": [], "answer": [], "line": [], "stopped": [], "end": []}
    for number in range(_STARTS):
        begun = time.perf_counter()
        bot = confinement.start(folder, [PYTHON, "-I", "-S", "bot.py"], Bounds())
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
    rows = []
    for key, (what, factor, unit, goal) in said.items():
        cuts = quantiles(spent[key], n=20)
        rows.append(Row(f"{confinement.name}: {what}, median", cuts[9] * factor, unit, goal))
        rows.append(Row(f"{confinement.name}: {what}, 95th percentile", cuts[18] * factor, unit))
    return rows


@benchmark("sandbox-start", measures="game/competitions/sandbox game/competitions/runner")
def sandbox_start() -> list[Row]:
    """Starts a bot of four lines 40 times in each sandbox, one after another, and without one to compare; 1,000 lines
    are carried to one of them and back. The hostile bot is run once more in each sandbox."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "bot"
        folder.mkdir(mode=0o755)
        (folder / "bot.py").write_text(_ECHO)
        for confinement in (*probe.CHOICES, Unconfined()):
            confinement.start(folder, [PYTHON, "-c", ""], Bounds()).kill()  # the first makes the filter of calls
            rows += _measured(confinement, folder)
    for confinement in probe.CHOICES:
        probed = probe.probe(confinement)
        denied = sum(one.denied for one in probed.attempts)
        rows.append(Row(f"{confinement.name}: attempts denied, of {len(probed.attempts)}", denied, "attempts", "all"))
        rows.append(Row(f"{confinement.name}: time of the hostile bot", probed.seconds * 1e3, "ms", "below 1,000"))
    return rows
