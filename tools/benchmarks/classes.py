"""A class of forty at work: how long joining takes, and how long an answer needs to be taken and shown on the wall."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import requests

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import ROOT, Server, running_server

PROCESSES = 4
STUDENTS, ROUNDS, JOINING, SPREAD = 40, 8, 60.0, 1.0
"""How many students, questions, seconds over which they join, and seconds within which all answer each question."""
PATIENCE = 150.0
CHOICES = ["one", "two", "three", "four"]


class Member:
    """One connection to a class: its state as it was last told, and when each histogram was first seen."""

    def __init__(self, server: str, code: str, role: str, **fields: str) -> None:
        self._link = Link(int(server.rpartition(":")[2]), PATIENCE)
        self._code, self._shown = code, dict[tuple[str, int], float]()
        self.state: dict[str, Any] = {}
        self.joined = self._link.ask("class_join", {"code": code, "role": role, **fields})
        self._note(time.monotonic(), self.joined.get("state"))

    def command(self, token: str, number: str, do: str, **fields: Any) -> dict[str, Any]:
        """A command and its acknowledgement."""
        answer = self._link.ask("class_command", {"code": self._code, "token": token, "id": number, "do": do, **fields})
        self._note(time.monotonic(), answer.get("state"))
        return answer

    def wait_count(self, students: int) -> None:
        """Wait until so many students are there."""
        self._until(lambda: self.state.get("count", 0) >= students)

    def wait_shown(self, question: str, answers: int) -> float:
        """Wait until the histogram of a question counts so many answers; when that came, in monotonic seconds."""
        self._until(lambda: (question, answers) in self._shown)
        return self._shown[question, answers]

    def wait_question(self, before: str) -> str:
        """Wait for another question than this to be open; its id."""

        def asked() -> dict[str, Any]:
            question: dict[str, Any] = self.state.get("question") or {"state": "", "id": before}
            return question

        self._until(lambda: asked()["state"] == "open" and asked()["id"] != before)
        return str(asked()["id"])

    def _until(self, true: Callable[[], bool]) -> None:
        while not true():
            event = self._link.next_event(PATIENCE)
            if event is None:
                raise RuntimeError(f"the class said nothing more for {PATIENCE:.0f} s")
            if event[0] == "class_state":
                self._note(self._link.came, event[1]["state"])

    def _note(self, came: float, state: dict[str, Any] | None) -> None:
        if state is not None and state["seq"] >= self.state.get("seq", -1):
            self.state = state
            question = state["question"] or {"tally": None}
            for count in range(1, 1 + sum(row["count"] for row in question["tally"] or ())):
                self._shown.setdefault((question["id"], count), came)

    def close(self) -> None:
        """End the connection."""
        self._link.close()


def student(url: str, code: str, number: int, of: int, joining: float, rounds: int, spread: float) -> dict[str, Any]:
    """One student from joining to the last answer: seconds to join, and for each question when it was answered, how
    long the acknowledgement took."""
    time.sleep(joining * number / of)
    begin = time.monotonic()
    line = Member(url, code, "student", nickname=f"Student {number}")
    found: dict[str, Any] = {"joined": time.monotonic() - begin, "ok": line.joined["ok"], "answers": [], "refused": 0}
    question = ""
    for turn in range(rounds):
        question = line.wait_question(question)
        time.sleep(spread * ((number * 7 + turn * 3) % of) / of)
        sent = time.monotonic()
        text = str((number + turn) % len(CHOICES))
        answer = line.command(line.joined["token"], f"a{turn}", "answer", question=question, text=text)
        found["refused"] += not answer["ok"]
        found["answers"].append((question, sent, time.monotonic() - sent))
    line.close()
    return found


def several(url: str, code: str, numbers: list[int], *more: Any) -> list[dict[str, Any]]:
    """Several students, a thread each."""
    with ThreadPoolExecutor(len(numbers)) as threads:
        waiting = [threads.submit(student, url, code, number, *more) for number in numbers]
        return [each.result() for each in waiting]


class Teaching:
    """A class, its teacher and its wall, and its students as processes."""

    def __init__(self, server: Server, students: int, joining: float, rounds: int, spread: float) -> None:
        made = requests.post(f"{server.url}/api/classes", json={}, timeout=30)
        made.raise_for_status()
        self.code, self._token = made.json()["code"], made.json()["teacher"]
        self.students, self.rounds, self._number = students, rounds, 0
        self._url, self.wall = server.url, Member(server.url, self.code, "wall", token="")
        more = [students, joining, rounds, spread]
        self._processes = [
            self._start([server.url, self.code, list(range(first, students, PROCESSES)), *more])
            for first in range(min(PROCESSES, students))
        ]

    @staticmethod
    def _start(given: list[Any]) -> subprocess.Popen[str]:
        program = f"import json; from {__name__} import several; print(json.dumps(several(*{given!r})))"
        return subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def teach(self, do: str, **fields: Any) -> dict[str, Any]:
        """A command of the teacher."""
        self._number += 1
        answer = self.teacher.command(self._token, f"t{self._number}", do, **fields)
        if not answer["ok"]:
            raise RuntimeError(answer["error"]["sentence"])
        return answer

    def run(self) -> dict[str, list[float]]:
        """Let all join, ask the questions, close. ``joined`` in seconds; ``taken`` and ``shown`` in seconds from the
        sending of an answer to its acknowledgement, and to its standing in the wall's histogram."""
        self.wall.wait_count(self.students)
        self.teacher = Member(self._url, self.code, "teacher", token=self._token)
        walls: dict[str, list[float]] = {}
        for turn in range(self.rounds):
            asked = self.teach("ask", kind="choice", prompt=f"Question {turn}", choices=CHOICES, right="0")["question"]
            self.teach("tally", on=True)
            walls[asked] = [self.wall.wait_shown(asked, number) for number in range(1, self.students + 1)]
            self.teach("reveal")
        found = [each for process in self._processes for each in json.loads(process.communicate(timeout=60)[0])]
        self.teach("close")
        self.teacher.close()
        self.wall.close()
        taken = [took for each in found for _, _, took in each["answers"]]
        shown = []
        for question, seen in walls.items():
            sent_at = sorted(sent for each in found for asked, sent, _ in each["answers"] if asked == question)
            # The n-th answer to be sent is on the wall at the latest when n answers are.
            shown += [at - sent for at, sent in zip(seen, sent_at, strict=True)]
        return {
            "joined": [each["joined"] for each in found if each["ok"]],
            "taken": taken,
            "shown": shown,
            "refused": [sum(each["refused"] for each in found)],
        }

    def stop(self) -> None:
        """End the students that are still there."""
        for process in self._processes:
            if process.poll() is None:
                process.kill()
                process.wait(10)


