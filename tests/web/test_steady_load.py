"""Under a steady load the server takes no more memory, files or threads the longer it goes on."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
import requests

from tests.soaking import more
from tests.web.classes import opened
from tests.web.clients import connected
from tools.benchmarks.serving import Server

MEGABYTE = 1_000_000
MOVES = ["f5", "d6", "c3", "d3"]
CHOICE: dict[str, Any] = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": "0"}
PAGES = ("/", "/lab", "/wall", "/compete", "/api/games?live=1", "/ready", "/nothing-here")
ROUNDS, MINUTES = 8, 10
_ids = itertools.count()


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Server]:
    """A server that keeps few games in memory, so that it is soon as full as it gets."""
    limits = {"PLYGROUND_GAMES_PER_MINUTE": "100000", "PLYGROUND_LIVE_GAMES": "20", "PLYGROUND_WORKERS": "1"}
    server = Server(tmp_path, **limits).start()
    server.wait_until_warm()
    yield server
    server.stop()


def play(server: Server) -> None:
    """A game with a watcher, from its making to its end."""
    answer: dict[str, Any] = {}
    while "id" not in answer:  # while all that are in memory were just played
        found = requests.post(f"{server.url}/games", json={"game": "othello", "seats": [{}, {}]}, timeout=30)
        answer = found.json()
        if not found.ok:
            assert answer["error"]["code"] == "too_many_games", answer
            time.sleep(0.2)
    with connected(server.url) as player, connected(server.url) as watcher:
        watcher.ask("join", {"game": answer["id"]})
        player.ask("join", {"game": answer["id"], "tokens": list(answer["tokens"].values())})
        for ply, text in enumerate(MOVES):
            move = {"game": answer["id"], "id": f"m{ply}", "ply": ply, "do": "move", "move": text}
            assert player.ask("command", {**move, "token": answer["tokens"][f"s{ply % 2}"]})["ok"]
        end = {"game": answer["id"], "id": "r", "ply": len(MOVES), "do": "resign", "token": answer["tokens"]["s0"]}
        assert player.ask("command", end)["ok"]


def teach(server: Server) -> None:
    """A class with a question, from its opening to its end."""
    with opened(server) as room:
        student = room.student(f"Student {next(_ids)}")
        room.teacher.done("ask", **CHOICE)
        assert student.answer("0")["ok"]
        room.teacher.done("reveal")


def used(server: Server) -> tuple[float, int, int]:
    """Megabytes of memory, open files, and threads of the server's own process."""
    process = psutil.Process(server.pid)
    return process.memory_info().rss / MEGABYTE, process.num_fds(), process.num_threads()


@pytest.mark.soak
def test_nothing_grows(crowded: Server) -> None:
    ends = time.monotonic() + 60 * MINUTES
    rounds: list[tuple[float, int, int]] = []
    while len(rounds) < ROUNDS or (more(0, 1) and time.monotonic() < ends):
        for _ in range(more(2, 6)):
            play(crowded)
            teach(crowded)
            for page in PAGES:
                requests.get(crowded.url + page, timeout=30)
        rounds.append(used(crowded))
        print(rounds[-1])
    middle, end = rounds[len(rounds) // 2], rounds[-1]
    assert end[0] <= 1.05 * middle[0] + 5, rounds
    assert end[1] <= middle[1] + 10, rounds
    assert end[2] <= middle[2] + 10, rounds
