"""What a competition plays next, as a function of its settings, its field and the games so far.

Ids, seeds and openings follow from the competition's seed and the place of a game in the schedule alone: the same bots
under the same seed play the same event, whenever and wherever its games are run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.competitions import counting
from plyground.competitions.pairing import Seating, rotations
from plyground.competitions.pairing import validation as _validation
from plyground.competitions.pairing.round_robin import double_round_robin, tables
from plyground.competitions.pairing.swiss import swiss_round, usual_rounds
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.store.rows import Competition, Kind, ScheduledGame, StoredGame, Version
from plyground.core import registry

RANDOM = "random"
"""The entrant that stands for the random bot in validation games."""


def seats_of(competition: Competition) -> int:
    """How many sit at a table."""
    game = registry.game(competition.game)
    return game.seats_at(game.initial(competition.options))


def validation_games(competition: Competition, version: Version, word: str) -> list[ScheduledGame]:
    """The games in which a version shows that it can play; ``word`` (entry and number) names it in the seeds."""
    seatings = _validation.validation_games(version.id, RANDOM, seats_of(competition))
    bots = {version.id: version.bot, RANDOM: {"kind": "built_in", "bot": RANDOM}}
    return [
        _scheduled(competition, "validation", f"v-{version.id}-{part}", (0, 0, part), seating, bots, f"v:{word}:{part}")
        for part, seating in enumerate(seatings)
    ]


def pair_games(
    competition: Competition, kind: Kind, key: str, number: int, seating: Seating, versions: Mapping[str, Version]
) -> list[ScheduledGame]:
    """The games of one table outside of the event (ladder, comparison), everybody in every seat once."""
    bots = {one: versions[one].bot for one in seating}
    word = f"{kind}:{key}:{number}"
    return [
        _scheduled(competition, kind, f"{kind[0]}-{key}-{number}-{part}", (0, number, part), table, bots, word)
        for part, table in enumerate(rotations(seating))
    ]


def event_games(
    competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> list[ScheduledGame]:
    """The games of the event that can be planned now; none when it is over, or waits for games that are planned.

    Swiss rounds and the rounds of the final follow from the results of those before.
    """
    assert competition.field is not None
    event = [game for game in games if game.kind == "event"]
    if any(game.result is None for game in games if game.kind in ("event", "final")):
        return []
    if competition.settings.pairing == "double" and not event:
        return _double(competition, versions)
    if competition.settings.pairing == "swiss":
        played = max((game.round for game in event), default=0)
        if played < swiss_rounds(competition, len(competition.field)):
            return _swiss(competition, versions, event, played + 1)
    return _final(competition, versions, games)


def waits_for_final(competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]) -> bool:
    """Whether all is played but the final, none of whose games is planned yet."""
    if competition.field is None or any(game.kind == "final" for game in games):
        return False
    scheduled = event_games(competition, versions, games)
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


def _double(competition: Competition, versions: Mapping[str, Version]) -> list[ScheduledGame]:
    assert competition.field is not None
    bots = {one: versions[one].bot for one in competition.field}
    found = []
    seats = seats_of(competition)
    for number, each in enumerate(_rounds(competition, competition.field, seats), 1):
        for index, seating in enumerate(each):
            place = (number, index // seats, index % seats)
            word = f"e:{number}:{index // seats}"
            key = f"e{number}-{index // seats}-{index % seats}"
            found.append(_scheduled(competition, "event", key, place, seating, bots, word))
    return found


def _rounds(competition: Competition, field: Sequence[str], seats: int) -> list[list[Seating]]:
    settings = competition.settings
    if seats == 2:
        return double_round_robin(field, settings.times)
    return tables(field, seats, settings.tables or None, str(competition.seed), settings.times)


def _swiss(
    competition: Competition, versions: Mapping[str, Version], event: Sequence[StoredGame], number: int
) -> list[ScheduledGame]:
    assert competition.field is not None
    rows = counting.table(competition, versions, event)
    points = {row.entrant: row.points for row in rows}
    byes = [bye for _, bye in counting.byes(competition.field, event)]
    paired = swiss_round(competition.field, points, [game.entrants for game in event], byes)
    bots = {one: versions[one].bot for one in competition.field}
    return [
        _scheduled(competition, "event", f"e{number}-{index}-0", (number, index, 0), pair, bots, f"e:{number}:{index}")
        for index, pair in enumerate(paired.pairs)
    ]


def _final(
    competition: Competition, versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> list[ScheduledGame]:
    seeds = counting.seeds(competition, versions, games)
    if len(seeds) < 2:
        return []
    bots = {one: versions[one].bot for one in seeds}
    seats = seats_of(competition)
    if seats > 2:
        if any(game.kind == "final" for game in games):
            return []
        times = max(1, competition.settings.final_games // 2)
        return [
            _scheduled(competition, "final", f"f1-{turn}-{part}", (1, turn, part), seating, bots, f"f:1:{turn}")
            for turn in range(times)
            for part, seating in enumerate(rotations(tuple(seeds)))
        ]
    found = []
    for wanted in counting.final(competition, versions, games).wanted:
        place = (wanted.round, wanted.match, wanted.number)
        key = "f{}-{}-{}".format(*place)
        word = f"f:{wanted.round}:{wanted.match}:{wanted.number // 2}"
        found.append(_scheduled(competition, "final", key, place, wanted.seating, bots, word))
    return found


def _scheduled(
    competition: Competition,
    kind: Kind,
    key: str,
    place: tuple[int, int, int],
    seating: Seating,
    bots: Mapping[str, Mapping[str, Any]],
    word: str,
) -> ScheduledGame:
    """``word`` names the table in the seeds: games of one table share an opening, but no seed."""
    settings = competition.settings
    clock: Control = settings.ladder_clock if kind in ("validation", "ladder", "compare") else settings.clock
    game_id = f"{competition.id}-{key}"
    task = {
        "id": game_id,
        "game": competition.game,
        "options": dict(competition.options),
        "start": None,
        "seed": _number(f"{competition.seed}:{word}:{place[2]}"),
        "clock": clock.as_json(),
        "entrants": [dict(bots[one]) for one in seating],
        "bounds": settings.bounds.as_json(),
        "opening_plies": 0 if kind == "validation" else settings.openings,
        "opening_seed": f"{competition.seed}:{word}:opening",
    }
    if settings.most_moves:
        task["most_moves"] = settings.most_moves
    return ScheduledGame(game_id, kind, *place, seating, task)


def _number(word: str) -> int:
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:6], "big")
