"""A class against those who mean it no good: other people's rights, guessed codes, floods, strange names and texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
import requests

from plyground.classroom.commands import COMMANDS
from plyground.classroom.register import MOST_STUDENTS
from tests.web.classes import opened
from tests.web.clients import connected, raw
from tools.benchmarks.serving import Server

CHOICE = {"kind": "choice", "prompt": "Which?", "choices": ["one", "two"], "right": "0"}


@pytest.mark.parametrize("do", COMMANDS)
def test_a_student_cannot_act_as_the_teacher(server: Server, do: str) -> None:
    with opened(server) as room:
        ada = room.student("Ada")
        # A student may renew a link too, the own one, by a key that is one.
        assert ada.refused(do, on=True, **CHOICE) == ("malformed" if do == "new_link" else "not_teacher")
        ada.token = "guess"
        assert ada.refused(do, on=True, **CHOICE) == "not_in_class"
        ada.token = ""
        assert ada.refused(do, on=True) == "malformed"
        assert room.come("teacher", "guess").joined["error"]["code"] == "not_teacher"
        assert room.come("teacher", ada.joined["token"]).joined["error"]["code"] == "not_teacher"


def test_a_token_is_good_for_its_holder_and_its_class_only(server: Server) -> None:
    with opened(server) as room, opened(server) as other:
        ada, ben, far = room.student("Ada"), room.student("Ben"), other.student("Far")
        room.teacher.done("ask", **CHOICE)
        assert ada.answer("0")["ok"]
        ben.token = far.token
        assert ben.answer("1")["error"]["code"] == "not_student"
        ben.token = other.made["teacher"]
        assert ben.refused("reveal") == "not_in_class"
        ben.token = room.made["teacher"]
        assert ben.answer("1")["error"]["code"] == "not_student", "the teacher answers no questions"
        assert room.come("student", far.token).joined["error"]["code"] == "no_such_student"
        address = f"{server.url}/api/classes/{room.code}/scores.csv"
        for token in ("", "guess", ada.token, other.made["teacher"]):
            answer = requests.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=9)
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == "not_teacher"
        assert requests.get(address, timeout=9).status_code == 403


def test_nobody_is_told_what_others_may_not_know(server: Server) -> None:
    """Tokens, names and the right answer never come to a student or a wall before they should."""
    with opened(server) as room:
        wall, ada, eve = room.come("wall"), room.student("Ada"), room.student("Eve")
        room.teacher.done("ask", **CHOICE)
        assert ada.answer("0")["ok"]
        eve.wait(lambda: eve.state["question"] and eve.state["question"]["answers"] == 1)
        wall.wait(lambda: wall.state["question"] and wall.state["question"]["answers"] == 1)
        for member in (wall, eve):
            seen = json.dumps([member.joined, member.state, member.you, member.teacher])
            assert "Ada" not in seen
            assert room.made["teacher"] not in seen
            assert ada.token not in seen
            assert '"right": ["0"]' not in seen


NICKNAMES = {
    "\u202eadA": "bad_nickname", "A\u200bda": "bad_nickname", "A" * 300: "bad_nickname", "A" * 21: "bad_nickname",
    "A" * 2_000: "oversized", "<b>Ada</b>": "bad_nickname", "Ada;": "bad_nickname", "\u0000Ada": "malformed",
    "=1+1": "bad_nickname", "A\u0300\u0301\u0302\u0303": "bad_nickname", "\u0301Ada": "bad_nickname",
    "😀": "bad_nickname",
    " - ": "bad_nickname", "\ud800": "malformed", "ADA": "nickname_taken", "ａｄａ": "nickname_taken",
    " Ad a ": "nickname_taken", "   ": "bad_nickname",
}  # fmt: skip


def test_nicknames(server: Server) -> None:
    with opened(server) as room, raw(server.url) as line:
        room.student("Ada")
        for number, (nickname, code) in enumerate(NICKNAMES.items()):
            message = {"code": room.code, "role": "student", "nickname": nickname}
            answer = line.ask(number, "class_join", message)
            assert not answer["ok"], ascii(nickname)
            assert answer["error"]["code"] == code, (ascii(nickname), answer)
        for nickname in ("Zoë", "李雷", "O'Neill", "Ben-2", "محمد", "José  María"):
            you = room.come("student", nickname=nickname).you
            assert you is not None
            assert you["nickname"] == " ".join(nickname.split())
        assert line.lives()


def test_codes_cannot_be_guessed_at_speed_and_nothing_of_students_is_logged(own_server: Server) -> None:
    with opened(own_server) as room:
        ada = room.student("Unmistakable")
        with connected(own_server.url) as guesser:
            codes = [
                guesser.ask("class_join", {"code": f"AAAA{a}{b}", "role": "wall"})["error"]["code"]
                for a in "23456"
                for b in "789"
            ]
            assert codes[:3] == ["no_such_class"] * 3
            assert codes[-1] == "too_many_guesses"
            right = guesser.ask("class_join", {"code": room.code, "role": "wall"})
            assert right["error"]["code"] == "too_many_guesses", "who guesses so is not told when it is right"
        room.student("Ben")
        statuses = set()
        for number in range(200):
            answer = requests.get(f"{own_server.url}/api/classes/AAA2{number:03}/scores.csv", timeout=9)
            statuses.add(answer.status_code)
        for number in range(200):
            code = f"AAA{2 + number % 8}{2 + number // 8 % 8}{2 + number // 64}"
            statuses.add(requests.get(f"{own_server.url}/api/classes/{code}/scores.csv", timeout=9).status_code)
        assert statuses == {404, 429}
        room.teacher.done("ask", **CHOICE)
        assert ada.answer("0")["ok"], "those who are in the class are not locked out"
        assert room.come("student", ada.token).joined["ok"], "nor who comes back"
    own_server.stop()
    assert "nmistakable" not in own_server.log.read_text()


def test_a_whole_school_behind_one_address(server: Server) -> None:
    """Right codes are not limited: a class full of students comes from one address at once, five of them by a browser,
    and the next is told so."""
    with opened(server) as room:
        for number in range(MOST_STUDENTS):
            if number % 5 == 0:
                browser = requests.get(server.url, timeout=10).headers["Set-Cookie"].partition(";")[0]
            with raw(server.url, browser) as each:
                message = {"code": f" {room.code[:3].lower()}-{room.code[3:]} ", "role": "student"}
                assert each.ask(1, "class_join", {**message, "nickname": f"Student {number}"})["ok"]
        with raw(server.url) as line:  # opened now: a line that hears nothing for a minute is closed
            answer = line.ask(1, "class_join", {"code": room.code, "role": "student", "nickname": "Late"})
        assert answer["error"]["code"] == "class_full"


def test_floods_and_big_messages(server: Server) -> None:
    with opened(server) as room, raw(server.url) as line:
        joined = line.ask(1, "class_join", {"code": room.code, "role": "student", "nickname": "Flo"})
        room.teacher.done("ask", **CHOICE)
        answers = []
        for number in range(2, 80):
            fields = {"code": room.code, "token": joined["token"], "id": f"f{number}", "do": "answer"}
            line.send(f"42{number}{json.dumps(['class_command', {**fields, 'question': 'q1', 'text': '0'}])}")
        for number in range(2, 80):
            answer = line.answer(number)
            answers.append("" if answer["ok"] else answer["error"]["code"])
        assert set(answers) == {"", "too_fast"}
        assert answers.count("") <= 45
        room.teacher.wait(lambda: room.teacher.teacher["tally"] and room.teacher.teacher["tally"][0]["count"] == 1)
        assert (
            line.ask(200, "class_join", {"code": room.code, "nickname": "x" * 20_000})["error"]["code"] == "oversized"
        )
        assert line.lives()


MALFORMED = [
    ("class_join", {}),
    ("class_join", {"code": 7, "role": "student"}),
    ("class_join", {"code": "K7M2QX", "role": "king"}),
    ("class_join", {"code": "K7M2QX", "role": "student", "token": ["x"]}),
    ("class_command", {"code": None, "token": "x", "id": "1", "do": "reveal"}),
    ("class_command", {"token": "x", "id": "", "do": "reveal"}),
    ("class_command", {"token": "x", "id": "1", "do": {}}),
    ("class_leave", {"code": {"a": 1}}),
]


@pytest.mark.parametrize(("event", "message"), MALFORMED)
def test_malformed_messages(server: Server, event: str, message: dict[str, object]) -> None:
    with raw(server.url) as line:
        answer = line.ask(1, event, message)
        assert answer["ok"] is (event == "class_leave")
        if not answer["ok"]:
            assert answer["error"]["code"] in ("malformed", "no_such_class", "too_many_guesses")
        assert line.lives()


BAD_QUESTIONS: list[dict[str, Any]] = [
    {"kind": "riddle"},
    {"kind": "choice", "choices": ["one"]},
    {"kind": "choice", "choices": ["one"] * 21},
    {"kind": "choice", "choices": "many"},
    {"kind": "choice", "choices": [{"text": "a", "label": "A"}, {"text": "a", "label": "B"}]},
    {"kind": "choice", "choices": ["one", "two"], "right": "3"},
    {"kind": "choice", "choices": ["one", "two"], "right": [{}]},
    {"kind": "choice", "choices": ["one", "two"], "seconds": 0.1},
    {"kind": "choice", "choices": ["one", "two"], "link": "javascript:alert(1)"},
    {"kind": "move"},
    {"kind": "move", "game": "chess"},
    {"kind": "move", "game": "othello", "position": "nonsense"},
    {"kind": "value", "right": "much"},
    {"kind": "cut", "trace": 5, "node": 0},
]


def test_bad_questions_change_nothing(server: Server) -> None:
    with opened(server) as room:
        room.teacher.done("ask", **CHOICE)
        before = room.teacher.wait(lambda: room.teacher.state["question"])
        for fields in BAD_QUESTIONS:
            assert room.teacher.refused("ask", **fields) != "failed", fields
        room.teacher.done("names", on=True)
        room.teacher.wait(lambda: room.teacher.state["names"] is not None)
        assert room.teacher.state["question"] == before


def test_answers_that_are_none(server: Server) -> None:
    with opened(server) as room:
        ada = room.student("Ada")
        assert ada.refused("answer", question="q1", text="x") == "no_question"
        room.teacher.done("ask", kind="value", right=0.5, game="tree", position="[[0.5, 2], [-3, 8]]")
        asked = ada.wait(lambda: ada.state["question"])
        shown = [node[2] for node in asked["view"]["nodes"]]
        assert shown == ["", "", "", 0.5, 2, -3, 8], "the numbers on the way give nothing away"
        for text in ("", "many", "nan", "inf", "1e99", "9" * 300):
            assert not ada.answer(text)["ok"], text
        assert ada.answer("0,50")["text"] == "0.5"
        assert ada.answer("−0.5")["text"] == "-0.5"
        assert ada.do("answer", question="q0", text="1")["error"]["code"] == "question_closed"
        once = {"code": room.code, "token": room.made["teacher"], "id": "twice", "do": "reveal"}
        assert room.teacher.line.ask("class_command", once)["ok"]
        assert room.teacher.line.ask("class_command", once)["ok"], "the same id again does nothing more"
        assert ada.wait(lambda: ada.you and ada.you["asked"]) == 1
        assert room.teacher.refused("dance") == "unknown_command"


def test_three_classes_for_one_address(own_server: Server) -> None:
    """Own: tests in a browser leave classes on the shared one."""
    with opened(own_server), opened(own_server), opened(own_server):
        answer = requests.post(f"{own_server.url}/api/classes", json={}, timeout=10)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many_classes")
