"""Several real servers as one site: on one PostgreSQL, one Redis and one data folder, behind a real proxy."""

from __future__ import annotations

import copy
import json
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from sqlalchemy import create_engine, text

from plyground.core.checkout import git
from plyground.core.checkout import lay_out as lay_out_commit
from plyground.core.errors import BadOption
from tools.benchmarks._measuring import wait_until
from tools.benchmarks.browsing import find_program
from tools.benchmarks.copied import workers_of
from tools.benchmarks.postgresql import Cluster, cluster
from tools.benchmarks.redis_server import RedisServer, running_redis
from tools.benchmarks.serving import ROOT, Freezing, Server, free_port

PIN = "plyground_site"
"""A cookie with the name of a server (``s0``, ``s1`` …): the proxy sends who shows it there while that one lives."""
_PROXY = """
defaults
    mode http
    timeout connect 1s
    timeout client 90s
    timeout server 90s
    timeout tunnel 90s
    retries 3
    option redispatch 1
    retry-on conn-failure empty-response 503
    default-server inter 200ms fall 2 rise 1
frontend site
    bind 127.0.0.1:{port}
    maxconn 8000
    http-request set-header X-Forwarded-For %[src] unless {{ req.hdr(X-Forwarded-For) -m found }}
    default_backend servers
backend servers
    balance roundrobin
    cookie {pin}
    option httpchk GET /health
    timeout check 1s
{servers}
"""


class Process(Freezing, Server):
    """One server of a site."""

    def terminate(self, patience: float = 60) -> None:
        """End it as an orderly end of the machine does (SIGTERM), and wait for that."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(patience)

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        return [each.pid for each in workers_of(self.pid)]


class Site:
    """The servers, what they share, and the proxy before them. Use ``running_site``."""

    def __init__(self, folder: Path, database: Cluster, redis: RedisServer, count: int, **settings: str) -> None:
        self.folder, self.database, self.redis = folder, database, redis
        self.database_url = database.create()
        self._engine = create_engine(self.database_url, pool_pre_ping=True)
        shared = {
            "PLYGROUND_DATABASE": self.database_url,
            "PLYGROUND_REDIS": redis.url,
            "PLYGROUND_DATA": str(folder / "data"),
            "PLYGROUND_PROXIES": "127.0.0.1",
            "PLYGROUND_WORKERS": "1",
            "PLYGROUND_GAMES_PER_MINUTE": "100000",
            **settings,
        }
        self.log = folder / "server.log"
        self.processes: list[Process] = []
        for _ in range(count):
            self.processes.append(Process(folder, **shared))
        self._proxy: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def front(self) -> Server:
        """The site as one server, as people find it: its address is the proxy's."""
        front: Server = copy.copy(self.processes[0])
        front.port, front.url = self.port, self.url
        return front

    def start(self) -> None:
        """Start the servers and the proxy, and wait until all can be used."""
        self.processes[0].start()  # it brings the database to its version
        with ThreadPoolExecutor() as together:
            list(together.map(Process.start, self.processes[1:]))
            list(together.map(Process.wait_until_warm, self.processes))
        servers = "\n".join(
            f"    server s{number} 127.0.0.1:{each.port} check cookie s{number}"
            for number, each in enumerate(self.processes)
        )
        file = self.folder / "haproxy.cfg"
        file.write_text(_PROXY.format(port=self.port, pin=PIN, servers=servers))
        words = [find_program("haproxy", "/usr/sbin/haproxy"), "-db", "-f", str(file)]
        subprocess.run([*words, "-c"], check=True, stdout=subprocess.DEVNULL)
        with (self.folder / "haproxy.log").open("ab") as log:
            self._proxy = subprocess.Popen(words, stdout=log, stderr=log)
        wait_until(self.front.answers, 30)

    def stop(self) -> None:
        """End all that was started here."""
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait(30)
        for each in self.processes:
            if each.running():
                each.thaw()
        with ThreadPoolExecutor() as together:
            list(together.map(Process.stop, self.processes))
        self._engine.dispose()

    def spent_beside(self) -> dict[str, float]:
        """Seconds of processor time of what the servers share and of their workers, by name."""
        workers = [worker for each in self.processes for worker in each.workers()]
        programs = {"PostgreSQL": self.database.processes(), "Redis": [self.redis.pid], "the bots' workers": workers}
        return {name: sum(_spent(pid) for pid in pids) for name, pids in programs.items()}

    # What the database says

    def rows(self, statement: str, **values: Any) -> list[Any]:
        """What a query finds."""
        with self._engine.connect() as connection:
            return list(connection.execute(text(statement), values))

    def change(self, statement: str, **values: Any) -> None:
        """Write into the database."""
        with self._engine.begin() as connection:
            connection.execute(text(statement), values)

    def members(self) -> dict[str, int]:
        """The servers that count as living, by their ids: which process each is (by its place in ``processes``)."""
        ports = {each.pid: number for number, each in enumerate(self.processes) if each.running()}
        told = {row.id: json.loads(row.told) for row in self.rows("SELECT id, told FROM servers")}
        return {server: ports[about["pid"]] for server, about in told.items() if about.get("pid") in ports}

    def owners(self) -> dict[str, int]:
        """What is carried on (games by their ids, and what else there is), each with the process that does."""
        members = self.members()
        rows = self.rows("SELECT thing, server FROM owners")
        return {row.thing: members[row.server] for row in rows if row.server in members}

    def wait_until_whole(self) -> None:
        """Wait until all its servers run, answer, and count as living."""
        for each in self.processes:
            wait_until(each.answers, 60)
        wait_until(lambda: len(set(self.members().values())) == len(self.processes), 60)

    def logs(self) -> str:
        """All that the servers have logged, in one file."""
        return self.log.read_text(errors="replace")


BEFORE = "feb96afa2c34f803701d7e25e12461d1b7ccd5c8"
"""The version before: the last commit with the database's version 0008."""


def lay_out(folder: Path, commit: str = "") -> Path:
    """The program of a commit, in this folder; raises ``BadOption`` if there is none. Without one it is the version
    before, or the present commit where a clone has no more history."""
    known = git(ROOT, "rev-parse", "--verify", "--quiet", f"{commit or BEFORE}^{{commit}}")
    if commit and not known:
        raise BadOption(f"There is no commit “{commit[:40]}” here.")
    lay_out_commit(ROOT, known or "HEAD", folder)
    (folder / "plyground").symlink_to("game")  # found before the installed one
    return folder


def _spent(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


@contextmanager
def running_site(count: int = 2, program: Path = ROOT, **settings: str) -> Iterator[Site]:
    """A site of so many servers, of the program in this folder, with an empty database; all ends afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="plyground-site-")))
        database, redis = stack.enter_context(cluster()), stack.enter_context(running_redis())
        site = Site(folder, database, redis, count, **settings)
        for each in site.processes:
            each.program = program
        stack.callback(site.stop)
        site.start()
        yield site
