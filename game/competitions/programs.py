"""How a handed-in folder is started: which of its files is the bot, and with which words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from game.competitions.sandbox.surroundings import PYTHON, RUNNER
from game.core.errors import Refusal

MAIN_NAMES = ("bot.py", "main.py")
_PYTHON_FLAGS = ("-P", "-s", "-S")  # nothing of the bot's folder or of installed packages is imported by the runner


class NoProgram(Refusal):
    """A folder holds nothing that could be started."""

    code: ClassVar[str] = "no_program"


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
        f"It is not clear which file is the bot: name it {' or '.join(MAIN_NAMES)}, or hand in one Python file or one "
        "executable file alone."
    )


def argv(folder: Path, command: Sequence[str] | None) -> list[str]:
    """The words that start the bot in its confinement; raises ``NoProgram``.

    A command of one Python file of the folder is played by the project's runner; any other is run as it is and speaks
    the protocol by itself.
    """
    words = list(command) if command else find(folder)
    mode = "python" if len(words) == 1 and words[0].endswith(".py") else "run"
    if mode == "run" and words[0] in ("python", "python3"):
        words[0] = PYTHON
    return [PYTHON, *_PYTHON_FLAGS, str(RUNNER / "main.py"), mode, *words]


def plays_protocol(words: Sequence[str]) -> bool:
    """Whether these words start the project's runner, which says by itself what becomes of the bot."""
    return words[-2] == "python" and words[-3].endswith("main.py")
