"""The addresses of classes: open one, come in, the teacher's page, the projector's, and the results to take home."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.classroom import register
from plyground.classroom.registry import ClassRegistry
from plyground.core.refusals import NoSuchClass
from plyground.web.catalogue import catalogue
from plyground.web.exchange import as_file, bearer, who


def blueprint(classes: ClassRegistry) -> Blueprint:
    """``/class`` and ``/api/classes``."""
    pages = Blueprint("classroom", __name__)

    def page(template: str, code: str) -> str:
        """A page of a class; whether there is one with this code is told by the socket alone, where guesses count."""
        wanted = register.normal_code(code)
        if not wanted:
            raise NoSuchClass("The code of a class has six characters, letters and digits.")
        return render_template(f"class/{template}.html", code=wanted, games=catalogue()["games"])

    @pages.get("/class")
    def door() -> str:
        return render_template("class/open.html")

    @pages.get("/class/<code>")
    def student(code: str) -> str:
        return page("student", code)

    @pages.get("/class/<code>/wall")
    def wall(code: str) -> str:
        return page("wall", code)

    @pages.get("/class/<code>/teach")
    def teach(code: str) -> str:
        return page("teach", code)

    @pages.post("/api/classes")
    def open_class() -> tuple[Response, int]:
        return jsonify(classes.open(who())), 201

    @pages.get("/api/classes/<code>/scores.csv")
    def scores(code: str) -> Response:
        return as_file(classes.scores(code, bearer(), who()), "text/csv", f"class-{code[:6]}.csv")

    return pages
