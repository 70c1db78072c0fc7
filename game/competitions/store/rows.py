"""What the tables of competitions hold, as records."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from plyground.competitions import fairness, house
from plyground.competitions.ranking.results import Result
from plyground.competitions.settings import EventSettings
from plyground.core.picking import picked

T = TypeVar("T")

State = Literal["open", "closed", "running", "paused", "finished"]
Kind = Literal["validation", "ladder", "compare", "event", "final", "challenge", "league"]
Admission = Literal["waiting", "validated", "refused", "admitted"]


@dataclass(frozen=True)
class Competition:
    """One competition: a game with its options, the settings, and how far it is."""

    id: str
    title: str
    game: str
    options: Mapping[str, Any]
    settings: EventSettings
    seed: int
    state: State
    field: tuple[str, ...] | None
    created: float
    secret: str | None = None
    grading: str | None = None
    season: int = 1
    followed_by: str | None = None
    """The season after this one, by its id; it may have been deleted since."""

    def draw(self, word: str = "", day: str = "") -> str:
        """What chance says of a word, in the event or on a day; the same whenever it is asked."""
        if self.secret is None:
            return f"{self.seed}:{word}" if word else str(self.seed)
        return fairness.drawn(fairness.key_of(self.secret, day), word)

    @property
    def chosen_seed(self) -> int | None:
        """The seed that somebody chose; None where all chance is drawn from a secret."""
        return self.seed if self.secret is None else None

    def as_json(self) -> dict[str, Any]:
        """Plain JSON for exports and the command line; the secret stays out."""
        own = picked(self, "id title game state created") | {"seed": self.chosen_seed}
        field = None if self.field is None else list(self.field)
        return {**own, "field": field, "options": dict(self.options), "settings": self.settings.as_json()}


@dataclass(frozen=True)
class Entry:
    """A bot in a competition. ``alias`` is what everybody sees, ``name`` the owner's, shown if the owner says so.
    One that the teacher has ``excluded`` plays nobody, whichever of its versions is active."""

    id: str
    competition: str
    number: int
    alias: str
    name: str | None
    name_shown: bool
    owner: str | None
    active: str | None
    created: float
    excluded: bool = False
    keys: tuple[str, ...] = ()
    """Digests of the keys of those who came by the teacher's list."""
    before: str | None = None
    """The bot that it was in the season before."""
    league: int | None = None
    """The league that it has brought from there, by its place from 0."""

    @property
    def shown_name(self) -> str:
        """What everybody may see."""
        return self.name if self.name_shown and self.name else self.alias

    def player(self, versions: Mapping[str, Version]) -> str | None:
        """The version with which it may play others now, None if it may not."""
        may = self.active is not None and not self.excluded and versions[self.active].plays
        return self.active if may else None


@dataclass(frozen=True)
class Version:
    """One version of a bot; ``bot`` is ``{"kind": "built_in", "bot": TEXT}``, ``{"kind": "upload", "content": HASH,
    "command": [...] or None}`` or ``{"kind": "network", "account": ID}``, ``tokens`` the size of its source (None
    without one)."""

    id: str
    entry: str
    number: int
    bot: Mapping[str, Any]
    tokens: int | None
    note: str
    admission: Admission
    reason: str
    created: float

    @property
    def is_built_in(self) -> bool:
        """Whether it is one of the program's own bots."""
        return bool(self.bot["kind"] == "built_in")

    @property
    def plays(self) -> bool:
        """Whether it may play others."""
        return self.admission in ("validated", "admitted")

    def as_json(self) -> dict[str, Any]:
        """Plain JSON for exports and the command line."""
        own = picked(self, "number tokens note admission reason")
        return {"version": self.id, "bot": dict(self.bot), **own}


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played: a deterministic id, what it belongs to, who sits where (versions), and its task."""

    id: str
    kind: Kind
    round: int
    number: int
    part: int
    entrants: tuple[str, ...]
    task: Mapping[str, Any]


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored, without task and record; ``result`` is None until it was played."""

    id: str
    kind: Kind
    round: int
    number: int
    part: int
    entrants: tuple[str, ...]
    attempts: int
    result: Mapping[str, Any] | None
    finished: float | None

    @cached_property
    def as_result(self) -> Result | None:
        """How it ended, None until it was played."""
        if self.result is None:
            return None
        failed = frozenset(seat for seat, code in enumerate(self.result["verdicts"]) if code != "fair")
        return Result(self.id, self.entrants, tuple(self.result["ranks"]), failed)


class Snapshot:
    """A competition with its bots, versions and games at one moment, or some of the games."""

    def __init__(
        self,
        competition: Competition,
        entries: Sequence[Entry],
        versions: Mapping[str, Version],
        games: Sequence[StoredGame],
        at: float = 0.0,
    ) -> None:
        """``at`` is the moment, in Unix seconds, at which it was so."""
        self.at = at
        by_id = {entry.id: entry for entry in entries}
        versions = {one: version for one, version in versions.items() if version.entry in by_id}  # others came just now
        self.competition, self.entries, self.versions, self.games = competition, entries, versions, games
        self.field = competition.field or ()
        self.owners = {version.id: by_id[version.entry] for version in versions.values()}
        self.names = {one: self.called(owner) for one, owner in self.owners.items()}
        """What everybody may call each version."""
        self.playing = [one for entry in entries if (one := entry.player(versions))]
        """The versions that may play others now, in the order of their bots."""
        self.waiting = [
            version
            for version in versions.values()
            if version.admission == "waiting" and not self.owners[version.id].excluded
        ]
        """The versions that wait for their validation, but for those of excluded bots."""
        self.cost = 0.0
        """Seconds that it took to make, and to compute what it keeps."""
        self._lock = threading.RLock()
        self._kept: dict[str, Any] = {}

    @cached_property
    def played(self) -> list[StoredGame]:
        """The games that were played, the latest first."""
        finished = [game for game in self.games if game.finished is not None]
        return sorted(finished, key=lambda game: (-(game.finished or 0.0), game.id))

    def own(self, entry: Entry) -> list[Version]:
        """The versions of a bot in order."""
        return [version for version in self.versions.values() if version.entry == entry.id]

    def called(self, entry: Entry) -> str:
        """What everybody may call a bot: a word in the reader's language for one of ours that nobody named."""
        active = self.versions.get(entry.active or "")
        ours = active is not None and active.is_built_in and entry.shown_name == entry.alias
        return house.said(entry.alias) if ours else entry.shown_name

    def name(self, entrant: str) -> str:
        """What everybody may call a version, or a bot of the program's own that was not entered: the random one takes
        part in validation games, others are challenged."""
        return self.names.get(entrant) or house.name(entrant, self.competition.game)

    def keep(self, what: str, compute: Callable[[], T]) -> T:
        """What ``compute`` gives, computed once for this snapshot, whoever asks for it at the same time."""
        with self._lock:
            if what not in self._kept:
                begun = time.monotonic()
                self._kept[what] = compute()
                self.cost += time.monotonic() - begun
            found: T = self._kept[what]
            return found


def short(record: Mapping[str, Any]) -> dict[str, Any]:
    """The short form of a record, from which tables are counted and lists are shown."""
    return {
        "ranks": record["ranks"],
        "verdicts": [verdict["code"] for verdict in record["verdicts"]],
        "reason": record["reason"],
        "sentence": record.get("sentence", ""),
        "plies": len(record["moves"]),
        "seconds": round(sum(record["seconds"]) + sum(record.get("start_seconds", ())), 3),
    }
