"""Plans of a teacher's own: the page where they are made, keeping and changing them, and their sheets to print."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from plyground.classroom.plans import files, moodle
from plyground.classroom.plans.asking import heading, needs_search, question_of, shown
from plyground.classroom.plans.entries import LONGEST_LINE, LONGEST_TEXT, Entry, read_entry
from plyground.classroom.plans.store import SECONDS, Plans
from plyground.core import json_text, registry
from plyground.core.messages import _
from plyground.core.refusals import BadPlan, Malformed
from plyground.exercises import catalogue as exercises
from plyground.puzzles import keeping, walking
from plyground.sessions import reading
from plyground.sessions.limits import Buckets, OfKeeping
from plyground.sessions.question import Answer, Question
from plyground.web.addresses import served
from plyground.web.answer_keys import AnswerKeys
from plyground.web.catalogue import catalogue
from plyground.web.classroom import board_json, view_json
from plyground.web.exchange import as_file, bearer, json_body, who
from plyground.web.puzzling import listed

LARGEST_BODY = 4 * files.LARGEST
"""Bytes of a request with a plan: a letter may take four."""
_LAST_REVISION = 10**9


def blueprint(plans: Plans, keys: AnswerKeys) -> Blueprint:
    """``/class/plans`` and ``/api/plans``."""
    pages = Blueprint("planning", __name__)
    looks = Buckets(10, 150, _("Plans are looked at at most ten times a second; slow down a little."))
    kept = Buckets(1 / 10, 30, _("At most six new plans a minute are kept from here; wait a minute."))
    lasting = OfKeeping(SECONDS)

    def body() -> dict[str, Any]:
        looks.take(who())
        request.max_content_length = LARGEST_BODY
        return json_body()

    @pages.get("/class/plans")
    @pages.get("/class/plans/<plan>")
    def page(plan: str = "") -> str:
        data = {"games": [{**each, "exercises": _exercises(each["id"])} for each in catalogue()["games"]],
                "puzzles": [{"value": each["id"], "title": each["title"]} for each in listed()],
                "plan": plan, "longest": LONGEST_TEXT, "line": LONGEST_LINE}  # fmt: skip
        return render_template("class/plans.html", data=data)

    @pages.post("/api/plans")
    def keep() -> tuple[Response, int]:
        plan = files.read_plan(body().get("plan"))
        kept.take(who())
        lasting.take(who())
        made = plans.keep(plan)
        return jsonify({**made, "url": served(f"/class/plans/{made['id']}#k={made['key']}")}), 201

    @pages.get("/api/plans/<plan>")
    def get(plan: str) -> Response:
        looks.take(who())
        found, revision = plans.get(plan)
        return jsonify(plan=found, revision=revision, headings=[heading(each) for each in found["entries"]])

    @pages.post("/api/plans/<plan>")
    def change(plan: str) -> Response:
        fields = body()
        found = files.read_plan(fields.get("plan"))
        revision = reading.a_whole_number(fields, "revision", 1, _LAST_REVISION)
        return jsonify(revision=plans.change(plan, bearer(), found, revision))

    @pages.post("/api/plans/<plan>/delete")
    def delete(plan: str) -> Response:
        looks.take(who())
        plans.delete(plan, bearer())
        return jsonify(ok=True)

    @pages.post("/api/plans/read")
    def read() -> Response:
        looks.take(who())
        request.max_content_length = LARGEST_BODY
        content = request.get_data()
        if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            plan, left_out = moodle.read(content)
            return jsonify(plan=plan, left_out=left_out)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadPlan(_("A plan is a text file in UTF-8; this file is not.")) from None
        return jsonify(plan=files.read_file(text), left_out=[])

    @pages.post("/api/plans/moodle")
    def moodle_file() -> Response:
        plan = files.read_plan(body().get("plan"))
        answers = _found([question_of(each) for each in plan["entries"]], keys)
        content = moodle.written(plan, answers, current_app.extensions["languages"].translated)
        return as_file(content, "application/xml", "plyground-questions.xml")

    @pages.post("/api/plans/entry")
    def look() -> Response:
        entry = read_entry(body().get("entry"))
        return jsonify(entry=entry, shown=shown(entry))

    @pages.post("/class/plans/sheet")
    def sheet() -> str:
        looks.take(who())
        request.max_content_length = request.max_form_memory_size = LARGEST_BODY
        try:
            given = json_text.read(request.form.get("plan", ""))
        except ValueError:
            raise Malformed(_("The request holds no JSON that is read here.")) from None
        return sheet_of(files.read_plan(given), keys if request.form.get("key") else None)

    return pages


def sheet_of(plan: files.Plan, keys: AnswerKeys | None) -> str:
    """A plan's page to print, with ``keys`` that of its answers."""
    return render_template(
        "class/plan_sheet.html", plan=plan, given=files.written(plan), key=keys is not None,
        tasks=_tasks(plan["entries"], keys), picture=view_json, board=board_json, pictured=_pictured,
    )  # fmt: skip


def _tasks(entries: list[Entry], keys: AnswerKeys | None) -> list[dict[str, Any]]:
    """What stands on the sheet: each entry with its question, its answer where there are ``keys``, and its number."""
    questions = [question_of(entry) for entry in entries]
    found: list[Answer | None] = _found(questions, keys) if keys is not None else [None] * len(entries)
    tasks, number = [], 0
    for entry, question, answer in zip(entries, questions, found, strict=True):
        asked = entry["kind"] in ("question", "puzzle", "exercise")
        number += asked
        known = question.answer if question is not None and question.answer is not None else answer
        about = shown(entry) if question is None else None
        board = question.board if question is not None else None
        tasks.append({"entry": entry, "question": question, "answer": known, "number": number if asked else None,
                      "about": about, "board": board, "heading": heading(entry), "moves": _moves(entry)})  # fmt: skip
    return tasks


def _moves(entry: Entry) -> int:
    """How many moves an entry asks for."""
    return walking.to_find(keeping.find(entry["game"], entry["puzzle"])) if entry["kind"] == "puzzle" else 1


def _found(questions: list[Question | None], keys: AnswerKeys) -> list[Answer | None]:
    """What the search says of the questions whose answer only it can find; None of the others."""
    return keys.of([each.board if each is not None and needs_search(each) else None for each in questions], who())


def _pictured(question: Question) -> bool:
    """Whether a question's board is drawn as a picture, since nothing is chosen on it."""
    return question.kind != "move"


def _exercises(game_id: str) -> list[dict[str, str]]:
    game = registry.game(game_id)
    return [{"value": each.id, "title": _(each.title)} for each in exercises.fitting(game)]
