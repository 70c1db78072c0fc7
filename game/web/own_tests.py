"""For the owner of a bot: its worst moves by the review, and the tests that are made of them."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from plyground.competitions.positions import adding
from plyground.competitions.presentation.worst_moves import WorstMoves
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.sessions.reading import a_text, a_whole_number
from plyground.web.exchange import json_body, who
from plyground.web.owners import Owners

_MOST = 10**6


def blueprint(store: CompetitionStore, worst: WorstMoves, service: CompetitionService, owners: Owners) -> Blueprint:
    """``worst`` and ``tests`` below ``/api/competitions/ID/bots/ENTRY``, with the owner's key."""
    pages = Blueprint("own_tests", __name__)

    @pages.get("/api/competitions/<competition>/bots/<entry>/worst")
    def worst_of(competition: str, entry: str) -> Response:
        return jsonify(worst.of(owners.insist(competition, entry)))

    @pages.post("/api/competitions/<competition>/bots/<entry>/tests")
    def make(competition: str, entry: str) -> tuple[Response, int]:
        found, body = owners.insist(competition, entry), json_body()
        ply = a_whole_number(body, "ply", 1, _MOST)
        worst.make_test(found, a_text(body, "game", 96, required=True), ply, who())
        service.submitted(found.competition)  # which has whoever runs the competition ask its versions
        return jsonify(worst.of(found)), 201

    @pages.post("/api/competitions/<competition>/bots/<entry>/tests/<test>/remove")
    def remove(competition: str, entry: str, test: str) -> Response:
        found = owners.insist(competition, entry)
        adding.remove(store, found.competition, test, found.id)
        return jsonify(worst.of(found))

    return pages
