"""Leagues of a competition: each but the highest has a boss, one of the program's own bots; who beats it is promoted.

All of it follows from the settings and the games. A version of a bot has one match with the boss of its bot's league,
both ways round; more than half of its points lift the bot for good, whichever version plays later, and the next boss
waits at once. In the next season a bot begins where it stood.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.bots import _levels
from plyground.competitions import house
from plyground.competitions.store.rows import Competition, Snapshot, StoredGame, Version
from plyground.core import registry
from plyground.core.messages import _

NAMES = (_("Wood"), _("Bronze"), _("Silver"), _("Gold"), _("Legend"))
"""What leagues are called, the highest last; with fewer leagues the lowest names are left out."""
MOST = len(NAMES) - 1
"""Bosses at most."""
PAIRS = 2
"""Pairs of games of a match with a boss."""


@dataclass(frozen=True)
class Promotion:
    """A version that lifted its bot: into which ``league`` (a place among ``titles``), by which games, and when."""

    entry: str
    version: str
    league: int
    points: float
    games: tuple[str, ...]
    at: float


def titles(competition: Competition) -> list[str]:
    """The leagues of a competition, the lowest first; none where it has no bosses."""
    count = competition.settings.leagues
    return list(NAMES[MOST - count :]) if count else []


def bosses(competition: Competition) -> list[str]:
    """The boss of each league but the highest, as an entrant, the weakest first: spread over the game's levels, without
    the weakest and the strongest where there are enough."""
    rules, count = registry.game(competition.game), competition.settings.leagues
    levels = _levels.ladder(rules).levels
    inner = levels[1:-1] if len(levels) > count + 1 else levels
    places = [round((at + 0.5) * len(inner) / count - 0.5) for at in range(count)]
    return [house.entrant(inner[max(0, min(place, len(inner) - 1))], rules) for place in places]


def reached(now: Snapshot) -> tuple[dict[str, int], list[Promotion]]:
    """The league of each bot, by its place from 0, and all promotions, the latest first."""
    matches: dict[str, dict[tuple[int, str], list[StoredGame]]] = defaultdict(lambda: defaultdict(list))
    for game in now.games:
        if game.kind == "league":
            version, league = _of(game)
            if version in now.owners:
                matches[now.owners[version].id][league, version].append(game)
    highest = now.competition.settings.leagues
    places, promotions = {entry.id: min(entry.league or 0, highest) for entry in now.entries}, list[Promotion]()
    for entry, own in matches.items():
        while won := [each for each in own.items() if each[0][0] == places[entry] and (_won(*each) is not None)]:
            (league, version), games = min(won, key=lambda each: _end(each[1]))
            places[entry] = league + 1
            points = _won((league, version), games) or 0.0
            ids = tuple(game.id for game in games)
            promotions.append(Promotion(entry, version, league + 1, points, ids, _end(games)))
    return places, sorted(promotions, key=lambda each: (-each.at, each.version))


def next_match(now: Snapshot, version: Version, places: dict[str, int]) -> tuple[int, str] | None:
    """The league and the boss that a version is to meet now, None if it has met it, or is in the highest league."""
    league = places.get(version.entry, 0)
    found = bosses(now.competition)
    if league >= len(found) or version.is_built_in:
        return None
    if any(game.kind == "league" and _of(game) == (version.id, league) for game in now.games):
        return None
    return league, found[league]


def shown(now: Snapshot) -> dict[str, Any] | None:
    """All of it as plain JSON: ``leagues`` with their titles and bosses, the place of each bot by its id (``places``),
    and the latest ``promotions`` in sentences; None without leagues."""
    names = titles(now.competition)
    if not names:
        return None
    gates = [now.name(boss) for boss in bosses(now.competition)]
    places, promotions = reached(now)
    return {
        "leagues": [{"title": title, "boss": gates[at] if at < len(gates) else None} for at, title in enumerate(names)],
        "places": {
            entry.id: places[entry.id]
            for entry in now.entries
            if any(not version.is_built_in for version in now.own(entry))
        },
        "promotions": [_told(now, each, names, gates) for each in promotions],
    }


def _told(now: Snapshot, promotion: Promotion, names: Sequence[str], gates: Sequence[str]) -> dict[str, Any]:
    told = {
        "name": now.owners[promotion.version].shown_name, "number": now.versions[promotion.version].number,
        "boss": gates[promotion.league - 1], "points": f"{promotion.points:g}", "games": len(promotion.games),
        "league": names[promotion.league],
    }  # fmt: skip
    sentence = _(
        "{name} beat {boss} with version {number}, {points} of {games} points, and is promoted to {league}.", **told
    )
    return {"bot": promotion.entry, "games": list(promotion.games), "at": promotion.at, "sentence": sentence}


def _of(game: StoredGame) -> tuple[str, int]:
    """The version and the league of a match, by the game's id: ``COMPETITION-g-ENTRY-VERSION-LEAGUE-NUMBER-PART``."""
    key = game.id.split("-g-", 1)[1].rsplit("-", 2)[0]
    version, _unused, league = key.rpartition("-")
    return version, int(league)


def _won(match: tuple[int, str], games: Sequence[StoredGame]) -> float | None:
    """The points of a match that was won, None of one that was not, or goes on."""
    results = [game.as_result for game in games]
    if len(games) < 2 * PAIRS or any(result is None for result in results):
        return None
    points = sum(_score(game, match[1]) for game in games)
    return points if points > len(games) / 2 else None


def _score(game: StoredGame, version: str) -> float:
    result = game.as_result
    other = next(one for one in game.entrants if one != version)
    return (result.score(version, other) if result is not None else None) or 0.0


def _end(games: Sequence[StoredGame]) -> float:
    return max(game.finished or 0.0 for game in games)
