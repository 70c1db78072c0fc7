"""A class of forty whose server is killed: code, members, tally, questions and the vote go on, and nobody reloads."""

from __future__ import annotations

import itertools
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from websocket import WebSocketException

from tests.soaking import more
from tests.waiting import until
from tools.benchmarks.link import Link
from tools.benchmarks.serving import Server

STUDENTS = more(24, 40)
CHOICES = ["one", "two", "three"]
_PASSING = ("too_fast", "closing", "storage_failed")


class Page(threading.Thread):
    """Somebody in a class as a page holds the line: joins again whenever it breaks, and sends what was not answered
    again under the same id."""

    def __init__(self, server: Server, code: str, role: str, **credentials: str) -> None:
        super().__init__(daemon=True)
        self._server, self._code, self._role, self._credentials = server, code, role, credentials
        self._numbers = itertools.count()
        self._waiting: dict[str, Any] | None = None
        self._answer: dict[str, Any] | None = None
        self._changed = threading.Condition()
        self.state: dict[str, Any] = {}
        self.teacher: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.joined, self.faults = 0, list[str]()
        self.done = False
        self.start()

    def run(self) -> None:
        """Be there until it is over."""
        while not self.done:
            try:
                with Link(self._server.port) as link:
                    self._sit(link)
            except (OSError, WebSocketException):
                time.sleep(0.05)
            except Exception as error:
                self.faults.append(repr(error))
                return

    def _sit(self, link: Link) -> None:
        ack = link.ask("class_join", {"code": self._code, "role": self._role, **self._credentials})
        if not ack["ok"]:
            raise AssertionError(ack)
        if ack.get("token"):
            self._credentials = {"token": ack["token"]}
        self._hear("class_state", ack)
        self.teacher, self.you = ack.get("teacher", {}), ack.get("you", {})
        self.joined += 1
        while not self.done:
            with self._changed:
                message = self._waiting
            if message is not None:
                answer = link.ask("class_command", {"code": self._code, **self._credentials, **message})
                if answer["ok"] or answer["error"]["code"] not in _PASSING:
                    with self._changed:
                        self._waiting, self._answer = None, answer
                        self._changed.notify_all()
            found = link.next_event(0.05)
            if found is not None:
                self._hear(*found)

    def _hear(self, name: str, payload: dict[str, Any]) -> None:
        if name == "class_state":
            self.state = payload["state"]
        elif name == "class_you":
            self.you = payload["you"]
        elif name == "class_teacher":
            self.teacher = payload["teacher"]

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """Have something done, through every loss of the line; the acknowledgement."""
        with self._changed:
            self._answer, self._waiting = None, {"id": f"i{next(self._numbers)}", "do": do, **fields}
            assert self._changed.wait_for(lambda: self._answer is not None or self.faults, 120), "no answer"
            return self._taken()

    def _taken(self) -> dict[str, Any]:
        assert self._answer is not None, self.faults
        return self._answer


class Class:
    """A class with its pages, and what each student should have by now."""

    def __init__(self, server: Server) -> None:
        made = requests.post(f"{server.url}/api/classes", json={}, timeout=10).json()
        self.server, code = server, made["code"]
        self.teacher, self.wall = Page(server, code, "teacher", token=made["teacher"]), Page(server, code, "wall")
        self.students = [Page(server, code, "student", nickname=f"Student {number}") for number in range(STUDENTS)]
        until(lambda: len(self.teacher.teacher.get("students", ())) == STUDENTS)
        self.expected, self.kills = [0] * STUDENTS, 0

    def kill(self) -> None:
        """Kill the server, start it again, and wait for nothing."""
        self.server.kill()
        self.server.start()
        self.kills += 1

    def question(self, turn: int) -> None:
        """Ask, kill while the answers come in, reveal, kill."""
        prompt = f"Question {turn}"
        assert self.teacher.do("ask", kind="choice", prompt=prompt, choices=CHOICES, right="0")["ok"]
        until(lambda: all((each.state["question"] or {}).get("prompt") == prompt for each in self.students))
        question = self.students[0].state["question"]["id"]
        texts = [str((number + turn) % 3) for number in range(STUDENTS)]
        with ThreadPoolExecutor(STUDENTS) as threads:
            sent = [
                threads.submit(page.do, "answer", question=question, text=text)
                for page, text in zip(self.students, texts, strict=True)
            ]
            until(lambda: sum(each.done() for each in sent) > STUDENTS // 3)
            self.kill()
        assert all(each.result()["ok"] for each in sent)
        until(lambda: sum(row["count"] for row in self.teacher.teacher["tally"] or ()) == STUDENTS)
        assert self.teacher.do("reveal")["ok"]
        self.kill()
        until(lambda: self.wall.joined == 1 + self.kills and self.wall.state["question"]["state"] == "revealed")
        tally = {row["text"]: row["count"] for row in self.wall.state["question"]["tally"]}
        assert tally == Counter(texts)
        self.expected = [score + (text == "0") for score, text in zip(self.expected, texts, strict=True)]
        until(lambda: [each.you["score"] for each in self.students] == self.expected)

    def vote(self) -> None:
        """The class plays against a bot, and the server is killed between two votes."""
        assert self.teacher.do("vote", game="othello", level="random", seconds=600)["ok"]
        until(lambda: all((each.state["question"] or {}).get("kind") == "move" for each in self.students))
        asked = self.students[0].state["question"]
        move = asked["view"]["moves"][0]["text"]
        assert self.students[0].do("answer", question=asked["id"], text=move)["ok"]
        self.kill()
        assert self.students[1].do("answer", question=asked["id"], text=move)["ok"]
        assert self.teacher.do("hurry")["ok"]
        until(lambda: self.wall.state["scene"]["kind"] == "vote" and self.wall.state["scene"]["last"])
        scene = self.wall.state["scene"]
        assert scene["last"]["count"] == 2
        moves = requests.get(f"{self.server.url}/api/games/{scene['id']}", timeout=10).json()["moves"]
        assert moves[0]["text"] == move

    def leave(self) -> None:
        """Let all go; nobody may have met anything strange."""
        for page in (self.teacher, self.wall, *self.students):
            page.done = True
            page.join(20)
            assert page.faults == []


@pytest.mark.soak
def test_a_class_of_forty_goes_on_after_kills(own_server: Server) -> None:
    room = Class(own_server)
    for turn in range(more(1, 20)):
        room.question(turn)
    room.vote()
    names = [each["nickname"] for each in room.teacher.teacher["students"]]
    assert sorted(names) == sorted(f"Student {number}" for number in range(STUDENTS))
    room.leave()
