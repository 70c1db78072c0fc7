"""Making a competition: key, new, set, add, admit, exclude, rename, choose, close, open, delete."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.commands._shared import Shown, Situation
from plyground.commands.event._common import ADMISSION, about_competition, open_store
from plyground.competitions import administration, ownership, registration
from plyground.competitions.rights import Rights
from plyground.competitions.running.competition_runner import run_lock
from plyground.competitions.settings import DECLARED
from plyground.competitions.store import Competition, CompetitionStore
from plyground.competitions.submissions import unpacking
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.options import Option
from plyground.core.settings import Settings

_OTHERWISE = {"final_waits": "final-at-once", "tie_break_places": "shared-places"}
"""What is written for a switch that is off."""


def _setting(option: Option) -> Callable[..., Any]:
    """A setting as it is declared, as an option of the command line."""
    name = f"--{option.name.replace('_', '-')}"
    if option.kind == "bool":
        return click.option(f"{name}/--{_OTHERWISE[option.name]}", option.name, default=None, help=option.help)
    kind = {"int": int, "float": float, "choice": click.Choice(option.choices)}[option.kind]
    return click.option(name, type=kind, help=option.help)


_changes = _shared.together(
    "changes",
    lambda **given: {name: value for name, value in given.items() if value is not None},
    click.option("--clock", metavar="BASE+INC", help="A bot's clock in the event, as 10+1 (the default)."),
    click.option("--ladder-clock", metavar="BASE+INC", help="The clock of validation and ladder; 2+0.1."),
    click.option("--bonus", metavar="TABLE", help="What places are worth, as 1=20,2=15,3-5=10,6-10=5."),
    click.option("--languages", metavar="LIST", help="What bots may be written in, as python,c; all without it."),
    *map(_setting, DECLARED),
)
_bot = click.argument("bot")


@_shared.command("key")
@click.option("--renew", is_flag=True, help="Make a new one; the old link opens nothing from now on.")
def key(renew: bool) -> Shown:
    """Print the teacher's link, with which competitions are run in the browser."""
    with open_store() as store:
        rights = Rights(store)
        found = rights.renew_teacher() if renew else rights.teacher_key
    path = f"/compete/teach#key={found}"
    public = Settings.from_environment().address.rstrip("/")
    here = f"{public or 'http://127.0.0.1:' + os.environ.get('PORT', '5000')}{path}"
    return {"key": found, "path": path}, f"{here}\nKeep it to yourself: who has it runs the competitions."


@_shared.command("new")
@click.argument("title")
@_shared.in_game
@_changes
@_shared.seed_option
def new(title: str, here: Situation, changes: dict[str, object], seed: int | None) -> Shown:
    """Make a competition called TITLE in GAME, open to bots."""
    with open_store() as store:
        made = administration.make(store, title, here.game.spec.id, here.options, changes, seed)
    data = {"id": made.id, "title": made.title, "game": made.game, "seed": made.chosen_seed}
    click.echo(f"Add bots with: plyground event add {made.id} BOT", err=True)
    return {**data, "settings": made.settings.as_json()}, made.id


@_shared.command("set")
@about_competition
@_changes
def set_(store: CompetitionStore, competition: Competition, changes: dict[str, object]) -> Shown:
    """Change settings, before the event begins."""
    settings = administration.change(store, competition.id, changes)
    return {"settings": settings.as_json()}, "Changed."


