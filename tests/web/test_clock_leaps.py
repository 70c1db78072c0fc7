"""A computer whose clock leaps by a year, either way, under a real server: no game loses time and no class its life."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.waiting import until
from tests.web.classes import opened
from tests.web.clients import connected
from tools.benchmarks.serving import Server, make_game

SECONDS = 600
CHOICE: dict[str, Any] = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "seconds": 3000}


class Leaping(Server):
    """A server whose time of day is what a file says; other clocks go on as they should."""

    offset = Path()

    def environment(self) -> dict[str, str]:
        """With libfaketime loaded first."""
        library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
        assert library is not None, "tools/set-up clocks installs libfaketime"
        return {
            **super().environment(),
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def leap(self, days: int) -> None:
        """Set its clock so many days off, and see that it is."""
        self.offset.write_text(f"{days:+d}d")

        def off() -> float:
            here = requests.get(f"{self.url}/health", timeout=10)
            return (parsedate_to_datetime(here.headers["Date"]).timestamp() - self.now()) / 86_400

        until(lambda: round(off()) == days)

    @staticmethod
    def now() -> float:
        """The true time."""
        import time

        return time.time()


@pytest.fixture
def leaping(tmp_path: Path) -> Iterator[Leaping]:
    server = Leaping(tmp_path, PLYGROUND_WORKERS="1")
    server.offset = tmp_path / "offset"
    server.offset.write_text("+0d")
    server.start()
    yield server
    server.stop()


def test_leaps_of_a_year_either_way(leaping: Leaping) -> None:
    clock = {"kind": "game", "base": SECONDS, "increment": 0}
    game = make_game(leaping, game="othello", seats=[{"kind": "person"}, {"kind": "person"}], clock=clock)
    done = make_game(leaping, game="othello", seats=[{"kind": "person"}, {"kind": "person"}])
    moves = iter(["f5", "d6", "c3", "d3", "c4", "f4"])
    ply = 0

    def move() -> None:
        nonlocal ply
        with connected(leaping.url) as line:
            token = game["tokens"][f"s{ply % 2}"]
            message = {
                "game": game["id"],
                "token": token,
                "id": f"m{ply}",
                "ply": ply,
                "do": "move",
                "move": next(moves),
            }
            assert line.ask("command", message)["ok"]
            left = line.ask("join", {"game": game["id"]})["snapshot"]["clock"]["left"]
            ply += 1
        assert all(SECONDS - 200 < seconds <= SECONDS for seconds in left)

    with connected(leaping.url) as line:
        message = {"game": done["id"], "token": done["tokens"]["s0"], "id": "r", "ply": 0, "do": "resign"}
        assert line.ask("command", message)["ok"]
    with opened(leaping) as room:
        ada = room.student("Ada")
        room.teacher.done("ask", **CHOICE)
        ada.wait(lambda: ada.state["question"])
        question = ada.state["question"]["id"]
        move()
        for days in (365, -365, 0):
            leaping.leap(days)
            move()
            again = room.come("student", ada.token)
            assert again.do("answer", question=question, text=str(days % 2))["ok"]
        leaping.kill()
        leaping.offset.write_text("+365d")
        leaping.start()
        move()
        again = room.come("student", ada.token)
        assert again.joined["ok"], again.joined
        state = again.state["question"]
        assert (state["id"], state["state"], state["answers"]) == (question, "open", 1)
        assert 2500 < state["ends"] - again.state["now"] <= 3000
        room.teacher = room.come("teacher", room.made["teacher"])
        assert requests.get(f"{leaping.url}/api/games/{done['id']}", timeout=10).ok
    until(lambda: "The clock of this computer leapt" in leaping.log.read_text())
