"""Maps that are too large to travel with every view: fetched once by content hash, and given by people as files."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, request

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Maps
from plyground.core.refusals import Malformed, NoSuchMap
from plyground.sessions.limits import Buckets
from plyground.web.exchange import KEEP_FOREVER, who

LARGEST_MAP = 2_000_000 + 1_000
"""Bytes that are read of a map; what is larger is refused before it is looked at."""


def blueprint() -> Blueprint:
    """``/api/maps``, for the games that have maps."""
    maps = Blueprint("maps", __name__)
    given = Buckets(0.5, 20, "At most thirty maps a minute are taken; wait a moment.")

    @maps.get("/api/maps/<content>")
    def send(content: str) -> Response:
        for library in _libraries(""):
            try:
                text = library.text(content)
            except Refusal:
                continue
            answer = make_response(text)
            answer.mimetype = "application/json"
            answer.headers["Cache-Control"] = KEEP_FOREVER
            answer.set_etag(content)
            answer.make_conditional(request)
            return answer
        raise NoSuchMap("There is no such map on this server.")

    @maps.post("/api/maps")
    def keep() -> tuple[Response, int]:
        given.take(who())
        request.max_content_length = LARGEST_MAP
        libraries = _libraries(request.args.get("game", ""))
        if not libraries:
            raise Malformed("This game is not played on maps.")
        try:
            text = request.get_data().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Malformed("A map is a text file in UTF-8; this file is not.") from None
        return jsonify(libraries[0].keep(text)), 201

    return maps


def _libraries(game_id: str) -> list[Maps]:
    """Where the maps of a game are kept, or with an empty id those of all games."""
    games = [registry.game(game_id)] if game_id else list(registry.games().values())
    return [game.maps for game in games if game.maps is not None]