@_shared.command("add")
@about_competition
@_bot
@click.option("--alias", help="What everybody sees; without it a colour and an animal.")
@click.option("--name", help="The owner's name, for the teacher only unless --show-name.")
@click.option("--show-name", is_flag=True, help="Let everybody see the owner's name.")
@click.option("--version-of", metavar="BOT", help="Hand in a new version of this bot instead of a new one.")
@click.option("--command", "words", metavar="WORDS", help="How to start it, if not by its Python file.")
@click.option("--note", default="", help="What this version does better.")
@click.option("--admit", is_flag=True, help="Let it play without validation games.")
def add(
    store: CompetitionStore,
    competition: Competition,
    bot: str,
    alias: str | None,
    name: str | None,
    show_name: bool,
    version_of: str | None,
    words: str | None,
    note: str,
    admit: bool,
) -> Shown:
    """Add BOT: a source file, a zip, an executable, a folder, or one of our own bots such as minimax:budget=500."""
    given = unpacking.read(Path(bot)) if Path(bot).exists() else _built_in(bot, competition.game)
    command = shlex.split(words) if words else None
    if version_of is None:
        entry, version = registration.register_with(
            store, competition.id, given, alias, name, command=command, note=note
        )
    else:
        entry = store.entry(competition.id, version_of)
        version = registration.submit(store, entry, given, command, note)
    if show_name:
        store.set_name(entry.id, entry.name, True)
    if admit:
        store.set_admission(version.id, "admitted")
    now = store.versions(competition.id)[version.id]
    data = {"entry": entry.id, "alias": entry.alias, **now.as_json()}
    return data, f"{entry.alias}, version {now.number}: {ADMISSION[now.admission]}"


@_shared.command("admit")
@about_competition
@_bot
def admit(store: CompetitionStore, competition: Competition, bot: str) -> Shown:
    """Let the active version of BOT play, whatever its validation said."""
    entry = store.entry(competition.id, bot)
    version = administration.admit(store, competition.id, bot)
    return {"version": version.id, "admission": "admitted"}, f"{entry.alias} plays."


@_shared.command("exclude")
@about_competition
@_bot
@click.option("--undo", is_flag=True, help="Take it back.")
def exclude(store: CompetitionStore, competition: Competition, bot: str, undo: bool) -> Shown:
    """Keep BOT out with all its versions, before the event begins."""
    entry = administration.exclude(store, competition.id, bot, not undo)
    words = f"{entry.alias} is {'taken back' if undo else 'excluded'}."
    return {"entry": entry.id, "excluded": entry.excluded}, words


@_shared.command("rename")
@about_competition
@_bot
@click.argument("alias", required=False)
def rename(store: CompetitionStore, competition: Competition, bot: str, alias: str | None) -> Shown:
    """Show BOT under another ALIAS; under a colour and an animal if none is given."""
    entry = administration.rename_bot(store, competition.id, bot, alias)
    return {"entry": entry.id, "alias": entry.alias}, f"It is called {entry.alias}."


@_shared.command("choose")
@about_competition
@_bot
@click.argument("number", type=int)
def choose(store: CompetitionStore, competition: Competition, bot: str, number: int) -> Shown:
    """Let version NUMBER of BOT be the one that plays."""
    entry = store.entry(competition.id, bot)
    version = ownership.version(store, entry, number)
    store.set_active(entry.id, version.id)
    return {"entry": entry.id, "active": version.id}, f"{entry.alias} plays version {number}."


@_shared.command("close")
@about_competition
def close(store: CompetitionStore, competition: Competition) -> Shown:
    """Take no more bots."""
    administration.set_open(store, competition.id, False)
    return {"id": competition.id, "state": "closed"}, "Closed."


@_shared.command("open")
@about_competition
def open_(store: CompetitionStore, competition: Competition) -> Shown:
    """Take bots again."""
    administration.set_open(store, competition.id, True)
    return {"id": competition.id, "state": "open"}, "Open."


@_shared.command("delete")
@about_competition
@click.confirmation_option(prompt="Forget this competition with all its games?")
def delete(store: CompetitionStore, competition: Competition) -> Shown:
    """Forget a competition with its bots and games."""
    with run_lock(competition.id):
        registration.forget(store, competition.id)
    return {"id": competition.id}, f"{competition.title} is forgotten."


def _built_in(text: str, game_id: str) -> str:
    """The text of one of our own bots; raises a refusal that also says that no such file was found."""
    try:
        registry.parse_player(text, registry.game(game_id))
    except Refusal:
        if "/" in text or text.endswith((".py", ".zip")):
            raise _shared.UnreadableFile(f"There is no file {text}.") from None
        raise
    return text
