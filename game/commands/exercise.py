"""``exercise``: the exercises in code, checked on the command line as in the browser."""

from __future__ import annotations

import json
from typing import Any

import click

from plyground.commands import _shared


@click.group("exercise")
def command() -> None:
    """Searches to write oneself: list the exercises, begin one, have a file checked."""


@_shared.command("list")
@_shared.game_argument
def list_(game_id: str) -> _shared.Shown:
    """Name the exercises of GAME."""
    from plyground.core import registry
    from plyground.exercises import asking

    found = asking.listed(registry.game(game_id))
    return {"exercises": found}, "\n".join(
        f"{each['id']:20} {each['minutes']:3} min  {each['title']}" for each in found
    )


@_shared.command("begin")
@click.argument("exercise_id", metavar="EXERCISE")
@click.argument("game_id", metavar="[GAME]", default="")
def begin(exercise_id: str, game_id: str) -> _shared.Shown:
    """Print what EXERCISE asks for, and the head of the function. GAME is needed for one of a game's own."""
    from plyground.core import registry
    from plyground.exercises import catalogue

    found = catalogue.exercise(exercise_id, registry.game(game_id) if game_id else None)
    return {"text": found.text, "template": found.template}, f"# {found.text}\n\n{found.template}"


@_shared.command("check")
@click.argument("file")
@click.argument("exercise_id", metavar="EXERCISE")
@_shared.game_argument
def check(file: str, exercise_id: str, game_id: str) -> tuple[dict[str, Any], str, int]:
    """Run FILE in the sandbox and say where its search first goes wrong. The exit status is 0 if all is
    right, else 1."""
    from plyground.competitions.trials import MOST_SOURCE
    from plyground.core import registry
    from plyground.exercises import asking, catalogue
    from plyground.sandbox.probe import choose

    catalogue.exercise(exercise_id, registry.game(game_id))
    found = asking.worded(asking.checked(exercise_id, game_id, _shared.read_text(file, MOST_SOURCE), choose().name))
    lines = []
    for number, each in enumerate(found["checks"], 1):
        verdict = "right" if each["passed"] else f"line {each['line']}: {each['sentence']}"
        looked = (_some(each["depth"], "ply", "plies"), _some(each["entered"], "node", "nodes"))
        size = ", ".join(("", *looked)) if each["entered"] else ""
        lines.append(f"{number} of {found['all']}{size}: {verdict}")
    del found["shown"]
    return found, "\n".join(lines), int(not found["passed"])


@_shared.command("notebook")
@_shared.game_argument
@click.argument("exercise_ids", metavar="[EXERCISE]...", nargs=-1)
def notebook(game_id: str, exercise_ids: tuple[str, ...]) -> _shared.Shown:
    """Print a notebook with exercises of GAME, each with its check: those that are named, or all."""
    from plyground.core import registry
    from plyground.interface.cells import exercise_files

    found = exercise_files.notebook(registry.game(game_id), exercise_ids)
    return found, json.dumps(found, indent=1, ensure_ascii=False)


def _some(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


for each in (list_, begin, check, notebook):
    command.add_command(each)
