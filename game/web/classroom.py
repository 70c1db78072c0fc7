"""The addresses of classes: open one, come in, the teacher's page, the projector's, the results; and worksheets.

Whoever knows the seed of a free sheet has its key. The sheet of a class tells no seed, and its key is the teacher's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, render_template, request
from markupsafe import Markup

from plyground.classroom import register
from plyground.classroom.registry import Classes
from plyground.classroom.worksheet import LAST_SEED, MOST_TASKS, Sheet, read_sheet
from plyground.core.messages import _
from plyground.core.refusals import NoSuchClass, NotTeacher
from plyground.sessions.limits import Buckets
from plyground.sessions.question import Board
from plyground.sessions.reading import a_number_typed
from plyground.web.addresses import served
from plyground.web.answer_keys import AnswerKeys
from plyground.web.catalogue import catalogue
from plyground.web.exchange import as_table, bearer, form_fields, in_pieces, nodes_asked, who

_MOST = 10_000_000
"""Steps of a trace that are counted."""


def blueprint(classes: Classes, key: AnswerKeys) -> Blueprint:
    """``/class`` and ``/api/classes``."""
    pages = Blueprint("classroom", __name__)
    made = Buckets(5, 40, _("Worksheets are made at most five times a second; slow down a little."))

    def show(sheet: Sheet, wanted: bool, **more: Any) -> str:
        made.take(who())
        tasks = sheet.tasks
        known = (
            key.of([None if task.answer else task.board for task in tasks], who()) if wanted else [None] * len(tasks)
        )
        answers = [(task, task.answer or found if wanted else None) for task, found in zip(tasks, known, strict=True)]
        return render_template(
            "class/worksheet.html", sheet=sheet, tasks=answers, key=wanted, games=catalogue()["games"],
            last_seed=LAST_SEED, most_tasks=MOST_TASKS, picture=_picture, board=_board, **more,
        )  # fmt: skip

    def page(template: str, code: str) -> str:
        """A page of a class; whether there is one with this code is told by the socket alone, where guesses count."""
        wanted = register.normal_code(code)
        if not wanted:
            raise NoSuchClass(_("The code of a class has six characters, letters and digits."))
        return render_template(f"class/{template}.html", code=wanted, games=catalogue()["games"])

    @pages.get("/class")
    def door() -> str:
        return render_template("class/open.html")

    for template, end in (("student", ""), ("wall", "/wall"), ("teach", "/teach")):
        pages.add_url_rule(f"/class/<code>{end}", template, partial(page, template))

    @pages.post("/api/classes")
    def open_class() -> tuple[Response, int]:
        opened = classes.open(who())
        return jsonify({**opened, "url": served(opened["url"])}), 201

    @pages.get("/api/classes/<code>/scores.csv")
    def scores(code: str) -> Response:
        return as_table(classes.scores(code, bearer(), who()), f"class-{code[:6]}.csv")

    @pages.get("/api/classes/<code>/stage/<name>")
    def stage(code: str, name: str) -> Response:
        first = a_number_typed(request.args, "from", 0, _MOST, 0)
        return in_pieces(classes.stage(code, name, "trace", [first], who()))

    @pages.get("/api/classes/<code>/stage/<name>/words")
    def stage_words(code: str, name: str) -> Response:
        first = a_number_typed(request.args, "from", 0, _MOST, 0)
        count = a_number_typed(request.args, "count", 0, _MOST, 100)
        return jsonify(classes.stage(code, name, "words", [first, count], who()))

    @pages.get("/api/classes/<code>/stage/<name>/views")
    def stage_views(code: str, name: str) -> Response:
        return jsonify(classes.stage(code, name, "views", nodes_asked(), who()))

    @pages.get("/class/worksheet")
    def free() -> str:
        wanted = _wants_key()
        return show(read_sheet(request.args), wanted, other=_other(wanted))

    @pages.get("/class/<code>/worksheet")
    def of_class(code: str) -> str:
        if _wants_key():
            sentence = _("The answer key of a class is for its teacher: open it on the teacher’s page of the class.")
            raise NotTeacher(sentence)
        room = classes.about(code, who())
        return show(_own(room, request.args), False, code=room["code"], other="")

    @pages.post("/class/<code>/worksheet")
    def key_of_class(code: str) -> str:
        """The key. The teacher's token comes in a form, not in the address, which others read and browsers keep."""
        fields = form_fields().to_dict()
        token = fields.pop("token", "")
        room = classes.about(code, who(), token)
        sheet = served(f"/class/{room['code']}/worksheet?{urlencode(fields)}")
        return show(_own(room, fields), True, code=room["code"], token=token, other=sheet)

    return pages


def _wants_key() -> bool:
    return request.args.get("key", "") not in ("", "0")


def _own(room: Mapping[str, Any], fields: Mapping[str, str]) -> Sheet:
    """The sheet of a class, whatever seed the fields name."""
    return read_sheet({name: value for name, value in fields.items() if name != "seed"}, room["seed"], room["game"])


def _picture(board: Board) -> Markup:
    """The JSON of a tree's picture that stands in a page."""
    return view_json(board.view)


def _board(board: Board) -> Markup:
    """The JSON of a board to look at, with the names of its squares."""
    return board_json(board.view, board.options)


def view_json(view: dict[str, Any]) -> Markup:
    """The JSON of a picture that stands in a page."""
    return _json({"view": view, "last": None})


def board_json(view: dict[str, Any], options: dict[str, Any]) -> Markup:
    """The JSON of a board to look at."""
    return _json({"view": {**view, "moves": []}, "options": options})


def _json(value: dict[str, Any]) -> Markup:
    return Markup(json.dumps(value).replace("<", "\\u003c"))


def _other(key: bool) -> str:
    """The address of the free sheet for a key, of the key for a sheet."""
    fields = {name: value for name, value in request.args.items() if name != "key"}
    return served(f"/class/worksheet?{urlencode(fields if key else {**fields, 'key': '1'})}")
