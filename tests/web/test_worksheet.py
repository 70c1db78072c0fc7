"""The worksheet's page and its key, with a class and without."""

from __future__ import annotations

import json
import re

import requests

from game.benchmarks.serving import Server
from tests.web.classes import opened


def pictures(text: str) -> list[str]:
    """The positions that a page shows."""
    found = re.findall(r'<script type="application/json">(\{"view".*?)</script>', text, re.S)
    return [json.dumps(json.loads(each)["view"]["text"]) for each in found]


def test_sheet_and_key_have_the_same_questions(server: Server) -> None:
    address = f"{server.url}/class/worksheet?seed=5&game=othello&questions=6"
    sheet, again, key = (requests.get(address + more, timeout=90).text for more in ("", "", "&key=1"))
    assert pictures(sheet) == pictures(again) == pictures(key)
    assert len(pictures(sheet)) == 6
    assert "worksheet-answer" not in sheet
    assert key.count('class="worksheet-answer"') == 6
    assert requests.get(address + "&key=1", timeout=90).text.count("<strong>") == key.count("<strong>")
    assert re.findall(r"<strong>(.*?)</strong>", key) == re.findall(
        r"<strong>(.*?)</strong>", requests.get(address + "&key=1", timeout=90).text
    )


def test_the_sheet_of_a_class(server: Server) -> None:
    with opened(server) as room:
        answer = requests.get(f"{server.url}/class/{room.code}/worksheet?game=tak&size=4&key=1", timeout=90)
        assert answer.status_code == 200
        assert f"seed={room.teacher.state['seed']}" in answer.url
        assert "key=1" in answer.url
        assert "size=4" in answer.url
        assert requests.get(f"{server.url}/class/AAAAAA/worksheet", timeout=9).status_code == 404


def test_bad_addresses(server: Server) -> None:
    for more, status in (("?game=chess", 404), ("?seed=x", 400), ("?questions=99", 400), ("?game=othello&size=5", 400)):
        assert requests.get(f"{server.url}/class/worksheet{more}", timeout=9).status_code == status
