"""The teacher administers competitions over http: makes, runs and deletes them, sees to bots, takes all home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from plyground.competitions import administration
from plyground.competitions.languages import table
from plyground.competitions.presentation import administration_view, export
from plyground.competitions.rights import Rights
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.settings import DECLARED, EventSettings, flat
from plyground.competitions.store import CompetitionStore
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.sessions import reading
from plyground.sessions.limits import Buckets
from plyground.sessions.visitors import address_of
from plyground.web.addresses import served
from plyground.web.catalogue import catalogue, opening_view
from plyground.web.exchange import as_file, bearer, json_body, unless_known, who

_MOST_HOUSE = 1_000
"""Bots of the program that are named at a time, at first; how many are taken is said where they are."""
_BEFORE_A_CLASS = {"final": 4, "final_waits": True, "final_pace": 0.6}
"""What the form of a new competition begins with, besides the usual settings: a final to be watched together."""
_ROOT = "/api/competitions/<competition>"


def blueprint(store: CompetitionStore, service: CompetitionService, rights: Rights) -> Blueprint:
    """``/compete/teach`` and ``/compete/<id>/teach`` with what they ask for."""
    pages = Blueprint("competition_administration", __name__)
    buckets = Buckets(1, 60, _("That is too much at once; try again in a moment."))

    @pages.get("/compete/teach")
    def every() -> str:
        games = [each | {"view": opening_view(each["id"])} for each in catalogue()["games"] if each["seats"][1] > 1]
        settings = [option.as_json() for option in DECLARED]
        given = {
            "games": games,
            "settings": settings,
            "usual": flat(EventSettings()) | _BEFORE_A_CLASS,
            "languages": table.shown(),
        }
        return render_template("compete/teach.html", given=given)

    @pages.get("/compete/<competition>/teach")
    def one(competition: str) -> str:
        found = store.get(competition)
        levels = next(each["levels"] for each in catalogue()["games"] if each["id"] == found.game)
        settings = [option.as_json() for option in DECLARED]
        return render_template(
            "compete/teach_one.html",
            title=found.title,
            given={"id": found.id, "settings": settings, "levels": levels, "languages": table.shown()},
        )

    def insist() -> None:
        """Only the teacher goes on, at a person's pace; who knocks without the key takes nothing of that away."""
        if request.method == "POST":
            known = rights.is_teacher(bearer())
            buckets.take("the teacher" if known else f"from {address_of(who())}")
        rights.insist_teacher(bearer())

    def shown(competition: str) -> Response:
        return jsonify(administration_view.page(store, service, competition))

    @pages.get("/api/competitions/teach")
    def list_all() -> Response:
        insist()
        return jsonify({"competitions": administration_view.listed(store, service)})

    @pages.get("/api/competitions/teach/sandbox")
    def sandbox() -> Response:
        insist()
        return jsonify({"problem": service.sandbox.problem()})

    @pages.post("/api/competitions")
    def make() -> tuple[Response, int]:
        insist()
        body = _body("title", "game", "options", "settings", "seed", "house")
        seed = None if body.get("seed") is None else reading.a_whole_number(body, "seed", 0, 2**31 - 1)
        house = reading.texts(body, "house", _MOST_HOUSE, 200)
        options, settings = _object(body, "options"), _object(body, "settings")
        made = administration.make(store, _text(body, "title"), _text(body, "game"), options, settings, seed, house)
        if house:
            service.submitted(made.id)
        return jsonify({"id": made.id, "url": served(f"/compete/{made.id}/teach")}), 201

    @pages.get(f"{_ROOT}/teach")
    def state(competition: str) -> Response:
        insist()
        return unless_known(administration_view.page(store, service, competition))

    @pages.post(f"{_ROOT}/settings")
    def change(competition: str) -> Response:
        insist()
        body = _body("title", "settings")
        if "title" in body:
            administration.clean_title(_text(body, "title"))
        if "settings" in body:
            administration.change(store, competition, _object(body, "settings"))
        if "title" in body:
            administration.rename(store, competition, body["title"])
        return shown(competition)

    @pages.post(f"{_ROOT}/house")
    def house(competition: str) -> Response:
        insist()
        administration.add_built_in(store, competition, reading.texts(_body("bots"), "bots", _MOST_HOUSE, 200))
        service.submitted(competition)
        return shown(competition)

    def run(competition: str) -> None:
        body = _body("without_waiting")
        if not reading.a_flag(body, "without_waiting", False) and store.get(competition).field is None:
            administration.insist_nobody_waits(store, competition)
        service.run_event(competition)

    steps: dict[str, Callable[[str], object]] = {
        "open": lambda competition: administration.set_open(store, competition, True),
        "close": lambda competition: administration.set_open(store, competition, False),
        "run": run,
        "pause": service.pause_event,
    }

    @pages.post(f"{_ROOT}/<any({','.join(steps)}):step>")
    def step(competition: str, step: str) -> Response:
        insist()
        found = store.get(competition)
        steps[step](found.id)
        return shown(found.id)

    @pages.post(f"{_ROOT}/delete")
    def delete(competition: str) -> Response:
        insist()
        found = store.get(competition)
        if _text(_body("title"), "title") != found.title:
            raise Malformed(_("Whoever deletes a competition repeats its title."))
        service.delete(found.id)
        return jsonify({"deleted": found.id})

    def judge(competition: str, bot: str) -> None:
        administration.judge(store, competition, bot)
        service.submitted(competition)

    def take_back(competition: str, bot: str) -> None:
        administration.exclude(store, competition, bot, False)
        service.submitted(competition)

    bot_steps: dict[str, Callable[[str, str], object]] = {
        "admit": lambda competition, bot: administration.admit(store, competition, bot),
        "judge": judge,
        "exclude": lambda competition, bot: administration.exclude(store, competition, bot),
        "take_back": take_back,
        "alias": lambda competition, bot: administration.rename_bot(
            store, competition, bot, _text(_body("alias"), "alias") or None
        ),
    }

    @pages.post(f"{_ROOT}/bots/<bot>/<any({','.join(bot_steps)}):step>")
    def bot_step(competition: str, bot: str, step: str) -> Response:
        insist()
        found = store.get(competition)
        bot_steps[step](found.id, bot)
        return shown(found.id)

    @pages.get(f"{_ROOT}/export.json")
    def everything(competition: str) -> Response:
        insist()
        found = store.get(competition)
        pieces = export.as_json_pieces(store, found.id, real_names=True)
        return as_file(Response(pieces), "application/json", f"plyground-{found.id}.json")

    @pages.get(f"{_ROOT}/export.csv")
    def tables(competition: str) -> Response:
        insist()
        which = request.args.get("table", "standings")
        if which not in export.TABLES:
            raise Malformed(_("A table is one of {tables}.", tables=", ".join(export.TABLES)))
        table = export.as_csv(store, store.get(competition).id, which, real_names=True)
        return as_file(table, "text/csv", f"plyground-{competition[:40]}-{which}.csv")

    return pages


def _body(*names: str) -> dict[str, Any]:
    """The request's JSON object, an empty one if nothing was sent; raises ``Malformed``, also for unknown fields."""
    body = json_body() if request.content_length else {}
    for name in body:
        if name not in names:
            raise Malformed(
                _(
                    "There is no field “{name}” here; the fields are: {names}.",
                    name=name[:40],
                    names=", ".join(names) or "none",
                )
            )
    return body


def _text(body: Mapping[str, Any], name: str) -> str:
    return reading.a_text(body, name, reading.LONGEST_POSITION)


def _object(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return reading.an_object({} if body.get(name) is None else body[name])
