"""The addresses that programs use, and pages behind the scenes: games, positions, replays, traces of the lab, maps.

Maps that are too large to travel with every view are fetched once by content hash.
"""

from __future__ import annotations

import hashlib
import json
import math
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Maps
from plyground.core.messages import _
from plyground.core.refusals import Malformed, NoSuchMap
from plyground.sessions import device_games, own_games
from plyground.sessions.files import GivenFile
from plyground.sessions.lab import Lab
from plyground.sessions.limits import Buckets, OfKeeping
from plyground.sessions.lobby import Lobby
from plyground.sessions.reading import a_number_typed, long_ones
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import Created
from plyground.sessions.studies import SECONDS as STUDY_SECONDS
from plyground.sessions.studies import Studies
from plyground.sessions.visitors import address_of
from plyground.web import addresses, forms
from plyground.web.addresses import Here, served
from plyground.web.catalogue import all_samples, catalogue
from plyground.web.compression import without_secret
from plyground.web.exchange import (
    KEEP_FOREVER,
    as_file,
    form_fields,
    if_asked,
    json_body,
    nodes_asked,
    one_by_one,
    plies,
    unless_known,
    who,
)
from plyground.web.trees import searched

FORM_KINDS = {"application/x-www-form-urlencoded", "multipart/form-data"}
LARGEST_MAP = 2_000_000 + 1_000
"""Bytes that are read of a map; what is larger is refused before it is looked at."""
_PIECE, _YEAR = 25_000, 365 * 86_400.0
"""Bytes of a map that are counted as one thing that is kept, and the time for which: maps stay."""
_MOST = 10**9


