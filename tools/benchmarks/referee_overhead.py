"""What the referee costs a game between handed-in bots, and what a bot is charged that answers at once."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing.confinements import confinement
from plyground.competitions.refereeing.referee import PLAYED, play_game
from plyground.competitions.refereeing.uploads import Upload
from plyground.competitions.sandbox.contract import Bounds
from plyground.competitions.sandbox.probe import choose
from plyground.core import registry
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.watching import percentile

_MOVES, _STARTS = 500, 40
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


@benchmark("referee-overhead", measures="game/competitions")
def referee_overhead() -> list[Row]:
    """Two sandboxed programs that answer at once with random moves, in each game for two, 500 moves or more of each.

    Overhead is what passes on the wall clock between a bot's answer and the next bot's question beyond what the bots
    are charged: moves checked and made, legal moves listed, both processes paused and resumed.
    """
    rows: list[Row] = []
    name_of_confinement = choose().name
    with tempfile.TemporaryDirectory(prefix="plyground-benchmark-") as name:
        folder = Path(name) / "bot"
        folder.mkdir()
        Path(name).chmod(0o755)
        (folder / "bot.py").write_text(_RANDOM_MOVER, encoding="utf-8")
        bot = {"kind": "upload", "folder": str(folder), "command": ["python", "bot.py"], "name": "random mover"}
        for game in registry.games().values():
            overhead, charged = _measure(game.spec.id, bot, name_of_confinement)
            if overhead:
                rows += [
                    Row(f"{game.spec.title}: overhead p50", percentile(overhead, 0.5), "ms", "at most 1"),
                    Row(f"{game.spec.title}: overhead p99", percentile(overhead, 0.99), "ms", "at most 10"),
                    Row(f"{game.spec.title}: charged p50", percentile(charged, 0.5), "ms"),
                    Row(f"{game.spec.title}: charged p99", percentile(charged, 0.99), "ms"),
                ]
    return rows + _starts(name_of_confinement)


def _starts(confinement_name: str) -> list[Row]:
    """How long a Python bot takes until its own file could be loaded: the sandbox, Python, and the runner."""
    seconds = []
    with tempfile.TemporaryDirectory(prefix="plyground-benchmark-") as name:
        Path(name).chmod(0o755)
        (Path(name) / "bot.py").write_text("def make_move(*given): ...\n", encoding="utf-8")
        for _ in range(_STARTS):
            bot = Upload(Path(name), None, "othello", confinement(confinement_name), Bounds())
            begun = time.monotonic()
            try:
                bot.open()
                seconds.append(1000 * (time.monotonic() - begun))
            finally:
                bot.close()
    return [
        Row("start of a Python bot p50", percentile(seconds, 0.5), "ms"),
        Row("start of a Python bot p99", percentile(seconds, 0.99), "ms"),
    ]


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
