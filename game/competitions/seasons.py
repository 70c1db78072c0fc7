"""Seasons: when the event of a competition is over, and its settings say that another season follows, that begins by
itself, as a competition of its own with the same settings and a new secret.

Bots go on under their names and keys, each with the version that plays and in the league that it has reached; so do the
teacher's list with its codes, the tests and the formula of the grades. The season that is over stays as it is.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import Any

from plyground.competitions import fairness, leagues, registration
from plyground.competitions.administration import MOST_TITLE
from plyground.competitions.store import Competition, CompetitionStore, Entry
from plyground.core.refusals import NoSuchCompetition
from plyground.sessions.tokens import new_id


def due(competition: Competition) -> bool:
    """Whether the next season is to begin."""
    return (
        competition.state == "finished"
        and competition.followed_by is None
        and competition.season < competition.settings.seasons
    )


def begin_next(store: CompetitionStore, over: Competition, now: float) -> Competition | None:
    """The season after one that is over, made if that is ``due``; None if there is none.

    Whoever is killed in the middle has made nothing, and of several who do this at once one makes it.
    """
    with registration.submitting:
        if due(over):
            places, _promotions = leagues.reached(store.snapshot(over.id, ["league"]))
            reached = {entry: place for entry, place in places.items() if place}
            number, secret = over.season + 1, fairness.new_secret()
            made = replace(
                over, id=new_id(), title=title(over.title, number), state="open", field=None, created=now,
                seed=secrets.randbelow(2**31), secret=secret, season=number,
            )  # fmt: skip
            store.seasons.follow(over, made, reached)
    return after(store, over.id)


def title(before: str, number: int) -> str:
    """The title of a season, by that of the one before: its number at the end is counted on, or one is added."""
    numbered = re.fullmatch(rf"(.*\D){number - 1}", before)
    head = numbered[1] if numbered else f"{before} · "
    return head[: MOST_TITLE - len(str(number))] + str(number)


def after(store: CompetitionStore, competition: str) -> Competition | None:
    """The season after this one; None if there is none, or none any more."""
    found = store.get(competition).followed_by
    if found is None:
        return None
    try:
        return store.get(found)
    except NoSuchCompetition:
        return None


def present(store: CompetitionStore, competition: str) -> Competition:
    """The latest season of a competition; raises ``NoSuchCompetition``."""
    found = store.get(competition)
    while (later := after(store, found.id)) is not None:
        found = later
    return found


def present_entry(store: CompetitionStore, entry: Entry) -> Entry:
    """What a bot is in the latest season into which it has gone on."""
    found = entry
    while (later := entry_after(store, found)) is not None:
        found = store.entry(*later)
    return found


def entry_after(store: CompetitionStore, entry: Entry) -> tuple[str, str] | None:
    """The season after that of a bot, and what the bot is there, by their ids; None if it has not gone on."""
    later = after(store, entry.competition)
    found = store.seasons.entry_in(later.id, entry.id) if later is not None else None
    return (later.id, found) if later is not None and found is not None else None


def shown(store: CompetitionStore, competition: Competition) -> dict[str, Any] | None:
    """Its ``number`` of so many (``of``), the seasons ``before`` and ``after`` it, each with id and title, None where
    there is none, and whether the next is ``due``; None for a competition without others."""
    if competition.season == 1 and competition.settings.seasons == 1:
        return None
    before, later = store.seasons.before(competition.id), after(store, competition.id)
    return {
        "number": competition.season,
        "of": max(competition.season, competition.settings.seasons),
        "before": None if before is None else {"id": before[0], "title": before[1]},
        "after": None if later is None else {"id": later.id, "title": later.title},
        "due": due(competition),
    }
