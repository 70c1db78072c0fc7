"""What everybody may see of a competition, as plain JSON: the table, the bots, the games, and one game to replay.

Names are aliases unless an owner says otherwise. Bots' logs and programs stay out: they are their owners'.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from plyground.competitions import counting, seasons, signing
from plyground.competitions.presentation import browsing, conditions
from plyground.competitions.presentation.export import fairness_of
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.ranking import ties
from plyground.competitions.ranking.ratings import Rating
from plyground.competitions.refereeing import verdicts
from plyground.competitions.running import schedule
from plyground.competitions.running.progress import Progress, seconds_left
from plyground.competitions.store import Competition, CompetitionStore, Entry, Snapshot, StoredGame
from plyground.core import records, registry
from plyground.core.game import Game
from plyground.core.messages import _, joined
from plyground.core.picking import picked
from plyground.core.record import Record
from plyground.core.refusals import NoSuchMatch

MOST_GAMES = 40
"""How many games a page lists, the latest first; more are given by ``games``."""
DAYS_SHOWN = 5
"""Of so many days the page shows what is public of a competition's keys."""
MOST_VIEWS = 64
"""How many boards are given at a time."""


def listed(store: CompetitionStore) -> list[dict[str, Any]]:
    """Every competition in short, the latest first."""
    return [head(each) | {"bots": len(store.entries(each.id))} for each in store.all()]


def page(store: CompetitionStore, competition: str) -> dict[str, Any]:
    """All that a competition's page shows; raises ``NoSuchCompetition``.

    ``progress`` is None while nothing of the event is planned; ``games`` are the latest that were played, with the
    bots' names in seat order; ``signs`` is the fingerprint of the key that signs exports. A cell of ``cross_table`` is
    None or ``[games, points]`` of the line's bot against the column's: with two seats, of those in which the line's
    moved first. ``ties`` say why equals stand as they do. ``season`` is as ``seasons.shown`` has it, and each
    of the ``bots`` has what it was in the season ``before``.
    """
    now = snapshot(store, competition)
    return {
        **head(now.competition),
        "season": seasons.shown(store, now.competition),
        "settings": _settings(now.competition),
        "conditions": conditions.told(now.competition),
        "seats": schedule.seats_of(now.competition),
        "progress": how_far(now),
        **now.keep("tables", lambda: _tables(now)),
        "bots": now.keep("bots", lambda: _bots(now)),
        "games": [browsing.row(now, game) for game in now.played[:MOST_GAMES]],
        "games_played": len(now.played),
        "kinds": now.keep("kinds", lambda: dict(Counter(game.kind for game in now.played))),
        "fairness": fairness_of(now.competition, time.time(), DAYS_SHOWN),
        "signs": signing.fingerprint(signing.Signer().public),
    }


def apart(names: Sequence[str]) -> list[str]:
    """The names, those that several have numbered: a bot may have played itself."""
    counted: Counter[str] = Counter()
    found = []
    for name in names:
        counted[name] += 1
        found.append(f"{name} ({counted[name]})" if list(names).count(name) > 1 else name)
    return found


