"""A class over the socket as its pages hold it: coming in, questions, reveals, leaving and coming back."""

from __future__ import annotations

import csv
import io
from typing import Any

import requests

from tests.waiting import PATIENCE
from tests.web.classes import Class, opened
from tools.benchmarks.serving import Server

SIDES = [{"text": "x", "label": "Black"}, {"text": "o", "label": "White"}]
CHOICE: dict[str, Any] = {"kind": "choice", "prompt": "Who is ahead?", "choices": SIDES}


def scores(room: Class, token: str | None = None) -> requests.Response:
    """The results as the server sends them."""
    token = room.made["teacher"] if token is None else token
    address = f"{room.server.url}/api/classes/{room.code}/scores.csv"
    return requests.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=10)


def test_a_question_from_asking_to_the_score(server: Server) -> None:
    with opened(server) as room:
        teacher, wall = room.teacher, room.come("wall")
        ada, ben, eve = (room.student(name) for name in ("Ada", "Ben", "-Eve"))
        teacher.wait(lambda: len(teacher.teacher["students"]) == 3)
        assert wall.wait(lambda: wall.state["count"] == 3)
        assert wall.state["names"] is None

        teacher.done("ask", **CHOICE, right="x", why="Black has more discs.")
        assert ada.answer("x")["ok"]
        assert ben.answer("x")["ok"]
        assert ben.answer("o")["ok"], "while it is open, an answer can be changed"
        wall.wait(lambda: wall.state["question"] and wall.state["question"]["answers"] == 2)
        assert wall.state["question"]["tally"] is None
        assert wall.state["question"]["answer"] is None
        teacher.wait(lambda: teacher.teacher["tally"] and teacher.teacher["tally"][0]["count"] == 1)
        assert [row["count"] for row in teacher.teacher["tally"]] == [1, 1]
        assert teacher.teacher["answer"]["text"] == "x"

        teacher.done("tally", on=True)
        assert wall.wait(lambda: wall.state["question"]["tally"])
        teacher.done("reveal")
        shown = wall.wait(lambda: wall.state["question"]["answer"])
        assert (shown["text"], shown["label"], shown["why"]) == ("x", "Black", "Black has more discs.")
        assert ada.wait(lambda: ada.you and ada.you["correct"] is not None and ada.you)["score"] == 1
        assert ben.wait(lambda: ben.you and ben.you["correct"] is not None and ben.you)["score"] == 0
        assert eve.answer("x")["error"]["code"] == "question_closed"

        answer = scores(room)
        assert answer.status_code == 200
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert rows[0] == ["nickname", "score", "of", "1. Who is ahead?", "1. right?"]
        assert rows[2] == ["Ada", "1", "1", "Black", "right"]
        assert rows[3:] == [["'-Eve", "0", "1", "", ""], ["Ben", "0", "1", "White", "wrong"]]


def test_names_scenes_follow_and_pause(server: Server) -> None:
    with opened(server) as room:
        teacher, ada, wall = room.teacher, room.student("Ada"), room.come("wall")
        teacher.done("names", on=True)
        assert wall.wait(lambda: wall.state["names"] == ["Ada"])
        assert ada.state["names"] is None, "they stand on the wall"
        teacher.done("names", on=False)
        teacher.done("show", scene={"kind": "position", "game": "othello", "moves": ["f5"], "caption": "One move"})
        scene = ada.wait(lambda: ada.state["scene"]["kind"] == "position" and ada.state["scene"])
        assert scene["caption"] == "One move"
        assert scene["view"]["moves"]
        teacher.done("show", scene={"kind": "stage", "link": "/lab#game=othello&search=minimax&step=3"})
        assert ada.wait(lambda: ada.state["scene"]["kind"] == "stage")
        assert teacher.refused("show", scene={"kind": "stage", "link": "https://evil.example/lab#"}) == "malformed"
        assert teacher.refused("show", scene={"kind": "game", "id": "nothere"}) == "no_such_game"
        teacher.done("follow", on=False)
        teacher.done("ask", **CHOICE, seconds=60)
        teacher.done("pause", on=True)
        ada.wait(lambda: ada.state["paused"])
        question = ada.state["question"]
        assert question["ends"] is None
        assert 50 < question["left"] <= 60
        assert ada.answer("x")["error"]["code"] == "class_paused"
        teacher.done("pause", on=False)
        assert ada.answer("x")["ok"]
        assert not ada.wait(lambda: not ada.state["paused"] and ada.state["question"]["ends"] and ada.state)["follow"]


