"""What a ladder and its leagues play next, as a function of a competition and its games, and whether there is any."""

from __future__ import annotations

from collections import Counter

from plyground.competitions import counting, leagues
from plyground.competitions.pairing.ladder import next_opponents
from plyground.competitions.running import schedule
from plyground.competitions.store import CompetitionStore
from plyground.competitions.store.rows import ScheduledGame, Snapshot


def next_tables(now: Snapshot, goal: int) -> list[ScheduledGame]:
    """A table for each active version with fewer than ``goal`` ladder games of its own, by the ratings as they are."""
    rated, seats = counting.ladder_ratings(now), schedule.seats_of(now.competition)
    ladder = [game for game in now.games if game.kind == "ladder"]
    field = {one: rated[one] for one in now.playing}
    scheduled: list[ScheduledGame] = []
    for one in field:
        own = [game for game in ladder if game.id.startswith(f"{now.competition.id}-l-{one}-")]
        met = Counter(other for game in ladder if one in game.entrants for other in game.entrants)
        opponents = next_opponents(one, field, met, seats)
        if len(own) < goal and len(opponents) == seats - 1:
            number = 1 + max((game.number for game in own), default=-1)
            scheduled += schedule.pair_games(now, "ladder", one, number, (one, *opponents))
    return scheduled


def next_matches(now: Snapshot) -> list[ScheduledGame]:
    """The match of each version that may play with the boss of its bot's league, unless it had it."""
    places, _promotions = leagues.reached(now)
    scheduled: list[ScheduledGame] = []
    for one in now.playing:
        wanted = leagues.next_match(now, now.versions[one], places)
        if wanted is not None:
            for number in range(leagues.PAIRS):
                scheduled += schedule.pair_games(now, "league", f"{one}-{wanted[0]}", number, (one, wanted[1]))
    return scheduled


def due(store: CompetitionStore, competition: str, goal: int, most_attempts: int) -> bool:
    """Whether there is anything to play, such as games that a killed server has planned and not played."""
    if store.waiting(competition, ("ladder", "league"), most_attempts):
        return True
    now = store.snapshot(competition, ["ladder", "league"])
    return bool(next_tables(now, goal) or next_matches(now))
