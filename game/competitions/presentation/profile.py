"""What is shown of one bot: its versions, first games, rating, record against others and latest games; and the ladder.

As everywhere (``presentation``), notes, logs and programs stay out; ``for_owner`` adds what is its owner's alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from plyground.competitions import counting, leagues, roster, seasons
from plyground.competitions.languages import table
from plyground.competitions.positions import shown
from plyground.competitions.presentation import browsing, conditions, public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking.elo import Score, is_better
from plyground.competitions.ranking.results import Result
from plyground.competitions.running import challenges, schedule
from plyground.competitions.running.comparing import MOST_GAMES as MOST_COMPARED
from plyground.competitions.store import CompetitionStore, Entry, Snapshot, StoredGame, Version
from plyground.competitions.store.rows import Kind
from plyground.competitions.submissions import length
from plyground.core.messages import _
from plyground.core.picking import picked
from plyground.core.refusals import NoSuchEntry

MOST_GAMES = 60
"""How many of its games a bot's page lists, the latest first."""
_AGAINST_OTHERS: tuple[Kind, ...] = ("ladder", "event", "final")


def profile(store: CompetitionStore, competition: str, word: str) -> dict[str, Any]:
    """Everything that anybody may see of a bot; raises ``NoSuchCompetition`` or ``NoSuchEntry``.

    ``active`` is the number of the version that plays, None for a bot that was withdrawn or has no version;
    ``in_event`` that of the version in the event's field; ``goes_on`` what it is in the next season.
    """
    now = snapshot(store, competition)
    entry = _entry(now, word)
    own = now.own(entry)
    rows = now.keep("ladder", lambda: _ladder(now))
    latest = own[-1] if own else None
    goes_on = seasons.entry_after(store, entry)
    return {
        "competition": public.head(now.competition),
        "conditions": conditions.told(now.competition),
        "goes_on": None if goes_on is None else {"competition": goes_on[0], "bot": goes_on[1]},
        "bot": entry.id,
        "name": now.called(entry),
        "alias": entry.alias,
        "excluded": entry.excluded,
        "seats": schedule.seats_of(now.competition),
        "house": latest is not None and latest.is_built_in,
        "active": next((version.number for version in own if version.id == entry.active), None),
        "in_event": next((version.number for version in own if version.id in now.field), None),
        "versions": [_version(version, entry) for version in reversed(own)],
        "first_games": _first_games(store, now, latest) if latest else None,
        "ladder": next((row for row in rows if row["bot"] == entry.id), None),
        "bots_on_ladder": len(rows),
        "league": _league(now, entry),
        "against": now.keep(f"against {entry.id}", lambda: _against(now, entry)),
        **_games(now, entry),
    }


