"""A class of forty at work: how long joining takes, and how long an answer needs to be taken and shown on the wall."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import requests
from websocket import WebSocket, WebSocketException, create_connection

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.serving import ROOT, Server
from tools.benchmarks.watching import percentile, running_server

PROCESSES = 4
STUDENTS, ROUNDS, JOINING, SPREAD = 40, 8, 60.0, 1.0
"""How many students, questions, seconds over which they join, and seconds within which all answer each question."""
PATIENCE = 150.0
CHOICES = ["one", "two", "three", "four"]


class Line:
    """One connection of a class by hand: a thread of its own answers pings and notes what came when."""

    def __init__(self, url: str) -> None:
        self._line: WebSocket = create_connection(
            url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket", timeout=PATIENCE
        )
        self._number = 0
        self._news = threading.Condition()
        self._answers: dict[int, dict[str, Any]] = {}
        self._shown: dict[tuple[str, int], float] = {}
        self.state: dict[str, Any] = {}
        self._line.recv()
        self._line.send("40")
        self._line.recv()
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, event: str, message: dict[str, Any]) -> dict[str, Any]:
        """A message and its acknowledgement."""
        self._number += 1
        number = self._number
        self._line.send(f"42{number}{json.dumps([event, message])}")
        self._until(lambda: number in self._answers)
        return self._answers.pop(number)

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
        with self._news:
            if not self._news.wait_for(true, PATIENCE):
                raise RuntimeError(f"the class said nothing more for {PATIENCE:.0f} s")

    def _listen(self) -> None:
        while True:
            try:
                packet = str(self._line.recv())
            except (WebSocketException, OSError):
                return
            came = time.monotonic()
            if packet == "2":
                self._line.send("3")
            elif packet.startswith("43"):
                start = packet.index("[")
                answer = json.loads(packet[start:])[0]
                self._note(came, answer.get("state"), int(packet[2:start]), answer)
            elif packet.startswith('42["class_state"'):
                self._note(came, json.loads(packet[2:])[1]["state"], 0, {})

    def _note(self, came: float, state: dict[str, Any] | None, number: int, answer: dict[str, Any]) -> None:
        with self._news:
            if state is not None and state["seq"] >= self.state.get("seq", -1):
                self.state = state
                question = state["question"] or {"tally": None}
                for count in range(1, 1 + sum(row["count"] for row in question["tally"] or ())):
                    self._shown.setdefault((question["id"], count), came)
            if number:
                self._answers[number] = answer
            self._news.notify_all()

    def close(self) -> None:
        """End the connection."""
        self._line.close()


def student(url: str, code: str, number: int, of: int, joining: float, rounds: int, spread: float) -> dict[str, Any]:
    """One student from joining to the last answer: seconds to join, and for each question when it was answered, how
    long the acknowledgement took."""
    time.sleep(joining * number / of)
    begin = time.monotonic()
    line = Line(url)
    joined = line.ask("class_join", {"code": code, "role": "student", "nickname": f"Student {number}"})
    found: dict[str, Any] = {"joined": time.monotonic() - begin, "ok": joined["ok"], "answers": [], "refused": 0}
    question = ""
    for turn in range(rounds):
        question = line.wait_question(question)
        time.sleep(spread * ((number * 7 + turn * 3) % of) / of)
        sent = time.monotonic()
        fields = {"code": code, "token": joined["token"], "id": f"a{turn}", "do": "answer", "question": question}
        answer = line.ask("class_command", {**fields, "text": str((number + turn) % len(CHOICES))})
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
        self.teacher, self.wall = Line(server.url), Line(server.url)
        for line, role, token in ((self.teacher, "teacher", self._token), (self.wall, "wall", "")):
            line.ask("class_join", {"code": self.code, "role": role, "token": token})
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
        message = {"code": self.code, "token": self._token, "id": f"t{self._number}", "do": do, **fields}
        answer = self.teacher.ask("class_command", message)
        if not answer["ok"]:
            raise RuntimeError(answer["error"]["sentence"])
        return answer

    def run(self) -> dict[str, list[float]]:
        """Let all join, ask the questions, close. ``joined`` in seconds; ``taken`` and ``shown`` in seconds from the
        sending of an answer to its acknowledgement, and to its standing in the wall's histogram."""
        self.wall.wait_count(self.students)
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
        Row("connecting and joining, p99", percentile(ms["joined"], 0.99), "ms"),
        Row("answers taken", len(ms["taken"]) - found["refused"][0], "answers", f"{STUDENTS * ROUNDS}"),
        Row("answer to acknowledgement, p50", percentile(ms["taken"], 0.5), "ms"),
        Row("answer to acknowledgement, p99", percentile(ms["taken"], 0.99), "ms", "at most 1,000"),
        Row("answer to the wall's histogram, p50", percentile(ms["shown"], 0.5), "ms"),
        Row("answer to the wall's histogram, p99", percentile(ms["shown"], 0.99), "ms", "at most 1,000"),
    ]
