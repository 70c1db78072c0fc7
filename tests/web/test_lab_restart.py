"""What was opened in the lab goes on after the server was killed: addresses of traces, and questions about them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
import requests

from plyground.sessions import lab_questions
from plyground.sessions.lab_questions import LabQuestions
from plyground.storage import Database
from tests.web.classes import opened
from tests.web.test_lab import ROOTS, made
from tools.benchmarks.serving import Server


def test_traces_are_there_after_a_kill(own_server: Server) -> None:
    asked = [{**root, "search": "alphabeta", "settings": {"depth": 2}, "seed": 5} for root in ROOTS.values()]
    asked[0] |= {"moves": ["a2"]}
    before = {
        key: requests.get(f"{own_server.url}/api/lab/trace/{key}", timeout=30).content
        for key, _ in (made(own_server, body) for body in asked)
    }
    key = next(iter(before))
    views = requests.get(f"{own_server.url}/api/lab/trace/{key}/views?nodes=0,1", timeout=30)
    assert views.ok, views.text
    with opened(own_server) as room:
        ada = room.student("Ada")
        own_server.kill()
        own_server.start().wait_until_warm()
        room.teacher = room.come("teacher", room.made["teacher"])
        fields = {name: value if isinstance(value, str) else json.dumps(value) for name, value in asked[0].items()}
        ask: dict[str, Any] = {"kind": "value", "trace": key, "node": 1, "link": f"/lab#{urlencode(fields)}"}
        assert room.teacher.done("ask", **ask)["question"]
        again = room.come("student", ada.token)
        assert again.joined["state"]["question"]["kind"] == "value"
    for each, content in before.items():
        assert requests.get(f"{own_server.url}/api/lab/trace/{each}", timeout=90).content == content
    assert requests.get(f"{own_server.url}/api/lab/trace/{key}/views?nodes=0,1", timeout=90).json() == views.json()
    assert requests.get(f"{own_server.url}/api/lab/trace/{'0' * 24}", timeout=30).status_code == 404


def test_the_oldest_and_the_longest_go(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_questions, "MOST", 3)
    database = Database(address)
    kept = LabQuestions(database)
    for number in (1, 2, 3, 2, 4):
        kept.keep(f"key {number}", {"number": number})
    assert [kept.find(f"key {number}") for number in range(1, 5)] == [None, {"number": 2}, {"number": 3}, {"number": 4}]
    kept.keep("long", {"position": "x" * lab_questions.LONGEST})
    assert kept.find("long") is None
    assert kept.find("k" * 1000) is None
    database.close()
