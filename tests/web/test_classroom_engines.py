"""Questions whose answers come from the program's own searches: a bot's choice, a recorded search; and a vote game."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
import requests

from plyground.search.teaching import columns
from plyground.search.teaching.trace import Trace
from tests.web.classes import Member, opened
from tools.benchmarks.serving import Server

LOOKED: dict[str, Any] = {
    "game": "othello", "options": {"size": 4}, "search": "alphabeta", "settings": {"depth": 3},
}  # fmt: skip


def record(server: Server) -> tuple[str, Trace]:
    """A recorded search: its key, and the trace as a page gets it."""
    made = requests.post(f"{server.url}/api/lab/trace", json=LOOKED, timeout=60).json()
    return made["trace"], columns.from_json(
        requests.get(f"{server.url}/api/lab/trace/{made['trace']}", timeout=30).json()
    )


def test_the_best_move_and_all_moves_as_good(server: Server) -> None:
    """The start of Othello looks the same from all four moves, so all are right."""
    with opened(server) as room:
        teacher, ada, ben = room.teacher, room.student("Ada"), room.student("Ben")
        teacher.done("ask", kind="move", game="othello")
        view = ada.wait(lambda: ada.state["question"])["view"]
        assert len(view["moves"]) == 4
        assert ada.answer(view["moves"][0]["text"])["ok"]
        assert ben.answer(view["moves"][3]["text"].upper())["text"] == view["moves"][3]["text"]
        assert ben.answer("a1")["error"]["code"] != "failed"
        found = teacher.wait(lambda: teacher.teacher["answer"])
        assert found["right"] == sorted(move["text"] for move in view["moves"])
        assert found["why"].startswith("The search chooses")
        teacher.done("reveal")
        assert ada.wait(lambda: ada.you and ada.you["score"] == 1)
        assert ben.wait(lambda: ben.you and ben.you["score"] == 1)


def test_a_reveal_before_the_search_has_answered(server: Server) -> None:
    with opened(server) as room:
        teacher, ada = room.teacher, room.student("Ada")
        teacher.done("ask", kind="move", game="tak", options={"size": 4})
        question = ada.wait(lambda: ada.state["question"])
        assert ada.answer(question["view"]["moves"][0]["text"])["ok"]
        teacher.done("reveal")
        shown = ada.wait(lambda: ada.state["question"]["state"] == "revealed" and ada.state["question"])
        assert shown["tally"], "the answers are shown at once"
        assert ada.wait(lambda: ada.state["question"]["answer"])["text"]
        assert ada.wait(lambda: ada.you and ada.you["asked"] == 1)


@pytest.mark.parametrize("kind", ["cut", "value"])
def test_the_answer_is_the_traces_own(server: Server, kind: str) -> None:
    key, trace = record(server)
    steps = trace.steps
    with opened(server) as room:
        teacher, ada = room.teacher, room.student("Ada")
        if kind == "cut":
            at = next(at for at, step in enumerate(steps) if step.kind == "cut" and steps[at - 1].kind == "bound")
            node, right = steps[at].node, "yes"
        else:
            at = next(at for at, step in enumerate(steps) if step.kind == "value" and step.node)
            node, right = steps[at].node, f"{steps[at].value:g}"
        link = "/lab#game=othello&search=alphabeta&x=1"
        for fields in ({}, {"step": at}):
            teacher.done("ask", kind=kind, trace=key, node=node, link=link, **fields)
            question = ada.wait(lambda: ada.state["question"])
            name = question["stage"]["id"]
            assert question["stage"]["step"] == at, "the stage stands before the step that shows the answer"
            stage = parse_qs(teacher.wait(lambda: teacher.teacher["links"].get(name)).partition("#")[2])  # noqa: B023
            assert (stage["step"], stage["x"]) == ([str(at)], ["1"])
            assert question["answer"] is None
            address = f"{server.url}/api/classes/{room.code}/stage/{name}"
            shown = columns.from_json(requests.get(address, timeout=30).json()["trace"])
            assert (len(shown.steps), shown.head.position) == (at, "")
            assert requests.get(f"{address}/words?from=0", timeout=30).json()["short"] == [""] * min(at, 100)
            assert len(requests.get(f"{address}/views?nodes=0", timeout=30).json()["views"]) == 1
            assert requests.get(f"{address}/views?nodes=x", timeout=30).status_code == 400
            assert requests.get(f"{address}x", timeout=30).status_code == 404
            assert ada.answer(right)["ok"]
            teacher.done("reveal")
            score = ada.wait(lambda: ada.you and ada.you["correct"] is not None and ada.you)
            assert score["correct"] is True
            teacher.done("clear_question")
            ada.wait(lambda: ada.state["question"] is None and ada.you and ada.you["answered"] is None)


def test_looked_at_where_nothing_is_cut(server: Server) -> None:
    key, trace = record(server)
    cut_at = {step.node for step in trace.steps if step.kind == "cut"}
    places = [at for at, step in enumerate(trace.steps[:-1]) if step.kind == "bound" and step.node not in cut_at]
    with opened(server) as room:
        asked = []
        for at in places:
            answer = room.teacher.do("ask", kind="cut", trace=key, node=trace.steps[at].node, step=at + 1)
            asked.append(answer["ok"])
            if answer["ok"]:
                assert room.teacher.wait(lambda: room.teacher.teacher["answer"])["text"] == "no"
                break
            assert answer["error"]["code"] == "nothing_to_ask", answer
        assert any(asked)


def test_what_a_trace_cannot_be_asked(server: Server) -> None:
    key, trace = record(server)
    leaf = next(step.node for step in trace.steps if step.kind == "leaf")
    with opened(server) as room:
        teacher = room.teacher
        assert teacher.refused("ask", kind="cut", trace="nothere", node=0) == "no_such_trace"
        assert teacher.refused("ask", kind="cut", trace=key, node=999_999) == "nothing_to_ask"
        assert teacher.refused("ask", kind="value", trace=key, node=leaf) == "nothing_to_ask"
        assert teacher.refused("ask", kind="value", trace=key, node=0, step=0) == "nothing_to_ask"
        assert teacher.state["question"] is None


def asked(member: Member, ply: int) -> dict[str, Any]:
    """The vote of this ply or a later one, once it is open."""

    def seen() -> Any:
        question = member.state["question"]
        return question and question["state"] == "open" and question["source"]["ply"] >= ply and question

    found: dict[str, Any] = member.wait(seen)
    return found


def played(member: Member, ply: int) -> dict[str, Any]:
    """What the class played last, once it is the move of this ply."""
    found: dict[str, Any] = member.wait(
        lambda: (member.state["scene"]["last"] or {}).get("ply") == ply and member.state["scene"]["last"]
    )
    return found


def test_the_class_plays_a_bot(server: Server) -> None:
    with opened(server) as room:
        teacher, wall = room.teacher, room.come("wall")
        students = [room.student(name) for name in ("Ada", "Ben", "Eve")]
        teacher.done("vote", game="othello", options={"size": 4}, level="random", seconds=60)
        for turn in range(2):
            question = asked(wall, 2 * turn)
            moves = [move["text"] for move in question["view"]["moves"]]
            for student, text in zip(students, (moves[-1], moves[0], moves[-1]), strict=True):
                assert asked(student, 2 * turn)["id"] == question["id"]
                assert student.answer(text)["ok"]
            teacher.done("hurry")
            last = played(wall, question["source"]["ply"])
            assert (last["text"], last["count"], last["of"]) == (moves[-1], 2, 3)
        game = requests.get(f"{server.url}/api/games/{wall.state['scene']['id']}", timeout=10).json()
        assert game["ply"] >= 3
        assert [seat["name"] for seat in game["seats"]] == ["The class", "First try"]
