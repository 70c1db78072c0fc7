"""How a handed-in folder is started, and which of its files is the bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language
from plyground.competitions.submissions import unpacking
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.sandbox.bot_library import folder as bot_library
from plyground.sandbox.surroundings import PYTHON

PYTHONS, NODE = ("python", "python3"), "node"
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
    language: Language | None = None
    """The language in which it is started, if that is not this server's Python or the machine's own."""

    @property
    def image(self) -> tuple[Path, ...]:
        """What it may read besides what every bot may."""
        return () if self.language is None else self.language.surroundings()

    @property
    def source_words(self) -> list[str]:
        """The words that its author wrote, or the file that is started."""
        return self.argv if self.language is None else self.argv[-1:]

    def words(self, game: str) -> list[str]:
        """The words that start it to play this game."""
        if not self.hosted:
            return self.argv
        python = [PYTHON, *_PYTHON_FLAGS] if self.language is None else self.language.words()
        return [*python, str(bot_library.folder() / "main.py"), *self.argv, game]


def program(folder: Path, command: Sequence[str] | None) -> Program:
    """What starts the bot; raises ``NoProgram``.

    A Python file is played by the project's runner; any other command is run as it is and speaks the protocol by
    itself. It begins with ``python`` or with a file of the folder. Without a command, in the folder's description
    neither, a Python file that reads its input and offers no move is such a program too.
    """
    command = command or _described(folder)
    if not command and (folder / unpacking.MADE).is_file():
        return _built(folder)
    words = list(command) if command else find(folder)
    if not command and words[0].endswith(".py") and speaks_for_itself(folder, words[0]):
        words = ["python", *words]
    if len(words) == 1 and words[0].endswith(".py"):
        return Program(words, True)
    if words[0] in PYTHONS:
        return Program([PYTHON, *words[1:]], False)
    if words[0] == NODE:
        found = table.language("javascript")
        found.insist()
        return Program([*found.words(), *words[1:]], False, found)
    inside = (folder / words[0]).resolve()
    if not (inside.is_file() and inside.is_relative_to(folder.resolve())):
        raise NoProgram(
            _(
                "A bot's command begins with python, node or one of its own files; {words} is none of them.",
                words=words[0],
            )
        )
    return Program(words, False)


def _built(folder: Path) -> Program:
    """A bot that was built when it was handed in."""
    told = json.loads((folder / unpacking.MADE).read_bytes())
    found, main = table.language(told["language"]), [told["main"]]
    if not found.keeps_main:
        return Program(list(found.words()), False, found)
    found.insist()
    if told["hosted"]:
        return Program(main, True, found)
    return Program([*found.words(), *main], False, found)


def _described(folder: Path) -> list[str] | None:
    """The command in the folder's description."""
    description = folder / unpacking.DESCRIPTION
    if not description.is_file():
        return None
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return unpacking.command(dict.fromkeys(names, (b"", False)) | {description.name: (description.read_bytes(), False)})


def speaks_for_itself(folder: Path, name: str) -> bool:
    """Whether a Python file reads its input itself and offers no move."""
    main = (folder / name).read_bytes()
    asked = any(b"make_move" in path.read_bytes() for path in folder.rglob("*.py"))
    return not asked and any(word in main for word in (b"stdin", b"input("))
