"""The homework of a server: the plan as it was set, its terms, the list of who does it, and every answer.

The teacher's key is kept as its digest. The codes of the list can be shown to the teacher again, so they are kept as
they are. What is past its day is deleted, and until then is found by nobody.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from plyground.classroom.homework.terms import Terms
from plyground.classroom.plans import files
from plyground.classroom.plans.entries import Entry
from plyground.core import json_text, name_lists
from plyground.core.messages import _, arrived, carried
from plyground.core.refusals import BadCode, NoSuchHomework, NotSetter, TooMany
from plyground.sessions.keys import SETTER, digest, is_key
from plyground.sessions.question import Answer
from plyground.storage import Database
from plyground.storage.schema.classes import homework, homework_answers, homework_keys, homework_people

MOST = 20_000
"""So much homework is kept at a time."""
_DEPENDENT = (homework_keys, homework_answers, homework_people)


@dataclass(frozen=True)
class Homework:
    """One plan as it was set. ``key`` is the digest of the teacher's; ``secret`` is told to nobody (``graded``)."""

    id: str
    title: str
    entries: Sequence[Entry]
    terms: Terms
    key: str
    secret: str = field(repr=False)

    def insist(self, key: str) -> None:
        """Raise ``NotSetter`` unless this is the teacher's key."""
        if not is_key(key, self.key):
            raise NotSetter(_("This link is not the teacher’s of this homework."))


@dataclass(frozen=True)
class Person:
    """A line of the list; ``sign`` is by what a gradebook knows the person, or ""."""

    number: int
    name: str
    sign: str
    code: str


@dataclass(frozen=True)
class Given:
    """An answer. ``part`` of the points is None where people read it and have not done so yet."""

    person: int
    entry: int
    attempt: int
    text: str
    part: float | None
    late: bool
    at: float


