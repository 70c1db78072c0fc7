"""Fixtures for all tests: a real server, kept for the whole run of one test process, and databases of both kinds."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

from plyground.core import compiled_calls
from plyground.jobs import process
from tools.benchmarks import copied, postgresql
from tools.benchmarks.redis_server import RedisServer, running_redis
from tools.benchmarks.serving import Server

KINDS = ["sqlite", "postgresql"]
HERE = Path(__file__).resolve().parent
PROGRAMS = {
    "shared_server",
    "shared_browser",
    "own_server",
    "new_browser",
    "address",
    "postgres",
    "wheel",
    "redis_server",
    "shared_site",
}
"""Fixtures that start programs, or build: tests that use one are not quick unless they are marked so."""
TOGETHER = ("tests/distribution/", "tests/peers/test_site_", "tests/browser/test_worked_")
"""Modules that share what takes long to make, by how their paths begin; all others are shared out one by one."""
LONG = frozenset((HERE / "long.txt").read_text(encoding="utf-8").split())
"""Modules that compute, compile or start programs for long: their tests are not quick, and run once more like those
that use programs."""
SLOW = frozenset((HERE / "slow.txt").read_text(encoding="utf-8").split())
"""Other modules that take more than about six seconds in all: their tests are not quick either."""


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Shares out modules among the processes of a run, so that what a module makes is made once."""

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        return next((each for each in TOGETHER if module.startswith(each)), module)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    """How tests are shared out."""
    return Sharing(config, log)


def _is_slow(path: Path) -> bool:
    module = path.relative_to(HERE).as_posix()
    return module in LONG or module in SLOW or module.startswith("browser/test_")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what has no quick test where only those are asked for."""
    return True if config.option.markexpr == "quick" and _is_slow(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests, those that start no program and do not stand in a long module, and mix the modules, so that
    the processes of a run neither wait nor compute all at once.

    One that starts programs is run once more when it fails; the summary names it as rerun, and says why.
    """
    kinds: dict[Path, str] = {}
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "[sqlite" in item.name:
            fixtures.discard("address")  # a file: only the other kinds of databases are programs
        module = item.path.relative_to(HERE).as_posix()
        if fixtures & PROGRAMS or module in LONG or module.startswith(("engines/", "browser/")):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if not fixtures & PROGRAMS and not _is_slow(item.path):
            item.add_marker(pytest.mark.quick)
            kinds.setdefault(item.path, "quick")
        else:
            kinds[item.path] = "browser" if module.startswith("browser/") else "long"
    places: dict[Path, float] = {}
    for kind in set(kinds.values()):
        modules = [path for path in kinds if kinds[path] == kind]
        last = 1.0 if kind == "quick" else 0.9  # the shortest are the last, so that all processes end at about one time
        places |= {path: last * place / len(modules) for place, path in enumerate(modules)}
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay: to look through them for garbage again and again is a twentieth of the
    work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="module", autouse=True)
def own_compiled_calls() -> Iterator[None]:
    """Whether rules are called compiled is as it was once a module's tests are over: playing a game switches it on."""
    before = compiled_calls.compiled_in_use()
    yield
    compiled_calls.use_compiled(before)


@pytest.fixture(scope="session", autouse=True)
def one_worker_each() -> Iterator[None]:
    """Servers that tests start have one worker, which loads what is asked for, unless they say otherwise: to load all
    kernels takes two seconds of computing."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PLYGROUND_WORKERS", "1")
        patched.setenv("PLYGROUND_PRELOAD", "0")
        yield


@pytest.fixture(scope="session", autouse=True)
def copied_servers() -> Iterator[None]:
    """Servers that tests start as usual, and workers, are copied from one process that has imported the program; what
    people type is tried by `web/test_start.py`, `web/test_terminal.py` and the tests of installations."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Server, "copied", True)
        patched.setattr(process, "popen", copied.copied_workers(copied.original))
        yield


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Maps that tests give are kept in a folder of this run, not in the project's."""
    before = os.environ.get("PLYGROUND_DATA")
    os.environ["PLYGROUND_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    os.environ.pop("PLYGROUND_DATA")
    if before is not None:
        os.environ["PLYGROUND_DATA"] = before


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process; use ``server``, which sees to it that it runs."""
    settings = {"PLYGROUND_GAMES_PER_MINUTE": "10000", "PLYGROUND_WORKERS": "2", "PLYGROUND_PRELOAD": "1"}
    server = Server(tmp_path_factory.mktemp("server"), **settings)
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A running server with warm workers (started again if a test before killed it)."""
    if not shared_server.running():
        shared_server.start().wait_until_warm()
    return shared_server


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this test alone, to kill and to restart."""
    server = Server(tmp_path_factory.mktemp("own_server"), PLYGROUND_GAMES_PER_MINUTE="10000", PLYGROUND_WORKERS="1")
    server.start().wait_until_warm()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """The PostgreSQL of this test process."""
    if postgresql.programs() is None:
        pytest.fail("There is no PostgreSQL here: tools/set-up postgresql installs it.")
    with postgresql.cluster() as running:
        yield running


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A Redis for this test alone, to stop and to start again."""
    with running_redis() as running:
        yield running


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is yet empty, of SQLite and then of PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/deep/down/games.sqlite3"
    made: str = request.getfixturevalue("cluster").create()
    return made
