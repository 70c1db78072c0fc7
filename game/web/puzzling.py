"""Puzzles: their page, and over http which there are, one of them, and what a move in it comes to."""

from __future__ import annotations

import datetime
from collections import Counter
from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from plyground.core import knowledge, registry
from plyground.core.messages import _
from plyground.core.refusals import LabBusy, Malformed, NoSuchPuzzle
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, Priority, Waiter
from plyground.puzzles import choosing, keeping, walking
from plyground.puzzles.keeping import Puzzle
from plyground.sessions.limits import Buckets
from plyground.sessions.reading import a_number_typed
from plyground.sessions.tokens import visitor_digest
from plyground.web.catalogue import catalogue
from plyground.web.exchange import json_body, who
from plyground.web.local_rules import serving as local_rules

_REFUTING = "plyground.puzzles.refuting:refuted"
_SECONDS = 20.0
_MOST_MOVES = 20
_LAST_SEED = 2**53
_DAYS = 16
"""So many days' puzzles a page knows ahead, for a browser without the server."""


@cache
def _counted(game_id: str) -> tuple[int, dict[str, int]]:
    found = keeping.of(game_id).values()
    return len(found), dict(Counter(each.kind for each in found))


def listed() -> list[dict[str, Any]]:
    """The games that have puzzles: ``id``, ``title``, ``count``, and of each kind ``id``, ``title``, ``task`` and
    ``count``."""
    found = []
    for game_id in keeping.games():
        game, (count, kinds) = registry.game(game_id), _counted(game_id)
        named = knowledge.of(game).puzzles.kinds
        told = [
            {"id": name, "title": kind.title, "task": kind.task, "count": kinds[name]}
            for name, kind in named.items() if name in kinds
        ]  # fmt: skip
        found.append({"id": game_id, "title": game.spec.title, "count": count, "kinds": told})
    return found


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle without its solution: what it shows, whose move it is, its task, how hard it is and how many moves are
    to be found."""
    game, (position,) = walking.line(puzzle)
    seat, kind = game.to_move(position), knowledge.of(game).puzzles.kinds[puzzle.kind]
    told = {name: value for name, value in puzzle.as_json().items() if name != "moves"}
    return told | {
        "title": game.spec.title, "kind_title": kind.title, "task": kind.task, "seat": seat,
        "seat_name": game.spec.seat_name(seat), "own_moves": walking.to_find(puzzle), "view": game.view(position, seat),
    }  # fmt: skip


def blueprint(pool: Pool) -> Blueprint:
    """``/puzzles`` and ``/api/puzzles``."""
    pages = Blueprint("puzzling", __name__)
    answered = Buckets(4, 60, _("At most four moves a second are looked at for one address; wait a moment."))

    @pages.get("/puzzles")
    @pages.get("/puzzles/<game_id>")
    @pages.get("/puzzles/<game_id>/<name>")
    def page(game_id: str = "", name: str = "") -> str:
        if game_id:
            registry.game(game_id)
        asked = shown(keeping.find(game_id, name)) if name else None
        return render_template(
            "puzzles.html", games=catalogue()["games"], listed=listed(), game_id=game_id, asked=asked,
            days={} if game_id else _days(), keeps=[] if game_id else [_keep(each) for each in keeping.games()],
        )  # fmt: skip

    @pages.get("/puzzles/<game_id>.json")
    def kept(game_id: str) -> Response:
        """All puzzles of a game with their solutions, for browsers that keep them to go on without the server."""
        registry.game(game_id)
        answer = jsonify(puzzles=[each.as_json() for each in keeping.of(game_id).values()])
        answer.headers["Cache-Control"] = "no-cache"
        answer.add_etag()
        return answer.make_conditional(request)  # type: ignore[return-value]

    @pages.get("/api/puzzles")
    def which() -> Response:
        return jsonify(games=listed())

    @pages.get("/api/puzzles/daily")
    def of_today() -> Response:
        try:
            day = datetime.date.fromisoformat(request.args.get("day", "") or datetime.date.today().isoformat())
        except ValueError:
            raise Malformed(_("A day is written like 2026-12-31.")) from None
        found = choosing.daily(day)
        if found is None:
            raise NoSuchPuzzle(_("There is no such puzzle."))
        return jsonify(day=day.isoformat(), **shown(found))

    @pages.get("/api/puzzles/next")
    def following() -> Response:
        game_id, kind = request.args.get("game", "")[:40], request.args.get("kind", "")[:40]
        if game_id:
            registry.game(game_id)
        seed = a_number_typed(request.args, "seed", 0, _LAST_SEED, 0)
        grade = a_number_typed(request.args, "grade", 0, 6, 0)
        return jsonify(shown(choosing.next_one(game_id, seed, kind, grade)))

    @pages.get("/api/puzzles/<game_id>/<name>")
    def one(game_id: str, name: str) -> Response:
        return jsonify(shown(keeping.find(game_id, name)))

    @pages.post("/api/puzzles/<game_id>/<name>")
    def try_move(game_id: str, name: str) -> Response:
        return jsonify(_tried(pool, answered, keeping.find(game_id, name), json_body()))

    @pages.get("/api/puzzles/<game_id>/<name>/solution")
    def solution(game_id: str, name: str) -> Response:
        return jsonify(moves=list(keeping.find(game_id, name).moves))

    return pages


def _days() -> dict[str, list[str]]:
    """The puzzles of yesterday and the days to come, as game and name by day."""
    first = datetime.date.today() - datetime.timedelta(days=1)
    days = [first + datetime.timedelta(days=number) for number in range(_DAYS)]
    found = ((day, choosing.daily(day)) for day in days)
    return {day.isoformat(): [each.game, each.id] for day, each in found if each is not None}


def _keep(game_id: str) -> dict[str, Any]:
    """What a browser asks for to show the puzzles of a game without the server."""
    setups = [each.options for each in keeping.of(game_id).values()]
    rules = local_rules.needed(game_id, setups)
    return {"id": game_id, "keep": [f"/puzzles/{game_id}.json", *rules] if rules else []}


def _tried(pool: Pool, answered: Buckets, puzzle: Puzzle, body: dict[str, Any]) -> dict[str, Any]:
    """What a move comes to, ``moves`` of the solution having been made before it: ``right`` with the ``moves`` that
    now stand there, the answer included, whether it is ``done``; else the ``line`` that refutes it, and its ``worth``.
    """
    made, move = body.get("moves", []), body.get("move")
    if not isinstance(made, list) or len(made) > _MOST_MOVES:
        raise Malformed(_("The field moves holds the moves of the solution that were found so far."))
    if not isinstance(move, str):
        raise Malformed(_("The field move is a move’s text."))
    step = walking.tried(puzzle, made, move)
    if step.right:
        return {"right": True, "move": step.move, "moves": list(step.moves), "done": step.done}
    answered.take(who())
    arguments = {
        "game": puzzle.game, "options": puzzle.options, "position": puzzle.position, "moves": list(step.moves),
    }  # fmt: skip
    waiter, visitor = Waiter(), visitor_digest(who())
    pool.submit(CallRequest(_REFUTING, arguments, Priority.PERSON, seconds=_SECONDS, visitor=visitor), waiter)
    try:
        found = waiter.wait(_SECONDS)
    except TimeoutError:
        found = None
    if found is None:
        raise LabBusy(_("The server is too busy to look at this move now; try again in a moment."))
    return {"right": False, "move": step.move, "moves": list(step.moves), **found}
