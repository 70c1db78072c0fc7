"""The teacher's list of who takes part in a competition, with their codes: to write, print and send."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify, render_template

from plyground.competitions import roster
from plyground.competitions.rights import Rights
from plyground.competitions.store import CompetitionStore
from plyground.core import name_lists
from plyground.sessions import reading
from plyground.web.addresses import served
from plyground.web.exchange import as_table, json_body
from plyground.web.owners import teachers

_ROOT = "/api/competitions/<competition>/codes"


def blueprint(store: CompetitionStore, rights: Rights, here: Callable[[], str]) -> Blueprint:
    """``/compete/ID/teach/codes`` and ``/api/competitions/ID/codes``; ``here`` gives the server's address."""
    pages = Blueprint("join_codes", __name__)
    insist = teachers(store, rights)

    @pages.get("/compete/<competition>/teach/codes")
    def page(competition: str) -> str:
        found = store.get(competition)
        return render_template("compete/teach_codes.html", given={"id": found.id, "title": found.title})

    def shown(competition: str) -> Response:
        return jsonify(people=roster.listing(store, competition), most=name_lists.MOST_PEOPLE)

    @pages.get(_ROOT)
    def state(competition: str) -> Response:
        return shown(insist(competition))

    @pages.post(_ROOT)
    def add(competition: str) -> Response:
        found = insist(competition)
        roster.add(store, found, reading.a_text(json_body(), "list", name_lists.LONGEST_LIST, required=True))
        return shown(found)

    steps = {"renew": roster.renew, "remove": roster.remove}

    @pages.post(f"{_ROOT}/<int:number>/<any({','.join(steps)}):step>")
    def change(competition: str, number: int, step: str) -> Response:
        found = insist(competition)
        steps[step](store, found, number)
        return shown(found)

    @pages.get(f"{_ROOT}.csv")
    def table(competition: str) -> Response:
        found = insist(competition)
        rows = roster.table(store, found, here() + served(f"/compete/{found}/enter"))
        return as_table(rows, f"plyground-{found}-codes.csv")

    return pages