def measure(server: Server, students: int, joining: float, rounds: int, spread: float) -> dict[str, list[float]]:
    """One class from its opening to its end; see ``Teaching.run``."""
    teaching = Teaching(server, students, joining, rounds, spread)
    try:
        return teaching.run()
    finally:
        teaching.stop()


@benchmark("class", measures="game/classroom game/web")
def classes() -> list[Row]:
    """40 students, each with a socket of its own on loopback, in four processes, join one class within 60 s and answer
    8 questions, all of them within one second, while the wall shows the live histogram.

    An answer's time runs from its sending to its acknowledgement, and to the state on the wall's connection that counts
    it; all are read from the machine's one monotonic clock.
    """
    with running_server() as server:
        found = measure(server, STUDENTS, JOINING, ROUNDS, SPREAD)
    ms = {name: [1000 * value for value in found[name]] for name in ("joined", "taken", "shown")}
    return [
        Row("students that joined", len(ms["joined"]), "students", str(STUDENTS)),
        *spread("connecting and joining, ", ms["joined"], "ms", p99=""),
        Row("answers taken", len(ms["taken"]) - found["refused"][0], "answers", f"{STUDENTS * ROUNDS}"),
        *spread("answer to acknowledgement, ", ms["taken"], "ms", p50="", p99="at most 1,000"),
        *spread("answer to the wall's histogram, ", ms["shown"], "ms", p50="", p99="at most 1,000"),
    ]
