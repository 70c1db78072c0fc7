"""How soon somebody who hands in a bot sees its first game, and whether it may play others."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from plyground.competitions import registration
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.sandbox import probe
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions import unpacking
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.event_rogues import own_store, variant

_GOAL = "60 or less"
_EVENT_BOTS = ("minimax:budget=14000", "minimax:budget=20000", "minimax:budget=17000")
_PATIENCE = 300.0
_LOOK = 0.02


@benchmark("first-result", measures="game/competitions")
def first_result() -> list[Row]:
    """The template of Crazy Camel is handed in to a competition with the usual clocks, in a server without workers yet,
    which are started for it; once more, with workers; and a third time while an event of games of about a second takes
    all cores. From the hand-in to its first finished game, and to its admission, on the store's clock."""
    with tempfile.TemporaryDirectory(prefix="plyground-first-") as name, own_store(Path(name)) as store:
        Path(name).chmod(0o755)
        return measure(store)


def measure(store: CompetitionStore) -> list[Row]:
    """The rows, given a store of its own."""
    made = store.create("Cup", "camel", {}, EventSettings(), 3).id
    event = store.create("Event", "camel", {}, EventSettings(times=50), 4).id
    for bot in _EVENT_BOTS:
        registration.register_with(store, event, bot)
    service = CompetitionService(store, GameWorkers, lambda: probe.choose().name, ladder_games=0)
    service.start()
    try:
        service.insist_sandbox()
        rows = _submitted(store, service, made, "no workers yet")
        rows += _submitted(store, service, made, "nothing else going on")
        service.run_event(event)
        _until(lambda: sum(game.result is not None for game in store.games(event)) >= 4)
        rows += _submitted(store, service, made, "an event going on")
        going_on = service.runs(event)
        service.pause_event(event)
        return [*rows, Row("event still going on then", float(going_on), "1 is yes", "1")]
    finally:
        service.close()


def _submitted(store: CompetitionStore, service: CompetitionService, competition: str, words: str) -> list[Row]:
    begun = time.time()
    _, version = registration.register_with(store, competition, unpacking.unpack("bot.py", variant().encode()))
    service.submitted(competition)
    _until(lambda: store.versions(competition)[version.id].admission != "waiting" or bool(service.problem(competition)))
    admitted = time.time() - begun
    played = [
        game.finished
        for game in store.games(competition, ["validation"])
        if version.id in game.entrants and game.finished is not None
    ]
    if store.versions(competition)[version.id].admission != "validated":
        raise RuntimeError(f"the bot was not let in: {store.versions(competition)[version.id]}")
    return [
        Row(f"{words}: first game finished", min(played) - begun, "s", _GOAL),
        Row(f"{words}: may play others", admitted, "s"),
    ]


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"nothing came of it within {_PATIENCE:g} s")
        time.sleep(_LOOK)
