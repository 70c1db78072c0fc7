"""Users of their own for bots where the server is root: a number that belongs to nobody else, one for each bot.

So a bot owns nothing on the machine, can signal nobody, and its threads are counted alone. The numbers are those that
systemd's table of users leaves unused: 64 for every process id that Linux can give.
"""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from plyground.sandbox.contract import NotStarted

FIRST = 1_879_048_192
EACH = 64
_free = set(range(EACH))
_lock = threading.Lock()
_NOBODY = 65534
_MOST_PATHS = 2000


def take() -> int | None:
    """A number for one bot, to be given back; None where the server is not root and so must run bots as itself."""
    if os.geteuid() != 0:
        return None
    first = FIRST + os.getpid() * EACH
    if not _mapped(first + EACH - 1):
        return _NOBODY if _mapped(_NOBODY) else None
    with _lock:
        return first + _free.pop() if _free else _NOBODY


def give_back(user: int | None) -> None:
    """The bot with this number has ended."""
    if user is not None and user >= FIRST:
        with _lock:
            _free.add((user - FIRST) % EACH)


def own(user: int | None) -> bool:
    """Whether the number belongs to one bot alone."""
    return user is not None and user >= FIRST


def readable_copy(folder: Path, user: int | None) -> tuple[Path, Callable[[], None]]:
    """The folder as a bot with this number can read it: itself, or a copy where it is closed to others.

    Returns the folder and what is to be done in the end; raises ``NotStarted``, and then the number is given back.
    """
    try:
        if user is None or all(path.is_symlink() or open_to_all(path) for path in _all_of(folder)):
            return folder, lambda: give_back(user)
        copied = _copy(folder)
    except (OSError, NotStarted) as error:
        give_back(user)
        raise NotStarted(str(error)) from error

    def leave() -> None:
        give_back(user)
        shutil.rmtree(copied.parent, ignore_errors=True)

    return copied, leave


def _copy(folder: Path) -> Path:
    copied = Path(tempfile.mkdtemp(prefix="plyground-bot-")) / "bot"
    shutil.copytree(folder, copied, symlinks=True)
    copied.parent.chmod(0o755)
    for path in _all_of(copied):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    return copied


def _all_of(folder: Path) -> list[Path]:
    found = [folder, *itertools.islice(folder.rglob("*"), _MOST_PATHS)]
    if len(found) > _MOST_PATHS:
        raise NotStarted(f"More than {_MOST_PATHS} files and folders are in {folder}; a bot has a folder of its own.")
    return found


def open_to_all(path: Path) -> bool:
    """Whether any user may read a file, or list a folder and enter it, where its parents let them pass."""
    mode = path.stat().st_mode
    wanted = 0o005 if path.is_dir() or mode & 0o100 else 0o004
    return mode & wanted == wanted


def tasks_of(user: int) -> int:
    """How many processes and threads a user has now."""
    count = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                text = (folder / "status").read_text()
            except OSError:
                continue
            if f"\nUid:\t{user}\t" in text:
                count += int(text.split("\nThreads:\t", 1)[1].split("\n", 1)[0])
    return count


def _mapped(user: int) -> bool:
    """Whether this user namespace has the number at all."""
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= user < first + count:
            return True
    return False
