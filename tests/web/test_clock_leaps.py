"""A computer whose clock leaps, under a real server: by a year, either way, and no game loses time and no class its
life; and by weeks, through a term with its class and its homework."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.soaking import more
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
            "FAKETIME_CACHE_DURATION": "1",
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


@pytest.fixture(scope="module")
def leaping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Leaping]:
    folder = tmp_path_factory.mktemp("leaping")
    server = Leaping(folder, PLYGROUND_WORKERS="1")
    server.offset = folder / "offset"
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
    homework = Week(leaping, 395, list="Ada")
    code = homework.codes()[0]
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
        assert homework.answer(code, 1, "a")["part"] == 0
        leaping.kill()
        leaping.offset.write_text("+365d")
        leaping.start()
        move()
        assert homework.answer(code, 2, "b") == {"part": 1.0, "late": False, "attempt": 2, "said": ""}
        again = room.come("student", ada.token)
        assert again.joined["ok"], again.joined
        state = again.state["question"]
        assert (state["id"], state["state"], state["answers"]) == (question, "open", 1)
        assert 2500 < state["ends"] - again.state["now"] <= 3000
        room.teacher = room.come("teacher", room.made["teacher"])
        assert requests.get(f"{leaping.url}/api/games/{done['id']}", timeout=10).ok
    assert homework.ask("/delete", homework.own["key"], {}).ok
    until(lambda: "The clock of this computer leapt" in leaping.log.read_text())


class Week:
    """The homework of one week, as its teacher and its students ask for it."""

    def __init__(self, server: Leaping, day: int, **more_fields: Any) -> None:
        self.server, due = server, server.now() + (day + 5) * 86_400
        entries = [{**CHOICE, "kind": "question", "asked": "choice", "right": [1]}]
        given: dict[str, Any] = {
            "plan": {"title": f"Day {day}", "entries": entries},
            "due": due,
            "until": due + 3 * 86_400,
        }
        made = requests.post(f"{server.url}/api/homework", json={**given, **more_fields}, timeout=30)
        assert made.status_code == 201, made.text
        self.own = {"id": made.json()["id"], "key": made.json()["key"]}

    def ask(self, path: str, key: str, body: Any = None) -> requests.Response:
        address, headers = f"{self.server.url}/api/homework/{self.own['id']}{path}", {"Authorization": f"Bearer {key}"}
        if body is None:
            return requests.get(address, headers=headers, timeout=30)
        return requests.post(address, headers=headers, json=body, timeout=30)

    def codes(self) -> list[str]:
        """Those of the list."""
        return [each["code"] for each in self.ask("", self.own["key"]).json()["people"]]

    def answer(self, code: str, attempt: int, text: str) -> dict[str, Any]:
        told = self.ask("/answer", code, {"entry": 0, "attempt": attempt, "text": text})
        assert told.ok, told.text
        found: dict[str, Any] = told.json()["answer"]
        return found


@pytest.mark.soak
def test_a_term_with_a_class_and_homework(leaping: Leaping) -> None:
    """A week, in the long form three; there the server is killed between two devices of a student."""
    leaping.leap(0)
    count = more(1, 3)
    entries = [{"kind": "text", "text": f"Week {number}"} for number in range(count)]
    made = requests.post(f"{leaping.url}/api/plans", json={"plan": {"title": "Term", "entries": entries}}, timeout=30)
    weeks: list[Week] = []
    with opened(leaping) as room:
        room.teacher.done("plan", plan=made.json()["id"])
        for number in range(count):
            day = 7 * number
            week = Week(leaping, day, **({"like": weeks[-1].own} if weeks else {"list": "Ada; a1\nBob; b2\nCy; c3"}))
            weeks.append(week)
            ada, bob, _cy = week.codes()
            assert week.answer(ada, 1, "a")["part"] == 0
            if count > 1:
                leaping.kill()
                leaping.start()
                room.teacher = room.come("teacher", room.made["teacher"])
            assert room.teacher.done("plan", at=number)["at"] == number
            assert week.ask("/answer", ada, {"entry": 0, "attempt": 1, "text": "b"}).status_code == 409
            assert week.answer(ada, 2, "b") == {"part": 1.0, "late": False, "attempt": 2, "said": ""}
            leaping.leap(day + 6)
            assert week.answer(bob, 1, "b")["late"]
    leaping.leap(30)
    assert (
        weeks[0].ask("/answer", bob, {"entry": 0, "attempt": 1, "text": "a"}).json()["error"]["code"] == "homework_over"
    )
    table = requests.post(
        f"{leaping.url}/api/homework/gradebook.csv", json={"homework": [week.own for week in weeks]}, timeout=30
    )
    assert table.text.splitlines() == [
        ",".join(["Name,ID number", *(f"Day {7 * number}" for number in range(count))]),
        *(",".join([who, *[points] * count]) for who, points in (("Ada,a1", "100"), ("Bob,b2", "100"), ("Cy,c3", ""))),
    ]
    assert weeks[0].ask("/delete", weeks[0].own["key"], {}).ok
    leaping.leap(300)
    assert {week.ask("", week.own["key"]).status_code for week in weeks} == {404}
    Week(leaping, 300)  # with which all that is past its day goes
    with sqlite3.connect(leaping.log.parent / "games.sqlite3") as database:
        for name in ("homework_people", "homework_answers", "class_students"):
            assert database.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name
