"""``event``: makes, runs, resumes and exports a competition."""

from __future__ import annotations

import click

from plyground.commands.event import _making, _running, _showing


@click.group("event")
def command() -> None:
    """Make, run, resume and export a competition of bots.

    EVENT is the id that “event new” prints, BOT a bot's alias or id.
    """


for _each in (*_making.COMMANDS, *_running.COMMANDS, *_showing.COMMANDS):
    command.add_command(_each)