class HomeworkStore:
    """All of a database. May be used from any thread; raises as the database does."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database, self.now = database, now

    def keep(self, plan: files.Plan, terms: Terms, people: Iterable[Mapping[str, str]] = ()) -> tuple[str, str]:
        """Set a plan as homework: gives its id and the teacher's key. ``people`` have ``name``, ``sign`` and perhaps
        ``code``. Raises ``TooMany``."""
        key, kept = SETTER.new()
        name, rows = secrets.token_urlsafe(9), [_coded(each) for each in people]

        def work(connection: Connection) -> int:
            self._forget(connection)
            count = int(connection.execute(select(func.count()).select_from(homework)).scalar() or 0)
            if count < MOST:
                row = {"id": name, "key": kept, "body": files.written(plan), "created": self.now(), **terms.as_json()}
                connection.execute(insert(homework).values(**row))
                _add(connection, name, rows)
            return count

        if self._database.write(work) >= MOST:
            raise TooMany(_("So much homework is kept here that there is no room for more."))
        return name, key

    def get(self, name: str) -> Homework:
        """Homework by its id; raises ``NoSuchHomework``."""
        with self._database.read() as connection:
            row = self._row(connection, name)
        if row.secret is None:  # of a version that made none, or new
            row = self._database.write(lambda connection: self._with_secret(connection, name))
        given = json_text.read(row.body)
        terms = Terms(row.due, row.until, row.gone, row.tries, row.open)
        return Homework(row.id, given["title"], given["entries"], terms, row.key, row.secret)

    def people(self, name: str) -> list[Person]:
        """The list, as it was written."""
        table = homework_people
        rows = self._database.rows(select(table).where(table.c.homework == name).order_by(table.c.number))
        return [Person(row.number, row.name, row.sign, row.code) for row in rows]

    def person(self, name: str, code: str) -> Person:
        """Whose code this is as it was typed; raises ``BadCode``."""
        wanted, found = name_lists.normal_code(code), None
        for each in self.people(name) if wanted else ():
            if hmac.compare_digest(wanted, each.code):
                found = each
        if found is None:
            sentence = _("This code opens nothing here. It has {length} letters and digits; look again.",
                         length=name_lists.CODE)  # fmt: skip
            raise BadCode(sentence)
        return found

    def add(self, name: str, lines: Iterable[tuple[str, str]]) -> None:
        """Put people at the end of the list, each with a name and a sign; who stands there stays, with the sign that is
        given now, if any. Raises ``BadSetting`` for names that look alike, or ``TooMany``."""
        given = list(lines)

        def work(connection: Connection) -> None:
            self._row(connection, name, lock=True)
            there = [row.name for row in connection.execute(select(homework_people.c.name).where(_of(name)))]
            new = [_coded({"name": each, "sign": sign}) for each, sign in name_lists.fresh(given, there)]
            insist_room(len(there) + len(new))
            _add(connection, name, new)
            for each, sign in given:
                if sign and each in there:
                    own = (_of(name), homework_people.c.name == each)
                    connection.execute(update(homework_people).where(*own).values(sign=sign))

        self._database.write(work)

    def enrol(self, name: str, given: str) -> Person:
        """Put whoever comes by the link of open homework on the list. A name that stands there gets a number, so that
        nobody learns who else is on it. Raises ``TooMany``."""
        row = _coded({"name": given, "sign": ""})

        def work(connection: Connection) -> Person:
            self._row(connection, name, lock=True)
            there = {each.name for each in connection.execute(select(homework_people.c.name).where(_of(name)))}
            insist_room(len(there) + 1)
            number, shown = 1, given
            while shown in there:
                number += 1
                shown = f"{given} ({number})"
            first = _add(connection, name, [{**row, "name": shown}])
            return Person(first, shown, "", row["code"])

        return self._database.write(work)

    def renew(self, name: str, number: int) -> None:
        """Give a person another code; the old one opens nothing from now on."""
        table, code = homework_people, name_lists.new_code()
        self._database.change(update(table).where(_of(name), table.c.number == number).values(code=code))

    def remove(self, name: str, number: int) -> None:
        """Take a person off the list, with all that they answered."""

        def work(connection: Connection) -> None:
            answers = homework_answers
            connection.execute(delete(answers).where(answers.c.homework == name, answers.c.person == number))
            connection.execute(delete(homework_people).where(_of(name), homework_people.c.number == number))

        self._database.write(work)

    def answers(self, name: str, person: int | None = None) -> list[Given]:
        """The answers of one person, or of all, in the order in which they came."""
        table = homework_answers
        query = select(table).where(table.c.homework == name).order_by(table.c.at, table.c.entry, table.c.attempt)
        if person is not None:
            query = query.where(table.c.person == person)
        return [_given(row) for row in self._database.rows(query)]

    def answer(self, name: str, given: Given, check: Callable[[list[Given]], Given | None]) -> Given:
        """Keep an answer. ``check`` is shown the earlier ones of this person to this entry while no other device can
        answer: it raises a refusal, or gives the one that this repeats, and then nothing is written. Raises
        ``BadCode`` for who was taken off the list."""
        table = homework_answers
        own = (table.c.homework == name, table.c.person == given.person, table.c.entry == given.entry)

        def work(connection: Connection) -> Given:
            here = select(homework_people.c.number).where(_of(name), homework_people.c.number == given.person)
            if connection.execute(here.with_for_update()).first() is None:
                raise BadCode(_("This code opens nothing any more."))
            before = [_given(row) for row in connection.execute(select(table).where(*own).order_by(table.c.attempt))]
            repeated = check(before)
            if repeated is None:
                connection.execute(insert(table).values(homework=name, **vars(given)))
            return repeated or given

        return self._database.write(work)

    def mark(self, name: str, person: int, entry: int, part: float) -> None:
        """What people say of the last answer to an entry that only they can judge."""
        table = homework_answers
        own = (table.c.homework == name, table.c.person == person, table.c.entry == entry)

        def work(connection: Connection) -> None:
            last = connection.execute(select(func.max(table.c.attempt)).where(*own)).scalar()
            connection.execute(update(table).where(*own, table.c.attempt == last).values(part=part))

        self._database.write(work)

    def found(self, name: str, entry: int) -> Answer | None:
        """What a search has found to be right, if it is kept."""
        table = homework_keys
        rows = self._database.rows(select(table.c.answer).where(table.c.homework == name, table.c.entry == entry))
        if not rows:
            return None
        told = arrived(json.loads(rows[0].answer))
        return Answer(**{**told, "right": frozenset(told["right"])})

    def keep_found(self, name: str, entry: int, answer: Answer) -> Answer:
        """Keep what a search has found; the first that was kept stands, and is given."""
        table, text = homework_keys, json.dumps(carried(answer.as_json()))

        def work(connection: Connection) -> None:
            self._row(connection, name, lock=True)
            own = (table.c.homework == name, table.c.entry == entry)
            if connection.execute(select(table.c.entry).where(*own)).first() is None:
                connection.execute(insert(table).values(homework=name, entry=entry, answer=text))

        self._database.write(work)
        return self.found(name, entry) or answer

    def change(self, name: str, terms: Terms) -> None:
        """Put other terms in the place of those that there are."""
        self._database.change(update(homework).where(homework.c.id == name).values(**terms.as_json()))

    def change_key(self, name: str, key: str) -> None:
        """Let this be the teacher's key from now on; the old one opens nothing any more. Raises ``NoSuchHomework``."""

        def work(connection: Connection) -> None:
            self._row(connection, name)
            connection.execute(update(homework).where(homework.c.id == name).values(key=digest(key)))

        self._database.write(work)

    def delete(self, name: str) -> None:
        """Let homework go, with its list and all answers."""
        self._database.write(lambda connection: _delete(connection, [name]))

    def forget_old(self) -> None:
        """Delete what is past its day."""
        if self._database.rows(select(homework.c.id).where(homework.c.gone < self.now()).limit(1)):
            self._database.write(self._forget)

    def _forget(self, connection: Connection) -> None:
        old = connection.execute(select(homework.c.id).where(homework.c.gone < self.now()))
        _delete(connection, [row.id for row in old])

    def _with_secret(self, connection: Connection, name: str) -> Row[Any]:
        own = (homework.c.id == name, homework.c.secret.is_(None))
        connection.execute(update(homework).where(*own).values(secret=secrets.token_hex(32)))
        return self._row(connection, name)

    def _row(self, connection: Connection, name: str, lock: bool = False) -> Row[Any]:
        query = select(homework).where(homework.c.id == name[:64], homework.c.gone >= self.now())
        row = connection.execute(query.with_for_update() if lock else query).first()
        if row is None:
            raise NoSuchHomework(_("There is no such homework here; perhaps it was deleted."))
        return row


def insist_room(people: int) -> None:
    """Raise ``TooMany`` if a list is longer than one may be."""
    if people > name_lists.MOST_PEOPLE:
        raise TooMany(_("A list has at most {most} people.", most=name_lists.MOST_PEOPLE))


def _coded(person: Mapping[str, str]) -> dict[str, str]:
    return {"code": name_lists.new_code(), **person}


def _of(name: str) -> Any:
    return homework_people.c.homework == name


def _add(connection: Connection, name: str, rows: list[dict[str, str]]) -> int:
    """Add rows to a list; gives the number of the first."""
    last = connection.execute(select(func.coalesce(func.max(homework_people.c.number), 0)).where(_of(name)))
    first = int(last.scalar_one()) + 1
    for number, row in enumerate(rows, first):
        connection.execute(insert(homework_people).values(homework=name, number=number, **row))
    return first


def _delete(connection: Connection, names: list[str]) -> None:
    for table in _DEPENDENT:
        connection.execute(delete(table).where(table.c.homework.in_(names)))
    connection.execute(delete(homework).where(homework.c.id.in_(names)))


def _given(row: Row[Any]) -> Given:
    return Given(row.person, row.entry, row.attempt, row.text, row.part, row.late, row.at)
