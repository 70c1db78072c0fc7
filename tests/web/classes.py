"""A class on a real server: its teacher, its students, and what they say to it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import requests

from tests.waiting import PATIENCE, until
from tests.web.clients import Client, connected
from tools.benchmarks.serving import Server

_ids = itertools.count()


class Member:
    """One connection of a class with its token, and the last state that it was told."""

    def __init__(self, line: Client, code: str, role: str, token: str = "", nickname: str = "") -> None:
        self.line, self.code, self.role = line, code, role
        asked = {"code": code, "role": role, "token": token, "nickname": nickname}
        self.joined = line.ask("class_join", {name: value for name, value in asked.items() if value})
        self.token = self.joined.get("token", token)
        self.state: dict[str, Any] = self.joined.get("state", {})
        self.you: dict[str, Any] | None = self.joined.get("you", {})
        self.teacher: dict[str, Any] = self.joined.get("teacher", {})

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """A command and its acknowledgement."""
        message = {"code": self.code, "token": self.token, "id": f"c{next(_ids)}", "do": do, **fields}
        answer: dict[str, Any] = self.line.ask("class_command", message)
        return answer

    def done(self, do: str, **fields: Any) -> dict[str, Any]:
        """A command that must not be refused."""
        answer = self.do(do, **fields)
        assert answer["ok"], answer
        return answer

    def refused(self, do: str, **fields: Any) -> str:
        """The code of the refusal of a command."""
        answer = self.do(do, **fields)
        assert not answer["ok"], answer
        assert answer["error"]["sentence"].endswith("."), answer
        return str(answer["error"]["code"])

    def answer(self, text: str) -> dict[str, Any]:
        """Answer the question that is asked now."""
        return self.do("answer", question=self.wait(lambda: self.state["question"])["id"], text=text)

    def wait(self, seen: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Hear what is told until ``seen`` gives something; returns it."""
        until = time.monotonic() + patience
        while not (found := seen()):
            name, payload = self.line.heard.get(timeout=max(0.01, until - time.monotonic()))
            if name == "class_state":
                assert payload["state"]["seq"] > self.state.get("seq", -1), "states come in order"
                self.state = payload["state"]
            elif name == "class_you":
                self.you = payload["you"]
            elif name == "class_teacher":
                self.teacher = payload["teacher"]
        return found


class Class:
    """A class that was opened, and the connections to it."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server, self._stack = server, stack
        answer = requests.post(f"{server.url}/api/classes", json={}, timeout=10)
        assert answer.status_code == 201, answer.text
        self.made = answer.json()
        self.code: str = self.made["code"]
        self.teacher = self.come("teacher", self.made["teacher"])

    def come(self, role: str, token: str = "", nickname: str = "") -> Member:
        """A new connection that joins."""
        return Member(self._stack.enter_context(connected(self.server.url)), self.code, role, token, nickname)

    def is_closed(self) -> bool:
        """Close it, if it is open; False where the teacher is refused, as after a flood from the same address."""
        answer = self.teacher.do("close")
        return bool(answer["ok"]) or answer["error"]["code"] == "no_such_class"

    def student(self, nickname: str) -> Member:
        """A student who comes in."""
        member = self.come("student", nickname=nickname)
        assert member.joined["ok"], member.joined
        return member


@contextmanager
def opened(server: Server) -> Iterator[Class]:
    """A class that is ended afterwards."""
    with ExitStack() as stack:
        room = Class(server, stack)
        try:
            yield room
        finally:
            until(room.is_closed)
