"""Jobs of the pool, and the order in which waiting ones are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from plyground.sessions.asking import Ask, Listener


@dataclass(eq=False)
class Job:
    """One ask on its way. ``deaths`` counts workers lost over it, ``errors`` refusals by the bot itself."""

    arrival: int
    ask: Ask
    listener: Listener
    deaths: int = 0
    errors: int = 0
    stopped: bool = False
    cancelled: bool = False
    place: int = 0


def in_order(waiting: Iterable[Job], running: Counter[str]) -> list[Job]:
    """The jobs as they would be taken: by urgency, then the visitor with the fewest searches, then by arrival.

    A visitor's second waiting job counts as if the first ran already, so that visitors take turns.
    """
    ahead = Counter(running)
    ranked = []
    for job in sorted(waiting, key=lambda job: (job.ask.urgency, job.arrival)):
        ranked.append((job.ask.urgency, ahead[job.ask.visitor] if job.ask.visitor else 0, job.arrival, job))
        ahead[job.ask.visitor] += 1
    ranked.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in ranked]


def may_run(job: Job, running: Counter[str], most: int) -> bool:
    """Whether the visitor has a search to spare."""
    return not job.ask.visitor or running[job.ask.visitor] < most
