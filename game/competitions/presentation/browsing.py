"""Finds the games of a competition that somebody asks for: of a bot, with a verdict, of a kind, the latest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from plyground.competitions.refereeing.verdicts import CODES, FAIR
from plyground.competitions.store import Snapshot, StoredGame
from plyground.competitions.store.rows import Kind
from plyground.core.messages import _
from plyground.core.picking import picked
from plyground.core.refusals import Malformed, NoSuchEntry, NoSuchMatch

AT_ONCE = 60
"""How many games are given at a time."""
FAILED = "failed"
"""Asks for any verdict but the fair one."""


def found(now: Snapshot, asked: Mapping[str, str]) -> dict[str, Any]:
    """The games that fit what is ``asked``, at most 60: ``games``, ``total`` and whether there are ``more``.

    ``bot`` and ``against`` are entries, ``verdict`` a code or ``failed`` (of the bot, if one is named), ``kind`` a kind
    of game, ``before`` the game after which the list goes on. Raises ``NoSuchEntry``, ``NoSuchMatch`` or ``Malformed``.
    """
    bot, against = _entry(now, asked.get("bot", "")), _entry(now, asked.get("against", ""))
    verdict, kind, before = asked.get("verdict", ""), asked.get("kind", ""), asked.get("before", "")
    if verdict and verdict != FAILED and verdict not in CODES:
        raise Malformed(_("A verdict is one of {codes}, or failed.", codes=", ".join(CODES)))
    if kind and kind not in get_args(Kind):
        raise Malformed(_("The kind of a game is one of {get_args}.", get_args=", ".join(get_args(Kind))))
    fitting = [
        game
        for game in now.played
        if (not kind or game.kind == kind)
        and (not bot or bot in _entries(now, game))
        and (not against or against in _entries(now, game))
        and (not verdict or _has_verdict(now, game, bot, verdict))
    ]
    start = 0
    if before:
        place = next((number for number, game in enumerate(fitting) if game.id == before), None)
        if place is None:
            raise NoSuchMatch(_("The list cannot go on from there; load the page again."))
        start = place + 1
    shown = [row(now, game) for game in fitting[start : start + AT_ONCE]]
    return {"games": shown, "total": len(fitting), "more": start + len(shown) < len(fitting)}


def row(now: Snapshot, game: StoredGame) -> dict[str, Any]:
    """One line of the list of games; ``names``, ``ranks`` and ``verdicts`` go by seats."""
    result = game.result or {}
    shown = {name: result[name] for name in ("ranks", "verdicts", "plies", "seconds")}
    return picked(game, "id kind round finished") | {"names": [now.name(one) for one in game.entrants]} | shown


def verdict_counts(now: Snapshot, *kinds: Kind) -> dict[str, dict[str, int]]:
    """How often each version got each verdict but the fair one in games of these kinds."""
    counts: dict[str, dict[str, int]] = {}
    for game in now.played:
        if game.kind in kinds and game.result is not None:
            for one, code in zip(game.entrants, game.result["verdicts"], strict=True):
                if code != FAIR:
                    own = counts.setdefault(one, {})
                    own[code] = own.get(code, 0) + 1
    return counts


def _entry(now: Snapshot, word: str) -> str:
    if word and all(entry.id != word for entry in now.entries):
        raise NoSuchEntry(_("There is no bot “{word}” in this competition.", word=word[:80]))
    return word


def _entries(now: Snapshot, game: StoredGame) -> set[str]:
    return {now.owners[one].id for one in game.entrants if one in now.owners}


def _has_verdict(now: Snapshot, game: StoredGame, bot: str, verdict: str) -> bool:
    assert game.result is not None
    for one, code in zip(game.entrants, game.result["verdicts"], strict=True):
        own = not bot or (one in now.owners and now.owners[one].id == bot)
        if own and (code != FAIR if verdict == FAILED else code == verdict):
            return True
    return False
