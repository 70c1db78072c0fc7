"""The final as everybody may see it: who meets whom, how each match stands, and who stands on the podium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from plyground.competitions import counting
from plyground.competitions.pairing.bracket import Bracket, Match, bracket
from plyground.competitions.ranking.standing import Row, standing
from plyground.competitions.running import schedule
from plyground.competitions.store import CompetitionStore, Snapshot, StoredGame
from plyground.core import registry
from plyground.core.picking import picked

Phase = Literal["before", "event", "waits", "final", "finished"]
"""The event has not begun, goes on, waits for its final to be begun, is in its final, is over."""


def final(store: CompetitionStore, competition_id: str) -> dict[str, Any]:
    """All of it as plain JSON; raises ``NoSuchCompetition``.

    ``rounds`` are those of the bracket, of matches with their ``sides`` (a name with its seed, or None), ``score`` and
    ``games``; None where there is no bracket: in a game of more than two seats (then ``table`` has the final's), or
    without a final. Before the event is over they are ``provisional``: as the standing is now.
    ``podium`` are the first three, once the event is over: by the final, without one by the badges of the standing.
    """
    now = store.snapshot(competition_id, ["event", "final"])
    found, games = now.competition, now.games
    phase, seeds = _phase(now), counting.seeds(now)
    at_table = schedule.seats_of(found) > 2
    wanted = found.settings.final >= 2 and len(seeds) >= 2
    tree = counting.final(now) if wanted and not at_table else None
    if tree is not None and phase == "event":
        tree = bracket(seeds, [], found.settings.final_games)
    table = None
    if wanted and at_table:
        table = standing(dict.fromkeys(seeds), counting.results(games, "final"), found.settings.rules)
    sides = {one: {"name": now.names[one], "seed": number} for number, one in enumerate(seeds, 1)}
    finals = [game for game in games if game.kind == "final"]
    return {
        **picked(found, "id title game"),
        "game_title": registry.game(found.game).spec.title,
        "options": dict(found.options),
        "clock": found.settings.clock.as_json(),
        "pace": found.settings.final_pace,
        "match_games": found.settings.final_games,
        "has_final": found.settings.final >= 2,
        "phase": phase,
        "provisional": phase in ("before", "event"),
        "played": sum(game.result is not None for game in games),
        "planned": max(len(games), schedule.expected_games(found, len(now.field)) if now.field else 0),
        "rounds": None
        if tree is None
        else [[_match(match, sides, finals, found.settings.final_games) for match in each] for each in tree.rounds],
        "table": None if table is None else [sides[row.entrant] | picked(row, "place points") for row in table],
        "games": [_table_game(game, now) for game in finals] if at_table else [],
        "podium": _podium(tree, table, now) if phase == "finished" else [],
    }


def _phase(now: Snapshot) -> Phase:
    if not now.field:
        return "before"
    if now.competition.state == "finished":
        return "finished"
    if any(game.kind == "final" for game in now.games):
        return "final"
    return "waits" if schedule.waits_for_final(now) else "event"


def _match(
    match: Match, sides: Mapping[str, dict[str, Any]], finals: Sequence[StoredGame], length: int
) -> dict[str, Any]:
    own = [game for game in finals if (game.round, game.number) == (match.round, match.number)]
    return {
        **picked(match, "round number bye"),
        "sides": [None if one is None else sides[one] for one in match.sides],
        "score": list(match.score),
        "winner": None if match.winner is None else match.sides.index(match.winner),
        "by_seed": match.winner is not None and match.score[0] == match.score[1] and not match.bye,
        "games": [_game(game, match, length) for game in sorted(own, key=lambda game: game.part)],
    }


def _game(game: StoredGame, match: Match, length: int) -> dict[str, Any]:
    """A game of a match: ``seats`` says which side sits where, ``score`` what each side has of it."""
    result, (one, other) = game.as_result, (side or "" for side in match.sides)
    return {
        "id": game.id,
        "seats": [match.sides.index(sitting) for sitting in game.entrants],
        "extra": game.part >= length,
        "score": None if result is None else [result.score(one, other), result.score(other, one)],
        "verdicts": [] if game.result is None else game.result["verdicts"],
        "plies": None if game.result is None else game.result["plies"],
    }


def _table_game(game: StoredGame, now: Snapshot) -> dict[str, Any]:
    ranks = None if game.result is None else game.result["ranks"]
    return {"id": game.id, "names": [now.names[one] for one in game.entrants], "ranks": ranks}


def _podium(tree: Bracket | None, table: Sequence[Row] | None, now: Snapshot) -> list[dict[str, Any]]:
    """The first three with their places, and how each stood in the event."""
    stood = {row.entrant: row for row in counting.table(now)}
    if tree is not None:
        places = [(place, one) for place, one in _by_bracket(tree) if place <= 3]
    elif table is not None:
        places = [(row.place, row.entrant) for row in table if row.place <= 3]
    else:
        places = [(row.badge, row.entrant) for row in stood.values() if row.badge]
    return [
        {"place": place, "name": now.names[one], "table_place": stood[one].place} | picked(stood[one], "points badge")
        for place, one in places
    ]


def _by_bracket(tree: Bracket) -> list[tuple[int, str]]:
    """The winner is first, the other of the last match second, who lost the matches before it third."""
    found: list[tuple[int, str]] = []
    for place, matches in ((2, tree.rounds[-1]), (3, tree.rounds[-2] if len(tree.rounds) > 1 else ())):
        for match in matches:
            losers = [one for one in match.sides if one is not None and one != match.winner]
            found += [(place, one) for one in losers if match.winner is not None]
    return [(1, tree.winner), *found] if tree.winner is not None else []
