"""An event in which some bots misbehave: each has its verdict in every game, and nobody else's game is touched."""

from __future__ import annotations

import time
from pathlib import Path

from plyground.competitions import counting
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.running.workers import GameWorkers
from plyground.core import processors
from plyground.sandbox import probe
from tools.benchmarks import event_rogues as held

ROGUES = ("crash_at_init", "flood", "illegal", "tries_and_plays")
STEADY = ("looks at 5", "guesses")
PATIENT = {"base": 60.0, "increment": 1.0}


def test_an_event_with_rogues_ends_with_a_right_table(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with held.own_store(tmp_path) as store:
        made = held.make_event(store, ROGUES, STEADY, {"random": "random"}, clock=PATIENT, most_moves=24)
        since = time.time()
        with GameWorkers(min(2, len(processors.allowed()))) as cluster:
            workers = cluster.worker_processes()
            CompetitionRunner(store, made, cluster, probe.choose().name).run_event()
            assert held.left_running(workers, since) == []
            assert held.touched(store, made, STEADY, cluster) == (2, 0)
        assert list((tmp_path / "temporary").iterdir()) == []
        judged = held.judge(store, made)
        assert judged.wrong == []
        assert judged.games == 8 * 7
        assert set(judged.right.values()) == {14}
        assert judged.attempts["denied"] >= 6 * 14
        assert judged.attempts["came through"] == 0
        assert held.table_is_right(store, made, judged)
        rows = counting.standings(store.snapshot(made))["standings"]
        assert rows[-1]["name"] == "crash_at_init"
        assert rows[-1]["points"] == 0


def test_a_wrong_verdict_or_table_is_noticed(tmp_path: Path) -> None:
    record = {
        "verdicts": [{"code": "fair", "move": None}, {"code": "crash", "move": 1}],
        "seats": [],
        "reason": "failed",
    }
    assert held._earned("random", 0, record, [1])
    assert held._earned("fork", 1, record, [1])
    assert not held._earned("random", 1, record, [1])
    assert not held._earned("crash_at_init", 1, record, [1])
    fair = {"verdicts": [{"code": "fair", "move": None}] * 2, "seats": [0, 1] * 3, "reason": "rules"}
    assert held._earned("random", 0, fair, [])
    assert not held._earned("fork", 1, fair, [])
