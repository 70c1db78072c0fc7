"""What a request to a bot worker costs beyond the thinking, here and on a cluster; how long a server takes to start."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from plyground.core import registry
from plyground.core.settings import Settings
from plyground.jobs.cluster import Cluster
from plyground.jobs.pool import Pool
from plyground.jobs.requests import SearchRequest, Waiter
from tools.benchmarks._measuring import spread, wait_until
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import Server, course

REQUESTS = 1000


def overhead(pool: Pool, asks: int = 1000, game: str | None = None, bot: str = "random") -> list[float]:
    """Seconds beyond thinking for each of so many requests, made one after the other of an idle pool, sorted.

    They are all made at the start of the same game: the first there is, unless named.
    """
    game = game or next(iter(registry.games()))
    rules = registry.game(game)
    start = rules.position_text(rules.initial())
    seconds = []
    for seed in range(asks):
        waiter = Waiter()
        begin = time.perf_counter()
        pool.submit(SearchRequest(game, {}, start, (), bot, seed, 10.0), waiter)
        choice = waiter.wait()
        assert choice is not None, waiter.error
        seconds.append(time.perf_counter() - begin - choice["seconds"])
    return sorted(seconds)


@benchmark("worker-overhead", measures="game/jobs")
def worker_overhead() -> list[Row]:
    """Time of a bot's move beyond its thinking: 1,000 questions one after the other to an idle pool of warm workers.

    The question is asked and the answer taken as text over pipes, as in every game; the thinking itself is timed by
    the worker and subtracted.
    """
    return [
        row
        for bot in ("random", "minimax")
        for row in _overheads(bot, Pool(Settings.from_environment()), bot, "at most 2", "at most 10")
    ]


@benchmark("cluster-overhead", measures="game/jobs")
def cluster_overhead() -> list[Row]:
    """Time of a bot's move beyond its thinking, side by side: 1,000 requests one after the other to an idle pool of one
    warm worker of this machine, and to one on a dask worker reached over loopback."""
    with tempfile.TemporaryDirectory() as folder, course(Path(folder), {}) as cluster:
        there = Pool(Settings(), places=Cluster(cluster.address))
        return [
            *_overheads("here", Pool(Settings(workers=1)), "random", "at most 2", "at most 10"),
            *_overheads("on the cluster", there, "random", "at most 25", ""),
        ]


def _overheads(title: str, pool: Pool, bot: str, p50: str, p99: str) -> list[Row]:
    pool.start()
    try:
        wait_until(lambda: bool(pool.health()["workers"]), 600)
        overhead(pool, 20, bot=bot)
        costs = [1000 * cost for cost in overhead(pool, REQUESTS, bot=bot)]
    finally:
        pool.close()
    return spread(f"{title}: ", costs, "ms", p50=p50, p99=p99)


@benchmark("start", measures="game/core game/jobs game/sessions game/web")
def start() -> list[Row]:
    """Seconds from starting the server's process to its first page, and to workers with all kernels.

    First with an empty cache of kernels (packages installed), then again with the cache that the first start left.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        goals = (("first start", "at most 15", "at most 90"), ("second start", "at most 3", ""))
        for title, page_goal, kernel_goal in goals:
            server = Server(Path(folder), PLYGROUND_CACHE=str(Path(folder) / "kernels"))
            begun = time.monotonic()
            try:
                server.start()
                answered = time.monotonic() - begun
                server.wait_until_warm()
                warm = time.monotonic() - begun
            finally:
                server.stop()
            rows += [
                Row(f"{title}: first page", answered, "s", page_goal),
                Row(f"{title}: all kernels", warm, "s", kernel_goal),
            ]
    return rows
