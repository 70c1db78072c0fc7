"""The course: its units on pages to read and to print, plans to copy, their sheets, and the lecturer's handbook."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from plyground.classroom.course import handbook
from plyground.classroom.course.units import Unit, Which, unit, units
from plyground.classroom.plans import files
from plyground.classroom.plans.asking import heading
from plyground.core import json_text, registry
from plyground.core.messages import _
from plyground.core.refusals import NoSuchUnit
from plyground.exercises import catalogue as exercises
from plyground.sessions.limits import Buckets
from plyground.web import planning
from plyground.web.answer_keys import AnswerKeys
from plyground.web.exchange import who
from plyground.web.lessons import in_order, lessons

PLANS = ("class", "homework")


def blueprint(keys: AnswerKeys) -> Blueprint:
    """``/course`` and ``/api/course``."""
    pages = Blueprint("course", __name__)
    looks = Buckets(10, 150, _("The course is looked at at most ten times a second; slow down a little."))

    @pages.get("/course")
    def index() -> str:
        return render_template("course/list.html", units=units())

    @pages.get("/course/handbook")
    def lecturers() -> str:
        return render_template("course/handbook.html", sections=handbook.sections())

    @pages.get("/course/<name>")
    def page(name: str) -> str:
        looks.take(who())
        found, known = unit(name), units()
        headings = {which: [heading(each) for each in said(found, which)["entries"]] for which in PLANS}
        return render_template(
            "course/unit.html", unit=found, of=len(known), headings=headings, exercises=_exercises(found),
            lessons=_lessons(found), competition=_competition(found),
            before=known[found.number - 2] if found.number > 1 else None,
            after=known[found.number] if found.number < len(known) else None,
        )  # fmt: skip

    @pages.get("/course/<name>/<which>/sheet")
    def sheet(name: str, which: str) -> str:
        looks.take(who())
        return planning.sheet_of(said(unit(name), which), keys if "key" in request.args else None)

    @pages.get("/api/course/<name>/<which>")
    def plan(name: str, which: str) -> Response:
        looks.take(who())
        return jsonify(plan=said(unit(name), which))

    return pages


def said(found: Unit, which: str) -> files.Plan:
    """A plan of a unit in the language of whoever asks, as a teacher's own; raises ``NoSuchUnit``."""
    if which not in PLANS:
        raise NoSuchUnit(_("A unit has a plan for the class and one for homework."))
    raw = found.plans[cast(Which, which)]
    return files.read_plan(json_text.read(current_app.json.dumps(raw)))


def _lessons(found: Unit) -> list[Any]:
    known = {each.id: each for each in in_order(lessons(current_app.jinja_env), "textbook")}
    return [known[each] for each in found.lessons]


def _exercises(found: Unit) -> list[dict[str, Any]]:
    """The exercises in code of both plans, each once."""
    asked = {
        (entry["game"], entry["exercise"]): None
        for which in PLANS
        for entry in found.plans[cast(Which, which)]["entries"]
        if entry["kind"] == "exercise"
    }
    told = []
    for game_id, name in asked:
        game = registry.game(game_id)
        each = exercises.exercise(name, game)
        title = _("{title}, in {game}", title=_(each.title), game=game.spec.title)
        told.append({"title": title, "address": f"/exercises/{game_id}#{name}"})
    return told


def _competition(found: Unit) -> str:
    """The address of the form of a new competition, filled in; "" where the unit has none."""
    if not found.competition:
        return ""
    fields = json_text.read(current_app.json.dumps(found.competition))
    words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in fields.items()}
    return f"/compete/teach#{urlencode({'new': '1', **words})}"
