"""Making a competition: key, new, set, add, admit, exclude, rename, choose, close, open, delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.commands.event import _common as common
from plyground.core.errors import Refusal


def _setting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(
        (
            click.option("--clock", metavar="BASE+INC", help="A bot's clock in the event, as 10+1 (the default)."),
            click.option("--ladder-clock", metavar="BASE+INC", help="The clock of validation and ladder; 2+0.1."),
            click.option("--pairing", type=click.Choice(["double", "swiss"]), help="Everybody both ways, or Swiss."),
            click.option("--times", type=int, help="How often everybody meets everybody both ways."),
            click.option("--rounds", type=int, help="Swiss rounds; 0: as many as the field needs."),
            click.option("--tables", type=int, help="Games for more than two: tables for each bot; 0: all there are."),
            click.option("--final", type=int, help="How many of the best play a final bracket; 0: none."),
            click.option("--final-games", type=int, help="Games of a match of the final, an even number."),
            click.option("--final-waits/--final-at-once", default=None, help="Stop before the final."),
            click.option("--final-pace", type=float, metavar="S", help="Seconds between moves in the final, to watch."),
            click.option("--openings", type=int, help="Random plies that begin each pair of games."),
            click.option("--most-moves", type=int, help="Moves after which a game is drawn; 0: never."),
            click.option("--bonus", metavar="TABLE", help="What places are worth, as 1=20,2=15,3-5=10,6-10=5."),
            click.option("--table-points", type=click.Choice(["places", "pairs"]), help="Points at tables of several."),
            click.option("--tie-break-places/--shared-places", default=None, help="Let the tie-break decide places."),
            click.option("--memory", type=int, metavar="MB", help="Memory that a bot may have."),
        )
    ):
        function = option(function)
    return function


@click.command("new")
@click.argument("title")
@_shared.game_argument
@click.option("--option", "option_texts", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@_setting_options
@_shared.seed_option
@_shared.json_option
def new(title: str, game_id: str, option_texts: tuple[str, ...], seed: int | None, as_json: bool, **given: Any) -> None:
    """Make a competition called TITLE in GAME, open to bots."""
    from plyground.competitions import administration

    here = _shared.read_situation(game_id, option_texts)
    with common.store() as store:
        made = administration.make(store, title, game_id, here.options, _settings(given), seed)
    settings = made.settings
    data = {"id": made.id, "title": made.title, "game": made.game, "seed": made.seed, "settings": settings.as_json()}
    _shared.show(data, f"{made.id}\nAdd bots with: plyground event add {made.id} BOT", as_json)


@click.command("set")
@common.competition_argument
@_setting_options
@_shared.json_option
def set_(competition_id: str, as_json: bool, **given: Any) -> None:
    """Change settings, before the event begins."""
    from plyground.competitions import administration

    with common.store() as store:
        settings = administration.change(store, competition_id, _settings(given))
    _shared.show({"settings": settings.as_json()}, "Changed.", as_json)


@click.command("add")
@common.competition_argument
@click.argument("bot")
@click.option("--alias", help="What everybody sees; without it a colour and an animal.")
@click.option("--name", help="The owner's name, for the teacher only unless --show-name.")
@click.option("--show-name", is_flag=True, help="Let everybody see the owner's name.")
@click.option("--version-of", metavar="BOT", help="Hand in a new version of this bot instead of a new one.")
@click.option("--command", "words", metavar="WORDS", help="How to start it, if not by its Python file.")
@click.option("--note", default="", help="What this version does better.")
@click.option("--admit", is_flag=True, help="Let it play without validation games.")
@_shared.json_option
def add(
    competition_id: str,
    bot: str,
    alias: str | None,
    name: str | None,
    show_name: bool,
    version_of: str | None,
    words: str | None,
    note: str,
    admit: bool,
    as_json: bool,
) -> None:
    """Add BOT: a Python file, a zip, an executable, a folder, or one of our own bots such as minimax:budget=500."""
    import shlex

    from plyground.competitions import registration
    from plyground.competitions.submissions import unpacking

    with common.store() as store:
        competition = store.get(competition_id)
        given = unpacking.read(Path(bot)) if Path(bot).exists() else None
        if given is None:
            _insist_bot(bot, competition.game)
        command_words = shlex.split(words) if words else None
        if version_of is None:
            first = bot if given is None else given
            entry, version = registration.register_with(
                store, competition.id, first, alias, name, command=command_words, note=note
            )
        else:
            entry = store.entry(competition.id, version_of)
            version = (
                registration.submit_built_in(store, entry, bot, note)
                if given is None
                else registration.submit_files(store, entry, given, command_words, note)
            )
        if show_name:
            store.set_name(entry.id, entry.name, True)
        if admit:
            store.set_admission(version.id, "admitted")
        now = store.versions(competition.id)[version.id]
    data = {"entry": entry.id, "alias": entry.alias, **now.as_json()}
    _shared.show(data, f"{entry.alias}, version {now.number}: {common.ADMISSION[now.admission]}", as_json)


@click.command("admit")
@common.competition_argument
@click.argument("bot")
@_shared.json_option
def admit(competition_id: str, bot: str, as_json: bool) -> None:
    """Let the active version of BOT play, whatever its validation said."""
    from plyground.competitions import administration

    with common.store() as store:
        entry = store.entry(competition_id, bot)
        version = administration.admit(store, competition_id, bot)
    _shared.show({"version": version.id, "admission": "admitted"}, f"{entry.alias} plays.", as_json)


@click.command("exclude")
@common.competition_argument
@click.argument("bot")
@click.option("--undo", is_flag=True, help="Take it back.")
@_shared.json_option
def exclude(competition_id: str, bot: str, undo: bool, as_json: bool) -> None:
    """Keep BOT out with all its versions, before the event begins."""
    from plyground.competitions import administration

    with common.store() as store:
        entry = administration.exclude(store, competition_id, bot, not undo)
    words = f"{entry.alias} is {'taken back' if undo else 'excluded'}."
    _shared.show({"entry": entry.id, "excluded": entry.excluded}, words, as_json)


@click.command("rename")
@common.competition_argument
@click.argument("bot")
@click.argument("alias", required=False)
@_shared.json_option
def rename(competition_id: str, bot: str, alias: str | None, as_json: bool) -> None:
    """Show BOT under another ALIAS; under a colour and an animal if none is given."""
    from plyground.competitions import administration

    with common.store() as store:
        entry = administration.rename_bot(store, competition_id, bot, alias)
    _shared.show({"entry": entry.id, "alias": entry.alias}, f"It is called {entry.alias}.", as_json)


@click.command("choose")
@common.competition_argument
@click.argument("bot")
@click.argument("number", type=int)
@_shared.json_option
def choose(competition_id: str, bot: str, number: int, as_json: bool) -> None:
    """Let version NUMBER of BOT be the one that plays."""
    from plyground.core.refusals import NoSuchEntry

    with common.store() as store:
        entry = store.entry(competition_id, bot)
        found = [
            version
            for version in store.versions(competition_id).values()
            if version.entry == entry.id and version.number == number
        ]
        if not found:
            raise NoSuchEntry(f"{entry.alias} has no version {number}.")
        store.set_active(entry.id, found[0].id)
    _shared.show({"entry": entry.id, "active": found[0].id}, f"{entry.alias} plays version {number}.", as_json)


@click.command("close")
@common.competition_argument
@_shared.json_option
def close(competition_id: str, as_json: bool) -> None:
    """Take no more bots."""
    _open_or_close(competition_id, False, as_json)


@click.command("open")
@common.competition_argument
@_shared.json_option
def open_(competition_id: str, as_json: bool) -> None:
    """Take bots again."""
    _open_or_close(competition_id, True, as_json)


def _open_or_close(competition_id: str, is_open: bool, as_json: bool) -> None:
    from plyground.competitions import administration

    with common.store() as store:
        found = store.get(competition_id)
        administration.set_open(store, found.id, is_open)
    _shared.show({"id": found.id, "state": "open" if is_open else "closed"}, "Open." if is_open else "Closed.", as_json)


@click.command("delete")
@common.competition_argument
@click.confirmation_option(prompt="Forget this competition with all its games?")
def delete(competition_id: str) -> None:
    """Forget a competition with its bots and games."""
    from plyground.competitions import registration
    from plyground.competitions.running.competition_runner import run_lock

    with common.store() as store:
        found = store.get(competition_id)
        with run_lock(found.id):
            registration.forget(store, found.id)


@click.command("key")
@click.option("--renew", is_flag=True, help="Make a new one; the old link opens nothing from now on.")
@_shared.json_option
def key(renew: bool, as_json: bool) -> None:
    """Print the teacher's link, with which competitions are run in the browser."""
    import os

    from plyground.competitions.rights import Rights

    with common.store() as store:
        rights = Rights(store)
        found = rights.renew_teacher() if renew else rights.teacher_key
    path = f"/compete/teach#key={found}"
    here = f"http://127.0.0.1:{os.environ.get('PORT', '5000')}{path}"
    _shared.show(
        {"key": found, "path": path}, f"{here}\nKeep it to yourself: who has it runs the competitions.", as_json
    )


def _settings(given: dict[str, Any]) -> dict[str, object]:
    """The settings that were given."""
    return {name: value for name, value in given.items() if value is not None}


def _insist_bot(text: str, game_id: str) -> None:
    """Raise a refusal that also says that no such file was found."""
    from plyground.core import registry

    try:
        registry.parse_player(text, registry.game(game_id))
    except Refusal as refusal:
        if "/" in text or text.endswith((".py", ".zip")):
            raise _shared.UnreadableFile(f"There is no file {text}.") from None
        raise refusal


COMMANDS = (key, new, set_, add, admit, exclude, rename, choose, close, open_, delete)
