"""Databases that earlier versions wrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from tests.storage.record import WRITTEN


@pytest.fixture
def write_old(tmp_path: Path) -> Callable[[str, str], None]:
    """Fill an empty database as an earlier version left it: ``write_old(address, "2c3f9b0")``."""

    def write(address: str, version: str) -> None:
        dump = (WRITTEN / version / "database.sql").read_text(encoding="utf-8")
        if address.startswith("sqlite:///"):
            path = Path(address.removeprefix("sqlite:///"))
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript(dump)
            return
        with closing(sqlite3.connect(tmp_path / "rows.sqlite3")) as connection:
            connection.executescript(dump)
        source, target = create_engine(f"sqlite:///{tmp_path}/rows.sqlite3"), create_engine(address)
        rows = MetaData()
        rows.reflect(source)
        with source.connect() as reading, target.begin() as writing:
            writing.exec_driver_sql((WRITTEN / version / "postgresql.sql").read_text())
            for table in rows.sorted_tables:
                found = [dict(row) for row in reading.execute(select(table)).mappings()]
                if found:
                    writing.execute(insert(table), found)
        source.dispose()
        target.dispose()

    return write
