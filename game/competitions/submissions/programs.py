"""How a handed-in folder is started, and which of its files is the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.competitions.submissions import unpacking
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.sandbox.bot_library import folder as bot_library
from plyground.sandbox.surroundings import PYTHON

MAIN_NAMES = ("bot.py", "main.py")
_PYTHON_FLAGS = ("-P", "-s", "-S")
"""Nothing of the folder and of installed packages is imported by the runner; bots have the standard library."""


class NoProgram(Refusal):
    """A folder holds nothing that could be started."""


def find(folder: Path) -> list[str]:
    """The command of a folder that came without one: a file of a known name, the only Python file, or the only file.

    Files that are not Python must be executable. Raises ``NoProgram``.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    python = [path.name for path in files if path.suffix == ".py"]
    for name in MAIN_NAMES:
        if name in python:
            return [name]
    if len(python) == 1:
        return python
    others = [path.name for path in files if path.suffix != ".py" and path.stat().st_mode & 0o111]
    if not python and len(others) == 1:
        return others
    raise NoProgram(
        _(
            "It is not clear which file is the bot: name it {main_names}, or hand in one Python file "
            "or one executable file alone.",
            main_names=" or ".join(MAIN_NAMES),
        )
    )


@dataclass(frozen=True)
class Program:
    """How a bot is started: ``argv`` in its confinement; ``hosted`` if the project's runner speaks for it, and
    ``argv`` is the Python file alone."""

    argv: list[str]
    hosted: bool

    def words(self, game: str) -> list[str]:
        """The words that start it to play this game."""
        if not self.hosted:
            return self.argv
        return [PYTHON, *_PYTHON_FLAGS, str(bot_library.folder() / "main.py"), *self.argv, game]


def program(folder: Path, command: Sequence[str] | None) -> Program:
    """What starts the bot; raises ``NoProgram``.

    A Python file is played by the project's runner; any other command is run as it is and speaks the protocol by
    itself. It begins with ``python`` or with a file of the folder. Without a command, in the folder's description
    neither, a Python file that reads its input and offers no move is such a program too.
    """
    command = command or _described(folder)
    words = list(command) if command else find(folder)
    if not command and words[0].endswith(".py") and _speaks_for_itself(folder, words[0]):
        words = ["python", *words]
    if len(words) == 1 and words[0].endswith(".py"):
        return Program(words, True)
    if words[0] in ("python", "python3"):
        return Program([PYTHON, *words[1:]], False)
    inside = (folder / words[0]).resolve()
    if not (inside.is_file() and inside.is_relative_to(folder.resolve())):
        raise NoProgram(
            _("A bot's command begins with python or with one of its own files; {words} is neither.", words=words[0])
        )
    return Program(words, False)


def _described(folder: Path) -> list[str] | None:
    """The command in the folder's description."""
    description = folder / unpacking.DESCRIPTION
    if not description.is_file():
        return None
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return unpacking.command(dict.fromkeys(names, (b"", False)) | {description.name: (description.read_bytes(), False)})


def _speaks_for_itself(folder: Path, name: str) -> bool:
    main = (folder / name).read_bytes()
    asked = any(b"make_move" in path.read_bytes() for path in folder.rglob("*.py"))
    return not asked and any(word in main for word in (b"stdin", b"input("))
