"""Checks a signed export of a competition without trusting whoever wrote it: everything that follows from something
else in it is computed anew.

The signature; the published keys (``fairness``); the draw, seeds and opening of each game; the legality of each move,
and the result by the rules and verdicts; the pairing, round by round; the table with tie-breaks, badges and ratings,
and the final. What cannot follow is believed: how long bots thought, what they failed by, names and sizes of sources.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from plyground.competitions import counting, fairness
from plyground.competitions.refereeing import verdicts
from plyground.competitions.refereeing.openings import opening
from plyground.competitions.refereeing.verdicts import Verdict
from plyground.competitions.running import schedule
from plyground.competitions.settings import EventSettings
from plyground.competitions.signing import digest_of, fingerprint, is_signed
from plyground.competitions.store.rows import (
    Competition,
    Entry,
    ScheduledGame,
    Snapshot,
    StoredGame,
    Version,
    short,
)
from plyground.core import compiled_calls, registry
from plyground.core.errors import Refusal
from plyground.pairing import rotations

MOST_PROBLEMS = 100
"""So many problems are told; more are counted."""
_TABLES = ("standings", "cross_table", "byes", "final")
_PUBLISHED = "published"
"""What stands in place of the secret of a competition that has one."""


@dataclass
class Findings:
    """What was checked, with how many of each; every problem in a sentence; who signed."""

    checked: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    signed_by: str = ""

    def count(self, what: str, of: int = 1) -> None:
        """So many more of these were checked."""
        self.checked[what] = self.checked.get(what, 0) + of

    def wrong(self, sentence: str) -> None:
        """Something is not as it should be."""
        self.problems.append(sentence)


@dataclass(frozen=True)
class _Published(Competition):
    """A competition of which the published keys are known: by days, the event's by the empty word."""

    keys: Mapping[str, str] = field(default_factory=dict)

    def draw(self, word: str = "", day: str = "") -> str:
        """What chance said; empty where the key is not published yet."""
        if self.secret is None:
            return super().draw(word)
        return fairness.drawn(self.keys[day], word) if day in self.keys else ""


def verified(export: Any, key: str = "") -> Findings:
    """Check an export as ``json.loads`` gave it; ``key`` is the fingerprint that its server has published, if known."""
    compiled_calls.use_compiled(True)
    found = Findings()
    try:
        _signature(export, key, found)
        _Check(export, found).run()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, Refusal) as error:
        words = error.sentence if isinstance(error, Refusal) else f"{type(error).__name__} {error}"
        found.wrong(f"This is not what “event export” writes, or it was changed: {words[:200]}")
    return found


def _signature(export: Mapping[str, Any], key: str, found: Findings) -> None:
    signed = export.get("signed")
    if signed is None:
        found.wrong("Nobody has signed it.")
        return
    if not is_signed(digest_of(export), signed):
        found.wrong("It was changed after it was signed: the signature is not that of this content.")
        return
    found.signed_by = fingerprint(signed["key"])
    found.count("signature")
    if key and key.replace(" ", "").lower() != found.signed_by.replace(" ", ""):
        found.wrong(f"Somebody else has signed it: the key is {found.signed_by}.")


