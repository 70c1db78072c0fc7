"""All games of two bots of a competition: the score, by seat and by opening, and every game with how it ended."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from plyground.competitions.presentation import browsing, public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking.elo import Score
from plyground.competitions.store import CompetitionStore, Entry, Snapshot, StoredGame
from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import NoSuchEntry

MOST_GAMES = 200
"""Of so many games at most, the latest, openings are counted and lines are shown."""
OPENING_PLIES = 4
"""Plies that make an opening where the event gave none."""
MOST_OPENINGS = 12
_KINDS = ("ladder", "event", "final", "challenge", "league")


def pairing(store: CompetitionStore, competition: str, one: str, other: str) -> dict[str, Any]:
    """What two bots did against each other, all versions together, seen from the first one.

    ``score`` is over all games, ``seats`` over those in which it sat there, ``openings`` over those that began alike,
    the most frequent first. Raises ``NoSuchCompetition`` or ``NoSuchEntry``.
    """
    now = snapshot(store, competition)
    first, second = _entry(now, one), _entry(now, other)
    if first.id == second.id:
        raise NoSuchEntry(_("A pairing is of two bots."))
    return now.keep(f"pairing {first.id} {second.id}", lambda: _pairing(store, now, first, second))


def _pairing(store: CompetitionStore, now: Snapshot, first: Entry, second: Entry) -> dict[str, Any]:
    met = [game for game in now.played if game.kind in _KINDS and {first.id, second.id} <= set(_owners(now, game))]
    rows, scores = [], []
    seats: dict[int, list[float]] = defaultdict(list)
    openings: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for place, game in enumerate(met):
        owners = _owners(now, game)
        seat = owners.index(first.id)
        result = game.as_result
        assert result is not None
        score = result.score(game.entrants[seat], game.entrants[owners.index(second.id)])
        scores.append(score or 0.0)
        seats[seat].append(score or 0.0)
        if place < MOST_GAMES:
            openings[_opening(store, game)].append(score or 0.0)
            numbers = [now.versions[one].number if one in now.versions else None for one in game.entrants]
            rows.append(browsing.row(now, game) | {"seat": seat, "score": score, "versions": numbers})
    listed = sorted(openings.items(), key=lambda each: (-len(each[1]), each[0]))[:MOST_OPENINGS]
    spec = registry.game(now.competition.game).spec
    return {
        "competition": public.head(now.competition),
        "bots": [{"bot": entry.id, "name": now.called(entry)} for entry in (first, second)],
        "score": _score(scores),
        "seats": [{"seat": seat, "name": spec.seat_name(seat), **_score(seats[seat])} for seat in sorted(seats)],
        "openings": [{"moves": list(moves), **_score(each)} for moves, each in listed],
        "given": now.competition.settings.openings,
        "games": rows,
        "games_played": len(met),
    }


def _entry(now: Snapshot, word: str) -> Entry:
    for entry in now.entries:
        if word in (entry.id, entry.alias):
            return entry
    raise NoSuchEntry(_("There is no bot “{word}” in this competition.", word=word[:80]))


def _owners(now: Snapshot, game: StoredGame) -> list[str]:
    return [now.owners[one].id if one in now.owners else "" for one in game.entrants]


def _opening(store: CompetitionStore, game: StoredGame) -> tuple[str, ...]:
    """The moves that were given, or else the first ones."""
    record = store.game(game.id)[3] or {}
    moves = record.get("moves", ())
    return tuple(moves[: record.get("opening") or OPENING_PLIES])


def _score(scores: list[float]) -> dict[str, Any]:
    """Games, wins, draws, losses, and where there are any the lead in Elo with its interval."""
    return {"games": len(scores)} | Score.of(score - 0.5 for score in scores).as_json()
