"""Lessons: pages found by scanning, their list, and the addresses that their live parts ask.

A lesson is one template, ``templates/lessons/<nn>_<id>.html``: the number orders the list, the id is its address, and
``set`` statements at its head declare its title, its summary and, if it likes, its place in a textbook's order, which
readers may choose instead. No list is edited. ``docs/add_a_lesson.md`` tells how one is written.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request
from jinja2 import Environment, TemplateSyntaxError, nodes

from plyground.core.errors import ContractBroken
from plyground.core.messages import Message, _
from plyground.core.refusals import Malformed, NoSuchLesson
from plyground.sessions import reading
from plyground.sessions.limits import Buckets
from plyground.web import lesson_models, lesson_trials
from plyground.web.addresses import served
from plyground.web.exchange import json_body, who
from plyground.web.lesson_bots import PATIENCE, Think
from plyground.web.lesson_engine import Engine, ranking

_FILE = re.compile(r"lessons/(\d\d)_([a-z][a-z0-9-]{1,40})\.html")
DECLARED = ("title", "summary")
ORDERS = ("course", "textbook")
"""From a first score to minimax; or from minimax on, as textbooks have it."""
COOKIE = "plyground_lessons"
"""Keeps the order that a reader chose; the first unless it names another."""
_KEPT = 100
_LAST = 10_000
_KEPT_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True)
class Lesson:
    """A lesson as the list shows it; ``number`` is its place from 1, ``template`` its file, ``textbook`` a number by
    which a textbook's order has it, after all others unless the lesson says."""

    id: str
    number: int
    title: str
    summary: str
    template: str
    textbook: int = _LAST


def lessons(environment: Environment) -> list[Lesson]:
    """All lessons in their order; raises ``ContractBroken`` with the file and what is wrong with it."""
    found: list[Lesson] = []
    for name in sorted(environment.list_templates(filter_func=lambda each: each.startswith("lessons/"))):
        if name.startswith("lessons/_"):
            continue
        match = _FILE.fullmatch(name)
        if match is None:
            raise ContractBroken(f"templates/{name}: a lesson's file is called like 07_order.html")
        declared = _declared(environment, name)
        missing = [each for each in DECLARED if not declared.get(each)]
        if missing:
            raise ContractBroken(f"templates/{name}: the lesson sets no {' and no '.join(missing)}")
        if any(match[2] == other.id for other in found):
            raise ContractBroken(f"templates/{name}: the id “{match[2]}” belongs to another lesson already")
        place = declared.get("textbook", str(_LAST))
        if not (place.isdecimal() and int(place) <= _LAST):
            raise ContractBroken(f"templates/{name}: the lesson's place in a textbook is a number up to {_LAST}")
        found.append(Lesson(match[2], len(found) + 1, declared["title"], declared["summary"], name, int(place)))
    return found


def chosen_order() -> str:
    """The order of lessons that the reader who asks has chosen, one of ``ORDERS``."""
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in ORDERS else ORDERS[0]


def in_order(found: list[Lesson], order: str) -> list[Lesson]:
    """All ``lessons()`` in one of the ``ORDERS``, numbered anew."""
    if order == ORDERS[0]:
        return found
    by_textbook = sorted(found, key=lambda lesson: (lesson.textbook, lesson.number))
    return [replace(lesson, number=place) for place, lesson in enumerate(by_textbook, 1)]


def _declared(environment: Environment, name: str) -> dict[str, str]:
    """The constants that a template sets at its head."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    try:
        return _constants(source)
    except TemplateSyntaxError as problem:
        raise ContractBroken(f"templates/{name}, line {problem.lineno}: {problem.message}") from problem


@lru_cache(_KEPT)
def _constants(source: str) -> dict[str, str]:
    found: dict[str, str] = {}
    head = source.partition("{% block")[0]  # the rest is long, and is compiled when the lesson is opened
    for node in Environment(autoescape=True, extensions=["jinja2.ext.i18n"]).parse(head).body:
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            value = node.node.args[0] if isinstance(node.node, nodes.Call) and node.node.args else node.node
            if isinstance(value, nodes.Const):
                found[node.target.name] = Message(str(value.value), {})  # the template marks it for the catalogues
    return found


def blueprint(think: Think) -> Blueprint:
    """``/lessons``, ``/api/lessons/rank``, ``/api/lessons/match`` and ``/api/lessons/learn``; ``think`` asks bots and
    functions for the lessons."""
    pages = Blueprint("lessons", __name__)
    asked = Buckets(10, 60, _("A lesson is asked at most ten times a second; slow down a little."))

    @pages.get("/lessons")
    def index() -> Response:
        wanted = request.args.get("order", "")
        order = wanted if wanted in ORDERS else chosen_order()
        found = in_order(lessons(current_app.jinja_env), order)
        answer = make_response(render_template("lessons.html", lessons=found, order=order))
        if wanted in ORDERS:
            answer.set_cookie(
                COOKIE, wanted, max_age=_KEPT_SECONDS, path=served("") or "/", secure=request.is_secure, samesite="Lax"
            )
        return answer

    @pages.get("/lessons/<lesson_id>")
    def page(lesson_id: str) -> str:
        known = in_order(lessons(current_app.jinja_env), chosen_order())
        lesson = next((each for each in known if each.id == lesson_id), None)
        if lesson is None:
            raise NoSuchLesson(_("There is no such lesson. The page Lessons lists all of them."))
        after = known[lesson.number] if lesson.number < len(known) else None
        before = known[lesson.number - 2] if lesson.number > 1 else None
        return render_template(
            lesson.template, lesson=lesson, of=len(known), after=after, before=before, engine=Engine(think)
        )

    @pages.post("/api/lessons/rank")
    def rank() -> Response:
        asked.take(who())
        body = json_body()
        settings: Mapping[str, Any] = reading.an_object(body.get("settings") or {})
        return jsonify(ranking(body, settings))

    @pages.post("/api/lessons/match")
    def match() -> Response:
        asked.take(who())
        body = json_body()
        number = reading.a_whole_number
        elo0, elo1 = number(body, "elo0", -400, 399, default=0), number(body, "elo1", -399, 400, default=30)
        if elo0 >= elo1:
            raise Malformed(_("Of the two differences that are tested the first is the smaller."))
        elo, draws = number(body, "elo", -400, 400, default=0), number(body, "draws", 0, 90, default=30)
        return jsonify(lesson_trials.run(elo, draws / 100, number(body, "seed", 0, 999_999, default=0), elo0, elo1))

    @pages.post("/api/lessons/learn")
    def learn() -> Response:
        asked.take(who())
        body = json_body()
        place: dict[str, Any] = {name: body[name] for name in ("game", "options", "position", "moves") if name in body}
        return jsonify(lesson_models.learnt(place, body, think, time.monotonic() + PATIENCE, who()))

    return pages
