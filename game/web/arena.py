"""What makes people return to a competition: its pairings, games worth seeing, commentaries; and what the teacher may
want to look at twice."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from plyground.competitions.presentation import collusion, pairing_view
from plyground.competitions.presentation.worth_seeing import WorthSeeing
from plyground.competitions.rights import Rights
from plyground.competitions.store import CompetitionStore
from plyground.web.exchange import bearer, unless_known, who


def blueprint(store: CompetitionStore, worth: WorthSeeing, rights: Rights) -> Blueprint:
    """``/compete/ID/pairs/ONE/OTHER``, and below ``/api/competitions/ID`` ``pairs``, ``worth``, the ``commentary`` of a
    game, and ``teach/twice``."""
    pages = Blueprint("arena", __name__)

    @pages.get("/compete/<competition>/pairs/<one>/<other>")
    def pairing_page(competition: str, one: str, other: str) -> str:
        shown = pairing_view.pairing(store, competition, one, other)
        return render_template("compete/pairing.html", shown=shown)

    @pages.get("/api/competitions/<competition>/pairs/<one>/<other>")
    def pairing(competition: str, one: str, other: str) -> Response:
        return unless_known(pairing_view.pairing(store, competition, one, other))

    @pages.get("/api/competitions/<competition>/worth")
    def worth_seeing(competition: str) -> Response:
        return unless_known({"games": worth.shown(competition)})

    @pages.get("/api/competitions/<competition>/games/<game>/commentary")
    def commentary(competition: str, game: str) -> Response:
        return jsonify(worth.commentary(competition, game))

    @pages.post("/api/competitions/<competition>/games/<game>/commentary")
    def ask(competition: str, game: str) -> Response:
        return jsonify(worth.commentary(competition, game, who(), ask=True))

    @pages.get("/api/competitions/<competition>/teach/twice")
    def twice(competition: str) -> Response:
        rights.insist_teacher(bearer())
        return jsonify(collusion.report(store, store.get(competition).id))

    return pages