def games(store: CompetitionStore, competition: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """The games that somebody asks for (see ``browsing.found``), the latest first."""
    return browsing.found(snapshot(store, competition), asked)


def progress(store: CompetitionStore, competition: str) -> dict[str, Any]:
    """Each bot's Elo from version to version; ``seats`` says how many sit at a table."""
    now = snapshot(store, competition)
    bots = now.keep("version ratings", lambda: counting.version_ratings(now))
    return {"seats": schedule.seats_of(now.competition), "bots": bots}


def planned(store: CompetitionStore, game_id: str, competition: str) -> dict[str, Any]:
    """A game that is played now, or is to be, as far as it is public: who sits where, by which clock, and whether it
    was ``played``. Raises ``NoSuchMatch``."""
    belongs, game, task, _record = store.game(game_id)
    if belongs != competition:
        raise NoSuchMatch(_("There is no game “{game_id}” in this competition.", game_id=game_id[:80]))
    now = snapshot(store, competition)
    rules = registry.game(now.competition.game)
    names = apart([now.name(one) for one in game.entrants])
    return {
        **picked(game, "id kind"),
        "competition": head(now.competition),
        "game": rules.spec.id,
        "options": rules.options(task.get("options")),
        "clock": task["clock"],
        "seats": [
            {"seat": seat, "name": name, "entry": now.owners[one].id if one in now.owners else None}
            for seat, (name, one) in enumerate(zip(names, game.entrants, strict=True))
        ],
        "played": game.result is not None,
    }


def replay(store: CompetitionStore, game_id: str, competition: str) -> dict[str, Any]:
    """One finished game as a snapshot that a board can replay, with each seat's verdict, clock and time a move.

    Raises ``NoSuchMatch``, also for a game of another competition, or one that was not played yet.
    """
    found, game, task, record, rules = _finished(store, game_id, competition)
    now = snapshot(store, competition)
    names = apart([now.name(one) for one in game.entrants])
    return {
        **replayed(rules, task, record, names)[0],
        **picked(game, "id kind round"),
        "competition": found.id,
        "competition_title": found.title,
        "start": task.get("start"),
        "records": list(records.forms(rules)),
        "seats": [
            {"seat": seat, "name": name, "entry": now.owners[one].id if one in now.owners else None}
            for seat, (name, one) in enumerate(zip(names, game.entrants, strict=True))
        ],
    }


def replayed(
    rules: Game[Any, Any], task: Mapping[str, Any], record: Mapping[str, Any], names: Sequence[str]
) -> tuple[dict[str, Any], list[Any]]:
    """A played game as a snapshot that a board can replay, and its positions from the start to the end."""
    positions = rules.replay(_start(rules, task), record["moves"])
    moves = [rules.parse_move(position, text) for position, text in zip(positions, record["moves"], strict=False)]
    minds = record.get("minds")
    made = [
        {
            "ply": ply,
            "seat": record["seats"][ply],
            "text": text,
            "seconds": record["seconds"][ply],
            "effect": rules.effect(positions[ply], moves[ply]),
            "choice": None,
        }
        | ({"mind": minds[ply]} if minds and minds[ply] else {})
        for ply, text in enumerate(record["moves"])
    ]
    shown = {
        "game": rules.spec.id,
        "title": rules.spec.title,
        "options": rules.options(task.get("options")),
        "ply": len(made),
        "moves": made,
        "opening": record.get("opening", 0),
        "view": rules.view(positions[-1], None),
        "seats": [{"seat": seat, "name": name} for seat, name in enumerate(names)],
        "status": "finished",
        "result": {"sentence": sentence(record, names, rules.ending(positions[-1]))},
        "ranks": record["ranks"],
        "verdicts": record["verdicts"],
        "clock": task["clock"],
        "left": record["left"],
        "times": _times(record, len(names)),
    }
    return shown, positions


def notation(store: CompetitionStore, game_id: str, competition: str, form: str) -> str:
    """A finished game in one of its notations; raises ``NoSuchMatch``, or ``MalformedRecord`` for another form."""
    found, game, task, record, rules = _finished(store, game_id, competition)
    now = snapshot(store, competition)
    tags = {"event": found.title} | {f"seat{seat}": now.name(one) for seat, one in enumerate(game.entrants)}
    best = [seat for seat, rank in enumerate(record["ranks"]) if rank == 1]
    if len(record["ranks"]) == 2:
        tags["result"] = "1/2-1/2" if len(best) == 2 else ("1-0", "0-1")[best[0]] if best else ""
    tags["ending"] = str(record.get("sentence") or "")
    tags = records.own_tags(rules, tags)
    own = Record(rules.options(task.get("options")), task.get("start"), tuple(record["moves"]), tags)
    return records.write(rules, own, form)


def views(
    store: CompetitionStore, game_id: str, competition: str, first: int, last: int | None
) -> Iterator[dict[str, Any]]:
    """The boards after ``first`` to ``last`` moves of a finished game, at most 64; raises ``NoSuchMatch``."""
    _, _, task, record, rules = _finished(store, game_id, competition)
    texts = record["moves"]
    end = min(len(texts), first + MOST_VIEWS - 1, len(texts) if last is None else last)
    positions = rules.replay(_start(rules, task), texts[: max(0, end)])
    return (rules.view(position, None) for position in positions[first : end + 1])


_BUSY = _("The machine was busy: a bot waited long for a core, which was not charged.")


def sentence(record: Mapping[str, Any], names: Sequence[str], ending: str | None) -> str:
    """How a game ended, in words."""
    failed = [seat for seat, verdict in enumerate(record["verdicts"]) if verdict["code"] != "fair"]
    best = [names[seat] for seat, rank in enumerate(record["ranks"]) if rank == 1 and seat not in failed]
    said = (
        _("{best} won.", best=best[0])
        if len(best) == 1
        else _("{best} share the first place.", best=ties.joined(best))
        if best
        else ""
    )
    if len(names) == 2 and len(best) == 2:
        said = _("A draw.")
    why = [verdicts.of(names[seat], record["verdicts"][seat]["sentence"]) for seat in failed]
    if not failed:
        why = [ending or record.get("sentence") or ""]
    busy = _BUSY if record.get("disturbed") else ""
    return joined(*(part for part in (said or _("Nobody won."), *why, busy) if part))


def _finished(
    store: CompetitionStore, game_id: str, competition: str
) -> tuple[Competition, StoredGame, dict[str, Any], dict[str, Any], Game[Any, Any]]:
    belongs, game, task, record = store.game(game_id)
    if belongs != competition:
        raise NoSuchMatch(_("There is no game “{game_id}” in this competition.", game_id=game_id[:80]))
    if record is None or game.result is None:  # one that failed by our fault has a record, and waits
        raise NoSuchMatch(_("This game has not been played yet."))
    found = store.get(competition)
    return found, game, task, record, registry.game(found.game)


def _start(rules: Game[Any, Any], task: Mapping[str, Any]) -> Any:
    options = rules.options(task.get("options"))
    return rules.parse_position(task["start"], options) if task.get("start") else rules.initial(options)


def _times(record: Mapping[str, Any], seats: int) -> list[list[float]]:
    """Each seat's seconds, added up over its moves, its start included."""
    starts = record.get("start_seconds") or [0.0] * seats
    own: list[list[float]] = [[starts[seat]] for seat in range(seats)]
    for seat, seconds in zip(record["seats"], record["seconds"], strict=True):
        own[seat].append(seconds)
    return [[round(total, 3) for total in accumulate(each)] for each in own]


def head(competition: Competition) -> dict[str, Any]:
    """What every page says of its competition."""
    title = registry.game(competition.game).spec.title
    return picked(competition, "id title game state created") | {"game_title": title}


def _settings(competition: Competition) -> dict[str, Any]:
    own = competition.settings.as_json()
    names = ("pairing", "clock", "ladder_clock", "final", "final_waits", "final_pace", "season_days", "rules")
    return {name: own[name] for name in names} | {"options": dict(competition.options)}


def _tables(now: Snapshot) -> dict[str, Any]:
    """The standing with each bot's verdicts, why equals stand as they do, who did what against whom, and the final."""
    own = now.competition
    tables = counting.standings(now)
    failed = browsing.verdict_counts(now, "event")
    rows = [
        row | {"entry": now.owners[row["version"]].id, "verdicts": failed.get(row["version"], {})}
        for row in tables["standings"]
    ]
    games, points = ("first_games", "first_points") if schedule.seats_of(own) == 2 else ("games", "points")
    crossed = [
        [[cell[games], cell[points]] if cell and cell[games] else None for cell in line]
        for line in tables["cross_table"]
    ]
    told = ties.explained(rows, counting.results(now.games, "event"), own.settings.rules)
    return tables | {"standings": rows, "cross_table": crossed, "ties": told}


def _bots(now: Snapshot) -> list[dict[str, Any]]:
    rated = counting.ladder_ratings(now)
    return [_bot(now, entry, rated.get(entry.active or "")) for entry in now.entries]


def _bot(now: Snapshot, entry: Entry, rating: Rating | None) -> dict[str, Any]:
    own, active = now.own(entry), now.versions.get(entry.active or "")
    shown = active or (own[-1] if own else None)
    admission = "refused" if entry.excluded else "withdrawn" if own and not active else None
    return {
        "entry": entry.id,
        "before": entry.before,
        "name": now.called(entry),
        "versions": len(own),
        "version": shown.number if shown else None,
        "house": shown is not None and shown.is_built_in,
        "admission": admission or (shown.admission if shown else "waiting"),
        "reason": _("The teacher has excluded it.") if entry.excluded else shown.reason if shown else "",
        "tokens": shown.tokens if shown else None,
        "ladder": rating.as_json() if rating is not None and rating.games else None,
    }


def how_far(now: Snapshot) -> dict[str, Any] | None:
    """How far the event is, None before it begins."""
    competition, settings = now.competition, now.competition.settings
    if competition.field is None:
        return None
    own = [game for game in now.games if game.kind in ("event", "final")]
    ended = sorted(game.finished for game in own if game.finished is not None)
    total = max(len(own), now.keep("expected", lambda: schedule.expected_games(competition, len(now.field))))
    if competition.state == "finished":
        total = len(ended)
    left = seconds_left(ended, total - len(ended), time.time()) if competition.state == "running" else None
    waits = settings.final_waits and now.keep("waits", lambda: schedule.waits_for_final(now))
    return Progress("event", len(ended), total, None if waits or left is None else round(left), waits).as_json()
