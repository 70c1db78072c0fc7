"""``games``: lists the games with their options, imports files of played games, and finds positions in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.core import folders
from plyground.core.options import Option
from plyground.core.picking import picked

_MOST_TOLD = 20
_folder_option = click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False), default=lambda: folders.data() / "library",
    show_default="library in the folder of data",
    help="Where libraries of played games lie.",
)  # fmt: skip


@click.group("games", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """List the games with their seats and options, and which games and bots are left out since they are broken.

    Its commands make a library of played games and look into it.
    """
    if context.invoked_subcommand is None:
        data, text = _all()
        click.echo(json.dumps(data, ensure_ascii=False) if as_json else text)
    return 0


@_shared.command("import")
@_shared.game_argument
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@_folder_option
def _import(game_id: str, files: tuple[Path, ...], folder: Path) -> _shared.Shown:
    """Import all games of these files, or of all files of a folder, as the library of GAME; the one before is replaced.

    What cannot be read or played is named and left out. WTHOR's files of names (.jou, .trn) name the players.
    """
    from plyground.core import registry
    from plyground.library.importing import holds_names, import_files

    game = registry.game(game_id)
    _shared.use_kernels()
    told: list[str] = []
    paths = [path for file in files for path in (sorted(file.rglob("*.*")) if file.is_dir() else [file])]
    paths.sort(key=lambda path: not holds_names(game, path))
    with _shared.progress_bars() as bars:
        kept = import_files(game, bars.track([path for path in paths if path.is_file()]), folder, told.append)
    lines = told[:_MOST_TOLD] + [f"… and {len(told) - _MOST_TOLD:,} more."] * (len(told) > _MOST_TOLD)
    lines.append(f"{len(kept):,} games are in the library of {game.spec.title}; {kept.left_out:,} were left out.")
    return {"game": game_id, "games": len(kept), "left_out": kept.left_out, "told": told}, "\n".join(lines)


@_shared.command("find")
@_shared.in_situation
@_folder_option
@click.option("--moves", default="", help="Moves made from there, with commas between.")
@click.option("--games", "most", default=10, show_default=True, help="How many of the games are listed.")
def _find(here: _shared.Situation, folder: Path, moves: str, most: int) -> _shared.Shown:
    """Say how often a position came up in the library of GAME, what was played there, and what came of it."""
    from plyground.library.store import Library, summary

    game = here.game
    library = Library(folder, game)
    _shared.use_kernels()
    position = game.replay(here.position, [each for each in moves.split(",") if each.strip()])[-1]
    found = library.find(position, here.options, max(0, most))
    data = summary(library, found)
    rows = [("all", data["count"]), *((each["move"], each) for each in data["moves"])]
    lines = [
        f"{name:>8}  {c['games']:>9,} games  {c['won']:>8,} won  {c['drawn']:>7,} drawn  {c['lost']:>8,} lost"
        for name, c in rows
    ]
    for listed in data["games"]:
        about = listed["about"]
        names = " – ".join(about.get(name, "?") for name in ("seat0", "seat1"))
        told = ", ".join(about[name] for name in ("event", "date", "result") if name in about)
        lines.append(f"{listed['number']:>8,}  after {listed['ply']} moves: {names}" + (f" ({told})" if told else ""))
    return data, "\n".join(lines)


command.add_command(_import)
command.add_command(_find)


def _all() -> _shared.Shown:
    from plyground.core import registry

    specs = [game.spec for game in registry.games().values()]
    data = {
        "games": [
            picked(spec, "id title summary seats seat_names records")
            | {"options": [option.as_json() for option in spec.options]}
            | {"presets": [picked(preset, "name title") | {"options": dict(preset.options)} for preset in spec.presets]}
            for spec in specs
        ],
        "left_out": registry.broken(),
    }
    return data, "\n\n".join([*(_lines(spec) for spec in specs), *registry.broken()])


def _lines(spec: Any) -> str:
    low, high = spec.seats
    seats = f"{low} seats" if low == high else f"{low} to {high} seats"
    lines = [f"{spec.id}: {spec.title}, {seats}. {spec.summary}"]
    lines += [describe(option) for option in spec.options]
    for preset in spec.presets:
        pairs = " ".join(f"--option {name}={value}" for name, value in preset.options.items())
        lines.append(f"  {preset.title}: {pairs or 'the defaults'}")
    return "\n".join(lines)


def describe(option: Option) -> str:
    """One line about an option: its name, what it may be, its default and help."""
    if option.kind == "choice":
        may_be = ", ".join(option.choices)
    elif option.kind == "bool":
        may_be = "true or false"
    elif option.kind == "text":
        may_be = "a text"
    else:
        may_be = option.range_text or "a number"
    default = str(option.default).lower() if option.kind == "bool" else option.default
    return f"  {option.name} ({may_be}; {default}): {option.help}"
