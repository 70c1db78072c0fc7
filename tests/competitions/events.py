"""Helps tests to hold events: a store in a folder of its own, bots, and players that decide games without playing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from plyground.competitions import registration
from plyground.competitions.running.competition_runner import CompetitionRunner, insist_final
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.settings import Settings

QUICK = ("random", "minimax:budget=4", "minimax:budget=12", "random", "minimax:budget=30", "random")


def open_store(folder: Path) -> CompetitionStore:
    """The store of a new database in this folder."""
    return CompetitionStore(Settings(database=f"sqlite:///{folder / 'test.sqlite3'}"))


def make(
    store: CompetitionStore,
    bots: int = 4,
    game: str = "camel",
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Competition:
    """A competition with so many quick bots called A, B, …"""
    made = store.create("Test", game, options or {}, EventSettings.from_json(settings), 7)
    for number in range(bots):
        entry = registration.register(store, made.id, chr(ord("A") + number))
        registration.submit_built_in(store, entry, QUICK[number % len(QUICK)])
    return made


def record(task: Mapping[str, Any], ranks: list[int], codes: list[str] | None = None) -> dict[str, Any]:
    """A record with these ranks, as the referee gives it."""
    verdicts = [{"code": code, "sentence": f"It was {code}.", "move": 1} for code in codes or ["fair"] * len(ranks)]
    return {
        "id": task["id"], "status": "played", "moves": ["Up"], "seconds": [0.5], "start_seconds": [0.0, 0.0],
        "ranks": ranks, "verdicts": verdicts, "reason": "rules", "sentence": "", "logs": ["", ""],
    }  # fmt: skip


class Deciders:
    """Players that decide games by a function of the task instead of playing them, and count what they were given."""

    def __init__(self, decide: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None) -> None:
        self.decide = decide or by_seed
        self.given: list[str] = []

    def play(
        self,
        games: Iterator[tuple[str, Mapping[str, Any]]],
        finished: Callable[[str, Mapping[str, Any]], None],
        priority: int = 0,
    ) -> None:
        for game, task in games:
            self.given.append(game)
            finished(game, self.decide(task))


def by_seed(task: Mapping[str, Any]) -> Mapping[str, Any]:
    """A result that the seed alone decides."""
    number = hashlib.sha256(str(task["seed"]).encode()).digest()[0]
    seats = len(task["entrants"])
    ranks = [(seat + number) % seats + 1 for seat in range(seats)]
    return record(task, [1] * seats if number % 7 == 0 else ranks)


def run_final(store: CompetitionStore, runner: CompetitionRunner) -> None:
    """Play the final of an event that waits for it; raises a refusal if there is none to be played."""
    insist_final(store, runner.id)
    runner.run_event(final=True)
