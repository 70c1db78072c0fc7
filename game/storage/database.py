"""The open database: read by any thread, written by one, shared by the stores of games and of competitions."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, Row, cast, event, func, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.expression import Executable, Select

from plyground.core import logs
from plyground.core.errors import Refusal
from plyground.core.refusals import StorageFailed
from plyground.storage.engine import durable_engine, read_url, sentence
from plyground.storage.opening import PRESENT, Migrations, prepare
from plyground.storage.schema import schema_version
from plyground.storage.writer import T, Work, Writer

log = logging.getLogger(__name__)


def failed(failure: SQLAlchemyError, what: str) -> Refusal:
    """What is raised of a fault of the database. It is in the log where people are told so, under their request's id;
    a thread that lives on says itself what it could not do."""
    if logs.current():
        log.error("%s: %s", what, failure)
    return StorageFailed(sentence(failure))


class Database:
    """A database of the present version. All methods may be called from any thread."""

    def __init__(self, address: str, migrations: Migrations = PRESENT) -> None:
        """Open it by its URL, making or upgrading it first; raises ``BadOption`` or ``UnfitDatabase``."""
        url = read_url(address)
        prepare(url, migrations)
        self.engine = durable_engine(url)
        self._writer = Writer(self.engine)
        self._users = 0
        self._lock = threading.Lock()

    @property
    def is_file(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    def use(self) -> Callable[[], None]:
        """Use it until the function that is returned is called; with its last user it is closed."""
        used = [True]
        with self._lock:
            self._users += 1

        def end() -> None:
            with self._lock:
                self._users -= used.pop() if used else 0
                last = self._users == 0
            if last:
                self.close()

        return end

    def close(self) -> None:
        """End what waits to be written, and the connections: those that a thread still reads by when it is done."""
        self._writer.close()
        event.listen(self.engine, "checkin", lambda _, record: record.close())  # the pool they come back to is gone
        self.engine.dispose()

    def write(self, work: Work[T]) -> T:
        """Do the work in a transaction, wait until it is on the disk, and return what it gave; the work may be done
        more than once. Raises ``StorageFailed`` or ``Closing``."""
        return self._writer.write(work)

    def begin(self, work: Work[T]) -> Callable[[], T]:
        """Have the work done as ``write`` does, after all that was begun before; what is returned waits for it."""
        return self._writer.begin(work)

    def change(self, statement: Executable) -> int:
        """Write by one statement; returns how many rows it changed. Raises as ``write``."""

        def work(connection: Connection) -> int:
            result: Any = connection.execute(statement)
            return int(result.rowcount)

        return self.write(work)

    def probe(self) -> None:
        """Write something that changes nothing, behind all that waits; raises as ``write`` does."""
        self.change(update(schema_version).values(oldest=schema_version.c.oldest))

    def load(self) -> tuple[int, float]:
        """How many works wait to be written, and for how many seconds the writer has been at the present ones."""
        return self._writer.load()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read by; raises ``StorageFailed`` when the database does."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as failure:
            raise failed(failure, "A read of the database failed") from failure

    def rows(self, query: Select[*tuple[Any, ...]]) -> list[Row[*tuple[Any, ...]]]:
        with self.read() as connection:
            return list(connection.execute(query).all())

    def bytes_of(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        """How many bytes a text takes, 0 for none."""
        if self.is_file:  # SQLite learnt to count bytes of texts by ``octet_length`` in 3.43
            return func.coalesce(func.length(cast(column, LargeBinary)), 0)
        return func.coalesce(func.octet_length(column), 0)
