"""The finished games that a visitor made, as collections: a list of one's own past like any other file of games."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from plyground.core import collection, registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import NotAllowed
from plyground.sessions import records
from plyground.sessions.state import rebuild
from plyground.sessions.store import Store
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import Visitor

MOST = 500
"""Games of a visitor that are listed, the last that ended."""
_MOST_SECONDS = 3.0
"""Processor time that one list may take; of very long games those that ended longest ago are then left out."""


def counted(store: Store, who: str) -> list[dict[str, object]]:
    """How many games a visitor has of each game, the most first: ``game``, ``title``, ``count``."""
    found = Counter(game for _id, game in store.made_by(_maker(who), MOST))
    known = registry.games()
    return [
        {"game": game, "title": known[game].spec.title, "count": count}
        for game, count in found.most_common()
        if game in known
    ]


def written(store: Store, who: str, game_id: str) -> Iterator[bytes]:
    """A visitor's finished games of one game as a file of records, a line each; raises a refusal."""
    rules, maker = registry.game(game_id), _maker(who)
    ids = [each for each, game in store.made_by(maker, MOST) if game == game_id]
    return _lines(store, rules.spec.id, ids)


def _lines(store: Store, game_id: str, ids: list[str]) -> Iterator[bytes]:
    used = 0.0
    for each in ids:
        begun = time.thread_time()
        yield from list(_line(store, game_id, each))
        used += time.thread_time() - begun  # what is sent meanwhile is not counted
        if used > _MOST_SECONDS:
            return


def _line(store: Store, game_id: str, each: str) -> Iterator[bytes]:
    """The record of a game; nothing if it is gone by now or the program no longer reads it."""
    rules = registry.game(game_id)
    found = store.load(each)
    if found is None:
        return
    setup, events = found
    try:
        state = rebuild(setup, events)
        record = records.as_record(setup, state, setup.start, state.moves)
        yield collection.write(rules, [record], collection.FORM)
    except Refusal:
        return


def _maker(who: str) -> str:
    """The name under which a visitor's games are kept. Who shows no key of a browser shares a name with all others of
    an address, and so has no games here."""
    if not isinstance(who, Visitor):
        raise NotAllowed(_("Your browser keeps no key of this server’s, so nobody knows which games are yours."))
    return visitor_digest(who)
