"""What a competition plays next, as a function of its settings, its field and the games so far.

Ids, seeds and openings follow from the competition's seed or secret and the place of a game in the schedule alone: the
same bots under the same seed play the same event, whenever and wherever its games are run. Under a secret the first
games and those of the ladder follow from the day besides on which they are planned (``fairness``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plyground.competitions import counting, fairness, house
from plyground.competitions.pairing import validation_seatings
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.refereeing.referee import number_of
from plyground.competitions.store.rows import Competition, Kind, ScheduledGame, Snapshot, StoredGame, Version
from plyground.core import registry
from plyground.pairing import Seating, rotations
from plyground.pairing.round_robin import double_round_robin, tables
from plyground.pairing.swiss import swiss_round, usual_rounds

_LADDER_CLOCK: tuple[Kind, ...] = ("validation", "ladder", "compare", "challenge", "league")
"""What is played by the clock of the ladder, and drawn from the key of its day."""
_LETTERS: dict[Kind, str] = {"league": "g"}
"""How the ids of games of a kind begin that do not begin with its letter."""


def seats_of(competition: Competition) -> int:
    """How many sit at a table."""
    game = registry.game(competition.game)
    return game.seats_at(game.initial(competition.options))


def validation_games(now: Snapshot, version: Version) -> list[ScheduledGame]:
    """The games in which a version shows that it can play; its bot's number and its own name it in the seeds."""
    word = f"v:{now.owners[version.id].number}.{version.number}"
    return [
        _scheduled(now, "validation", f"v-{version.id}-{part}", (0, 0, part), seating, f"{word}:{part}")
        for part, seating in enumerate(validation_seatings(version.id, house.RANDOM, seats_of(now.competition)))
    ]


def pair_games(now: Snapshot, kind: Kind, key: str, number: int, seating: Seating) -> list[ScheduledGame]:
    """The games of one table outside of the event (ladder, comparison, league), everybody in every seat once."""
    word = f"{kind}:{key}:{number}"
    return [
        _scheduled(now, kind, f"{_LETTERS.get(kind, kind[0])}-{key}-{number}-{part}", (0, number, part), table, word)
        for part, table in enumerate(rotations(seating))
    ]


def challenge_game(now: Snapshot, version: Version, number: int, seating: Seating, pace: float) -> ScheduledGame:
    """The challenge with this number of a version; ``pace`` are the seconds between moves, for those who watch."""
    word, key = f"challenge:{version.id}:{number}", f"x-{version.id}-{number}-0"
    game = _scheduled(now, "challenge", key, (0, number, 0), seating, word)
    return replace(game, task={**game.task, "pace": pace}) if pace else game


def event_games(now: Snapshot) -> list[ScheduledGame]:
    """The games of the event that can be planned now; none when it is over, or waits for games that are planned.

    Swiss rounds and the rounds of the final follow from the results of those before.
    """
    event = [game for game in now.games if game.kind == "event"]
    settings = now.competition.settings
    if any(game.result is None for game in now.games if game.kind in ("event", "final")):
        return []
    if settings.pairing == "double" and not event:
        return _double(now)
    if settings.pairing == "swiss":
        played = max((game.round for game in event), default=0)
        if played < swiss_rounds(now.competition, len(now.field)):
            return _swiss(now, event, played + 1)
    return _final(now)


def waits_for_final(now: Snapshot) -> bool:
    """Whether all is played but the final, none of whose games is planned yet."""
    if not now.field or any(game.kind == "final" for game in now.games):
        return False
    scheduled = event_games(now)
    return bool(scheduled) and all(game.kind == "final" for game in scheduled)


def swiss_rounds(competition: Competition, field: int) -> int:
    """How many Swiss rounds are played."""
    return min(competition.settings.rounds or usual_rounds(field), max(1, field - 1))


def expected_games(competition: Competition, field: int) -> int:
    """How many games the event will have, level matches of the final left aside."""
    settings, seats = competition.settings, seats_of(competition)
    names = [str(number) for number in range(field)]
    if settings.pairing == "swiss":
        event = field // 2 * swiss_rounds(competition, field)
    else:
        event = sum(len(each) for each in _rounds(competition, names, seats))
    size = min(settings.final, field)
    if size < 2:
        return event
    return event + (settings.final_games * (size - 1) if seats == 2 else seats * max(1, settings.final_games // 2))


def _double(now: Snapshot) -> list[ScheduledGame]:
    found, seats = [], seats_of(now.competition)
    for number, each in enumerate(_rounds(now.competition, now.field, seats), 1):
        for index, seating in enumerate(each):
            place = (number, index // seats, index % seats)
            found.append(_scheduled(now, "event", "e{}-{}-{}".format(*place), place, seating, f"e:{number}:{place[1]}"))
    return found


def _rounds(competition: Competition, field: Sequence[str], seats: int) -> list[list[Seating]]:
    settings = competition.settings
    if seats == 2:
        return double_round_robin(field, settings.times)
    return tables(field, seats, settings.tables or None, competition.draw(), settings.times)


def _swiss(now: Snapshot, event: Sequence[StoredGame], number: int) -> list[ScheduledGame]:
    points = {row.entrant: row.points for row in counting.table(now)}
    byes = [bye for _, bye in counting.byes(now)]
    paired = swiss_round(now.field, points, [game.entrants for game in event], byes)
    return [
        _scheduled(now, "event", f"e{number}-{index}-0", (number, index, 0), pair, f"e:{number}:{index}")
        for index, pair in enumerate(paired.pairs)
    ]


def _final(now: Snapshot) -> list[ScheduledGame]:
    seeds, settings = counting.seeds(now), now.competition.settings
    if len(seeds) < 2:
        return []
    if seats_of(now.competition) > 2:
        if any(game.kind == "final" for game in now.games):
            return []
        return [
            _scheduled(now, "final", f"f1-{turn}-{part}", (1, turn, part), seating, f"f:1:{turn}")
            for turn in range(max(1, settings.final_games // 2))
            for part, seating in enumerate(rotations(tuple(seeds)))
        ]
    found = []
    for wanted in counting.final(now).wanted:
        place = (wanted.round, wanted.match, wanted.number)
        word = f"f:{wanted.round}:{wanted.match}:{wanted.number // 2}"
        found.append(_scheduled(now, "final", "f{}-{}-{}".format(*place), place, wanted.seating, word))
    return found


def _scheduled(
    now: Snapshot, kind: Kind, key: str, place: tuple[int, int, int], seating: Seating, word: str
) -> ScheduledGame:
    """``word`` names the table in the seeds: games of one table share an opening, but no seed."""
    competition = now.competition
    settings = competition.settings
    clock: Control = settings.ladder_clock if kind in _LADDER_CLOCK else settings.clock
    game_id = f"{competition.id}-{key}"
    own = kind in ("event", "final") or competition.secret is None
    day = "" if own else fairness.day_of(now.at)
    drawn = competition.draw(f"{word}:{place[2]}", day)
    task: dict[str, Any] = {
        "id": game_id,
        "game": competition.game,
        "options": dict(competition.options),
        "start": None,
        "seed": number_of(drawn) if competition.secret is None else drawn,
        "clock": clock.as_json(),
        "entrants": [house.bot(one) if house.is_house(one) else dict(now.versions[one].bot) for one in seating],
        "bounds": settings.bounds.as_json(),
        "opening_plies": 0 if kind == "validation" else settings.openings,
        "opening_seed": competition.draw(f"{word}:opening", day),
    }
    if day:
        task["day"] = day
    if settings.most_moves:
        task["most_moves"] = settings.most_moves
    return ScheduledGame(game_id, kind, *place, seating, task)
