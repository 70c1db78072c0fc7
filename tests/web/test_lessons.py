"""Lessons: every one renders, each stage in it opens as a trace, and every right answer can be given."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from jinja2 import DictLoader, Environment

from plyground.core.errors import ContractBroken
from plyground.core.settings import Settings
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.sessions.setup import read_position
from plyground.web.application import create_app
from plyground.web.lessons import lessons
from tests.web.thinking import think_here
from tools.benchmarks.serving import ROOT

TEMPLATES = sorted(path.name for path in (ROOT / "templates" / "lessons").glob("[0-9]*.html"))
IDS = [name.split("_", 1)[1].removesuffix(".html") for name in TEMPLATES]

WALKED = (
    "score-a-move",
    "minimax",
    "tortoise",
    "retrograde",
    "opening-books",
    "fitting",
    "measuring",
)
"""Lessons that have each kind of live part, of exercise, and of board to answer on: a browser walks through them."""

LIVE = {f"lesson-{part}" for part in ("stage", "compare", "ranking", "match", "fitting", "table", "book")} | {
    "exercise"
}
"""The classes of the elements in which live parts stand."""


@dataclass
class Part:
    """A live part of a page: the classes of its element, its exercise's name and kind, and its data."""

    classes: set[str]
    name: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


class Page(HTMLParser):
    """Reads the steps, the live parts and the printed programs of a lesson's page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.parts: list[Part] = []
        self.headings = 0
        self.steps = 0
        self.code: list[str] = []
        self._in_script = False
        self._in_code = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        classes = set(about.get("class", "").split())
        if classes & LIVE:
            self.parts.append(Part(classes, about.get("data-exercise", ""), about.get("data-kind", "")))
        elif tag == "section":
            self.steps += 1
        self.headings += tag == "h2"
        if tag == "pre" and "python" in classes:
            self.code.append("")
            self._in_code = True
        self._in_script = tag == "script" and about.get("type") == "application/json"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != "script"
        self._in_code = self._in_code and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._in_script and self.parts and not self.parts[-1].data:
            self.parts[-1].data = json.loads(data)
        if self._in_code:
            self.code[-1] += data


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """The application without workers: pages are made, bots think and searches are recorded here."""
    database = tmp_path_factory.mktemp("lessons") / "games.sqlite3"
    app = create_app(Settings(database=f"sqlite:///{database}"), lesson_bots=think_here)
    yield app.test_client()
    app.extensions["lobby"].shutdown()


def page(client: FlaskClient, lesson: str) -> Page:
    """A lesson's page."""
    answer = client.get(f"/lessons/{lesson}")
    assert answer.status_code == 200, answer.text[-400:]
    return Page(answer.text)


def opens(question: dict[str, Any]) -> Trace:
    """Estimate and record the search of a stage, as the laboratory does."""
    read = read_position(
        {name: question[name] for name in ("game", "options", "position", "moves") if name in question},
        looked_at=True,
    )
    found = search(question["search"])
    assert found.refuses(read.rules, read.position) is None, question
    run = found.start(read.rules, read.position, question.get("settings"))
    assert found.estimate(read.rules, read.position, run.options).sentence
    trace = found.record(
        read.rules, read.position, question.get("settings"), seed=question.get("seed", 0), setup=read.options
    )
    assert trace.cut_short is None, (question, trace.cut_short)
    return trace


@pytest.mark.parametrize("lesson", IDS)
def test_each_step_has_a_heading_and_each_exercise_a_name_of_its_own(lesson: str, client: FlaskClient) -> None:
    found = page(client, lesson)
    assert found.steps >= 2
    assert found.headings == found.steps
    names = [part.name for part in found.parts if "exercise" in part.classes]
    assert names, "a lesson has exercises"
    assert len(names) == len(set(names))


@pytest.mark.parametrize("lesson", IDS)
def test_every_stage_of_a_lesson_opens(lesson: str, client: FlaskClient) -> None:
    for part in page(client, lesson).parts:
        question = part.data.get("question") if "lesson-stage" in part.classes else part.data.get("stage")
        if question is None:
            continue
        if "lesson-stage" not in part.classes:
            question = question["question"]
        trace = opens(question)
        step = part.data.get("step", 0)
        assert isinstance(step, int)
        assert 0 <= step <= len(trace.steps)


@pytest.mark.parametrize("lesson", IDS)
def test_every_search_of_a_table_runs_to_its_end(lesson: str, client: FlaskClient) -> None:
    for part in page(client, lesson).parts:
        for each in part.data.get("searches", ()):
            depths = [{"depth": depth} for depth in part.data["depths"]] or [{}]
            for depth in depths:
                settings = {**part.data["settings"], **each.get("settings", {}), **depth}
                trace = opens({**part.data["question"], "search": each["id"], "settings": settings})
                assert trace.steps[-1].kind == "answer"


@pytest.mark.parametrize("lesson", IDS)
def test_every_right_answer_can_be_given(lesson: str, client: FlaskClient) -> None:
    for part in page(client, lesson).parts:
        data, kind = part.data, part.kind
        answers = data["answer"] if isinstance(data.get("answer"), list) else [data.get("answer")]
        if kind == "number":
            assert isinstance(data["answer"], int | float), part.name
            assert math.isfinite(data["answer"]), part.name
        elif kind == "choice":
            assert answers
            assert set(answers) <= set(data["choices"]), part.name
            assert set(data["wrong"]) <= set(data["choices"]) - set(answers), part.name
        elif kind == "move":
            legal = {move["text"] for move in data["board"]["view"]["moves"]}
            assert answers
            assert set(answers) <= legal, part.name
            assert set(data["wrong"]) <= legal - set(answers), part.name
        elif kind == "predict":
            assert data["mode"] in {"cut", "value", "next", "final"}
            assert data["book"] is None or len(data["book"]["steps"]) >= data["book"]["at"] + data["need"]
            assert data["table"] is None or asked(data["table"]) >= data["need"]
        else:
            assert "exercise" not in part.classes, f"{part.name} is of no known kind"


