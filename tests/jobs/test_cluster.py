"""Workers on a dask cluster: as on this machine, whatever becomes of its workers and of its scheduler."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.settings import Settings
from plyground.jobs.cluster import Cluster
from plyground.jobs.pool import Pool
from tests.jobs.support import COMMAND_WITH_SLEEPER, OTHELLO, Waiter, a_request, endless
from tests.waiting import until
from tools.benchmarks.serving import Course, course


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    with course(tmp_path_factory.mktemp("cluster"), {}, {}) as made:
        yield made


@pytest.fixture(scope="module")
def pool(cluster: Course) -> Iterator[Pool]:
    made = Pool(Settings(), places=Cluster(cluster.address, COMMAND_WITH_SLEEPER))
    made.start()
    until(lambda: made.health()["workers"] == 2, 120)
    yield made
    made.close()


def test_a_bot_elsewhere_says_how_far_it_is_and_stops_when_told(pool: Pool) -> None:
    waiter = Waiter()
    handle = pool.submit(endless(60.0, memory="a game"), waiter)
    until(lambda: len(waiter.told) >= 2)
    assert handle.running
    handle.stop()
    move = waiter.wait()["move"]
    assert waiter.told[0]["line"] == [move]
    again = Waiter()
    pool.submit(endless(0.05, memory="a game"), again)
    assert again.wait()["depth"] == 2, "it went to the worker that has the memory"


def test_a_killed_worker_of_the_cluster_has_its_request_made_again(pool: Pool, cluster: Course) -> None:
    waiters = [Waiter() for _ in range(2)]
    handles = [pool.submit(endless(60.0), waiter) for waiter in waiters]
    until(lambda: all(waiter.starts for waiter in waiters))
    os.kill(cluster.workers.pop().pid, signal.SIGKILL)
    until(lambda: [handle.running for handle in handles].count(True) == 1)
    lost = next(at for at, handle in enumerate(handles) if not handle.running)
    handles[1 - lost].stop()
    until(lambda: waiters[lost].starts == 2)
    handles[lost].stop()
    assert [len(waiter.wait()["move"]) for waiter in waiters] == [2, 2]
    cluster.start_worker()
    until(lambda: pool.health()["workers"] == 2, 60)


def test_a_lost_scheduler_loses_no_request(pool: Pool, cluster: Course) -> None:
    waiter = Waiter()
    handle = pool.submit(endless(60.0), waiter)
    until(lambda: waiter.starts == 1)
    for each in (cluster.scheduler, *cluster.workers):
        os.kill(each.pid, signal.SIGKILL)
        each.wait()
    until(lambda: not handle.running)
    asked_meanwhile = Waiter()
    pool.submit(a_request(), asked_meanwhile)
    cluster.workers.clear()
    cluster.start_scheduler()
    cluster.start_worker()
    until(lambda: waiter.starts == 2, 60)
    handle.stop()
    assert waiter.wait()["move"]
    OTHELLO.require(OTHELLO.initial(), asked_meanwhile.wait()["move"])
    cluster.start_worker()
    until(lambda: pool.health()["workers"] == 2, 60)


def test_a_closed_pool_leaves_nothing_running_on_the_cluster(cluster: Course, tmp_path: Path) -> None:
    """Each worker that starts leaves a file called as its process is: the cluster may have two of them."""
    told = f"import os, pathlib; pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()\n"
    command = (COMMAND_WITH_SLEEPER[0], "-c", told + COMMAND_WITH_SLEEPER[2])
    pool = Pool(Settings(), places=Cluster(cluster.address, command))

    def running() -> list[str]:
        return [mark.name for mark in tmp_path.iterdir() if Path("/proc", mark.name).exists()]

    pool.start()
    until(lambda: pool.health()["workers"])
    pool.submit(endless(60.0), Waiter())
    assert running()
    pool.close()
    until(lambda: not running())
