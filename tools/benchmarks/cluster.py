"""What a bot's move costs beyond its thinking: on this machine's workers, and on a dask cluster over loopback."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from plyground.core.settings import Settings
from plyground.jobs.cluster import Cluster
from plyground.jobs.pool import Pool
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.dask_course import course
from tools.benchmarks.watching import percentile
from tools.benchmarks.workers import overhead


@benchmark("cluster-overhead", measures="game/jobs")
def cluster_overhead() -> list[Row]:
    """Time of a bot's move beyond its thinking, side by side: 1,000 requests one after the other to an idle pool of one
    warm worker of this machine, and to one on a dask worker reached over loopback."""
    with tempfile.TemporaryDirectory() as folder, course(Path(folder), {}) as cluster:
        pools = {
            "here": Pool(Settings(workers=1)),
            "on the cluster": Pool(Settings(), places=Cluster(cluster.address)),
        }
        rows = []
        for name, pool in pools.items():
            pool.start()
            try:
                while not pool.health()["workers"]:
                    time.sleep(0.1)
                overhead(pool, 20)
                costs = [1000 * cost for cost in overhead(pool, 1000)]
            finally:
                pool.close()
            goals = ("at most 25", "") if name == "on the cluster" else ("at most 2", "at most 10")
            rows += [
                Row(f"{name}: p50", percentile(costs, 0.5), "ms", goals[0]),
                Row(f"{name}: p99", percentile(costs, 0.99), "ms", goals[1]),
            ]
        return rows
