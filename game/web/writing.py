"""Where a bot is written: pages with an editor, the templates to begin from, and tries against bots of the program."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from plyground.competitions import position_trials, seasons, templates, trials
from plyground.competitions.fair_queue import AT_ONCE, FairQueue
from plyground.competitions.languages import table
from plyground.competitions.presentation import conditions, public
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import registry
from plyground.core.messages import _
from plyground.sandbox.contract import MEGABYTE
from plyground.sessions.limits import Buckets
from plyground.sessions.reading import a_text
from plyground.web import catalogue
from plyground.web.addresses import served
from plyground.web.exchange import as_file, who
from plyground.web.tried import tried

_TICKET = 40
"""Letters of the name that a page gives its try."""
_TAKES_VERSIONS = ("open", "running", "paused")


def blueprint(store: CompetitionStore) -> Blueprint:
    """``/write``, ``/api/templates`` and ``/api/trials``; games are played by the application's competition service."""
    pages = Blueprint("writing", __name__)
    asked = Buckets(1, 60, _("At most one try a second is taken from one address; slow down a little."))
    queue = FairQueue(tries_at_once)

    @pages.get("/write")
    def choose() -> str:
        return render_template("compete/write.html", games=catalogue.catalogue()["games"])

    @pages.get("/write/<game>")
    def write(game: str) -> str | AnyResponse:
        source = templates.source(game)
        wanted = request.args.get("competition", "")
        contest = seasons.present(store, wanted) if wanted else None
        if contest is not None and contest.game != game:
            return redirect(served(f"/write/{contest.game}?{request.query_string.decode('ascii', 'ignore')}"))
        settings = EventSettings() if contest is None else contest.settings
        data = {
            "game": catalogue.entry(game),
            "template": source,
            "competition": None
            if contest is None
            else _about(contest)
            | {"codes": bool(store.roster.of(contest.id)), "tests": position_trials.count(store, contest)}
            | {"season": seasons.shown(store, contest), "bots": _gone_on(store, contest)},
            "bot": "" if contest is None else _present(store, wanted, request.args.get("bot", "")[:80]),
            "most_source": trials.MOST_SOURCE,
            "most_weights": settings.weights,
            "memory": settings.bounds.memory_bytes // MEGABYTE,
            "languages": _languages(contest),
        }
        return render_template("compete/write_game.html", data=data, world=_world(game), contests=_open(store, game))

    @pages.get("/api/templates/<game>")
    def template(game: str) -> Response:
        language = table.language(request.args.get("language", "") or table.PYTHON.id)
        kind = "text/x-python" if language is table.PYTHON else "text/plain"
        return as_file(templates.source(game, language), kind, f"bot{language.suffixes[0]}", "inline")

    @pages.get("/api/languages")
    def languages() -> Response:
        """What bots may be written in on this server, with versions, and what would install the others."""
        return jsonify(languages=table.shown())

    @pages.post("/api/trials")
    def try_out() -> Response:
        asked.take(who())
        body, learnt = tried()
        wanted = a_text(body, "competition", 80)
        settings = store.get(wanted).settings if wanted else None
        service = current_app.extensions["competition_service"]
        with queue.turn(who(), a_text(body, "ticket", _TICKET)):
            trial = trials.asked(body, lambda: service.sandbox.insist(), learnt(), settings)
            record = service.try_out(trial.task, trial.bundles)
        return jsonify(trials.told(trial, record))

    @pages.get("/api/trials/<ticket>")
    def place(ticket: str) -> Response:
        """Which turn somebody's own try is, by the name that they gave it; 0 once it is played."""
        at, waiting = queue.place(who(), ticket)
        return jsonify(place=at, waiting=waiting)

    return pages


def tries_at_once() -> int:
    """While an event is played tries leave it a worker, however many there are of them."""
    return 1 if current_app.extensions["competition_service"].plays_event() else AT_ONCE


def _world(game_id: str) -> dict[str, Any]:
    """What the reference says of a game that brings none of its own: where it begins, and some moves."""
    game = registry.game(game_id)
    start = game.initial({})
    moves = [game.move_text(start, move) for move in game.legal_moves(start)[:3]]
    return {"position": game.position_text(start), "moves": moves}


def _open(store: CompetitionStore, game: str) -> list[dict[str, Any]]:
    """The competitions of a game that take bots."""
    return [each for each in public.listed(store) if each["game"] == game and each["state"] in _TAKES_VERSIONS]


def _present(store: CompetitionStore, competition: str, bot: str) -> str:
    """What a bot is in the present season, by its id."""
    return next((seasons.present_entry(store, each).id for each in store.entries(competition) if each.id == bot), bot)


def _gone_on(store: CompetitionStore, contest: Competition) -> list[dict[str, Any]]:
    """The bots that have come from the season before, with what they were there."""
    return [{"entry": entry.id, "before": entry.before} for entry in store.entries(contest.id) if entry.before]


def _languages(contest: Competition | None) -> list[dict[str, Any]]:
    """The languages in which a bot can be written on the page, for a competition those that it takes."""
    allowed = () if contest is None else contest.settings.languages
    return [each for each in table.shown() if each["suffix"] and (not allowed or each["id"] in allowed)]


def _about(contest: Competition) -> dict[str, Any]:
    """What the page shows of the competition that the bot is written for, its clock cut to what a try may have."""
    clock = contest.settings.ladder_clock
    return {
        "id": contest.id,
        "title": contest.title,
        "state": contest.state,
        "takes": contest.state in _TAKES_VERSIONS,
        "options": dict(contest.options),
        "conditions": conditions.told(contest),
        "clock": Control(min(clock.base, trials.MOST_BASE), min(clock.increment, trials.MOST_INCREMENT)).as_json(),
    }
