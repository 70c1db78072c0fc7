"""What the teacher alone sees of a competition, as plain JSON: real names, versions with their admission, problems."""

from __future__ import annotations

from typing import Any

from plyground.competitions import administration, counting, roster, seasons
from plyground.competitions.presentation import conditions, public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking.ratings import Rating
from plyground.competitions.running import schedule
from plyground.competitions.running.competition_runner import least_bots
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings import flat
from plyground.competitions.store import CompetitionStore, Entry, Snapshot
from plyground.competitions.submissions import length
from plyground.core.picking import picked


def listed(store: CompetitionStore, service: CompetitionService) -> list[dict[str, Any]]:
    """Every competition in short, the latest first, with the sentence for what keeps it from going on."""
    return [each | {"problem": service.problem(each["id"])} for each in public.listed(store)]


def page(store: CompetitionStore, service: CompetitionService, competition: str) -> dict[str, Any]:
    """All that the teacher's page of a competition shows; raises ``NoSuchCompetition``. Bots are ``called`` as on the
    public pages; their ``alias`` is what can be changed.

    ``plays`` are the bots that would take part if the event began now, ``waits`` those that are in their first games,
    ``expected`` how many games the event will have; ``runs`` says whether this server is playing it.
    """
    now = snapshot(store, competition)
    found, least = now.competition, least_bots(now.competition)
    rated = counting.ladder_ratings(now)
    size = len(now.field or now.playing)
    people = roster.names(store, found.id)
    return {
        **public.head(found),
        "season": seasons.shown(store, found),
        "options": dict(found.options),
        "conditions": conditions.told(found),
        "seats": schedule.seats_of(found),
        "seed": found.chosen_seed,
        "settings": flat(found.settings),
        "begun": found.field is not None,
        "runs": service.runs(found.id),
        "problem": service.problem(found.id),
        "plays": [now.called(now.owners[one]) for one in now.playing],
        "waits": [now.called(entry) for entry in administration.waiting(now)],
        "least": least,
        "expected": now.keep(f"expected {size}", lambda: schedule.expected_games(found, size))
        if size >= least
        else None,
        "final_begun": any(game.kind == "final" for game in now.games),
        "final_winner": now.keep("final winner", lambda: (counting.final_shown(now) or {"winner": None})["winner"]),
        "progress": public.how_far(now),
        "phases": _phases(service, now),
        "standings": now.keep("administration", lambda: _standings(now)),
        "bots": [
            _bot(now, entry, rated.get(entry.active or "")) | {"people": people.get(entry.id, [])}
            for entry in now.entries
        ],
        "codes": len(store.roster.of(found.id)),
    }


def _standings(now: Snapshot) -> list[dict[str, Any]]:
    owned = ((now.owners[row.entrant], row) for row in counting.table(now))
    return [
        {"called": now.called(owner), "name": owner.name} | picked(row, "place points bonus badge wins draws losses")
        for owner, row in owned
    ]


def _phases(service: CompetitionService, now: Snapshot) -> dict[str, Any]:
    """The first games and the ladder: how many were played, and how far what goes on is."""
    found = {}
    for phase in ("validation", "ladder"):
        own = [game for game in now.games if game.kind == phase]
        played = sum(game.result is not None for game in own)
        told = service.progress(now.competition.id, phase)
        left = told.seconds_left if told is not None and played < len(own) else None
        found[phase] = {"played": played, "waiting": len(own) - played, "seconds_left": left}
    return found


def _bot(now: Snapshot, entry: Entry, rating: Rating | None) -> dict[str, Any]:
    own = now.own(entry)
    return {
        **picked(entry, "id alias name name_shown excluded active"),
        "called": now.called(entry),
        "owned": entry.owner is not None or bool(entry.keys),
        "house": bool(own) and all(version.is_built_in for version in own),
        "in_field": any(version.id in now.field for version in own),
        "ladder": rating.as_json() if rating is not None and rating.games else None,
        "versions": [
            picked(version, "id number tokens note admission reason created")
            | {"bot": version.bot.get("bot"), "longer": length.reasons(version.bot)}
            for version in reversed(own)
        ],
    }
