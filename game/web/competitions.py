"""The pages of competitions: the list, one with its table as it stands, its games to replay, its final."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from plyground.competitions.presentation import coming_up, export, public
from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.competitions.rights import Rights
from plyground.competitions.running import schedule
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.web.addresses import served
from plyground.web.exchange import KEEP_FOREVER, as_file, bearer, if_asked, plies, unless_known

MOST_ON_THE_WALL = 24
_PAGES = {
    "enter": "/compete/<>/enter",
    "write": "/write/<>",
    "ladder": "/compete/<>/ladder",
    "final": "/compete/<>/final",
    "live": "/compete/<>/live",
    "bots": "/compete/<>/bots/<>",
    "teach": "/compete/<>/teach",
}
"""The pages of a competition that its own page links to, where this server has them."""


def blueprint(
    store: CompetitionStore, finals: FinalsBroadcast, service: CompetitionService, rights: Rights
) -> Blueprint:
    """``/compete`` and ``/api/competitions``."""
    pages = Blueprint("competitions", __name__)

    @pages.get("/compete")
    def every() -> str:
        return render_template("compete/list.html", competitions=public.listed(store))

    @pages.get("/compete/<competition>")
    def one(competition: str) -> str:
        return render_template("compete/competition.html", shown=public.page(store, competition), links=_links())

    @pages.get("/compete/<competition>/games/<game>")
    def game(competition: str, game: str) -> AnyResponse | str:
        if not public.planned(store, game, competition)["played"]:
            return redirect(served(f"/compete/{competition}/live/{game}"))
        return render_template("compete/game.html", shown=public.replay(store, game, competition), links=_links())

    @pages.get("/api/competitions")
    def list_all() -> Response:
        return jsonify({"competitions": public.listed(store)})

    @pages.get("/api/competitions/<competition>")
    def state(competition: str) -> Response:
        return unless_known(public.page(store, competition))

    @pages.get("/api/competitions/<competition>/standings.csv")
    def table(competition: str) -> Response:
        return as_file(export.as_csv(store, competition), "text/csv", f"plyground-{competition[:40]}.csv")

    @pages.get("/api/competitions/<competition>/games")
    def games(competition: str) -> Response:
        return jsonify(public.games(store, competition, request.args))

    @pages.get("/api/competitions/<competition>/progress")
    def progress(competition: str) -> Response:
        return unless_known(public.progress(store, competition))

    @pages.get("/api/competitions/<competition>/games/<game>")
    def record(competition: str, game: str) -> Response:
        return jsonify(public.replay(store, game, competition))

    @pages.get("/api/competitions/<competition>/games/<game>/notation")
    def notation(competition: str, game: str) -> Response:
        found = public.notation(store, game, competition, request.args.get("form", "json"))
        return as_file(found, "text/plain", f"plyground-{game[:60]}.txt", if_asked())

    @pages.get("/api/competitions/<competition>/games/<game>/views")
    def views(competition: str, game: str) -> Response:
        answer = jsonify(views=list(public.views(store, game, competition, *plies())))
        answer.headers["Cache-Control"] = KEEP_FOREVER
        return answer

    @pages.get("/compete/<competition>/live")
    def live(competition: str) -> str:
        found = store.get(competition)
        shown = {**public.head(found), "games": finals.playing(competition), "seats": schedule.seats_of(found)}
        return render_template("compete/live.html", shown=shown)

    @pages.get("/compete/<competition>/live/<game>")
    def followed(competition: str, game: str) -> AnyResponse | str:
        shown = public.planned(store, game, competition)
        if shown["played"]:
            return redirect(served(f"/compete/{competition}/games/{game}"))
        return render_template("compete/follow.html", shown=shown)

    @pages.get("/api/competitions/<competition>/live")
    def playing(competition: str) -> Response:
        waiting = service.challenges.places(competition)
        return jsonify(games=finals.playing(competition), waiting=sum(place > 0 for place in waiting.values()))

    @pages.get("/watch")
    def watch() -> str:
        return render_template("compete/watch.html", shown=watched(), competitions=public.listed(store))

    @pages.get("/api/watch")
    def watching() -> Response:
        """The featured match with what comes next; who asks watches, and keeps it going."""
        return jsonify(watched())

    @pages.get("/api/watch/games")
    def on_the_wall() -> Response:
        """The games of competitions that are played now, for the wall; to one that is ``idle`` a match is shown."""
        if "idle" in request.args:
            finals.look()
        return jsonify(games=finals.all_playing()[:MOST_ON_THE_WALL])

    def watched() -> dict[str, Any]:
        return finals.look() | {"coming_up": coming_up.announced(store)}

    @pages.get("/api/competitions/<competition>/games/<game>/place")
    def place(competition: str, game: str) -> Response:
        found = public.planned(store, game, competition)
        return jsonify(played=found["played"], place=service.challenges.places(competition).get(game))

    @pages.get("/compete/<competition>/final")
    def final(competition: str) -> str:
        return render_template("compete/final.html", shown=finals.snapshot(competition))

    @pages.get("/api/competitions/<competition>/final")
    def final_state(competition: str) -> Response:
        return jsonify(finals.snapshot(competition))

    @pages.post("/api/competitions/<competition>/final")
    def begin_final(competition: str) -> Response:
        rights.insist_teacher(bearer())
        service.run_final(competition)
        return jsonify(finals.snapshot(competition))

    return pages


def _links() -> dict[str, bool]:
    """Which of ``_PAGES`` there are."""
    known = {re.sub(r"<[^<>]+>", "<>", rule.rule) for rule in current_app.url_map.iter_rules()}
    return {name: path in known for name, path in _PAGES.items()}
