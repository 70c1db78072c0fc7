"""The store of competitions: makes and finds them, their bots and versions, and keeps each game's record once."""

from __future__ import annotations

import copy
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Table, delete, func, insert, select, update

from plyground.competitions import fairness
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import room
from plyground.competitions.store.following import Seasons
from plyground.competitions.store.positions import Positions, forget_positions
from plyground.competitions.store.reading import (
    LISTED,
    as_text,
    competition_row,
    contents,
    read_competition,
    read_game,
    read_record,
    read_version,
    settings_columns,
)
from plyground.competitions.store.roster import Roster, forget_roster
from plyground.competitions.store.rows import (
    Admission,
    Competition,
    Entry,
    Kind,
    ScheduledGame,
    Snapshot,
    State,
    StoredGame,
    Version,
    short,
)
from plyground.core.messages import Message, _, with_parts
from plyground.core.refusals import NameTaken, NoSuchCompetition, NoSuchEntry, NoSuchMatch
from plyground.core.settings import Settings
from plyground.sessions.tokens import new_id
from plyground.storage import Database
from plyground.storage.schema.competitions import competition_games as games
from plyground.storage.schema.competitions import competitions, entries, exclusions, versions

T = TypeVar("T")
Guard = Callable[[Connection], None]

_ORDER = (games.c.round, games.c.number, games.c.part, games.c.id)


