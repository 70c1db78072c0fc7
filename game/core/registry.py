"""Finds games, knowledge and bots by scanning their folders; no list is edited to add one.

A module of ``game/games`` offers ``GAME``, a module of ``game/bots`` offers ``BOT``; a module whose name begins with
an underscore, or that offers neither name, is a helper. One that fails to import or breaks the contract stops the
start with ``ContractBroken``, which names its file and the reason.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from plyground.core.bot import Bot, Player
from plyground.core.errors import BadOption, ContractBroken, UnknownBot, UnknownGame
from plyground.core.game import Game
from plyground.core.options import Option, parse_pairs


def _modules(package_name: str) -> list[ModuleType]:
    package = importlib.import_module(package_name)
    found = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        if info.name.startswith("_"):
            continue
        found.append(_import(f"{package_name}.{info.name}"))
    return found


def _import(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise ContractBroken(f"{name.replace('.', '/')} cannot be loaded: {type(error).__name__}: {error}") from error


def _collect(package_name: str, attribute: str, wanted: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in _modules(package_name):
        thing = getattr(module, attribute, None)
        if thing is None:
            continue
        problem = _problem(thing, wanted, found)
        if problem:
            raise ContractBroken(f"{module.__file__}: {attribute} {problem}")
        found[thing.spec.id] = thing
    return found


def _problem(thing: Any, wanted: type, found: dict[str, Any]) -> str | None:
    if not isinstance(thing, wanted):
        return f"is no {wanted.__name__}"
    spec = getattr(thing, "spec", None)
    if spec is None:
        return "has no spec"
    if not spec.id.isidentifier() or spec.id != spec.id.lower():
        return f"has the id “{spec.id}”, which is not a small-letter name"
    if spec.id in found:
        return f"has the id “{spec.id}”, which another module has already"
    if not (spec.title and spec.summary):
        return "has no title or no summary"
    return _game_problem(thing) if isinstance(thing, Game) else None


def _game_problem(game: Game[Any, Any]) -> str | None:
    low, high = game.spec.seats
    if not 1 <= low <= high <= 16:
        return f"declares {low} to {high} seats; 1 to 16 are possible"
    try:
        start = game.initial({})
        again = game.parse_position(game.position_text(start), {})
    except Exception as error:
        return f"fails at its start position: {type(error).__name__}: {error}"
    return None if again == start else "has a start position whose text does not read back to it"


@cache
def games() -> dict[str, Game[Any, Any]]:
    """All games by id, their knowledge loaded; raises ``ContractBroken``."""
    found = _collect("plyground.games", "GAME", Game)
    for package in _modules("plyground.games"):
        if hasattr(package, "__path__") and any(
            info.name == "knowledge" for info in pkgutil.iter_modules(package.__path__)
        ):
            _import(f"{package.__name__}.knowledge")
    return found


@cache
def bots() -> dict[str, Bot]:
    """All bots by id; raises ``ContractBroken``."""
    games()
    return _collect("plyground.bots", "BOT", Bot)


def game(game_id: str) -> Game[Any, Any]:
    """The game with this id; raises ``UnknownGame``."""
    try:
        return games()[game_id]
    except KeyError:
        known = ", ".join(sorted(games()))
        raise UnknownGame(f"There is no game called “{str(game_id)[:40]}”; there are: {known}.") from None


def bot(bot_id: str) -> Bot:
    """The bot with this id; raises ``UnknownBot``."""
    try:
        return bots()[bot_id]
    except KeyError:
        known = ", ".join(sorted(bots()))
        raise UnknownBot(f"There is no bot called “{str(bot_id)[:40]}”; there are: {known}.") from None


LIMITS = {
    option.name: option
    for option in (
        Option("seconds", "float", 1.0, "Seconds a move may take.", low=0.001, high=86_400),
        Option("nodes", "int", 10_000, "Positions a move may analyse.", low=1, high=10**12),
        Option("depth", "int", 4, "Plies a move may look ahead.", low=1, high=1_000),
    )
}
"""Limits that may stand among a bot's options and override the common ones for that bot."""


def parse_player(text: str, for_game: Game[Any, Any]) -> Player:
    """Read ``id`` or ``id:name=value,…``; raises ``UnknownBot``, ``UnfitBot`` or ``BadOption``."""
    if len(text) > 500:
        raise BadOption("A bot's text is at most 500 characters long.")
    bot_id, _, pairs = text.strip().partition(":")
    chosen = bot(bot_id)
    given: dict[str, Any] = dict(parse_pairs(pairs))
    declared = {option.name for option in chosen.options(for_game)}
    limits = {name: LIMITS[name].parse(given.pop(name)) for name in LIMITS if name in given and name not in declared}
    return Player.make(chosen, for_game, given, limits)
