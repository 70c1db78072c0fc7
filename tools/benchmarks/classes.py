"""A lecture at work: how long joining takes, how long an answer needs until it is counted, and what a kill costs."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from typing import Any

import psutil  # type: ignore[import-untyped]
import requests
from websocket import WebSocketException

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.link import Link
from tools.benchmarks.serving import ROOT, Server, running_server

PROCESSES = 4
STUDENTS, ROUNDS, JOINING, SPREAD = 300, 8, 30.0, 1.0
"""How many students, questions, seconds over which they come, and seconds within which all answer each question."""
PATIENCE, PAUSE = 150.0, 0.5
"""Seconds for which anything is waited for; and between two tries to come back, at most."""
CHOICES = ["one", "two", "three", "four"]


class Member:
    """One connection to a class: its state as it was last told, and when each histogram was first seen."""

    def __init__(self, server: str, code: str, role: str, cookie: str = "", **fields: str) -> None:
        self._link = Link(int(server.rpartition(":")[2]), PATIENCE, cookie)
        self._code, self._shown = code, dict[tuple[str, int], float]()
        self.state: dict[str, Any] = {}
        self.joined = self._link.ask("class_join", {"code": code, "role": role, **fields})
        self._note(time.monotonic(), self.joined.get("state"))

    def command(self, token: str, number: str, do: str, **fields: Any) -> dict[str, Any]:
        """A command and its acknowledgement."""
        answer = self._link.ask("class_command", {"code": self._code, "token": token, "id": number, "do": do, **fields})
        self._note(time.monotonic(), answer.get("state"))
        return answer

    def wait_count(self, students: int) -> float:
        """Wait until so many students are there; when that was told, in monotonic seconds."""
        self._until(lambda: self.state.get("count", 0) >= students)
        return time.monotonic()

    def wait_all_shown(self, question: str, answers: int) -> list[float]:
        """Wait until the histogram of a question counts so many answers; when each number of them was first counted."""
        self._until(lambda: (question, answers) in self._shown)
        return [self._shown[question, number] for number in range(1, answers + 1)]

    def wait_question(self, before: str) -> str:
        """Wait for another question than this to be open; its id."""

        def asked() -> dict[str, Any]:
            question: dict[str, Any] = self.state.get("question") or {"state": "", "id": before}
            return question

        self._until(lambda: asked()["state"] == "open" and asked()["id"] != before)
        return str(asked()["id"])

    def wait_end(self) -> None:
        """Wait until the line is lost."""
        with suppress(OSError, WebSocketException):
            while self._link.next_event(PATIENCE) is not None:
                pass

    def wait_closed(self) -> None:
        """Wait until the teacher has closed the class."""
        self._until(lambda: not self.state["open"])

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


def student(
    url: str, code: str, number: int, answered: threading.Barrier, of: int, joining: float, rounds: int, spread: float
) -> dict[str, Any]:
    """One student from opening the page to coming back after a kill: when they began and were in, for each question
    when it was answered and how long the acknowledgement took, how many answers were refused, and what they were told
    of themselves afterwards. All meet at ``answered`` before the kill."""
    time.sleep(joining * number / of)
    begun = time.monotonic()
    page = requests.get(f"{url}/class/{code}", timeout=PATIENCE)
    cookie = "; ".join(f"{name}={value}" for name, value in page.cookies.items())
    line = Member(url, code, "student", cookie, nickname=f"Student {number}")
    if not line.joined["ok"]:
        raise RuntimeError(line.joined["error"]["sentence"])
    found: dict[str, Any] = {"begun": begun, "joined": time.monotonic() - begun, "answers": [], "refused": 0}
    token, question = line.joined["token"], ""
    for turn in range(rounds):
        question = line.wait_question(question)
        time.sleep(spread * ((number * 7 + turn * 3) % of) / of)
        sent = time.monotonic()
        text = str((number + turn) % len(CHOICES))
        answer = line.command(token, f"a{turn}", "answer", question=question, text=text)
        found["refused"] += not answer["ok"]
        found["answers"].append((question, sent, time.monotonic() - sent))
    answered.wait(PATIENCE)
    line.wait_end()
    back = _again(url, code, token, number, of)
    found["back"] = time.monotonic()
    found["same"] = back.joined["you"]["nickname"] == f"Student {number}" and back.joined["you"]["asked"] == rounds
    found["right"] = back.joined["you"]["right"]
    back.wait_closed()
    back.close()
    return found


def _again(url: str, code: str, token: str, number: int, of: int) -> Member:
    """Come back as pages do, again and again, not all at the same moment."""
    until = time.monotonic() + PATIENCE
    while True:
        time.sleep(PAUSE * (1 + number / of) / 2)
        try:
            return Member(url, code, "student", token=token)
        except (OSError, WebSocketException):
            if time.monotonic() > until:
                raise


def several(url: str, code: str, numbers: list[int], *more: Any) -> list[dict[str, Any]]:
    """Several students, a thread each; a line is printed when all of them have answered everything."""
    answered = threading.Barrier(len(numbers), lambda: print("answered", flush=True))
    with ThreadPoolExecutor(len(numbers)) as threads:
        waiting = [threads.submit(student, url, code, number, answered, *more) for number in numbers]
        for each in as_completed(waiting):
            if each.exception() is not None:  # the others wait for this one; whoever measures is to know at once
                traceback.print_exception(each.exception())
        return [each.result() for each in waiting]


class Teaching:
    """A class, its teacher and its wall, and its students as processes."""

    def __init__(self, server: Server, students: int, joining: float, rounds: int, spread: float) -> None:
        made = requests.post(f"{server.url}/api/classes", json={}, timeout=30)
        made.raise_for_status()
        self.code, self._token = made.json()["code"], made.json()["teacher"]
        self.students, self.rounds, self._number = students, rounds, 0
        self._server, self._url = server, server.url
        self.wall = Member(self._url, self.code, "wall")
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
        """Let all join, ask the questions, kill the server, wait until all are back, close.

        Seconds: ``joined`` of each student from opening the page; ``all_in`` from the first who began to the wall's
        counting all; ``taken``, ``wall`` and ``teacher`` from the sending of an answer to its acknowledgement, and to
        its standing in the histogram there; ``busy``, the server's processor time for joining, and for each question;
        ``back`` of each student from the server's answering again. Counts: ``refused``, ``same`` and ``right``.
        """
        busy = [_busy(self._server)]
        in_at = self._all_in()
        busy.append(_busy(self._server))
        seen: dict[str, list[list[float]]] = {}
        for turn in range(self.rounds):
            asked = self.teach("ask", kind="choice", prompt=f"Question {turn}", choices=CHOICES, right="0")["question"]
            self.teach("tally", on=True)
            with ThreadPoolExecutor(2) as screens:
                waits = [
                    screens.submit(each.wait_all_shown, asked, self.students) for each in (self.wall, self.teacher)
                ]
                seen[asked] = [each.result() for each in waits]
            self.teach("reveal")
            busy.append(_busy(self._server))
        for process in self._processes:
            assert process.stdout is not None
            if not process.stdout.readline():
                raise RuntimeError("a student failed")
        self._server.kill()
        for each in (self.teacher, self.wall):
            each.close()
        self._server.start(PATIENCE)
        up = time.monotonic()
        self.wall = Member(self._url, self.code, "wall")
        self._all_in()
        self.teach("close")
        found = [each for process in self._processes for each in json.loads(process.communicate(timeout=60)[0])]
        for each in (self.teacher, self.wall):
            each.close()
        return {
            "joined": [each["joined"] for each in found],
            "all_in": [in_at - min(each["begun"] for each in found)],
            "taken": [took for each in found for _, _, took in each["answers"]],
            "wall": list(_delays(found, {question: screens[0] for question, screens in seen.items()})),
            "teacher": list(_delays(found, {question: screens[1] for question, screens in seen.items()})),
            "busy": [after - before for before, after in itertools.pairwise(busy)],
            "back": [each["back"] - up for each in found],
            "refused": [sum(each["refused"] for each in found)],
            "same": [sum(each["same"] for each in found)],
            "right": [each["right"] for each in found],
        }

    def _all_in(self) -> float:
        """When the wall counts all students, in monotonic seconds; the teacher's page opens then."""
        counted = self.wall.wait_count(self.students)
        self.teacher = Member(self._url, self.code, "teacher", token=self._token)
        return counted

    def stop(self) -> None:
        """End the students that are still there."""
        for process in self._processes:
            if process.poll() is None:
                process.kill()
                process.wait(10)


