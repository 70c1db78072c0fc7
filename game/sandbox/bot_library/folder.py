"""Keeps what bots import in a folder that is made anew when a source changes, and checks it before it is used."""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import logging
import py_compile
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.core import folders, kernels, registry
from plyground.core.game import Game
from plyground.sandbox.bot_library.needed import Closure, NotPlain
from plyground.sandbox.bot_library.rewriting import FOR_BOTS, KEPT_METHODS, trimming, written

RUNNER = Path(__file__).resolve().parent.parent / "runner"
"""What is the same for every game: the runner itself, and what stands in for NumPy and for compiled kernels."""
_KEPT = 3
_CHECK_SECONDS = 120
_RULES = ("to_move", "legal_moves", "play", "outcome", "margin", "evaluate")
_AHEAD = "plyground.core.ahead"
_OF_A_GAME = '''"""{title} for bots: its states, and whatever else the game has for them."""
{imports}
from plyground.core import ahead
from plyground.core.ahead import State
from {module} import {name} as _game


def state_of(start):
    """The state of a start message."""
    return ahead.state_of(_game, start, State)


{more}
'''

log = logging.getLogger(__name__)


@functools.cache
def folder() -> Path:
    """The folder with ``main.py`` and the package ``plyground`` of bots, made now if there is none for these sources.

    Everybody may read it. A game that cannot be put into plain Python is left out and named in the log.
    """
    home = folders.HOME / ".cache" / "bots"
    games = registry.games()
    place = home / _digest(games)
    if (place / "main.py").is_file():
        return place
    made = Path(tempfile.mkdtemp(prefix="plyground-bots-"))
    make(games, made)
    try:
        home.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".making-", dir=home))
        shutil.copytree(made, beside, dirs_exist_ok=True)
        beside.chmod(0o755)
        beside.rename(place)
        _sweep(place)
    except OSError:
        if not (place / "main.py").is_file():  # a read-only installation
            atexit.register(shutil.rmtree, made, ignore_errors=True)
            return made
        shutil.rmtree(beside, ignore_errors=True)  # another process was quicker
    shutil.rmtree(made, ignore_errors=True)
    return place


