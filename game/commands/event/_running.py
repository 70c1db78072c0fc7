"""Running a competition: run, final, resume, ladder, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from plyground.commands import _shared
from plyground.commands.event import _common as common

if TYPE_CHECKING:
    from plyground.competitions.running.progress import Progress
    from plyground.competitions.store import CompetitionStore


def _worker_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--unconfined", is_flag=True, help="Run handed-in bots without a sandbox: only your own."),
        click.option("--scheduler", metavar="ADDRESS", help="Use the cluster of this dask scheduler."),
        click.option("--workers", type=int, help="Games at the same time; one for each core without it."),
    ):
        function = option(function)
    return function


_final_option = click.option(
    "--final/--no-final", default=None, help="Play the final too, or stop before it; as the event is set without."
)


@click.command("run")
@common.competition_argument
@_final_option
@_worker_options
@_shared.json_option
def run(
    competition_id: str,
    final: bool | None,
    workers: int | None,
    scheduler: str | None,
    unconfined: bool,
    as_json: bool,
) -> None:
    """Validate new versions and play the event to its end; what was played already stays."""
    _run(competition_id, workers, scheduler, unconfined, as_json, final)


@click.command("resume")
@common.competition_argument
@_worker_options
@_shared.json_option
def resume(competition_id: str, workers: int | None, scheduler: str | None, unconfined: bool, as_json: bool) -> None:
    """Go on with an event that was interrupted."""
    from plyground.competitions.running.competition_runner import insist_begun

    with common.store() as store:
        insist_begun(store.get(competition_id))
    _run(competition_id, workers, scheduler, unconfined, as_json)


@click.command("final")
@common.competition_argument
@_worker_options
@_shared.json_option
def final(competition_id: str, workers: int | None, scheduler: str | None, unconfined: bool, as_json: bool) -> None:
    """Play the final of an event that stopped before it."""
    from plyground.competitions.running.competition_runner import insist_final

    with common.store() as store:
        insist_final(store, competition_id)
    _run(competition_id, workers, scheduler, unconfined, as_json, final=True)


def _run(
    competition_id: str,
    workers: int | None,
    scheduler: str | None,
    unconfined: bool,
    as_json: bool,
    final: bool | None = None,
) -> None:
    from plyground.competitions import counting

    with common.store() as store, _running_alone(store, competition_id, workers, scheduler, unconfined) as runner:
        decided = runner.validate()
        over = runner.run_event(final)
        found = store.get(competition_id)
        games = store.games(found.id)
        data = counting.standings(found, store.entries(found.id), store.versions(found.id), games)
    refused = {version.id: version.reason for version in decided if version.admission == "refused"}
    played = [{"id": game.id, "kind": game.kind, **(game.result or {})} for game in games]
    words = common.table(data, refused)
    if not over:
        words += f"\nThe final waits; begin it with: plyground event final {found.id}"
    _shared.show({"id": found.id, **data, "waits": not over, "refused": refused, "games": played}, words, as_json)


@click.command("ladder")
@common.competition_argument
@click.option("--games", type=click.IntRange(1, 1000), default=20, show_default=True, help="Games for each version.")
@_worker_options
@_shared.json_option
def ladder(
    competition_id: str, games: int, workers: int | None, scheduler: str | None, unconfined: bool, as_json: bool
) -> None:
    """Validate new versions and let those with few games play the ladder."""
    from plyground.competitions import counting

    with common.store() as store, _running_alone(store, competition_id, workers, scheduler, unconfined) as runner:
        runner.validate()
        played = runner.ladder(games)
        entries, versions = store.entries(competition_id), store.versions(competition_id)
        rated = counting.ladder_ratings(entries, versions, store.games(competition_id))
    names = {entry.id: entry.shown_name for entry in entries}
    rows = [
        {"name": names[versions[one].entry], "version": one, "number": versions[one].number, **rating.as_json()}
        for one, rating in sorted(rated.items(), key=lambda item: -item[1].elo)
    ]
    lines = [f"{row['elo']:+6.0f} ±{row['elo_error']:4.0f} {row['games']:5}  {row['name']}" for row in rows]
    _shared.show({"ladder": rows, "played": played}, "\n".join(["   Elo     ± games  bot", *lines]), as_json)


@click.command("compare")
@common.competition_argument
@click.argument("bot")
@click.option("--new", "new_number", type=int, help="The number of the new version; the latest without it.")
@click.option("--old", "old_number", type=int, help="The number of the old version; the one before without it.")
@click.option("--games", type=click.IntRange(2, 100_000), default=400, show_default=True, help="At most so many.")
@click.option("--sprt", type=(float, float), default=(0.0, 30.0), show_default=True, metavar="ELO0 ELO1")
@_worker_options
@_shared.json_option
def compare(
    competition_id: str,
    bot: str,
    new_number: int | None,
    old_number: int | None,
    games: int,
    sprt: tuple[float, float],
    workers: int | None,
    scheduler: str | None,
    unconfined: bool,
    as_json: bool,
) -> None:
    """Play two versions of BOT against each other until it is clear whether the new one is better."""
    from plyground.core.refusals import NoSuchEntry

    if sprt[0] >= sprt[1]:
        raise click.UsageError("The first figure of --sprt is the smaller.")
    with common.store() as store:
        entry = store.entry(competition_id, bot)
        numbers = {each.number: each.id for each in store.versions(competition_id).values() if each.entry == entry.id}
        new_number = max(numbers, default=0) if new_number is None else new_number
        old_number = new_number - 1 if old_number is None else old_number
        if new_number not in numbers or old_number not in numbers or new_number == old_number:
            raise NoSuchEntry(f"{entry.alias} has no two such versions; it has {len(numbers)}.")
        with _running_alone(store, competition_id, workers, scheduler, unconfined) as runner:
            found = runner.compare(numbers[new_number], numbers[old_number], games, *sprt)
    _shared.show({"new": new_number, "old": old_number, **found.as_json()}, found.sentence, as_json)


@contextmanager
def _running_alone(
    store: CompetitionStore, competition_id: str, workers: int | None, scheduler: str | None, unconfined: bool
) -> Iterator[Any]:
    """A runner with workers and progress; the competition is run by nobody else meanwhile."""
    from plyground.competitions.running.competition_runner import CompetitionRunner, run_lock
    from plyground.competitions.running.workers import GameWorkers

    found = store.get(competition_id)
    uploads = any(version.bot["kind"] == "upload" for version in store.versions(found.id).values())
    name = _confinement(unconfined) if uploads else "none"
    with run_lock(found.id), GameWorkers(workers, scheduler) as players, _progress() as tell:
        yield CompetitionRunner(store, found.id, players, name, tell)


def _confinement(unconfined: bool) -> str:
    """The sandbox that was seen to hold here; raises ``NoSandbox``."""
    if unconfined:
        return "none"
    from plyground.competitions.sandbox import probe

    return probe.choose().name


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """Bars on stderr with the estimate of the end, where somebody sees them."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    with Bars(*columns, console=console, disable=not console.is_terminal, transient=True) as bars:
        known: dict[str, Any] = {}

        def tell(progress: Progress) -> None:
            if progress.phase not in known:
                known[progress.phase] = bars.add_task(progress.phase, left="")
            left = _duration(progress.seconds_left)
            bars.update(known[progress.phase], completed=progress.done, total=progress.total, left=left)

        yield tell


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min left" if hours else f"{minutes} min {rest:02} s left"


COMMANDS = (run, final, resume, ladder, compare)