def _busy(server: Server) -> float:
    """Seconds of the processor's time that the server's own process has used."""
    used = psutil.Process(server.pid).cpu_times()
    return float(used.user + used.system)


def _delays(found: list[dict[str, Any]], seen: dict[str, list[float]]) -> Iterable[float]:
    """From the sending of each answer to the histogram: the n-th to be sent is in it at the latest when n are."""
    for question, counted in seen.items():
        sent_at = sorted(sent for each in found for asked, sent, _ in each["answers"] if asked == question)
        yield from (at - sent for at, sent in zip(counted, sent_at, strict=True))


def measure(server: Server, students: int, joining: float, rounds: int, spread: float) -> dict[str, list[float]]:
    """One class from its opening to its end; see ``Teaching.run``. The server is killed and started again."""
    teaching = Teaching(server, students, joining, rounds, spread)
    try:
        return teaching.run()
    finally:
        teaching.stop()


@benchmark("class", measures="game/classroom game/web")
def classes() -> list[Row]:
    """300 students on loopback, in four processes, each with a browser's cookie and a socket of their own, open the
    page within 30 s and join one class, then answer 8 questions, all of them within one second, while the wall and the
    teacher's page show the live histogram. Then the server is killed (SIGKILL) and started again, and all come back.

    An answer's time runs from its sending to its acknowledgement, and to the state on the wall's and the teacher's
    connection that counts it; all are read from the machine's one monotonic clock. The pages' own work is not in it;
    clients and server share the processors.
    """
    with running_server() as server:
        found = measure(server, STUDENTS, JOINING, ROUNDS, SPREAD)
    names = ("joined", "taken", "wall", "teacher")
    ms = {name: [1000 * value for value in found[name]] for name in names}
    joining, *asking = found["busy"]
    return [
        Row("students that joined", len(ms["joined"]), "students", str(STUDENTS)),
        Row("from the first page to all being in", found["all_in"][0], "s", "at most 60"),
        *spread("page, connecting and joining, ", ms["joined"], "ms", p50="", p99=""),
        Row("answers taken", len(ms["taken"]) - found["refused"][0], "answers", f"{STUDENTS * ROUNDS}"),
        *spread("answer to acknowledgement, ", ms["taken"], "ms", p50="", p99=""),
        *spread("answer to the wall's histogram, ", ms["wall"], "ms", p50="", p99="at most 500"),
        *spread("answer to the teacher's histogram, ", ms["teacher"], "ms", p50="", p99="at most 500"),
        Row("processor time of the server, all joining", joining, "s"),
        Row("processor time of the server, a question asked, answered and revealed", sum(asking) / ROUNDS, "s"),
        Row("back after a kill as the same", found["same"][0], "students", str(STUDENTS)),
        Row("back after a kill, the last, from when the server answers", max(found["back"]), "s"),
    ]
