"""The teacher's report, the tests of a competition, and tests that an author tries before handing in."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from plyground.competitions import position_trials
from plyground.competitions.fair_queue import FairQueue
from plyground.competitions.grading import LONGEST
from plyground.competitions.positions import adding
from plyground.competitions.presentation import teacher_report
from plyground.competitions.rights import Rights
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core import knowledge, registry
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.sessions import reading
from plyground.sessions.limits import Buckets
from plyground.web.exchange import as_file, json_body, unless_known, who
from plyground.web.owners import teachers
from plyground.web.tried import tried
from plyground.web.writing import tries_at_once

_ROOT = "/api/competitions/<competition>"
_MOST_AT_ONCE = 20
"""Puzzles that are taken at a time."""


def blueprint(store: CompetitionStore, service: CompetitionService, rights: Rights) -> Blueprint:
    """``/compete/ID/teach/report``, and below ``/api/competitions/ID`` the ``report``, ``tests`` and ``tests/try``."""
    pages = Blueprint("reporting", __name__)
    asked = Buckets(1 / 2, 10, _("At most one try a second is taken from one address; slow down a little."))
    queue = FairQueue(tries_at_once)

    insist = teachers(store, rights)

    def shown(competition: str) -> Response:
        return unless_known(teacher_report.report(store, competition))

    @pages.get("/compete/<competition>/teach/report")
    def page(competition: str) -> str:
        found = store.get(competition)
        kinds = knowledge.of(registry.game(found.game)).puzzles.kinds
        own = adding.fitting(found)
        puzzles = [
            {"kind": name, "title": kind.title, "count": sum(each.kind == name for each in own)}
            for name, kind in kinds.items()
        ]
        given = {
            "id": found.id,
            "title": found.title,
            "game": found.game,
            "options": dict(found.options),
            "puzzles": [each for each in puzzles if each["count"]],
        }
        return render_template("compete/teach_report.html", given=given)

    @pages.get(f"{_ROOT}/report")
    def report(competition: str) -> Response:
        return shown(insist(competition))

    @pages.get(f"{_ROOT}/report.csv")
    def table(competition: str) -> Response:
        found, which = insist(competition), request.args.get("table", "students")
        if which not in teacher_report.TABLES:
            raise Malformed(_("A table is one of {tables}.", tables=", ".join(teacher_report.TABLES)))
        return as_file(teacher_report.as_csv(store, found, which), "text/csv", f"plyground-{found}-{which}.csv")

    @pages.post(f"{_ROOT}/report/formula")
    def formula(competition: str) -> Response:
        found = insist(competition)
        teacher_report.set_formula(store, found, reading.a_text(json_body(), "formula", 10 * LONGEST))
        return shown(found)

    @pages.post(f"{_ROOT}/tests")
    def add(competition: str) -> Response:
        found = insist(competition)
        adding.add(store, found, json_body())
        service.positions.changed(found)
        return shown(found)

    @pages.post(f"{_ROOT}/tests/puzzles")
    def take(competition: str) -> Response:
        found, body = insist(competition), json_body()
        kind = reading.a_text(body, "kind", 40)
        grade = reading.a_whole_number(body, "grade", 0, 6, default=0)
        count = reading.a_whole_number(body, "count", 1, _MOST_AT_ONCE, default=5)
        seed = len(store.positions.of(found))
        adding.from_puzzles(store, found, kind, grade, count, reading.a_flag(body, "hidden", False), seed)
        service.positions.changed(found)
        return shown(found)

    @pages.post(f"{_ROOT}/tests/<test>/remove")
    def remove(competition: str, test: str) -> Response:
        found = insist(competition)
        adding.remove(store, found, test)
        return shown(found)

    @pages.post(f"{_ROOT}/tests/try")
    def try_tests(competition: str) -> Response:
        """What a source does in the public tests; nothing of it is kept."""
        found = store.get(competition)
        asked.take(who())
        body, learnt = tried()
        with queue.turn(who(), reading.a_text(body, "ticket", 40)):
            trial = position_trials.asked(found, store, body, lambda: service.sandbox.insist(), learnt())
            return jsonify(position_trials.told(found, trial, service.try_out))

    return pages
