"""How strong each version of each bot is, by all its games: what a bot's progress is drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.competitions import counting
from plyground.competitions.ranking.ratings import ratings
from plyground.competitions.store import Entry, StoredGame, Version


def version_ratings(
    entries: Sequence[Entry], versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> list[dict[str, Any]]:
    """Each bot with its versions in order and the Elo of each with its 95 % interval, as plain JSON.

    All versions are rated at once, by the games of ladder, event and final; 0 is the average of those that played.
    Comparisons of one's own versions do not count: one could let the other win. ``elo`` is None for a version without
    such a game.
    """
    found = counting.results(games, "ladder", "event", "final")
    met = {one for result in found for one in result.entrants}
    rated = ratings([one for one in versions if one in met], found)
    return [
        {
            "entry": entry.id,
            "name": entry.shown_name,
            "versions": [
                {
                    "number": version.number,
                    "active": version.id == entry.active,
                    "admission": version.admission,
                    "created": version.created,
                    **(rated[version.id].as_json() if version.id in rated else _UNRATED),
                }
                for version in versions.values()
                if version.entry == entry.id
            ],
        }
        for entry in entries
    ]


_UNRATED = {"elo": None, "elo_error": None, "games": 0}
