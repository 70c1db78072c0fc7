"""The positions by which bots are tested, and how each version answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select

from plyground.competitions.store.reading import as_text
from plyground.core.messages import from_parts, with_parts
from plyground.sessions.tokens import new_id
from plyground.storage import Database
from plyground.storage.schema.competitions import competition_position_answers as answers
from plyground.storage.schema.competitions import competition_positions as positions

Write = Callable[[Callable[[Connection], Any]], Any]


@dataclass(frozen=True)
class PositionTest:
    """A position, and what a bot should do whose turn it is there: one of ``moves`` if there are any, none of
    ``avoid``, and within so many ``seconds`` unless None.

    It is the teacher's, for all bots, without an ``entry``; with one it is that bot's, by its owner. The teacher's are
    ``hidden`` or public. ``about`` is kept for whoever added it: where the position is from.
    """

    id: str
    competition: str
    entry: str | None
    title: str
    position: str
    moves: tuple[str, ...]
    avoid: tuple[str, ...]
    seconds: float | None
    hidden: bool
    created: float
    about: Mapping[str, Any]


@dataclass(frozen=True)
class PositionAnswer:
    """How a version did in one: what it played ("" for nothing), after how many seconds (None for nothing), and the
    ``sentence`` of its verdict where it failed by its own doing, else ""."""

    test: str
    version: str
    passed: bool
    move: str
    seconds: float | None
    sentence: str
    at: float


class Positions:
    """The tests of all competitions of a database. All methods may be called from any thread."""

    def __init__(self, database: Database, write: Write, now: Callable[[], float]) -> None:
        self._database, self._write, self._now = database, write, now

    def of(self, competition: str, entry: str | None = None) -> list[PositionTest]:
        """The teacher's tests in the order in which they were added, and behind them those of one bot."""
        mine = positions.c.entry.is_(None) if entry is None else _for(entry)
        query = select(positions).where(positions.c.competition == competition, mine)
        rows = self._database.rows(query.order_by(positions.c.entry.is_not(None), positions.c.created, positions.c.id))
        return [_position_test(row) for row in rows]

    def every(self, competition: str) -> list[PositionTest]:
        """The teacher's tests and those of all bots."""
        query = select(positions).where(positions.c.competition == competition)
        return [_position_test(row) for row in self._database.rows(query.order_by(positions.c.created, positions.c.id))]

    def add(
        self,
        competition: str,
        entry: str | None,
        title: str,
        position: str,
        moves: Iterable[str],
        avoid: Iterable[str],
        seconds: float | None,
        hidden: bool,
        about: Mapping[str, Any],
        most: int,
    ) -> PositionTest | None:
        """Add one; None, and nothing is added, if its owner has ``most`` of them."""
        made = PositionTest(
            new_id(),
            competition,
            entry,
            title,
            position,
            tuple(moves),
            tuple(avoid),
            seconds,
            hidden,
            self._now(),
            about,
        )
        wanted = {"moves": made.moves, "avoid": made.avoid, "seconds": seconds, "about": dict(about)}

        def work(connection: Connection) -> bool:
            own = positions.c.entry.is_(None) if entry is None else positions.c.entry == entry
            count = select(func.count()).select_from(positions).where(positions.c.competition == competition, own)
            if connection.execute(count).scalar_one() >= most:
                return False
            row = {name: getattr(made, name) for name in _PLAIN} | {"wanted": as_text(wanted)}
            connection.execute(insert(positions).values(**row))
            return True

        return made if self._write(work) else None

    def remove(self, test: str) -> None:
        """Forget one with all answers."""

        def work(connection: Connection) -> None:
            connection.execute(delete(answers).where(answers.c.position == test))
            connection.execute(delete(positions).where(positions.c.id == test))

        self._write(work)

    def answers(self, competition: str) -> dict[tuple[str, str], PositionAnswer]:
        """How the versions of a competition have done, by the test's id and the version's."""
        query = (
            select(answers)
            .join(positions, answers.c.position == positions.c.id)
            .where(positions.c.competition == competition)
        )
        found = (_answer(row) for row in self._database.rows(query))
        return {(each.test, each.version): each for each in found}

    def answered(self, test: str, version: str, passed: bool, move: str, seconds: float | None, sentence: str) -> None:
        """Keep how a version did, unless that is known, or the test was removed meanwhile."""
        answer = as_text(with_parts({"move": move, "seconds": seconds, "sentence": sentence}))

        def work(connection: Connection) -> None:
            there = connection.execute(select(positions.c.id).where(positions.c.id == test)).first()
            mine = and_(answers.c.position == test, answers.c.version == version)
            if there and not connection.execute(select(answers.c.position).where(mine)).first():
                row = {"position": test, "version": version, "passed": passed, "answer": answer, "at": self._now()}
                connection.execute(insert(answers).values(**row))

        self._write(work)


def forget_positions(connection: Connection, competition: str) -> None:
    """Forget the tests of a competition."""
    own = select(positions.c.id).where(positions.c.competition == competition)
    connection.execute(delete(answers).where(answers.c.position.in_(own)))
    connection.execute(delete(positions).where(positions.c.competition == competition))


_PLAIN = ("id", "competition", "entry", "title", "position", "hidden", "created")


def _for(entry: str) -> Any:
    return or_(positions.c.entry.is_(None), positions.c.entry == entry)


def _position_test(row: Row[Any]) -> PositionTest:
    wanted = json.loads(row.wanted)
    moves, avoid = tuple(wanted["moves"]), tuple(wanted["avoid"])
    plain = {name: row._mapping[name] for name in _PLAIN} | {"hidden": bool(row.hidden)}
    return PositionTest(**plain, moves=moves, avoid=avoid, seconds=wanted["seconds"], about=wanted["about"])


def _answer(row: Row[Any]) -> PositionAnswer:
    return PositionAnswer(row.position, row.version, bool(row.passed), at=row.at, **from_parts(json.loads(row.answer)))
