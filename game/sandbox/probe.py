"""Sees by trying whether a confinement holds: a hostile bot is run in it, and what it could do is checked from outside.

A sandbox is called safe only if every attempt was denied, nothing was touched, and nothing is left running.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core import folders
from plyground.core.picking import picked
from plyground.sandbox import remedy
from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.contract import MEGABYTE, Bounds, NoSandbox, NotStarted
from plyground.sandbox.landlock import Landlock
from plyground.sandbox.running import Confinement, Running, readable
from plyground.sandbox.surroundings import PYTHON, package_folders
from plyground.sandbox.surroundings import readable as readable_paths

BOUNDS = Bounds(memory_bytes=96 * MEGABYTE, cpu_seconds=20, open_files=32, threads=8, scratch_bytes=MEGABYTE)
PATIENCE = 20.0
CHOICES: tuple[Confinement, ...] = (Bubblewrap(), Landlock())
"""The confinements that are tried, the best first."""
_FOLDER = Path(__file__).resolve().parent / "hostile"
_UNTOUCHED = "the server's own"
_LONGEST = 90
"""A socket's path may have 107 characters."""


@dataclass(frozen=True)
class Attempt:
    """One thing that the hostile bot tried: its name, a sentence, whether it was denied, and how."""

    name: str
    tried: str
    denied: bool
    how: str


@dataclass(frozen=True)
class Probed:
    """What became of the hostile bot in one confinement; ``fault`` says why it did not even run, or is empty."""

    confinement: str
    attempts: tuple[Attempt, ...]
    seconds: float
    fault: str = ""

    @property
    def holds(self) -> bool:
        """Whether bots may be run in it."""
        return not self.fault and bool(self.attempts) and all(one.denied for one in self.attempts)

    def as_json(self) -> dict[str, Any]:
        """The form in which the command line prints it."""
        own = picked(self, "confinement holds fault")
        return {**own, "seconds": round(self.seconds, 3), "attempts": [vars(one) for one in self.attempts]}


@functools.cache
def _probed(choice: int) -> Probed:
    return probe(CHOICES[choice])


@functools.cache
def _chosen() -> Confinement | NoSandbox:
    if not sys.platform.startswith("linux"):
        return NoSandbox("Bots cannot be run safely here: their sandbox needs Linux.")
    tried = []
    for number, confinement in enumerate(CHOICES):
        tried.append(_probed(number))
        if tried[-1].holds:
            return confinement
    return refusal(tried[0])


def choose() -> Confinement:
    """The best confinement that holds here, tried once in a process; raises ``NoSandbox`` with the remedy."""
    found = _chosen()
    if isinstance(found, NoSandbox):
        raise NoSandbox(found.sentence)
    return found


def insist(name: str) -> None:
    """Raise ``NoSandbox`` unless the confinement of this name holds here, tried once in a process.

    ``none`` promises nothing and so is never refused.
    """
    for number, confinement in enumerate(CHOICES):
        if confinement.name == name and not (probed := _probed(number)).holds:
            raise refusal(probed)


def forget() -> None:
    """Have ``choose`` and ``insist`` try again, after something was mended."""
    _chosen.cache_clear()
    _probed.cache_clear()


def refusal(probed: Probed) -> NoSandbox:
    """The refusal to run bots here, given how the best confinement failed."""
    leaks = [f"it let a bot do this: {one.tried}" for one in probed.attempts if not one.denied]
    return NoSandbox(remedy.sentence(probed.fault or "".join(leaks[:1])))


def probe(confinement: Confinement) -> Probed:
    """Run the hostile bot in a confinement."""
    if not sys.platform.startswith("linux"):
        return Probed(confinement.name, (), 0.0, "It needs Linux.")
    from plyground.sandbox import hostile  # only where there is Linux

    begun = time.monotonic()
    with _prey() as prey:
        try:
            bot = confinement.start(_FOLDER, [PYTHON, "-I", "main.py", prey.facts["token"]], BOUNDS)
        except NotStarted as error:
            return Probed(confinement.name, (), time.monotonic() - begun, str(error))
        try:
            os.write(bot.stdin, json.dumps(prey.facts).encode() + b"\n")
            said = _answers(bot)
        finally:
            ended = bot.kill()
        if not ended.killed and ended.too_many_threads:
            said["start_many_threads"] = {"denied": True, "how": ended.sentence}
        found = []
        for name, tried in hostile.table():
            answer = said.get(name, {})
            found.append(Attempt(name, tried, bool(answer.get("denied")), str(answer.get("how", "no answer"))))
        return Probed(confinement.name, (*found, *prey.seen()), time.monotonic() - begun)