def make(games: Mapping[str, Game[Any, Any]], place: Path) -> dict[str, str]:
    """Write the folder for these games; returns a sentence for each that had to be left out."""
    left_out: dict[str, str] = {}
    while True:
        chosen = {name: game for name, game in games.items() if name not in left_out}
        shutil.rmtree(place, ignore_errors=True)
        problems = _write(chosen, place) or _check(chosen, place)
        if not problems:
            break
        for name, problem in problems.items():
            left_out[name] = f"Bots cannot look ahead in {games[name].spec.title}: {problem}."
            log.warning("%s", left_out[name])
    for path in [place, *place.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return left_out


def _write(games: Mapping[str, Game[Any, Any]], place: Path) -> dict[str, str]:
    """Write everything; the problem of the first game that cannot be written."""
    shutil.copytree(RUNNER, place, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
    for package in (place / "plyground", place / "plyground" / "core"):
        shutil.copy(RUNNER / package.relative_to(place) / "__init__.py", package)
    twins = [path.relative_to(place).with_suffix("").parts for path in (place / "plyground").rglob("*.py")]
    packages = {type(game).__module__.split(".")[0] for game in games.values()}
    closure = Closure([".".join(parts) for parts in twins], {"plyground", *packages}, trimming(KEPT_METHODS))
    for name in _RULES:
        closure.want("plyground.core.kernels", name)
    for name in closure.names(_AHEAD):
        closure.want(_AHEAD, name)
    for name, game in games.items():
        try:
            text = _of_a_game(closure, game)
        except NotPlain as problem:
            return {name: str(problem)}
        (place / "plyground" / f"{name}.py").write_text(text, encoding="utf-8")
    for source in closure.sources.values():
        path = place.joinpath(*source.name.split("."))
        path = path / "__init__.py" if source.package else path.with_suffix(".py")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(source), encoding="utf-8")
    for path in place.rglob("*.py"):
        py_compile.compile(str(path), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    return {}


def _of_a_game(closure: Closure, game: Game[Any, Any]) -> str:
    """The module that bots import under the game's name."""
    module, name = home_of(game)
    closure.want(module.__name__, name)
    imports = sorted(rule_modules(game))
    for each in imports:
        closure.offer(each)
    closure.want(module.__name__, name)
    more = ""
    found = f"{module.__name__}.{FOR_BOTS}"
    if hasattr(module, "__path__") and (Path(next(iter(module.__path__))) / f"{FOR_BOTS}.py").is_file():
        names = closure.names(found)
        for each in names:
            closure.want(found, each)
        more = f"from {found} import {', '.join(names)}"
    needed = [f"import {each}" for each in imports if each in closure.sources and closure.sources[each].wanted]
    return _OF_A_GAME.format(
        title=game.spec.title, imports="\n".join(needed), module=module.__name__, name=name, more=more
    )


def rule_modules(game: Game[Any, Any]) -> set[str]:
    """The modules in which something is implemented for the game's positions."""
    return {
        implementation.__module__
        for table in kernels._implementations.values()
        for position_class, implementation in table.items()
        if position_class in game.position_classes
    }


def home_of(game: Game[Any, Any]) -> tuple[ModuleType, str]:
    """The module, or package, that offers a game, and the name under which it does."""
    name = type(game).__module__
    found: tuple[ModuleType, str] | None = None
    while name:
        module = sys.modules.get(name)
        for attribute, value in vars(module).items() if module is not None else ():
            if value is game:
                found = module, attribute  # type: ignore[assignment]
        name = name.rpartition(".")[0]
    if found is None:
        raise NotPlain(f"no module around {type(game).__module__} offers the game")
    return found


def _check(games: Mapping[str, Game[Any, Any]], place: Path) -> dict[str, str]:
    """What is wrong with each game when its start is looked at by a Python without packages."""
    asked: dict[str, Any] = {}
    wanted: dict[str, Any] = {}
    for name, game in games.items():
        options = game.options({})
        start = game.initial(options)
        text = game.position_text(start)
        asked[name] = {"game": name, "options": options, "position": text, "map": map_of(game, start)}
        wanted[name] = [text, sorted(game.move_text(start, move) for move in game.legal_moves(start))]
    words = [sys.executable, "-P", "-s", "-S", str(place / "main.py"), "--check"]
    ran = subprocess.run(words, input=json.dumps(asked), capture_output=True, text=True, timeout=_CHECK_SECONDS)
    if ran.returncode:
        raise RuntimeError(f"What bots import cannot be used: {ran.stderr[-2000:]}")
    said = json.loads(ran.stdout)
    problems = {}
    for name in games:
        if said[name].get("failed"):
            problems[name] = said[name]["failed"]
        elif said[name]["seen"] != wanted[name]:
            problems[name] = f"its start reads {said[name]['seen']}, not {wanted[name]}"[:300]
    return problems


def map_of(game: Game[Any, Any], position: Any) -> Any:
    """What the game is played on where the position's text only names it, else None."""
    if game.maps is None:
        return None
    return json.loads(game.maps.text(str(game.view(position, None)["map"])))


def _digest(games: Mapping[str, Game[Any, Any]]) -> str:
    """A name that changes with the sources of the rules, of what turns them into plain Python, and with Python."""
    digest = hashlib.sha256(f"{sys.version} {sorted(games)}".encode())
    for path in _sources(games):
        digest.update(str(path.name).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(games: Mapping[str, Game[Any, Any]]) -> Iterator[Path]:
    for own in (RUNNER, Path(__file__).parent, folders.PACKAGE / "core"):
        yield from sorted(own.rglob("*.py"))
    for game in games.values():
        module, _ = home_of(game)
        if hasattr(module, "__path__"):
            yield from sorted(Path(next(iter(module.__path__))).rglob("*.py"))
        elif module.__file__ is not None:
            yield from sorted(Path(module.__file__).parent.glob("*.py"))


def _sweep(keep: Path) -> None:
    """Remove all but the newest few folders; a bot that runs has its files open or copied by then."""
    others = [path for path in keep.parent.iterdir() if path != keep and not path.name.startswith(".")]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