def test_who_comes_back_finds_everything(server: Server) -> None:
    with opened(server) as room:
        ada = room.student("Ada")
        room.teacher.done("ask", **CHOICE, right="o")
        assert ada.answer("o")["ok"]
        ada.line.close()
        room.teacher.line.close()
        again = room.come("student", ada.token)
        assert again.joined["ok"]
        assert again.token == ada.token
        assert again.you is not None
        assert again.you["answered"] == "o"
        teacher = room.teacher = room.come("teacher", room.made["teacher"])
        assert [each["nickname"] for each in teacher.teacher["students"]] == ["Ada"]
        teacher.done("reveal")
        assert again.wait(lambda: again.you and again.you["score"] == 1)


def test_a_new_link_puts_out_who_came_by_the_old_one(server: Server) -> None:
    with opened(server) as room:
        teacher, old = room.teacher, room.made["teacher"]
        thief = room.come("teacher", old)
        fresh = "fresh-" + "0123456789abcdef"
        assert teacher.refused("new_link", key="short") == "malformed"
        teacher.done("new_link", key=fresh)
        for each in (teacher, thief):
            while each.line.heard.get(timeout=PATIENCE)[0] != "again":
                pass
        assert thief.refused("names", on=True) == "not_in_class"
        assert room.come("teacher", old).joined["error"]["code"] == "not_teacher"
        again = room.teacher = room.come("teacher", fresh)
        again.done("ask", **CHOICE, right="x")
        again.wait(lambda: again.teacher["answer"])
        thief.wait(lambda: thief.state["question"])
        assert thief.teacher["answer"] is None, "what the teacher alone is told goes to the new link"
        assert scores(room, old).status_code == 403
        assert scores(room, fresh).status_code == 200
        assert teacher.refused("new_link", key=old) == "not_in_class"


def test_a_students_new_link_puts_out_who_came_by_the_old_one(server: Server) -> None:
    with opened(server) as room:
        room.teacher.done("ask", **CHOICE, right="x")
        ada, fresh = room.student("Ada"), "fresh-" + "0123456789abcdef"
        old = ada.joined["token"]
        thief = room.come("student", old)
        ada.answer("x")
        assert ada.refused("new_link", key="short") == "malformed"
        ada.done("new_link", key=fresh)
        for each in (ada, thief):
            while each.line.heard.get(timeout=PATIENCE)[0] != "again":
                pass
        assert thief.refused("answer", question=ada.state["question"]["id"], text="o") == "not_student"
        assert thief.refused("new_link", key=old) == "not_in_class"
        again = room.come("student", old)
        assert again.joined["error"]["code"] == "no_such_student"
        assert "renewed on another device" in again.joined["error"]["sentence"]
        mine = room.come("student", fresh)
        assert mine.joined["you"]["nickname"] == "Ada"
        assert mine.joined["you"]["answered"] == "x"
        room.teacher.done("reveal")
        assert mine.wait(lambda: mine.you and mine.you["score"] == 1)
        assert [each["nickname"] for each in room.come("teacher", room.made["teacher"]).teacher["students"]] == ["Ada"]


def test_sent_out_and_ended(server: Server) -> None:
    with opened(server) as room:
        ada, ben = room.student("Ada"), room.student("Ben")
        room.teacher.wait(lambda: len(room.teacher.teacher["students"]) == 2)
        key = next(each["key"] for each in room.teacher.teacher["students"] if each["nickname"] == "Ada")
        room.teacher.done("ask", **CHOICE)
        assert ada.answer("x")["ok"]
        room.teacher.done("remove", student=key)
        assert ada.wait(lambda: ada.you is None) is True
        assert ada.do("answer", question="q1", text="x")["error"]["code"] == "not_student"
        assert room.come("student", ada.token).joined["error"]["code"] == "no_such_student"
        assert ben.wait(lambda: ben.state["question"] and ben.state["count"] == 1)
        room.teacher.wait(lambda: [each["nickname"] for each in room.teacher.teacher["students"]] == ["Ben"])
        assert all(row["count"] == 0 for row in room.teacher.teacher["tally"]), "what they answered is gone too"
        room.teacher.done("close")
        assert ben.wait(lambda: not ben.state["open"])
        assert ben.do("answer", question="q1", text="x")["error"]["code"] == "no_such_class"
        assert room.come("student", nickname="Late").joined["error"]["code"] == "no_such_class"
        assert scores(room).status_code == 404


def test_the_pages_are_there_for_every_code(server: Server) -> None:
    assert requests.get(f"{server.url}/class/nonsense", timeout=10).status_code == 404
    for path in ("/class", "/class/K7M2QX", "/class/k7m2qx/wall", "/class/K7M2QX/teach"):
        assert requests.get(server.url + path, timeout=10).status_code == 200, path
