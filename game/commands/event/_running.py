"""Running a competition: run, final, resume, ladder, compare."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from plyground.commands import _shared
from plyground.commands._shared import Shown
from plyground.commands.event._common import about_competition, table
from plyground.competitions import counting, seasons
from plyground.competitions.running.competition_runner import (
    CompetitionRunner,
    broken_off,
    insist_begun,
    insist_final,
    run_lock,
)
from plyground.competitions.running.progress import Progress
from plyground.competitions.running.workers import GameWorkers
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.refusals import NoSuchEntry
from plyground.sandbox import probe

Where = dict[str, Any]
"""The number of ``workers``, the address of a ``scheduler``, and whether bots run ``unconfined``."""

_EVENT = "event"
"""How the right to run a competition is marked while its event is run."""

_where = _shared.together(
    "where",
    dict,
    click.option("--workers", type=int, help="Games at the same time; one for each core without it."),
    click.option("--scheduler", metavar="ADDRESS", help="Use the cluster of this dask scheduler."),
    click.option("--unconfined", is_flag=True, help="Run handed-in bots without a sandbox: only your own."),
)


@_shared.command("run")
@about_competition
@click.option(
    "--final/--no-final", default=None, help="Play the final too, or stop before it; as the event is set without."
)
@_where
def run(store: CompetitionStore, competition: Competition, final: bool | None, where: Where) -> Shown:
    """Validate new versions and play the event to its end; what was played already stays."""
    return _run(store, competition, final, where)


def _run(store: CompetitionStore, competition: Competition, final: bool | None, where: Where) -> Shown:
    with _running_alone(store, competition, _EVENT, **where) as runner:
        decided = runner.validate()
        over = runner.run_event(final)
    now = store.snapshot(competition.id)
    data = counting.standings(now)
    refused = {version.id: version.reason for version in decided if version.admission == "refused"}
    played = [{"id": game.id, "kind": game.kind, **(game.result or {})} for game in now.games]
    words = table(data, refused)
    if not over:
        words += f"\nThe final waits; begin it with: plyground event final {competition.id}"
    later = seasons.begin_next(store, now.competition, time.time()) if over else None
    if later is not None:
        words += f"\nThe next season has begun: {later.title}, {later.id}"
    data |= {"waits": not over, "next_season": None if later is None else later.id}
    return {"id": competition.id, **data, "refused": refused, "games": played}, words


@_shared.command("resume")
@about_competition
@_where
def resume(store: CompetitionStore, competition: Competition, where: Where) -> Shown:
    """Go on with an event that was interrupted, in its first games too."""
    first = store.games(competition.id, ["validation"])
    if all(game.result is not None for game in first) and not broken_off(competition.id):
        insist_begun(competition)
    return _run(store, competition, None, where)


@_shared.command("final")
@about_competition
@_where
def final(store: CompetitionStore, competition: Competition, where: Where) -> Shown:
    """Play the final of an event that stopped before it."""
    insist_final(store, competition.id)
    return _run(store, competition, True, where)


@_shared.command("ladder")
@about_competition
@click.option("--games", type=click.IntRange(1, 1000), default=20, show_default=True, help="Games for each version.")
@_where
def ladder(store: CompetitionStore, competition: Competition, games: int, where: Where) -> Shown:
    """Validate new versions and let those with few games play the ladder."""
    with _running_alone(store, competition, **where) as runner:
        runner.validate()
        played = runner.ladder(games)
    now = store.snapshot(competition.id, ["ladder"])
    rated = sorted(counting.ladder_ratings(now).items(), key=lambda item: -item[1].elo)
    rows = [
        {"name": now.names[one], "version": one, "number": now.versions[one].number, **rating.as_json()}
        for one, rating in rated
    ]
    lines = [f"{row['elo']:+6.0f} ±{row['elo_error']:4.0f} {row['games']:5}  {row['name']}" for row in rows]
    return {"ladder": rows, "played": played}, "\n".join(["   Elo     ± games  bot", *lines])


@_shared.command("compare")
@about_competition
@click.argument("bot")
@click.option("--new", type=int, help="The number of the new version; the latest without it.")
@click.option("--old", type=int, help="The number of the old version; the one before without it.")
@click.option("--games", type=click.IntRange(2, 100_000), default=400, show_default=True, help="At most so many.")
@click.option("--sprt", type=_shared.ELO_PAIR, default=(0.0, 30.0), show_default=True, metavar="ELO0 ELO1")
@_where
def compare(
    store: CompetitionStore,
    competition: Competition,
    bot: str,
    new: int | None,
    old: int | None,
    games: int,
    sprt: tuple[float, float],
    where: Where,
) -> Shown:
    """Play two versions of BOT against each other until it is clear whether the new one is better."""
    if sprt[0] >= sprt[1]:
        raise click.UsageError("The first figure of --sprt is the smaller.")
    entry = store.entry(competition.id, bot)
    numbers = {version.number: version.id for version in store.versions_of(entry.id)}
    new = max(numbers, default=0) if new is None else new
    old = new - 1 if old is None else old
    if new not in numbers or old not in numbers or new == old:
        raise NoSuchEntry(f"{entry.alias} has no two such versions; it has {len(numbers)}.")
    with _running_alone(store, competition, **where) as runner:
        found = runner.compare(numbers[new], numbers[old], games, *sprt)
    return {"new": new, "old": old, **found.as_json()}, found.sentence


@contextmanager
def _running_alone(
    store: CompetitionStore,
    competition: Competition,
    mark: str = "",
    *,
    workers: int | None,
    scheduler: str | None,
    unconfined: bool,
) -> Iterator[CompetitionRunner]:
    """A runner with workers and bars of progress; the competition is run by nobody else meanwhile (``run_lock``)."""
    uploads = any(version.bot["kind"] == "upload" for version in store.versions(competition.id).values())
    confinement = probe.choose().name if uploads and not unconfined else "none"
    bars = _shared.progress_bars("{task.fields[left]}", before="{task.description}")
    with run_lock(competition.id, mark), GameWorkers(workers, scheduler) as players, bars:
        known: dict[str, Any] = {}

        def tell(progress: Progress) -> None:
            if progress.phase not in known:
                known[progress.phase] = bars.add_task(progress.phase, left="")
            left = _duration(progress.seconds_left)
            bars.update(known[progress.phase], completed=progress.done, total=progress.total, left=left)

        yield CompetitionRunner(store, competition.id, players, confinement, tell)


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min left" if hours else f"{minutes} min {rest:02} s left"