def _answers(bot: Running) -> dict[str, Any]:
    """What the hostile bot says of each attempt, until it ends."""
    deadline = time.monotonic() + PATIENCE
    got = b""
    while readable(bot.stdout, deadline - time.monotonic()):
        more = os.read(bot.stdout, 65536)
        if not more:
            break
        got += more
    answers = {}
    for line in got.splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            answer = json.loads(line)
            answers[answer["name"]] = answer
    return answers


@dataclass
class _Prey:
    """What there is to harm, and how it looks afterwards."""

    facts: dict[str, Any]
    victim: subprocess.Popen[bytes]
    listeners: list[socket.socket]

    def seen(self) -> Iterator[Attempt]:
        """What is checked from outside."""
        secret = Path(self.facts["secret"])
        whole = secret.read_text() == _UNTOUCHED and secret.stat().st_mode & 0o777 == 0o644
        whole = whole and not Path(self.facts["written"]).exists()
        yield Attempt("touched", "Change a file of the server's, seen from outside", whole, "nothing was changed")
        alive = self.victim.poll() is None
        yield Attempt("harmed", "End another program, seen from outside", alive, "it still runs")
        left = survivors(self.facts["token"])
        yield Attempt("outlived", "Leave a process running, seen from outside", not left, f"{len(left)} were left")
        reached = any(readable(one.fileno(), 0.0) for one in self.listeners)
        yield Attempt("reached", "Reach a socket of the server's, seen from outside", not reached, "nobody came")


@contextmanager
def _prey() -> Iterator[_Prey]:
    """A file, a process and sockets like the server's, for the time of one probe."""
    folder = Path(tempfile.mkdtemp(prefix="plyground-probe-"))
    if len(os.fsencode(folder)) > _LONGEST:
        folder.rmdir()
        folder = Path(tempfile.mkdtemp(prefix="plyground-probe-", dir="/tmp"))
    folder.chmod(0o755)
    token = secrets.token_hex(8)
    open_folder = folder / "open"
    open_folder.mkdir()
    open_folder.chmod(0o777)
    (folder / "secret").write_text(_UNTOUCHED)
    (folder / "secret").chmod(0o644)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        victim = subprocess.Popen(["sleep", "60"], env={"PATH": os.defpath, "SECRET": token})
        stack.callback(victim.wait)
        stack.callback(victim.kill)
        internet = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        here = stack.enter_context(socket.socket(socket.AF_UNIX))
        here.bind(str(folder / "open" / "socket"))
        (folder / "open" / "socket").chmod(0o777)
        nowhere = stack.enter_context(socket.socket(socket.AF_UNIX))
        nowhere.bind(f"\0plyground-{token}")
        for one in (here, nowhere):
            one.listen()
        home = folders.of_user()
        facts = {
            "token": token,
            "secret": str(folder / "secret"),
            "written": str(open_folder / "written"),
            "project": str(folders.HOME),
            "data": str(folders.HOME / "data") if (folders.HOME / "data").is_dir() else str(folder),
            "packages": _installed(),
            "home": str(home),
            "home_entries": _entries(home),
            "server": os.getpid(),
            "victim": victim.pid,
            "port": internet.getsockname()[1],
            "unix": str(folder / "open" / "socket"),
            "abstract": f"plyground-{token}",
            "memory": BOUNDS.memory_bytes,
            "scratch": BOUNDS.scratch_bytes,
            "open_files": BOUNDS.open_files,
            "threads": BOUNDS.threads,
        }
        yield _Prey(facts, victim, [internet, here, nowhere])


def _installed() -> list[str]:
    """A file of a package out of each folder where some are installed for Python."""
    found: list[str] = []
    for folder in package_folders():
        inits = sorted(path for path in folder.glob("*/__init__.py") if path.parent.name.isidentifier())
        found += map(str, inits[:1])
    return found


def _entries(home: Path) -> list[str]:
    """What lies in the home folder, but for folders on the way to Python or to the project's runner."""
    shown = [str(path) for path in readable_paths()]
    try:
        names = [path.name for path in home.iterdir() if not any(f"{one}/".startswith(f"{path}/") for one in shown)]
    except OSError:
        return []
    return names[:1000]


def survivors(token: str) -> list[int]:
    """The processes that were started with this word."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                if token.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
    return found
