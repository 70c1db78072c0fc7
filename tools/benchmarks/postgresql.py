"""A PostgreSQL of one's own: a cluster in a temporary folder that listens on a socket there, and nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tools.benchmarks._measuring import wait_until

SUPERUSER = "plyground"


def programs() -> Path | None:
    """The folder with the newest PostgreSQL server's programs, None if there is none."""
    found = [Path(path).resolve().parent for path in (shutil.which("initdb"),) if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    return next((path for path in found if (path / "initdb").exists() and (path / "pg_ctl").exists()), None)


class Cluster:
    """A running cluster, which makes empty databases."""

    def __init__(self, folder: Path, run: Callable[..., None]) -> None:
        self._folder, self._run = folder, run
        self._made = 0

    def create(self) -> str:
        """Make an empty database; its URL."""
        self._made += 1
        name = f"test{self._made}"
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        engine.dispose()
        return self.url(name)

    def start(self) -> None:
        """Start it, also again."""
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{self._folder}' -c fsync=off -c max_connections=50"
        )
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """End it at once, as a crash would."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def processes(self) -> list[int]:
        """The process ids of the server and of all that it has started."""
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *(each.pid for each in psutil.Process(first).children())]

    def read_only(self, on: bool) -> None:
        """Let every session only read from now on, or write again."""
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        wanted = "on" if on else "off"
        with engine.connect() as connection:
            connection.exec_driver_sql("SET default_transaction_read_only = off")
            connection.exec_driver_sql(f"ALTER SYSTEM SET default_transaction_read_only = {wanted}")
            connection.exec_driver_sql("SELECT pg_reload_conf()")

        def read_again() -> bool:
            with engine.connect() as connection:
                return bool(connection.exec_driver_sql("SHOW default_transaction_read_only").scalar_one() == wanted)

        wait_until(read_again, 120, 0.01)

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://{SUPERUSER}@/{name}?host={self._folder}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a cluster, and stop it at the end. It has to run as another user than root."""
    where = programs()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))  # the path of a socket may have 100 characters at most
    as_user: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data = str(folder / "data")

    def run(program: str, *words: str) -> None:
        quiet = {"stdout": subprocess.DEVNULL, "cwd": folder, "timeout": 120}
        subprocess.run([*as_user, str(where / program), "-D", data, *words], check=True, **quiet)  # type: ignore[call-overload]

    try:
        run("initdb", "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        made = Cluster(folder, run)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