def for_owner(store: CompetitionStore, entry: Entry, comparing: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    """What its owner sees of a bot beside its ``profile``: the own name and notes, which the teacher sees too, and
    comparisons of versions; the ``languages`` that are taken, none for all, and whether it is ``coded``: somebody's
    join code opens it.

    ``comparing`` says which of these, as (new, old), are played or wait now.
    """
    own, settings = store.versions_of(entry.id), store.get(entry.competition).settings
    return {
        "own_name": entry.name,
        "name_shown": entry.name_shown,
        "notes": {version.number: version.note for version in own},
        "files": {version.number: version.bot["kind"] == "upload" for version in own},
        "comparisons": comparisons(own, store.games(entry.competition, ["compare"]), comparing),
        "most_compared": MOST_COMPARED,
        "most_weights": settings.weights,
        "languages": table.titles(settings.languages),
        "coded": entry.id in roster.names(store, entry.competition),
        "tests": tests_of(store, entry, own),
    }


def tests_of(store: CompetitionStore, entry: Entry, own: Sequence[Version]) -> dict[str, Any]:
    """How the versions of a bot did in the tests, with the options of the game."""
    found = store.get(entry.competition)
    return {**shown.of_bot(store, found, entry, own), "options": dict(found.options)}


def challenging(store: CompetitionStore, entry: Entry, places: Mapping[str, int]) -> dict[str, Any] | None:
    """Whom the owner of a bot may challenge, and the challenges that wait or are played; None where nobody may."""
    now = snapshot(store, entry.competition)
    active = now.versions.get(entry.active or "")
    if now.competition.settings.challenges == "none":
        return None
    may = active is not None and active.plays and not entry.excluded
    return {
        "counts": now.competition.settings.challenges == "ladder",
        "opponents": challenges.opponents(now, active) if active is not None and may else [],
        "paces": list(challenges.PACES),
        "going": challenges.shown(now, entry.id, places),
    }


def status(store: CompetitionStore, competition: str, word: str, number: int) -> dict[str, Any]:
    """How far one version is with its first games, for a page that asks again and again; raises ``NoSuchEntry``."""
    now = snapshot(store, competition)
    entry = _entry(now, word)
    for version in now.own(entry):
        if version.number == number:
            return {**_version(version, entry), "first_games": _first_games(store, now, version)}
    raise NoSuchEntry(_("{shown_name} has no version {number}.", shown_name=entry.shown_name, number=number))


def _entry(now: Snapshot, word: str) -> Entry:
    for entry in now.entries:
        if word in (entry.id, entry.alias):
            return entry
    raise NoSuchEntry(_("There is no bot “{word}” in this competition.", word=word[:80]))


def _first_games(store: CompetitionStore, now: Snapshot, version: Version) -> dict[str, Any] | None:
    """The validation games of a version, in their order, played or to come; None for one of the program's own bots.

    ``before`` counts the versions of others that came earlier and wait too. Read from the store while they are played:
    their owner waits for each.
    """
    if version.is_built_in:
        return None
    waits = version.admission == "waiting"
    planned = schedule.validation_games(now, version)
    games = store.games(now.competition.id, only=[each.id for each in planned]) if waits else now.games
    played = {game.id: game for game in games}
    others = now.versions.values() if waits else ()
    return {
        "games": [_first_game(store, version, each.entrants, played.get(each.id)) for each in planned],
        "before": sum(
            other.admission == "waiting" and other.created < version.created and other.entry != version.entry
            for other in others
        ),
    }


def comparisons(
    own: Sequence[Version], games: Iterable[StoredGame], comparing: Mapping[tuple[str, str], str]
) -> list[dict[str, Any]]:
    """What the games between two versions of one bot say, for each two that have met or are to, the latest first.

    ``state`` is ``playing``, ``waiting``, or None when nothing is going on.
    """
    numbers = {version.id: version.number for version in own}
    met: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for pair in comparing:
        if pair[0] in numbers and pair[1] in numbers:
            met[pair] = []
    for game in games:
        old, *_, new = sorted(game.entrants, key=lambda one: numbers.get(one, 0))
        if new in numbers and old in numbers and (result := game.as_result) is not None:
            met[(old, new) if (old, new) in comparing else (new, old)].append(result)
    return [
        {"new": numbers[new], "old": numbers[old], "state": comparing.get((new, old))}
        | is_better(new, old, met[new, old]).as_json()
        for new, old in sorted(met, key=lambda pair: (pair not in comparing, -numbers[pair[0]], -numbers[pair[1]]))
    ]


def ladder(store: CompetitionStore, competition: str) -> dict[str, Any]:
    """The ladder: the active version of each bot that may play, the highest rating first, those without games last.

    ``trend`` is by how much its rating is above that of the version before it which has one.
    """
    now = snapshot(store, competition)
    return {
        "competition": public.head(now.competition),
        "conditions": conditions.told(now.competition),
        "clock": now.competition.settings.ladder_clock.as_json(),
        "rows": now.keep("ladder", lambda: _ladder(now)),
        "games": sum(game.kind == "ladder" for game in now.played),
        "leagues": now.keep("leagues", lambda: leagues.shown(now)),
        "waiting": sum(version.admission == "waiting" for version in now.versions.values()),
    }


def _ladder(now: Snapshot) -> list[dict[str, Any]]:
    unrated = {"elo": None, "elo_error": None, "games": 0}
    rated = {one: rating for one, rating in counting.ladder_ratings(now).items() if rating.games}
    rows: list[dict[str, Any]] = []
    for player in now.playing:
        entry, active, rating = now.owners[player], now.versions[player], rated.get(player)
        earlier = [version for version in now.own(entry) if version.number < active.number and version.id in rated]
        before = earlier[-1] if earlier else None
        rows.append(
            {
                "bot": entry.id,
                "name": now.called(entry),
                "version": active.number,
                "house": active.is_built_in,
                "trend": rating.elo - rated[before.id].elo if rating and before else None,
                "before": before.number if before else None,
            }
            | (rating.as_json() if rating else unrated)
        )
    rows.sort(key=lambda row: (row["elo"] is None, -(row["elo"] or 0.0), row["name"]))
    return [{"rank": number, **row} for number, row in enumerate(rows, 1)]


def _league(now: Snapshot, entry: Entry) -> dict[str, Any] | None:
    """The league of a bot, with its boss; None without leagues, and for bots of the program's own."""
    shown = now.keep("leagues", lambda: leagues.shown(now))
    if shown is None or entry.id not in shown["places"]:
        return None
    found: dict[str, Any] = shown["leagues"][shown["places"][entry.id]]
    return found


def _version(version: Version, entry: Entry) -> dict[str, Any]:
    own = picked(version, "number created tokens admission reason")
    own |= {"longer": length.reasons(version.bot), "language": version.bot.get("language")}
    own |= {"weights": version.bot.get("weights")}
    return own | {"active": version.id == entry.active}


def _first_game(
    store: CompetitionStore, version: Version, entrants: Sequence[str], game: StoredGame | None
) -> dict[str, Any]:
    itself = len(set(entrants)) == 1
    about: dict[str, Any] = {
        "against": "itself" if itself else "random",
        "seat": None if itself else list(entrants).index(version.id),
        "game": None,
        "failed": False,
        "verdict": None,
        "sentence": "",
        "result": None,
    }
    if game is None or game.result is None:
        return about
    own = [seat for seat, one in enumerate(entrants) if one == version.id]
    bad = [seat for seat in own if game.result["verdicts"][seat] != "fair"]
    best = [seat for seat, rank in enumerate(game.result["ranks"]) if rank == 1]
    result = "draw" if len(best) > 1 and best[0] in own else "win" if best == own else "loss"
    record = store.game(game.id)[3] if bad else None
    return about | {
        "game": game.id,
        "failed": bool(bad),
        "verdict": game.result["verdicts"][(bad or own)[0]],
        "sentence": record["verdicts"][bad[0]]["sentence"] if record is not None else "",
        "result": None if itself else result,
    }


def _against(now: Snapshot, entry: Entry) -> list[dict[str, Any]]:
    """How all versions together fared against each other bot, over all games that count, most games first."""
    scores: dict[str, list[float]] = defaultdict(list)
    names = {each.id: now.called(each) for each in now.entries}
    for result in counting.results(now.games, *_AGAINST_OTHERS):
        owners = {one: now.owners[one].id for one in result.entrants if one in now.owners}
        for one in (each for each, owner in owners.items() if owner == entry.id):
            for other, owner in owners.items():
                score = result.score(one, other)
                if owner != entry.id and score is not None:
                    scores[owner].append(score)
    rows = []
    for other, won in scores.items():
        told = Score.of(share - 0.5 for share in won).as_json()
        rows.append({"bot": other, "name": names[other], "games": len(won), **told})
    return sorted(rows, key=lambda row: (-row["games"], row["name"]))


def _games(now: Snapshot, entry: Entry) -> dict[str, Any]:
    """Its latest games, those between two of its versions left aside: there are many, and ``comparisons`` sum them up.

    ``own`` are its seats, ``versions`` the numbers of all who sat there.
    """

    def seats(game: StoredGame) -> list[int]:
        owners = (now.owners.get(one) for one in game.entrants)
        return [seat for seat, owner in enumerate(owners) if owner is not None and owner.id == entry.id]

    listed = (game for game in now.played if game.kind != "compare" and seats(game))
    played = now.keep(f"games {entry.id}", lambda: list(listed))
    rows = [
        browsing.row(now, game)
        | {"own": seats(game)}
        | {"versions": [now.versions[one].number if one in now.versions else None for one in game.entrants]}
        for game in played[:MOST_GAMES]
    ]
    return {"games": rows, "games_played": len(played)}
