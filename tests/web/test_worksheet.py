"""The worksheet's page and its key, with a class and without."""

from __future__ import annotations

import json
import re

import requests

from tests.web.classes import opened
from tools.benchmarks.serving import Server


def pictures(text: str) -> list[str]:
    """The positions that a page shows."""
    found = re.findall(r'<script type="application/json">(\{"view".*?)</script>', text, re.S)
    views = [json.loads(each)["view"] for each in found]
    return [json.dumps(view["text"] or view["nodes"]) for view in views]


def test_sheet_and_key_have_the_same_questions(server: Server) -> None:
    address = f"{server.url}/class/worksheet?seed=5&game=othello&questions=6"
    sheet, again, key = (requests.get(address + more, timeout=90).text for more in ("", "", "&key=1"))
    assert pictures(sheet) == pictures(again) == pictures(key)
    assert len(pictures(sheet)) == 6
    assert sheet.count("Cross out on the tree what is cut.") == 2
    assert "worksheet-answer" not in sheet
    assert key.count('class="worksheet-answer') == 6
    assert requests.get(address + "&key=1", timeout=90).text.count("<strong>") == key.count("<strong>")
    assert re.findall(r"<strong>(.*?)</strong>", key) == re.findall(
        r"<strong>(.*?)</strong>", requests.get(address + "&key=1", timeout=90).text
    )


def test_the_sheet_of_a_class_and_its_key(server: Server) -> None:
    with opened(server) as room:
        address = f"{server.url}/class/{room.code}/worksheet"
        sheet = requests.get(f"{address}?game=othello&size=6&questions=4", timeout=90)
        asked = {"token": room.made["teacher"], "game": "othello", "size": "6", "questions": "4"}
        key = requests.post(address, asked, timeout=90)
        assert (sheet.status_code, key.status_code) == (200, 200)
        assert pictures(sheet.text) == pictures(key.text)
        assert "worksheet-answer" not in sheet.text
        assert key.text.count('class="worksheet-answer') == 4
        assert key.headers["Cache-Control"] == "no-store"
        seed = room.teacher.teacher["seed"]
        free = f"{server.url}/class/worksheet?seed={seed}&game=othello&size=6&questions=4"
        assert pictures(requests.get(free, timeout=90).text) == pictures(sheet.text)
        for page in (sheet, key):
            assert str(seed) not in page.text + page.url
            assert room.made["teacher"] not in page.url
        assert requests.get(f"{server.url}/class/AAAAAA/worksheet", timeout=9).status_code == 404


def test_a_student_cannot_have_the_key(server: Server) -> None:
    with opened(server) as room:
        ada = room.student("Ada")
        room.teacher.done("ask", kind="sheet", number=1, game="tree")
        ada.wait(lambda: ada.state["question"])
        address = f"{server.url}/class/{room.code}/worksheet"
        for token in ("", "x", ada.token):
            answer = requests.post(address, {"token": token, "game": "tree"}, timeout=9)
            assert answer.status_code == 403
            assert "worksheet-answer" not in answer.text
        bearer = {"Authorization": f"Bearer {ada.token}"}
        for more in ("?key=1", f"?key=1&token={ada.token}", "?key=1&seed=5"):
            assert requests.get(address + more, headers=bearer, timeout=9).status_code == 403
        assert str(room.teacher.teacher["seed"]) not in json.dumps([ada.joined, ada.state, ada.you])
        plain = requests.get(f"{address}?game=tree", timeout=90).text
        other = requests.get(f"{address}?game=tree&seed=5", timeout=90).text
        assert pictures(plain) == pictures(other), "the sheet of a class has its own seed alone"


def test_bad_addresses(server: Server) -> None:
    for more, status in (("?game=chess", 404), ("?seed=x", 400), ("?questions=99", 400), ("?game=othello&size=5", 400)):
        assert requests.get(f"{server.url}/class/worksheet{more}", timeout=9).status_code == status
