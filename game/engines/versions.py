"""Other versions of this program as bots: ``hare:budget=1000@PLACE``, played by a process that runs that version.

``PLACE`` is a folder (a checkout, or an environment into which the program is installed) or a commit of this checkout.
The process speaks the program's own protocol and lasts for many games. What it may use of the processor is its whole
clock: it runs with the time of its process where it would look at the wall's, which every version understands.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core import folders
from plyground.core.bot import Player
from plyground.core.cache import root as cache_root
from plyground.core.checkout import git, lay_out
from plyground.core.errors import BadOption, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.bot import EngineBot
from plyground.engines.declared import Engine
from plyground.engines.own import OWN

_LIMITS = ("seconds", "nodes", "depth", "cpu")
_PATIENCE = 20.0
"""How many times its time of the processor a version may take on the wall."""
_LONGEST = 3600.0
_START = """
import importlib.util, os, sys, time
place, cache, processor, *words = sys.argv[1:]
os.environ["PLYGROUND_CACHE"] = cache
if processor:
    time.perf_counter = time.process_time
if place:
    inside = os.path.join(place, "game")
    spec = importlib.util.spec_from_file_location(
        "plyground", os.path.join(inside, "__init__.py"), submodule_search_locations=[inside]
    )
    sys.modules["plyground"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
from plyground import commands
commands.main(words)
"""


def split(text: str) -> tuple[str, str]:
    """A bot's text and the place of its version, empty for this one: the program that runs."""
    bot, _at, place = text.partition("@")
    return bot, place


def player(text: str, game: Game[Any, Any], common: Mapping[str, Any]) -> Player:
    """The player that stands for a bot of another version, which is bounded by the ``common`` limits and those in its
    text; raises ``BadOption``."""
    bot, place = split(text)
    name, _colon, pairs = bot.partition(":")
    given = dict(pair.partition("=")[::2] for pair in pairs.split(",") if pair)
    own = {limit: given.pop(limit) for limit in _LIMITS if limit in given}
    limits = {limit: value for limit, value in {**common, **own}.items() if value is not None and limit in _LIMITS}
    processor = limits.pop("cpu", None)
    counted = processor is not None or bool(common.get("on_processor"))
    if processor is not None:
        limits["seconds"] = processor
    try:
        patience = min(_LONGEST, _PATIENCE * float(limits.get("seconds", _LONGEST)))
    except ValueError:
        raise BadOption(_("The bot {bot} has a limit that is no number.", bot=quoted(text))) from None
    options = ",".join(f"{option}={value}" for option, value in given.items())
    words = ["speak", OWN.name, "--game", game.spec.id, "--bot", f"{name}:{options}" if options else name]
    for limit, value in limits.items():
        words += [f"--{limit}", str(value)]
    folder = found(place)
    engine = Engine(
        id=text,
        protocol=OWN.name,
        games=(game.spec.id,),
        title=text,
        command=_command(folder, "1" if counted else "", words),
        folder=str(folder),
        options={"games": "many", "start": "600"},
        seconds=max(0.5, patience),
    )
    return Player(VersionBot(engine), game, {})


class VersionBot(EngineBot):
    """A version of this program. It minds its limits by itself."""

    lasting = True


def _command(folder: Path, processor: str, words: list[str]) -> tuple[str, ...]:
    """How a version in a folder is started: by its own Python where it has one, else by this one."""
    pythons = [folder / ".venv" / "bin" / "python", folder / "bin" / "python"]
    python = next((str(each) for each in pythons if each.exists()), sys.executable)
    checkout = str(folder) if (folder / "game" / "__init__.py").is_file() else ""
    if not checkout and python == sys.executable:
        raise BadOption(_("There is no version of the program in {place}.", place=quoted(str(folder))))
    own = folder / ".cache" / "kernels"
    return (python, "-c", _START, checkout, str(own if own.is_dir() else cache_root()), processor, *words)


@cache
def found(place: str) -> Path:
    """The folder of a version; a commit of this checkout is laid out in the folder of data. Raises ``BadOption``."""
    folder = Path(place)
    with suppress(RuntimeError):  # nobody is called so
        folder = folder.expanduser()
    if place and folder.is_dir():
        return folder.resolve()
    sha = git(folders.HOME, "rev-parse", "--verify", "--quiet", f"{place}^{{commit}}") if place else None
    if not sha:
        raise BadOption(_("A version is a folder or a commit of this checkout, not {place}.", place=quoted(place)))
    made = folders.data() / "strength" / "versions" / sha[:12]
    if not made.is_dir():
        making = made.with_name(f"{made.name}.{os.getpid()}")
        lay_out(folders.HOME, sha, making)
        try:
            making.rename(made)
        except OSError:  # another process has made it meanwhile
            if not made.is_dir():
                raise
    return made


def version(place: str) -> str:
    """What a version is called: its commit, with a digest of what was changed since, or what tells it apart else."""
    folder = found(place) if place else folders.HOME
    top = git(folder, "rev-parse", "--show-toplevel")
    if not top or Path(top) != folder:
        return folder.name if not (folder / "bin").is_dir() else _installed(folder)
    sha = git(folder, "rev-parse", "--short=10", "HEAD")
    changed = "".join(
        git(folder, *words, "--", "game") or "" for words in (("diff", "HEAD"), ("status", "--porcelain"))
    )
    return f"{sha}+{hashlib.sha256(changed.encode()).hexdigest()[:6]}" if changed else sha or ""


def _installed(folder: Path) -> str:
    listed = sorted(folder.glob("lib/python*/site-packages/plyground-*.dist-info"))
    return listed[-1].name.removesuffix(".dist-info") if listed else folder.name
