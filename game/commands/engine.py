"""``engine``: declares engines of others, tests them, and stops them."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from plyground.commands import _shared

if TYPE_CHECKING:
    from plyground.engines.declared import Engine

Told = tuple[dict[str, Any], str, int]
"""What a command gives, and its exit status."""

_name = click.argument("name", metavar="NAME")


@click.group("engine")
def command() -> None:
    """Let engines of others play: declare, test, enable and stop them.

    An engine is a bot as any other, by the NAME that you give it: an opponent, at a board that is watched, in matches
    and competitions.
    """


@_shared.command("add", context_settings={"ignore_unknown_options": False})
@_name
@click.option("--protocol", required=True, help="What it speaks; “plyground engine protocols” lists them.")
@click.option("--game", "games", multiple=True, metavar="GAME", help="A game it plays; all of its protocol if none.")
@click.option("--title", default="", help="What people read.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option to set in the engine.")
@click.option(
    "--seconds", type=_shared.SECONDS, default=1.0, show_default=True, help="Seconds a move where there is no clock."
)
@click.option("--address", default="", metavar="HOST:PORT", help="Where it answers, instead of a command.")
@click.option("--folder", type=click.Path(file_okay=False, exists=True), help="Where it is started.")
@click.option("--confined", is_flag=True, help="Run it in the sandbox of handed-in bots.")
@click.option("--memory", type=int, default=1024, show_default=True, help="Megabytes it may have in the sandbox.")
@click.option("--may-ponder", is_flag=True, help="Let it think in its opponent's time.")
@click.option("--untested", is_flag=True, help="Do not test it now.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND...]")
def add(
    name: str, protocol: str, games: tuple[str, ...], options: tuple[str, ...], untested: bool, may_ponder: bool,
    words: tuple[str, ...], folder: str | None, **given: Any,
) -> Told:  # fmt: skip
    """Declare an engine, and test it.

    plyground engine add tiltak --protocol tei -- ./tiltak
    """
    from plyground.core import registry
    from plyground.core.errors import BadOption
    from plyground.core.options import parse_pairs
    from plyground.engines import declared, finding

    if name in registry.own_bots():
        raise BadOption(f"There is a bot called “{name}” already; give the engine another name.")
    chosen = list(games) or finding.games_of(protocol)
    for game_id in chosen:
        finding.protocol(game_id, protocol)
    command_words = list(words)
    if words:
        inside = os.path.join(folder or os.curdir, words[0])
        found = shutil.which(inside) or shutil.which(words[0])
        if found is None:
            raise BadOption(f"There is no program “{words[0]}”.")
        command_words[0] = os.path.abspath(found)
    told = {
        **given,
        "protocol": protocol,
        "games": chosen,
        "command": command_words,
        "folder": os.path.abspath(folder) if folder else "",
        "options": parse_pairs(",".join(options)),
        "paused": not may_ponder,
    }
    engine = declared.read(name, told)
    declared.engines().save(engine)
    text = f"{engine.title} is declared in {declared.engines().folder / (name + '.json')}."
    if untested:
        return _told(engine, text)
    data, tested, _unused = _test(engine, 3)
    return data, f"{text}\n{tested}", 0


@_shared.command("test")
@_name
@click.option("--games", type=click.IntRange(1, 1000), default=3, show_default=True, help="Games to play.")
def test(name: str, games: int) -> Told:
    """Greet an engine, play short games with it, and write down what it can do. Exit status 1 if it fails."""
    from plyground.engines import declared

    return _test(declared.engines().find(name), games)


def _test(engine: Engine, games: int) -> Told:
    from plyground.core import compiled_calls
    from plyground.engines import declared, examining

    compiled_calls.use_compiled(True)
    found = examining.examine(engine, games, lambda line: click.echo(f"  {line} …", err=True))
    tested = replace(engine, tested=found.as_json(engine))
    declared.engines().save(tested)
    return _told(tested, found.sentence(engine), int(bool(found.faults)))


def _told(engine: Engine, text: str, status: int = 0) -> Told:
    return _row(engine), text, status


def _row(engine: Engine) -> dict[str, Any]:
    return {"id": engine.id, **engine.as_json()}


@_shared.command("list")
def listed() -> _shared.Shown:
    """List the engines, whether they are enabled, and what their last test said."""
    from plyground.engines import declared

    known = declared.engines()
    rows = [_row(each) for each in known.all().values()]
    lines = [_line(each) for each in known.all().values()] + list(known.broken.values())
    return {"engines": rows, "broken": known.broken}, "\n".join(lines) or "No engines are declared."


def _line(engine: Engine) -> str:
    where = " ".join(engine.command) or engine.address
    state = "" if engine.enabled else " (stopped)"
    tested = engine.tested.get("sentence", "not tested yet")
    return f"{engine.id}{state}: {engine.protocol}, {', '.join(engine.games)}; {where}\n  {tested}"


@_shared.command("protocols")
def protocols() -> _shared.Shown:
    """List the protocols of each game."""
    from plyground.core import registry
    from plyground.engines import finding

    found = {game_id: list(finding.protocols(game_id)) for game_id in registry.games()}
    return {"protocols": found}, "\n".join(f"{game_id}: {', '.join(names)}" for game_id, names in found.items())


@_shared.command("remove")
@_name
def remove(name: str) -> _shared.Shown:
    """Forget an engine."""
    from plyground.engines import declared

    declared.engines().remove(name)
    return {"id": name}, f"{name} is no longer declared."


def _switch(enabled: bool) -> click.Command:
    word = "enable" if enabled else "stop"

    @_shared.command(word, help=f"{word.capitalize()} an engine{'' if enabled else '; it stays declared'}.")
    @_name
    def switch(name: str) -> Told:
        from plyground.engines import declared

        engine = replace(declared.engines().find(name), enabled=enabled)
        declared.engines().save(engine)
        return _told(engine, f"{name} is {'enabled' if enabled else 'stopped'}.")

    return switch


for each in (add, test, listed, protocols, remove, _switch(True), _switch(False)):
    command.add_command(each)
