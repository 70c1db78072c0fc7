"""The command line, ``plyground …``: one module per command, found by scanning and imported when it is asked for.

In a checkout ``python -m game …`` is the same, everywhere ``python -m plyground …``.

Results go to stdout, progress and refusals to stderr. The exit status is 0 when done, 1 for a refusal (one sentence,
no traceback) and 2 for wrong usage.
"""

from __future__ import annotations

import codecs
import errno
import importlib
import io
import json
import keyword
import pkgutil
import select
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

import click

from plyground.core.errors import ContractBroken, Refusal

REFUSED, INTERRUPTED = 1, 130


class _Commands(click.Group):
    """A group whose commands are the modules of this folder; only the one that is used is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (info.name for info in pkgutil.iter_modules(__path__))
        return sorted(name.removesuffix("_") for name in names if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command: click.Command = importlib.import_module(f"{__name__}.{module}").command
        return command


@click.version_option(package_name="plyground", prog_name="Plyground", message="%(prog)s %(version)s")
@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def cli() -> None:
    """Board games with game-tree search: to play, count, measure and script.

    Moves, positions and bots are written in their text forms. Every command takes --json,
    but those that run until they are stopped, and event export, which writes it.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the program with its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    codecs.register_error("escaped", _escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="escaped")
    sys.exit(_run(words or ["--help"]))


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Letters that a terminal or file lacks, as JSON writes them, so that JSON stays JSON."""
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _run(words: list[str]) -> int:
    try:
        status: Any = cli.main(words, prog_name="plyground", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (Refusal, ContractBroken) as refusal:
        click.echo(refusal, err=True)
        return REFUSED
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        if not _unread(sys.stdout):
            raise
        sys.stderr.close()  # as with "| head"
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        click.echo(f"Not all could be written: {error.strerror}.", err=True)
        with suppress(OSError):
            sys.stdout.close()  # or Python tries once more
        return REFUSED
    return status if isinstance(status, int) else 0


def _unread(output: IO[str]) -> bool:
    """Whether nobody reads any more what is written to a pipe: of all that may break, what "| head" does."""
    poll = select.poll()
    poll.register(output, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))
