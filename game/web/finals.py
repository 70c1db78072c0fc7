"""The page before which a class watches a competition's final, and what begins the final."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.competitions.rights import Rights
from plyground.competitions.running.service import CompetitionService
from plyground.web.bearer import bearer


def blueprint(finals_broadcast: FinalsBroadcast, service: CompetitionService, rights: Rights) -> Blueprint:
    """``/compete/ID/final`` and ``/api/competitions/ID/final``."""
    pages = Blueprint("finals", __name__)

    @pages.get("/compete/<competition>/final")
    def page(competition: str) -> str:
        return render_template("compete/final.html", shown=finals_broadcast.snapshot(competition))

    @pages.get("/api/competitions/<competition>/final")
    def state(competition: str) -> Response:
        return jsonify(finals_broadcast.snapshot(competition))

    @pages.post("/api/competitions/<competition>/final")
    def begin(competition: str) -> Response:
        rights.insist_teacher(bearer())
        service.run_final(competition)
        return jsonify(finals_broadcast.snapshot(competition))

    return pages
