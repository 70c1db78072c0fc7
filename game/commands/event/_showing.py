"""Looking at a competition: list, show, standings, game, export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.commands import _shared
from plyground.commands.event import _common as common

if TYPE_CHECKING:
    from plyground.competitions.store import Competition, Entry, Version


@click.command("list")
@_shared.json_option
def list_(as_json: bool) -> None:
    """List all competitions, with the megabytes that their games take."""
    with common.store() as store:
        found, used = store.all(), store.used()
    rows = [
        {
            "id": each.id,
            "title": each.title,
            "game": each.game,
            "state": each.state,
            "megabytes": round(used.get(each.id, 0) / 1e6, 1),
        }
        for each in found
    ]
    text = "\n".join(
        f"{row['id']}  {row['state']:8}  {row['game']:8}  {row['megabytes']:7.1f} MB  {row['title']}" for row in rows
    )
    _shared.show({"competitions": rows}, text or "There is no competition yet.", as_json)


@click.command("show")
@common.competition_argument
@_shared.json_option
def show(competition_id: str, as_json: bool) -> None:
    """Show settings, bots with their versions, and how far the event is."""
    from plyground.competitions.running.schedule import expected_games

    with common.store() as store:
        competition = store.get(competition_id)
        entries, versions = store.entries(competition.id), store.versions(competition.id)
        games = store.games(competition.id, ["event", "final"])
    played = sum(game.result is not None for game in games)
    total = max(expected_games(competition, len(competition.field)), len(games)) if competition.field else None
    bots = [
        {"alias": entry.alias, "name": entry.name, "id": entry.id, "active": entry.active, "versions": own}
        for entry in entries
        for own in [[version.as_json() for version in versions.values() if version.entry == entry.id]]
    ]
    data = {
        "id": competition.id,
        "title": competition.title,
        "game": competition.game,
        "options": dict(competition.options),
        "state": competition.state,
        "seed": competition.seed,
        "settings": competition.settings.as_json(),
        "bots": bots,
        "games": {"played": played, "total": total},
    }
    _shared.show(data, _description(competition, entries, versions, played, total), as_json)


@click.command("standings")
@common.competition_argument
@_shared.json_option
def standings(competition_id: str, as_json: bool) -> None:
    """The table as it stands, also in the middle of the event."""
    from plyground.competitions import counting
    from plyground.competitions.running.competition_runner import insist_begun

    with common.store() as store:
        found = store.get(competition_id)
        insist_begun(found)
        games = store.games(found.id)
        data = counting.standings(found, store.entries(found.id), store.versions(found.id), games)
    played = sum(game.result is not None for game in games if game.kind in ("event", "final"))
    _shared.show({"id": found.id, "state": found.state, "games": played, **data}, common.table(data, {}), as_json)


@click.command("game")
@click.argument("match_id", metavar="GAME")
@_shared.json_option
def game(match_id: str, as_json: bool) -> None:
    """All that is kept of one game of a competition: its task, moves, times, verdicts and logs."""
    with common.store() as store:
        competition, found, task, record = store.game(match_id)
    data = {"competition": competition, "id": found.id, "kind": found.kind, "task": task, "record": record}
    _shared.show(data, json.dumps(data, ensure_ascii=False, indent=1), as_json)


@click.command("export")
@common.competition_argument
@click.option("--to", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True)
@click.option(
    "--table", type=click.Choice(["standings", "games", "cross_table"]), default="standings", help="Which one as CSV."
)
@click.option("--real-names", is_flag=True, help="With the owners' names, though they are not shown.")
@click.option("--logs", is_flag=True, help="With what the bots wrote, which is their authors' alone.")
@click.option("--file", "file_name", metavar="FILE", help="Write to this file instead of stdout.")
def export(competition_id: str, form: str, table: str, real_names: bool, logs: bool, file_name: str | None) -> None:
    """Write tables as CSV, or everything as JSON."""
    from plyground.competitions.presentation.export import as_csv, as_json

    with common.store() as store:
        if form == "csv":
            text = as_csv(store, competition_id, table, real_names)
        else:
            data = as_json(store, competition_id, real_names, logs)
            text = json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"
    if file_name is None:
        click.echo(text, nl=False)
        return
    try:
        Path(file_name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _shared.UnreadableFile(f"{file_name} cannot be written: {error.strerror}.") from None


def _description(
    competition: Competition,
    entries: list[Entry],
    versions: dict[str, Version],
    played: int,
    total: int | None,
) -> str:
    lines = [f"{competition.title} ({competition.game}, {competition.state})"]
    if total is not None:
        lines.append(f"{played} of {total} games played")
    for entry in entries:
        version = versions.get(entry.active or "")
        words = (
            "no version yet" if version is None else f"version {version.number}, {common.ADMISSION[version.admission]}"
        )
        reason = f": {version.reason}" if version is not None and version.reason else ""
        lines.append(f"  {entry.alias:20} {words}{reason}")
    return "\n".join(lines)


COMMANDS = (list_, show, standings, game, export)