class _Check:
    """One check of an export."""

    def __init__(self, export: Mapping[str, Any], found: Findings) -> None:
        self.export, self.found = export, found
        self.competition = self._competition()
        self.rules = registry.game(self.competition.game)
        self.entries: list[Entry] = []
        self.versions: dict[str, Version] = {}
        for bot in export["bots"]:
            own = bot["versions"]
            entry = Entry(
                bot["id"], self.competition.id, bot["number"], bot["name"], None, False, None, bot["active"], 0.0
            )
            self.entries.append(entry)
            for one in own:
                plain = {name: value for name, value in one.items() if name != "version"}
                self.versions[one["version"]] = Version(id=one["version"], entry=entry.id, created=0.0, **plain)
        self.games = {game["task"]["id"]: game for game in export["games"]}
        self.stored = {name: _stored(name, game) for name, game in self.games.items()}
        self._openings: dict[str, list[str]] = {}
        self._days: dict[str, Snapshot] = {}

    def run(self) -> None:
        """Check all but the signature."""
        if len(self.games) < len(self.export["games"]):
            self.found.wrong("A game stands there twice.")
        for name, game in self.games.items():
            self._record(name, game)
            if game["kind"] not in ("event", "final"):
                self._drawn(name, game)
        if self.competition.field is not None:
            self._event()
        self._tables()

    def _competition(self) -> _Published:
        """The competition, with the keys that are published and fit what was promised."""
        told, keys = self.export["competition"], {}
        fair = self.export["fairness"]
        told_keys: dict[str, dict[str, Any]] = {} if fair is None else {"": fair["event"], **fair["days"]}
        for day, one in told_keys.items():
            if one["key"] is None:
                continue
            self.found.count("published keys")
            if fairness.commitment(one["key"]) == one["commitment"]:
                keys[day] = one["key"]
            else:
                self.found.wrong(f"The key of {day or 'the event'} is not the one that was promised.")
        given = {name: told[name] for name in ("id", "title", "game", "options", "state", "created")}
        own = None if told["field"] is None else tuple(told["field"])
        secret, seed = (None, told["seed"]) if fair is None else (_PUBLISHED, 0)
        return _Published(
            **given, settings=EventSettings.from_json(told["settings"]), seed=seed, field=own, secret=secret, keys=keys
        )

    def _now(self, games: Sequence[StoredGame] = (), at: float = 0.0) -> Snapshot:
        return Snapshot(self.competition, self.entries, self.versions, games, at)

    def _record(self, name: str, game: Mapping[str, Any]) -> None:
        """The moves are legal, by whose turn it was, and the result follows from them and the verdicts."""
        task, record, rules = game["task"], game["record"], self.rules
        options = rules.options(task["options"])
        start = task["start"]
        first = rules.parse_position(start, options) if start else rules.initial(options)
        try:
            positions = rules.replay(first, record["moves"])
        except Refusal as refusal:
            self.found.wrong(f"Game {name}: {refusal.sentence}")
            return
        self.found.count("moves", len(record["moves"]))
        movers = [rules.to_move(position) for position in positions[:-1]]
        returns, codes = rules.returns(positions[-1]), [verdict["code"] for verdict in record["verdicts"]]
        failed = sum(code != verdicts.FAIR for code in codes)
        reason, seats = record["reason"], len(game["entrants"])
        wanted = {
            "both_failed": failed == seats, "failed": 0 < failed < seats and seats - failed < 2,
            "rules": returns is not None and seats - failed >= 2, "length": returns is None,
        }  # fmt: skip
        counted = returns if reason == "rules" else None
        judged = [Verdict(code) for code in codes]
        ranks = verdicts.ranks(counted, judged)
        results = [verdicts.result(ranks, judged, seat) for seat in range(seats)]
        fits = (
            wanted.get(reason, False)
            and len(codes) == seats == rules.seats_at(first)
            and record["seats"] == movers
            and len(record["seconds"]) == len(movers)
            and _same(record["returns"], None if counted is None else list(counted))
            and record["ranks"] == ranks
            and record["results"] == results
            and _same(record["points"], verdicts.points(ranks, judged))
        )
        if not fits:
            self.found.wrong(f"Game {name}: its result does not follow from its moves and verdicts.")
        self.found.count("results")
        if task["opening_seed"]:
            self._opening(name, task, record, first)

    def _opening(self, name: str, task: Mapping[str, Any], record: Mapping[str, Any], first: Any) -> None:
        """The opening is the one that was drawn."""
        seed, plies = task["opening_seed"], task["opening_plies"]
        if seed not in self._openings:
            self._openings[seed] = opening(self.rules, first, plies, random.Random(seed)) if plies else []
        drawn = self._openings[seed]
        if record["opening"] != len(drawn) or record["moves"][: len(drawn)] != drawn:
            program, own = self.export["program"], version("plyground")
            besides = "" if program == own else f" (it was drawn by {program}, this is {own})"
            self.found.wrong(f"Game {name}: its opening is not the one that was drawn{besides}.")
        self.found.count("openings")

    def _drawn(self, name: str, game: Mapping[str, Any]) -> None:
        """A game outside of the event is one that was planned on its day, for those who sat there."""
        place, part = name.removeprefix(f"{self.competition.id}-"), game["part"]
        day = game["task"].get("day", "")
        if day not in self._days:
            if self.competition.secret is not None and day not in self.export["fairness"]["days"]:
                self.found.wrong(f"Game {name} is of a day for which no key was promised.")
            at = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() if day else 0.0
            self._days[day] = self._now(at=at)
        now, seating = self._days[day], tuple(game["entrants"])
        planned: list[ScheduledGame] = []
        if game["kind"] == "validation":
            planned = schedule.validation_games(now, self.versions[place[2:].rpartition("-")[0]])
        elif game["kind"] == "challenge":
            asker = self.versions[place[2 : -len(f"-{game['number']}-{part}")]]
            pace = float(game["task"].get("pace", 0.0))
            planned = [schedule.challenge_game(now, asker, game["number"], seating, pace)]
        else:
            key = place[2 : -len(f"-{game['number']}-{part}")]
            for table in rotations(seating):
                planned += schedule.pair_games(now, game["kind"], key, game["number"], table)
        self._planned(name, game, [one for one in planned if one.id == name and one.entrants == seating])

    def _planned(self, name: str, game: Mapping[str, Any], planned: Sequence[ScheduledGame]) -> None:
        """A game is the one that was planned: who sat where, with which seeds, clock and bounds."""
        self.found.count("games")
        if not planned:
            self.found.wrong(f"Game {name} was never planned for those who sat there.")
            return
        wanted, task = dict(planned[0].task), dict(game["task"])
        place = ("kind", "round", "number", "part", "entrants")
        if any(_plain(getattr(planned[0], each)) != _plain(game[each]) for each in place):
            self.found.wrong(f"Game {name} stands in another place than it was planned for.")
        if not wanted["seed"]:  # its key is not published yet
            for shown in (wanted, task):
                shown.pop("seed"), shown.pop("opening_seed")
        else:
            self.found.count("seeds")
        for each in sorted(wanted.keys() | task.keys()):
            if _plain(wanted.get(each)) != _plain(task.get(each)):
                self.found.wrong(f"Game {name}: “{each}” is not as it was planned.")

    def _event(self) -> None:
        """The event's games are those that follow, round by round, from the field and the results before."""
        mine = {name for name, game in self.games.items() if game["kind"] in ("event", "final")}
        played: list[StoredGame] = []
        while batch := schedule.event_games(self._now(played)):
            there = [one for one in batch if one.id in mine]
            for one in there:
                self._planned(one.id, self.games[one.id], [one])
                mine.discard(one.id)
                played.append(self.stored[one.id])
            if len(there) < len(batch):
                if self.competition.state == "finished":
                    self.found.wrong(f"{len(batch) - len(there)} games of the event are missing.")
                break
        for name in sorted(mine):
            self.found.wrong(f"Game {name} does not belong to the event.")

    def _tables(self) -> None:
        """Table, tie-breaks, badges, ratings, cross-table, byes and final are those of the games."""
        standings = counting.standings(self._now(list(self.stored.values())))
        for name in _TABLES:
            self.found.count("tables")
            if not _same(self.export[name], standings[name]):
                self.found.wrong(f"{_TITLES[name]} is not the one that follows from the games.")


_TITLES = {
    "standings": "The table", "cross_table": "The table of each against each", "byes": "The list of byes",
    "final": "The final",
}  # fmt: skip


def _stored(name: str, game: Mapping[str, Any]) -> StoredGame:
    place = {each: game[each] for each in ("kind", "round", "number", "part")}
    return StoredGame(
        id=name, entrants=tuple(game["entrants"]), attempts=0, result=short(game["record"]), finished=0.0, **place
    )


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _same(one: Any, other: Any) -> bool:
    """Whether two plain values are the same, numbers but for their last digits."""
    one, other = _plain(one), _plain(other)
    if isinstance(one, float | int) and isinstance(other, float | int) and not isinstance(one, bool):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-6)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)
