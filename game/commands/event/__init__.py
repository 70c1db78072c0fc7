"""``event``: makes, runs, resumes and exports a competition."""

from __future__ import annotations

import functools
import importlib

import click


class _Parts(click.Group):
    """A group whose commands stand in the modules of this folder, which are imported when it is used."""

    @functools.cached_property
    def _found(self) -> dict[str, click.Command]:
        modules = [importlib.import_module(f"{__name__}.{part}") for part in ("_making", "_running", "_showing")]
        found = [each for module in modules for each in vars(module).values() if isinstance(each, click.Command)]
        return {each.name or "": each for each in found}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._found)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._found.get(cmd_name)


@click.group("event", cls=_Parts)
def command() -> None:
    """Make, run, resume and export a competition of bots.

    EVENT is the id that “event new” prints, BOT a bot's alias or id.
    """