def test_what_a_browser_walks_through_has_each_kind_of_part(client: FlaskClient) -> None:
    def kinds(lessons: tuple[str, ...]) -> set[str]:
        parts = [part for lesson in lessons for part in page(client, lesson).parts]
        answered = {part.data["board"]["game"] for part in parts if part.kind == "move"}
        return answered.union(*(part.classes & LIVE | {part.kind} for part in parts))

    assert kinds(WALKED) == kinds(tuple(IDS))


def asked(table: dict[str, Any]) -> int:
    """How many of the passes to come decide something that is shown, and so are asked for."""
    ways = {cell["plies"] for each in table["slices"] for cell in each["cells"] if cell["plies"] >= table["at"]}
    return len(ways) + bool(table["open"])


def test_the_list_has_all_lessons_in_order(client: FlaskClient) -> None:
    text = client.get("/lessons").text
    places = [text.index(f'href="/lessons/{lesson}"') for lesson in IDS]
    assert places == sorted(places)
    assert 'href="/lessons"' in client.get("/").text


def test_a_reader_may_choose_a_textbooks_order(client: FlaskClient) -> None:
    """Minimax first, on the list, from lesson to lesson and at home, until the other order is chosen."""

    def listed(text: str) -> list[str]:
        return re.findall(r'data-lesson="([^"]+)"', text)

    by_textbook = listed(client.get("/lessons?order=textbook").text)
    try:
        assert sorted(by_textbook) == sorted(IDS)
        assert by_textbook[0] == "minimax"
        assert by_textbook != IDS
        assert listed(client.get("/lessons").text) == listed(client.get("/lessons?order=nonsense").text) == by_textbook
        known = re.search(r'id="lessons" type="application/json">(.*?)</script>', client.get("/").text)
        assert known
        assert [each["id"] for each in json.loads(known[1])] == by_textbook
        first, second, third = (client.get(f"/lessons/{lesson}").text for lesson in by_textbook[:3])
        assert 'data-before="' not in first
        assert f'data-after="/lessons/{by_textbook[2]}"' in second
        assert f"2 of {len(IDS)}" in second
        assert f'data-before="/lessons/{by_textbook[1]}"' in third
    finally:
        client.get("/lessons?order=course")
    assert listed(client.get("/lessons").text) == IDS


def test_a_lesson_names_others_by_what_they_are_about() -> None:
    """Which lesson comes next is the reader's choice."""
    for name in TEMPLATES:
        text = (ROOT / "templates" / "lessons" / name).read_text(encoding="utf-8")
        assert not re.search(r"\b(next|last|previous|first) lessons?\b|\blessons? (before|after|later)\b", text), name


def test_an_unknown_lesson_is_refused_in_words(client: FlaskClient) -> None:
    answer = client.get("/lessons/no-such", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no such lesson" in answer.text


def test_moves_are_ranked_part_by_part(client: FlaskClient) -> None:
    body = {"game": "tak", "options": {"size": 5}, "moves": ["a1", "e5"], "settings": {"centre": 0}}
    found = client.post("/api/lessons/rank", json=body).json
    assert found is not None
    for each in found["ranked"]:
        assert sum(each["parts"].values()) == each["rank"]
    assert all("centre" not in each["parts"] for each in found["ranked"])
    refused = client.post("/api/lessons/rank", json={**body, "settings": {"nonsense": 1}})
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["error"]["sentence"].endswith(".")


def test_a_model_is_learnt_and_bad_wishes_are_refused(client: FlaskClient) -> None:
    body = {"game": "tak", "options": {"size": 3}, "games": 4, "against": "", "left_out": [1]}
    found = client.post("/api/lessons/learn", json=body).json
    assert found is not None
    assert len(found["titles"]) == len(found["weights"])
    assert found["weights"][1] == 0
    assert (found["match"], found["order"]) == ([], None)
    for wrong in (
        {"games": 10**6}, {"games": -1}, {"left_out": 7}, {"left_out": ["x"]}, {"left_out": [-1]}, {"against": "x"},
        {"against": "9999"}, {"game": "punter", "options": {"punters": 3}}, {"moves": ["z9"]},
    ):  # fmt: skip
        refused = client.post("/api/lessons/learn", json={**body, **wrong})
        assert 400 <= refused.status_code < 500, wrong
        assert refused.json is not None
        assert refused.json["error"]["sentence"].endswith(".")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("lessons/01_first.html", "{% set title = 'One' %}", "no summary"),
        ("lessons/01_first.html", "{% set none = 'One' %}", "line 1"),
        ("lessons/01_first.html", "{% set title = 'x' %}{% set summary = 'x' %}{% set textbook = '' %}", "a number"),
        ("lessons/first.html", "{% set title = 'One' %}{% set summary = 'x' %}", "is called like"),
    ],
)
def test_a_broken_lesson_stops_the_start_with_its_name(name: str, text: str, sentence: str) -> None:
    with pytest.raises(ContractBroken) as caught:
        lessons(Environment(loader=DictLoader({name: text}), autoescape=True))
    assert Path(name).name in str(caught.value)
    assert sentence in str(caught.value)
