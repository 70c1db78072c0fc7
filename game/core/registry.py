"""Finds games, what is known of them, and bots; no list is edited to add one.

A package of ``game/games`` offers ``GAME``, whose id is the package's name, and a module of ``game/bots`` offers
``BOT``, or ``bots``, a function that gives those that there are now by id; a module whose name begins with an
underscore, or that offers none of these names, is a helper. Other distributions
name theirs as entry points of the groups ``plyground.games`` and ``plyground.bots``: a module that offers the name, or
the thing itself.

What breaks the contract is left out, and ``broken`` says so in a sentence; everything else works without it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.core import trial
from plyground.core.bot import Bot, Player
from plyground.core.errors import BadOption, ContractBroken, UnknownBot, UnknownGame
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, parse_pairs


@dataclass
class _Found:
    """What a scan brought: the things by id, the folders and names of their packages, what gives more of them, and a
    sentence for each broken one by the name under which it was found."""

    things: dict[str, Any] = field(default_factory=dict)
    folders: dict[str, Path] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    more: list[Callable[[], dict[str, Any]]] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)


def _scan(group: str, attribute: str, check: Callable[[Any], None]) -> _Found:
    found = _Found()
    for name, where, load in (*_own(group), *_of_other_distributions(group)):
        try:
            module = load()
            thing = getattr(module, attribute, None) if isinstance(module, ModuleType) else module
            if thing is None:
                if hasattr(module, f"{attribute.lower()}s"):
                    found.more.append(getattr(module, f"{attribute.lower()}s"))
                    continue
                if where.startswith("plyground"):
                    continue  # a helper
                raise ContractBroken(f"it has no {attribute}")
            check(thing)
            if attribute == "GAME" and where == f"plyground/games/{name}" and thing.spec.id != name:
                raise ContractBroken(f"its id is “{thing.spec.id}”, but its package is called “{name}”")
            if thing.spec.id in found.things:
                raise ContractBroken(f"another one has the id “{thing.spec.id}” already")
        except ContractBroken as problem:
            found.broken[name] = f"{where} is left out: {problem}."
        except Exception as error:
            first = (str(error).strip() or "no reason was given").splitlines()[0].rstrip(".")
            found.broken[name] = f"{where} is left out: {type(error).__name__}: {first}."
        else:
            found.things[thing.spec.id] = thing
            if not isinstance(module, ModuleType):
                module = importlib.import_module(type(module).__module__)
            if hasattr(module, "__path__"):
                found.folders[thing.spec.id] = Path(next(iter(module.__path__)))
                found.packages[thing.spec.id] = module.__name__
    return found


_Entry = tuple[str, str, Callable[[], Any]]


def _own(group: str) -> Iterator[_Entry]:
    """The modules of a package of the program: short name, what people are told, and what imports it."""
    package = importlib.import_module(group)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        if not info.name.startswith("_"):
            name = f"{group}.{info.name}"
            yield info.name, name.replace(".", "/"), lambda name=name: _import(name)  # type: ignore[misc]


def _import(name: str) -> ModuleType:
    """The module, with what is known of the game where that is a module of its own."""
    module = importlib.import_module(name)
    for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if info.name == "knowledge":
            importlib.import_module(f"{name}.knowledge")
    return module


def _of_other_distributions(group: str) -> Iterator[_Entry]:
    for point in sorted(entry_points(group=group), key=lambda each: (each.name, each.value)):
        of = f" of {point.dist.name}" if point.dist is not None else ""
        yield point.name, f"{point.value}{of}", point.load


@cache
def _games() -> _Found:
    return _scan("plyground.games", "GAME", trial.check_game)


@cache
def games() -> dict[str, Game[Any, Any]]:
    """All games by id in the order of the home page, their knowledge loaded."""
    return dict(sorted(_games().things.items(), key=lambda item: (item[1].spec.order, item[0])))


@cache
def _bots() -> _Found:
    some = next(iter(games().values()), None)
    return _scan("plyground.bots", "BOT", lambda bot: trial.check_bot(bot, some))


def bots() -> dict[str, Bot]:
    """All bots by id: the program's own, then those that there are just now, unless one of its own has their id."""
    found = dict(_bots().things)
    for more in _bots().more:
        for name, each in more().items():
            found.setdefault(name, each)
    return found


def own_bots() -> dict[str, Bot]:
    """The bots that are there as long as the program runs, by id."""
    return _bots().things


def broken() -> list[str]:
    """A sentence for each game and bot that breaks the contract and is left out."""
    return [*_games().broken.values(), *_bots().broken.values()]


def folder(game_id: str) -> Path | None:
    """The folder of a game's package; None where the game is a lone module."""
    return _games().folders.get(game_id)


def package(game_id: str) -> str | None:
    """The dotted name of a game's package; None where the game is a lone module."""
    return _games().packages.get(game_id)


def game(game_id: str) -> Game[Any, Any]:
    """The game with this id; raises ``UnknownGame``."""
    try:
        return games()[game_id]
    except KeyError:
        if game_id in _games().broken:
            raise UnknownGame(_games().broken[game_id]) from None
        known = ", ".join(sorted(games()))
        raise UnknownGame(
            _("There is no game called “{game_id}”; there are: {known}.", game_id=str(game_id)[:40], known=known)
        ) from None


def bot(bot_id: str) -> Bot:
    """The bot with this id; raises ``UnknownBot``."""
    try:
        return own_bots().get(bot_id) or bots()[bot_id]
    except KeyError:
        if bot_id in _bots().broken:
            raise UnknownBot(_bots().broken[bot_id]) from None
        known = ", ".join(sorted(bots()))
        raise UnknownBot(
            _("There is no bot called “{bot_id}”; there are: {known}.", bot_id=str(bot_id)[:40], known=known)
        ) from None


LIMITS = {
    option.name: option
    for option in (
        Option("seconds", "float", 1.0, "Seconds a move may take.", low=0.001, high=86_400),
        Option("cpu", "float", 1.0, "Seconds of processor time a move may take.", low=0.001, high=86_400),
        Option("within", "float", 1.0, "Seconds within which a move comes, whatever happens.", low=0.02, high=86_400),
        Option("nodes", "int", 10_000, "Positions a move may analyse.", low=1, high=10**12),
        Option("depth", "int", 4, "Plies a move may look ahead.", low=1, high=1_000),
    )
}
"""Limits that may stand among a bot's options and override the common ones for that bot."""


def parse_player(text: str, for_game: Game[Any, Any]) -> Player:
    """Read ``id`` or ``id:name=value,…``; raises ``UnknownBot``, ``UnfitBot`` or ``BadOption``."""
    if len(text) > 500:
        raise BadOption(_("A bot's text is at most 500 characters long."))
    bot_id, _unused, pairs = text.strip().partition(":")
    chosen = bot(bot_id)
    given: dict[str, Any] = dict(parse_pairs(pairs))
    declared = {option.name for option in chosen.options(for_game)}
    limits = {name: LIMITS[name].parse(given.pop(name)) for name in LIMITS if name in given and name not in declared}
    return Player.make(chosen, for_game, given, limits)
