"""Looking at a competition: list, show, standings, game, export, verify."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.commands._shared import Shown
from plyground.commands.event._common import ADMISSION, about_competition, open_store, table
from plyground.competitions import counting
from plyground.competitions.presentation import export as exporting
from plyground.competitions.presentation.verifying import MOST_PROBLEMS, verified
from plyground.competitions.running.competition_runner import insist_begun
from plyground.competitions.running.schedule import expected_games
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.picking import picked


@_shared.command("list")
def list_() -> Shown:
    """List all competitions, with the megabytes that their games take."""
    with open_store() as store:
        found, used = store.all(), store.used()
    rows = [picked(each, "id title game state") | {"megabytes": round(used.get(each.id, 0) / 1e6, 1)} for each in found]
    lines = [
        f"{row['id']}  {row['state']:8}  {row['game']:8}  {row['megabytes']:7.1f} MB  {row['title']}" for row in rows
    ]
    return {"competitions": rows}, "\n".join(lines) or "There is no competition yet."


@_shared.command("show")
@about_competition
def show(store: CompetitionStore, competition: Competition) -> Shown:
    """Show settings, bots with their versions, and how far the event is."""
    now = store.snapshot(competition.id, ["event", "final"])
    played = sum(game.result is not None for game in now.games)
    total = max(expected_games(competition, len(now.field)), len(now.games)) if now.field else None
    bots = [
        picked(entry, "alias name id active") | {"versions": [version.as_json() for version in now.own(entry)]}
        for entry in now.entries
    ]
    lines = [f"{competition.title} ({competition.game}, {competition.state})"]
    if total is not None:
        lines.append(f"{played} of {total} games played")
    for entry in now.entries:
        version = now.versions.get(entry.active or "")
        words = f"version {version.number}, {ADMISSION[version.admission]}" if version else "no version yet"
        reason = f": {version.reason}" if version is not None and version.reason else ""
        lines.append(f"  {entry.alias:20} {words}{reason}")
    return {**competition.as_json(), "bots": bots, "games": {"played": played, "total": total}}, "\n".join(lines)


@_shared.command("standings")
@about_competition
def standings(store: CompetitionStore, competition: Competition) -> Shown:
    """The table as it stands, also in the middle of the event."""
    insist_begun(competition)
    now = store.snapshot(competition.id)
    data = counting.standings(now)
    played = sum(game.result is not None for game in now.games if game.kind in ("event", "final"))
    return {"id": competition.id, "state": competition.state, "games": played, **data}, table(data, {})


@_shared.command("game")
@click.argument("match_id", metavar="GAME")
def game(match_id: str) -> Shown:
    """All that is kept of one game of a competition: its task, moves, times, verdicts and logs."""
    with open_store() as store:
        competition, found, task, record = store.game(match_id)
    data = {"competition": competition, "id": found.id, "kind": found.kind, "task": task, "record": record}
    return data, json.dumps(data, ensure_ascii=False, indent=1)


@click.command("export")
@about_competition
@click.option("--to", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True)
@click.option("--table", "which", type=click.Choice(exporting.TABLES), default="standings", help="Which one as CSV.")
@click.option("--real-names", is_flag=True, help="With the owners' names, though they are not shown.")
@click.option("--logs", is_flag=True, help="With what the bots wrote, which is their authors' alone.")
@click.option("--file", "file_name", metavar="FILE", help="Write to this file instead of stdout.")
def export(
    store: CompetitionStore,
    competition: Competition,
    form: str,
    which: str,
    real_names: bool,
    logs: bool,
    file_name: str | None,
) -> None:
    """Write tables as CSV, or everything as JSON."""
    if form == "csv":
        text = exporting.as_csv(store, competition.id, which, real_names)
    else:
        data = exporting.as_json(store, competition.id, real_names, logs)
        text = json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"
    if file_name is None:
        click.echo(text, nl=False)
        return
    try:
        Path(file_name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _shared.UnreadableFile(f"{file_name} cannot be written: {error.strerror}.") from None


@_shared.command("verify")
@click.argument("file_name", metavar="EXPORT")
@click.option("--key", default="", metavar="FINGERPRINT", help="The key that the server shows on its page.")
def verify(file_name: str, key: str) -> tuple[dict[str, Any], str, int]:
    """Check what “event export” wrote, also that of another server: the signature, that seeds are those promised,
    openings, pairing, moves, results, table, badges, tie-breaks, ratings and final. Exit status 1 if anything is wrong.
    """
    try:
        data = json.loads(Path(file_name).read_text(encoding="utf-8"))
    except OSError as error:
        raise _shared.UnreadableFile(f"{file_name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise _shared.UnreadableFile(f"{file_name} is no JSON file.") from None
    found = verified(data, key)
    problems = found.problems[:MOST_PROBLEMS]
    lines = [f"Checked: {', '.join(f'{what} {count:,}' for what, count in found.checked.items()) or 'nothing'}."]
    if found.signed_by:
        lines.append(f"Signed by the key {found.signed_by}{'' if key else ', which its server shows on its page'}.")
    lines += problems
    if len(found.problems) > len(problems):
        lines.append(f"… and {len(found.problems) - len(problems):,} more.")
    lines.append("Something is wrong." if problems else "Everything is as it should be.")
    shown = {"sound": not problems, "checked": found.checked, "signed_by": found.signed_by or None}
    return {**shown, "problems": problems}, "\n".join(lines), int(bool(problems))
