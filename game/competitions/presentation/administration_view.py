"""What the teacher alone sees of a competition, as plain JSON: real names, versions with their admission, problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.competitions import administration, counting
from plyground.competitions.presentation import public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking.ratings import Rating
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import least_bots
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings_form import flat
from plyground.competitions.store import Competition, CompetitionStore, Entry, Version
from plyground.competitions.store.rows import StoredGame


def listed(store: CompetitionStore, service: CompetitionService) -> list[dict[str, Any]]:
    """Every competition in short, the latest first, with the sentence for what keeps it from going on."""
    return [each | {"problem": service.problem(each["id"])} for each in public.listed(store)]


def page(store: CompetitionStore, service: CompetitionService, competition: str) -> dict[str, Any]:
    """All that the teacher's page of a competition shows; raises ``NoSuchCompetition``.

    ``plays`` are the bots that would take part if the event began now, ``waits`` those that are in their first games,
    ``expected`` how many games the event will have; ``runs`` says whether this server is playing it.
    """
    now = snapshot(store, competition)
    found, entries, versions, games = now.competition, now.entries, now.versions, now.games
    rated = now.keep("rated", lambda: counting.ladder_ratings(entries, versions, games))
    playing = [entry for entry in entries if entry.player(versions)]
    size = len(found.field) if found.field is not None else len(playing)
    return {
        **public.head(found),
        "options": dict(found.options),
        "seats": schedule.seats_of(found),
        "seed": found.seed,
        "settings": flat(found.settings),
        "begun": found.field is not None,
        "runs": service.runs(found.id),
        "problem": service.problem(found.id),
        "plays": [entry.alias for entry in playing],
        "waits": [entry.alias for entry in administration.waiting(entries, versions)],
        "least": least_bots(found),
        "expected": now.keep(f"expected {size}", lambda: schedule.expected_games(found, size))
        if size >= least_bots(found)
        else None,
        "final_begun": any(game.kind == "final" for game in games),
        "final_winner": now.keep("final winner", lambda: _final_winner(found, entries, versions, games)),
        "progress": public.how_far(now),
        "phases": _phases(found, service, games),
        "standings": now.keep("administration", lambda: _standings(found, entries, versions, games)),
        "bots": [_bot(entry, list(versions.values()), rated, found) for entry in entries],
    }


def _standings(
    competition: Competition, entries: Sequence[Entry], versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> list[dict[str, Any]]:
    owners = {version.id: entry for entry in entries for version in versions.values() if version.entry == entry.id}
    return [
        {
            "alias": owners[row.entrant].alias,
            "name": owners[row.entrant].name,
            **{name: getattr(row, name) for name in ("place", "points", "bonus", "badge", "wins", "draws", "losses")},
        }
        for row in counting.table(competition, versions, games)
    ]


def _final_winner(
    competition: Competition, entries: Sequence[Entry], versions: Mapping[str, Version], games: Sequence[StoredGame]
) -> str | None:
    if not any(game.kind == "final" for game in games):
        return None
    final = counting.standings(competition, entries, versions, games)["final"]
    return final["winner"] if final else None


def _phases(competition: Competition, service: CompetitionService, games: Sequence[StoredGame]) -> dict[str, Any]:
    """The first games and the ladder: how many were played, and how far what goes on is."""
    found = {}
    for phase in ("validation", "ladder"):
        own = [game for game in games if game.kind == phase]
        played = sum(game.result is not None for game in own)
        told = service.progress(competition.id, phase)
        left = told.seconds_left if told is not None and played < len(own) else None
        found[phase] = {"played": played, "waiting": len(own) - played, "seconds_left": left}
    return found


def _bot(
    entry: Entry, versions: Sequence[Version], rated: Mapping[str, Rating], competition: Competition
) -> dict[str, Any]:
    own = [version for version in versions if version.entry == entry.id]
    rating = rated.get(entry.active or "")
    return {
        "id": entry.id,
        "alias": entry.alias,
        "name": entry.name,
        "name_shown": entry.name_shown,
        "owned": entry.owner is not None,
        "house": bool(own) and all(version.bot["kind"] == "built_in" for version in own),
        "excluded": entry.excluded,
        "active": entry.active,
        "in_field": bool(competition.field) and any(version.id in (competition.field or ()) for version in own),
        "ladder": rating.as_json() if rating is not None and rating.games else None,
        "versions": [
            {
                "id": version.id,
                "number": version.number,
                "bot": version.bot["bot"] if version.bot["kind"] == "built_in" else None,
                "tokens": version.tokens,
                "note": version.note,
                "admission": version.admission,
                "reason": version.reason,
                "created": version.created,
            }
            for version in reversed(own)
        ],
    }
