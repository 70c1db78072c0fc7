"""The page of a large competition: how much it sends, what a viewer who asks again costs, and how fast it is drawn."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from plyground.competitions import registration
from plyground.competitions.presentation.snapshot import forget
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings
from plyground.web.application import create_app
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import drawn_at, note_drawing, open_browser
from tools.benchmarks.serving import Server

BOTS = 40
_ROUNDS = 30
_REDRAW = """
const done = arguments[0], bars = [...document.querySelectorAll(".compete-elo li")], times = [];
(async () => {
  for (const bar of bars.slice(0, 20)) {
    const begun = performance.now();
    bar.dispatchEvent(new PointerEvent("pointerenter"));
    await new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
    times.push(performance.now() - begun);
  }
  done(times);
})();
"""


class _Dice:
    """Players that decide games by their seeds instead of playing them; a tenth ends by a failure."""

    def play(
        self,
        games: Iterator[tuple[str, Mapping[str, Any]]],
        finished: Callable[[str, Mapping[str, Any]], None],
        priority: int = 0,
    ) -> None:
        """As ``competition_runner.Players``."""
        for game, task in games:
            rng = random.Random(task["seed"])
            loser = rng.randrange(2)
            code = "time" if rng.random() < 0.1 else "fair"
            verdicts = [{"code": code if seat == loser else "fair", "sentence": "", "move": None} for seat in range(2)]
            moves = ["Up"] * 46
            finished(
                game,
                {
                    "id": game, "status": "played", "moves": moves, "seconds": [0.2] * len(moves),
                    "seats": [ply % 2 for ply in range(len(moves))], "start_seconds": [0.0, 0.0], "left": [1.0, 1.0],
                    "ranks": [1 + (seat == loser) for seat in range(2)], "verdicts": verdicts, "reason": "rules",
                    "sentence": "", "logs": ["", ""],
                },
            )  # fmt: skip


def _event(store: CompetitionStore) -> str:
    made = store.create("Large cup", "camel", {}, EventSettings(), 1)
    for number in range(BOTS):
        registration.register_with(store, made.id, f"minimax:budget={number + 2}")
    CompetitionRunner(store, made.id, _Dice(), "none").run_event()
    return made.id


def _cpu(ask: Callable[[], object], rounds: int) -> float:
    """Milliseconds of the processor's time that asking once takes."""
    begun = time.process_time()
    for _ in range(rounds):
        ask()
    return (time.process_time() - begun) * 1000 / rounds


@benchmark("competition-page", measures="game/competitions game/web templates/compete static/js/compete")
def competition_page() -> list[Row]:
    """A double round robin of 40 bots, 1,560 games decided by dice: the page's data and what it costs the server.

    Milliseconds of processor time for one answer, when nothing was written since the last and when everything is
    counted anew; in headless Chromium from the request to the drawn picture of each against each (1,560 cells), and
    for drawing the page again (medians).
    """
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        app = create_app(Settings(database=url, workers=1))
        store: CompetitionStore = app.extensions["contests"]
        made = _event(store)
        path, seen = f"/api/competitions/{made}", f"/compete/{made}"
        client = app.test_client()
        size = len(client.get(path).data)
        again = _cpu(lambda: client.get(path), _ROUNDS)
        page = _cpu(lambda: client.get(seen), _ROUNDS)

        def counted_anew() -> None:
            forget(store)
            client.get(path)

        anew = _cpu(counted_anew, 5)
        store.close()
        server = Server(Path(folder)).start()
        try:
            with open_browser() as browser:
                note_drawing(browser, "svg.cross .cell")
                shown = [drawn_at(browser, f"{server.url}{seen}") for _ in range(5)]
                redrawn = browser.execute_async_script(_REDRAW)
        finally:
            server.stop()
    return [
        Row("data that a viewer polls", size / 1024, "KB"),
        Row("answer, nothing written since", again, "ms of processor time"),
        Row("answer, all counted anew", anew, "ms of processor time"),
        Row("whole page, nothing written since", page, "ms of processor time"),
        Row("from the request to the drawn picture", statistics.median(shown), "ms"),
        Row("drawn again", statistics.median(redrawn), "ms"),
    ]