def blueprint(lobby: Lobby, lab: Lab, here: Here) -> Blueprint:
    """All of them; ``here`` tells where others find this server."""
    api = Blueprint("api", __name__)
    trees = Buckets(10, 40, _("Trees are checked at most ten times a second; slow down a little."))
    maps = Buckets(0.5, 20, _("At most thirty maps a minute are taken; wait a moment."))
    handing = Buckets(0.2, 10, _("Too many codes were made or tried from here; wait a minute."))
    sharing = Buckets(1 / 30, 20, _("At most two studies a minute are shared from here; wait a minute."))
    lasting = OfKeeping(STUDY_SECONDS)
    studies = Studies(lobby.store.database)
    pieces = OfKeeping(_YEAR)
    replays = Buckets(5, 60, _("Too many games were pasted from here; wait a moment."))

    @lru_cache(maxsize=1_000)
    def make_room(visitors_address: str, size: int, content: bytes) -> None:
        """Count the room that a map takes for an address, once for the same map: a class may give one. Raises
        ``TooFast``."""
        pieces.take(visitors_address, math.ceil(size / _PIECE))

    def made(created: Created, as_form: bool) -> AnyResponse:
        if as_form:
            return redirect(served(created.url), 303)
        answer = make_response(jsonify({**created.as_json(), "url": served(created.url)}), 201)
        answer.headers["Location"] = served(created.url)
        return answer

    @api.post("/games")
    def make_game() -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        spec = forms.spec_from_form(form_fields()) if as_form else json_body()
        return made(lobby.create(spec, who()), as_form)

    @api.post("/api/games/<game_id>/continue")
    def continue_game(game_id: str) -> AnyResponse:
        as_form = request.mimetype in FORM_KINDS
        body: dict[str, Any] = dict(form_fields()) if as_form else json_body()
        if as_form and body.get("ply"):
            body["ply"] = forms.number("ply", body["ply"], int)
        return made(lobby.continue_from(game_id, body, who()), as_form)

    @api.get("/api/own-games")
    def own() -> Response:
        replays.take(who())
        game = request.args.get("game", "")[:40]
        if not game:
            return jsonify(games=own_games.counted(lobby.store, who()))
        return Response(own_games.written(lobby.store, who(), game), mimetype="application/x-ndjson")

    @api.get("/api/games/<game_id>")
    def snapshot(game_id: str) -> Response:
        return jsonify(lobby.snapshot(game_id))

    @api.get("/api/games/<game_id>/views")
    def views(game_id: str) -> Response:
        return one_by_one("views", lobby.views(game_id, *plies()))

    @api.get("/api/games/<game_id>/record")
    def record(game_id: str) -> Response:
        found = json.dumps(lobby.record(game_id), indent=1, ensure_ascii=False) + "\n"
        return as_file(found, "application/json", f"plyground-{game_id}.json", if_asked())

    @api.get("/api/games/<game_id>/notation")
    def notation(game_id: str) -> Response:
        found = lobby.notation(game_id, request.args.get("form", ""))
        return as_file(found, "text/plain", f"plyground-{game_id}.txt", if_asked())

    @api.get("/api/live")
    def live() -> Response:
        return jsonify(games=lobby.live())

    @api.get("/api/open")
    def open_games() -> Response:
        return jsonify(games=lobby.open_games.listed(who()))

    @api.post("/api/open/<game_id>/take")
    def take_seat(game_id: str) -> AnyResponse:
        replays.take(who())
        url = served(lobby.open_games.take(game_id, who()))
        return redirect(url, 303) if request.mimetype in FORM_KINDS else jsonify(url=url)

    @api.post("/api/open/<game_id>/withdraw")
    def unlist(game_id: str) -> Response:
        lobby.open_games.unlist(game_id, who())
        return jsonify(ok=True)

    @api.post("/api/games/cards")
    def cards() -> Response:
        replays.take(who())
        return jsonify(games=device_games.cards(lobby, json_body()))

    @api.post("/api/handovers")
    def give_list() -> tuple[Response, int]:
        handing.take(who())
        return jsonify(lobby.handovers.give(json_body(), who())), 201

    @api.post("/api/handovers/take")
    def take_list() -> Response:
        handing.take(who())
        return jsonify(lobby.handovers.take(json_body()))

    @api.post("/api/studies")
    def keep_study() -> tuple[Response, int]:
        sharing.take(who())
        lasting.take(who())
        return jsonify(studies.keep(json_body())), 201

    @api.get("/api/studies/<study>")
    def study(study: str) -> Response:
        replays.take(who())
        return jsonify(studies.get(study))

    @api.get("/api/catalogue")
    def whole_catalogue() -> Response:
        return jsonify(catalogue())

    @api.post("/api/position")
    def position() -> Response:
        return without_secret(jsonify(lobby.check_position(json_body(), who())))

    @api.post("/api/tree")
    def tree() -> Response:
        trees.take(who())
        return without_secret(jsonify(searched(json_body())))

    @api.post("/api/replays")
    def replay() -> Response:
        replays.take(who())
        return without_secret(jsonify(PastedGame(json_body()).as_json()))

    @api.post("/api/replays/views")
    def replay_views() -> Response:
        replays.take(who())
        return without_secret(jsonify(views=list(PastedGame(json_body()).views(*plies()))))

    @api.post("/api/collections")
    def listed_file() -> Response:
        replays.take(who())
        content, game = request.get_data(), request.args.get("game", "")[:40]
        form = request.args.get("form", "")
        with long_ones(content):
            given = GivenFile.read(content, game)
            if not form:
                return one_by_one("games", given.games(), **given.about())
            return as_file(given.written(form), "application/octet-stream", f"plyground-games.{form[:20]}")

    @api.get("/qr.svg")
    def code() -> Response:
        answer = Response(addresses.code_svg(here(), request.args.get("path", "")), mimetype="image/svg+xml")
        answer.headers["Cache-Control"] = "private, max-age=300"
        return answer

    @api.get("/api/address")
    def address() -> Response:
        return jsonify(base=here())

    @api.get("/health")
    def health() -> Response:
        return jsonify(lobby.health())

    @api.get("/api/lab/samples")
    def samples() -> Response:
        return unless_known(all_samples())

    @api.post("/api/lab/look")
    def look() -> Response:
        return without_secret(jsonify(lab.look(json_body(), who())))

    @api.post("/api/lab/estimate")
    def estimate() -> Response:
        return jsonify(lab.estimate(json_body(), who()))

    @api.post("/api/lab/ideas")
    def ideas() -> Response:
        return jsonify(lab.ideas(json_body(), who()))

    @api.post("/api/lab/trace")
    def trace() -> tuple[Response, int]:
        return jsonify(lab.trace(json_body(), who())), 201

    @api.get("/api/lab/trace/<key>")
    def send_trace(key: str) -> Response:
        answer = make_response(lab.packed(key, who()))
        answer.mimetype = "application/json"
        answer.headers["Content-Encoding"] = "deflate"
        answer.headers["Cache-Control"] = KEEP_FOREVER
        return answer

    @api.get("/api/lab/trace/<key>/words")
    def trace_words(key: str) -> Response:
        first = a_number_typed(request.args, "from", 0, _MOST, 0)
        return jsonify(lab.words(key, first, a_number_typed(request.args, "count", 0, _MOST, 100), who()))

    @api.get("/api/lab/trace/<key>/views")
    def trace_views(key: str) -> Response:
        return jsonify(lab.views(key, nodes_asked(), who()))

    @api.get("/api/maps/<content>")
    def send_map(content: str) -> Response:
        for library in _libraries(""):
            try:
                text = library.text(content)
            except Refusal:
                continue
            answer = make_response(text)
            answer.mimetype = "application/json"
            found = hashlib.sha256(text.encode()).hexdigest()[:32]
            answer.headers["Cache-Control"] = KEEP_FOREVER if found == content else "no-cache"
            answer.set_etag(found)
            answer.make_conditional(request)
            return answer
        raise NoSuchMap(_("There is no such map on this server."))

    @api.post("/api/maps")
    def keep_map() -> tuple[Response, int]:
        maps.take(who())
        request.max_content_length = LARGEST_MAP
        libraries = _libraries(request.args.get("game", ""))
        if not libraries:
            raise Malformed(_("This game is not played on maps."))
        data = request.get_data()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Malformed(_("A map is a text file in UTF-8; this file is not.")) from None
        make_room(address_of(who()), len(data), hashlib.sha256(data).digest())
        with long_ones(text):
            return jsonify(libraries[0].keep(text)), 201

    return api


def _libraries(game_id: str) -> list[Maps]:
    """Where the maps of a game are kept, or with an empty id those of all games."""
    games = [registry.game(game_id)] if game_id else list(registry.games().values())
    return [game.maps for game in games if game.maps is not None]