class CompetitionStore:
    """All competitions of the database. All methods may be called from any thread."""

    def __init__(
        self, settings: Settings, now: Callable[[], float] = time.time, database: Database | None = None
    ) -> None:
        """``database`` is opened from ``settings`` unless given; raises as ``Database`` does."""
        self._now = now
        self.database = database or Database(settings.database_url)
        self._end_use = self.database.use()
        self._room = room.Room(self.database, settings.competitions_megabytes)
        self._guard: Guard = lambda connection: None

    def guarded(self, guard: Guard) -> CompetitionStore:
        """The same store for who may cease to be allowed to write: ``guard`` raises in each transaction that writes."""
        made = copy.copy(self)
        made._guard = guard
        return made

    @property
    def roster(self) -> Roster:
        """The teachers' lists."""
        return Roster(self.database, self._write)

    @property
    def positions(self) -> Positions:
        """The positions by which bots are tested."""
        return Positions(self.database, self._write, self._now)

    @property
    def seasons(self) -> Seasons:
        """What follows when a season is over."""
        return Seasons(self.database, self._write, self._now)

    def close(self) -> None:
        """Write what waits and close."""
        self._end_use()

    # Competitions

    def create(
        self, title: str, game: str, options: Mapping[str, Any], settings: EventSettings, seed: int | None = None
    ) -> Competition:
        """Make a competition, open to entries, which draws from a seed, or without one from a secret."""
        secret = fairness.new_secret() if seed is None else None
        held = secrets.randbelow(2**31) if seed is None else seed  # by it servers of before draw
        made = Competition(new_id(), title, game, options, settings, held, "open", None, self._now(), secret)
        self._change(insert(competitions).values(**competition_row(made)))
        return made

    def all(self) -> list[Competition]:
        """Every competition, the latest first."""
        query = select(competitions).order_by(competitions.c.created.desc())
        return [read_competition(row) for row in self.database.rows(query)]

    def get(self, competition: str) -> Competition:
        """The competition with this id; raises ``NoSuchCompetition``."""
        rows = self.database.rows(select(competitions).where(competitions.c.id == competition))
        if not rows:
            raise NoSuchCompetition(_("There is no competition “{competition}”.", competition=competition[:40]))
        return read_competition(rows[0])

    def set_state(self, competition: str, state: State) -> None:
        """Open or close it, or say that its event runs or is over."""
        self._set(competitions, competitions.c.id == competition, state=state)

    def change_state(self, competition: str, before: Iterable[State], after: State) -> bool:
        """Change the state if it is one of those before; False, and nothing is changed, if somebody was faster."""
        mine = competitions.c.state.in_(list(before))
        return self._set(competitions, competitions.c.id == competition, mine, state=after)

    def begin(self, competition: str, field: Iterable[str]) -> Competition:
        """Fix the versions that take part in the event, unless they were fixed before."""
        mine = (competitions.c.id == competition, competitions.c.field.is_(None))
        self._set(competitions, *mine, field=json.dumps(list(field)), state="running")
        return self.get(competition)

    def set_settings(self, competition: str, settings: EventSettings) -> bool:
        """Change the settings; False, and nothing is changed, if the event has begun."""
        mine = (competitions.c.id == competition, competitions.c.field.is_(None))
        return self._set(competitions, *mine, **settings_columns(settings))

    def set_title(self, competition: str, title: str) -> None:
        """Call it otherwise."""
        self._set(competitions, competitions.c.id == competition, title=title)

    def set_grading(self, competition: str, formula: str | None) -> None:
        """Grade by this formula, or not at all."""
        self._set(competitions, competitions.c.id == competition, grading=formula)

    def delete(self, competition: str) -> set[str]:
        """Forget a competition with all its entries and games; the content of the files that no bot has any more."""

        def work(connection: Connection) -> set[str]:
            own = select(entries.c.id).where(entries.c.competition == competition)
            had = set(contents(connection, versions.c.entry.in_(own)))
            others = set(contents(connection, versions.c.entry.not_in(own)))
            connection.execute(delete(games).where(games.c.competition == competition))
            connection.execute(delete(exclusions).where(exclusions.c.entry.in_(own)))
            forget_roster(connection, competition)
            forget_positions(connection, competition)
            connection.execute(delete(versions).where(versions.c.entry.in_(own)))
            connection.execute(delete(entries).where(entries.c.competition == competition))
            connection.execute(delete(competitions).where(competitions.c.id == competition))
            return had - others

        return self._write(work)

    def snapshot(self, competition: str, kinds: Iterable[Kind] | None = None) -> Snapshot:
        """All of a competition, with its games or those of these kinds; raises ``NoSuchCompetition``."""
        found = self.get(competition)
        return Snapshot(
            found, self.entries(found.id), self.versions(found.id), self.games(found.id, kinds), self._now()
        )

    # Entries and versions

    def add_entry(self, competition: str, alias: str, name: str | None = None, owner: str | None = None) -> Entry:
        """Add a bot without a version; raises ``NameTaken``."""

        def work(connection: Connection) -> Entry | None:
            own = entries.c.competition == competition
            if connection.execute(select(entries.c.id).where(own, entries.c.alias == alias)).first():
                return None
            last = select(func.coalesce(func.max(entries.c.number), 0)).where(own)
            number = connection.execute(last).scalar_one() + 1
            made = Entry(new_id(), competition, number, alias, name, False, owner, None, self._now())
            row = {column: value for column, value in vars(made).items() if column not in ("excluded", "keys")}
            connection.execute(insert(entries).values(**row))
            return made

        made = self._write(work)
        if made is None:
            raise NameTaken(_("There is a bot called “{alias}” in this competition already.", alias=alias))
        return made

    def entries(self, competition: str) -> list[Entry]:
        """All bots of a competition in the order in which they came."""
        query = (
            select(entries, exclusions.c.entry.is_not(None).label("excluded"))
            .join(exclusions, exclusions.c.entry == entries.c.id, isouter=True)
            .where(entries.c.competition == competition)
            .order_by(entries.c.number)
        )
        rows, keys = self.database.rows(query), self.roster.keys(competition)
        besides = [{"excluded": bool(row.excluded), "keys": keys.get(row.id, ())} for row in rows]
        return [Entry(**{**row._mapping, **more}) for row, more in zip(rows, besides, strict=True)]

    def entry(self, competition: str, word: str) -> Entry:
        """The bot with this id or alias; raises ``NoSuchEntry``."""
        for entry in self.entries(competition):
            if word in (entry.id, entry.alias):
                return entry
        raise NoSuchEntry(_("There is no bot “{word}” in this competition.", word=word[:80]))

    def remove_entry(self, entry: str) -> None:
        """Forget a bot that has no version yet."""
        unused = ~select(versions.c.id).where(versions.c.entry == entry).exists()
        self._change(delete(entries).where(entries.c.id == entry, unused))

    def set_name(self, entry: str, name: str | None, shown: bool) -> None:
        """Set the owner's name, and whether everybody may see it."""
        self._set(entries, entries.c.id == entry, name=name, name_shown=shown)

    def set_owner(self, entry: str, owner: str) -> None:
        """Set the digest of the owner's key."""
        self._set(entries, entries.c.id == entry, owner=owner)

    def set_alias(self, entry: Entry, alias: str) -> None:
        """Call a bot otherwise; raises ``NameTaken``."""
        used = entries.alias()
        others = (used.c.competition == entry.competition, used.c.alias == alias, used.c.id != entry.id)
        if not self._set(entries, entries.c.id == entry.id, ~select(used.c.id).where(*others).exists(), alias=alias):
            raise NameTaken(_("There is a bot called “{alias}” in this competition already.", alias=alias))

    def set_excluded(self, entry: str, excluded: bool) -> None:
        """Keep a bot out, or take it back."""

        def work(connection: Connection) -> None:
            connection.execute(delete(exclusions).where(exclusions.c.entry == entry))
            if excluded:
                connection.execute(insert(exclusions).values(entry=entry))

        self._write(work)

    def set_active(self, entry: str, version: str | None) -> None:
        """Choose the version that plays; None withdraws the bot."""
        self._set(entries, entries.c.id == entry, active=version)

    def add_version(
        self, entry: str, bot: Mapping[str, Any], tokens: int | None, note: str = "", admission: Admission = "waiting"
    ) -> Version:
        """Add a version, which becomes the active one; raises ``NoSuchEntry``."""

        def work(connection: Connection) -> Version | None:
            if not connection.execute(select(entries.c.id).where(entries.c.id == entry)).first():
                return None  # its competition was deleted meanwhile
            last = select(func.coalesce(func.max(versions.c.number), 0)).where(versions.c.entry == entry)
            number = connection.execute(last).scalar_one() + 1
            made = Version(f"{entry}-{number}", entry, number, bot, tokens, note, admission, "", self._now())
            connection.execute(insert(versions).values(**{**vars(made), "bot": as_text(bot)}))
            connection.execute(update(entries).where(entries.c.id == entry).values(active=made.id))
            return made

        made = self._write(work)
        if made is None:
            raise NoSuchEntry(_("This bot is gone: its competition was deleted."))
        return made

    def versions(self, competition: str) -> dict[str, Version]:
        """All versions of all bots of a competition by id, in the order of bots and numbers."""
        query = (
            select(versions)
            .join(entries, versions.c.entry == entries.c.id)
            .where(entries.c.competition == competition)
            .order_by(entries.c.number, versions.c.number)
        )
        return {version.id: version for version in map(read_version, self.database.rows(query))}

    def versions_of(self, entry: str) -> list[Version]:
        """The versions of one bot in the order of their numbers."""
        query = select(versions).where(versions.c.entry == entry).order_by(versions.c.number)
        return [read_version(row) for row in self.database.rows(query)]

    def set_note(self, version: str, note: str) -> None:
        """Change what the owner noted of a version."""
        self._set(versions, versions.c.id == version, note=note)

    def set_admission(self, version: str, admission: Admission, reason: str = "") -> None:
        """Say whether a version may play others, and why not."""
        self._set(versions, versions.c.id == version, admission=admission, **_why(reason))

    def decide(self, version: str, admission: Admission, reason: str = "") -> None:
        """Say what a version's validation games came to, unless somebody has decided meanwhile."""
        mine = (versions.c.id == version, versions.c.admission == "waiting")
        self._set(versions, *mine, admission=admission, **_why(reason))

    # Games

    def schedule(self, competition: str, scheduled: Iterable[ScheduledGame]) -> int:
        """Write down games that are to be played; those with a known id stay as they are. Returns how many are new."""
        todo = list(scheduled)

        def work(connection: Connection) -> int:
            if not connection.execute(select(competitions.c.id).where(competitions.c.id == competition)).first():
                return 0  # it was deleted meanwhile
            known = set(connection.execute(select(games.c.id).where(games.c.competition == competition)).scalars())
            rows = [
                {**vars(each), "entrants": json.dumps(each.entrants), "task": as_text(each.task)}
                | {"competition": competition, "status": "waiting", "attempts": 0}
                for each in todo
                if each.id not in known
            ]
            if rows:
                connection.execute(insert(games), rows)
            return len(rows)

        return self._write(work)

    def waiting(self, competition: str, kinds: Iterable[Kind], most_attempts: int) -> list[tuple[str, dict[str, Any]]]:
        """The games that are still to be played, as (id, task), in the order of their schedule."""
        mine = (games.c.competition == competition, games.c.kind.in_(list(kinds)), games.c.attempts < most_attempts)
        query = select(games.c.id, games.c.task).where(*mine, games.c.status == "waiting").order_by(*_ORDER)
        return [(row.id, json.loads(row.task)) for row in self.database.rows(query)]

    def used(self) -> dict[str, int]:
        """The bytes that each competition's games take, logs and all."""
        return room.used(self.database)

    def finish(self, game: str, record: Mapping[str, Any]) -> bool:
        """Keep the record of a game; False, and nothing is changed, if it has one already.

        Of logs only the end is kept once the room for competitions is used up.
        """
        record = self._room.fitting(record)
        texts = {"result": as_text(with_parts(short(record))), "record": as_text(with_parts(record))}
        return self._set(games, *_waits(game), status="played", finished=self._now(), **texts)

    def count_fault(self, game: str, record: Mapping[str, Any]) -> None:
        """Note that a game could not be played by a fault of the server's own; it waits to be played again."""
        self._set(games, *_waits(game), attempts=games.c.attempts + 1, record=as_text(with_parts(record)))

    def forgive(self, competition: str) -> None:
        """Let games be tried again that failed too often by faults of the server's own."""
        self._set(games, games.c.competition == competition, games.c.status == "waiting", attempts=0)

    def games(
        self,
        competition: str,
        kinds: Iterable[Kind] | None = None,
        only: Iterable[str] | None = None,
        known: Iterable[StoredGame] = (),
    ) -> list[StoredGame]:
        """All games without task and record, in the order of their schedule; ``only`` those with these ids.

        Of those ``known`` the played ones are not read again: they never change.
        """
        query = select(*LISTED).where(games.c.competition == competition)
        if kinds is not None:
            query = query.where(games.c.kind.in_(list(kinds)))
        if only is not None:
            query = query.where(games.c.id.in_(list(only)))
        played = {game.id: game for game in known if game.result is not None}
        rows = self.database.rows(query.order_by(games.c.kind, *_ORDER))
        return [played.get(row.id) or read_game(row) for row in rows]

    def game(self, game: str) -> tuple[str, StoredGame, dict[str, Any], dict[str, Any] | None]:
        """A game with all that is kept of it: its competition, itself, its task and its record (None before it was
        played); raises ``NoSuchMatch``."""
        query = select(*LISTED, games.c.competition, games.c.task, games.c.record).where(games.c.id == game)
        rows = self.database.rows(query)
        if not rows:
            raise NoSuchMatch(_("There is no game “{game}” of a competition.", game=game[:80]))
        record = read_record(rows[0].record) if rows[0].record else None
        return rows[0].competition, read_game(rows[0]), json.loads(rows[0].task), record

    def records(self, competition: str) -> Iterable[tuple[str, dict[str, Any], dict[str, Any]]]:
        """Id, task and record of every game that was played, one at a time."""
        query = (
            select(games.c.id, games.c.task, games.c.record)
            .where(games.c.competition == competition, games.c.status == "played")
            .order_by(games.c.id)
        )
        with self.database.read() as connection:
            for row in connection.execute(query):
                yield row.id, json.loads(row.task), read_record(row.record)

    def _write(self, work: Callable[[Connection], T]) -> T:
        def guarded(connection: Connection) -> T:
            self._guard(connection)
            return work(connection)

        return self.database.write(guarded)

    def _change(self, statement: Executable) -> int:
        """See ``Database.change``."""

        def work(connection: Connection) -> int:
            result: Any = connection.execute(statement)
            return int(result.rowcount)

        return self._write(work)

    def _set(self, table: Table, *where: ColumnElement[bool], **values: Any) -> bool:
        """Change the rows of a table for which all of this holds; whether there was just one."""
        return self._change(update(table).where(*where).values(**values)) == 1


def _why(reason: str) -> dict[str, str | None]:
    """The columns of a reason: its sentence in English, and what that was made of."""
    parts = as_text(with_parts({"reason": reason})) if isinstance(reason, Message) else None
    return {"reason": reason, "reason_parts": parts}


def _waits(game: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return games.c.id == game, games.c.status == "waiting"
