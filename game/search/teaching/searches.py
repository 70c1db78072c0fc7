"""Finds the teaching searches by scanning this folder: a module that gives ``SEARCHES`` is one; no list is edited."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from plyground.core.errors import ContractBroken, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.search import teaching
from plyground.search.teaching.search import Search


class UnknownSearch(Refusal):
    """No search has this id."""


@cache
def searches() -> dict[str, Search]:
    """All searches by id; raises ``ContractBroken``."""
    found: dict[str, Search] = {}
    for info in sorted(pkgutil.iter_modules(teaching.__path__), key=lambda each: each.name):
        module = importlib.import_module(f"{teaching.__name__}.{info.name}")
        for search in getattr(module, "SEARCHES", ()):
            if search.spec.id in found:
                raise ContractBroken(f"{module.__file__}: the id “{search.spec.id}” belongs to another search already")
            found[search.spec.id] = search
    return found


def search(search_id: str) -> Search:
    """The search with this id; raises ``UnknownSearch``."""
    try:
        return searches()[search_id]
    except KeyError:
        known = ", ".join(sorted(searches()))
        raise UnknownSearch(
            _(
                "There is no search called “{search_id}”; there are: {known}.",
                search_id=str(search_id)[:40],
                known=known,
            )
        ) from None


def fitting(game: Game[Any, Any], position: Any) -> list[Search]:
    """The searches that fit a position, in the order of their ids."""
    return [each for each in searches().values() if each.unfit(game, position) is None]
