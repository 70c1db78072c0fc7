"""The pages that people see: home, setup, play and watch, the lab, trees, rules, what is embedded, and the wall."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request
from jinja2 import TemplateNotFound
from werkzeug.wrappers import Response

from plyground.core import registry
from plyground.sessions.lobby import Lobby
from plyground.web.addresses import served
from plyground.web.catalogue import catalogue, entry, opening_view
from plyground.web.exchange import who
from plyground.web.lessons import chosen_order, in_order, lessons
from plyground.web.local_rules import serving as local_rules
from plyground.web.security import may_be_framed

THEMES = ("light", "dark", "contrast", "colourblind")
"""The themes that the address of an embedded page may name."""


def blueprint(lobby: Lobby) -> Blueprint:
    """All pages."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def home() -> str:
        games = [{**game, "view": opening_view(game["id"])} for game in catalogue()["games"]]
        found = in_order(lessons(current_app.jinja_env), chosen_order())
        shown = [{"id": each.id, "title": each.title} for each in found]
        return render_template("home.html", games=games, live=lobby.live(), lessons=shown)

    @pages.get("/new/<game_id>")
    def setup(game_id: str) -> str:
        view = opening_view(game_id)
        return render_template("setup.html", game=entry(game_id), given=request.args.to_dict(), view=view)

    @pages.get("/board")
    def board() -> str:
        return render_template("board.html", games=[_for_board(game) for game in catalogue()["games"]])

    @pages.get("/board/<game_id>")
    def board_of(game_id: str) -> Response:
        return redirect(f"{served('/board')}#{entry(game_id)['id']}")

    @pages.get("/g/<game_id>")
    def play(game_id: str) -> str:
        snapshot = lobby.snapshot(game_id)
        return render_template("play.html", game_id=game_id, snapshot=snapshot)

    @pages.get("/games")
    def games() -> str:
        return render_template("games.html", games=catalogue()["games"], open=lobby.open_games.listed(who()))

    @pages.get("/embed/<game_id>")
    def embed(game_id: str) -> str:
        snapshot = lobby.snapshot(game_id)
        may_be_framed()
        return render_template("embed.html", game_id=game_id, snapshot=snapshot, fixed_theme=_theme())

    @pages.get("/embed")
    def embed_stage() -> str:
        may_be_framed()
        return render_template("embed_stage.html", fixed_theme=_theme())

    @pages.get("/wall")
    def wall() -> str:
        return render_template("wall.html", live=lobby.live())

    for name in ("lab", "trees", "replay", "rules"):
        pages.add_url_rule(f"/{name}", name, partial(_about_all_games, f"{name}.html"))

    @pages.get("/rules/<game_id>")
    def rules_of(game_id: str) -> str:
        graded = registry.game(game_id).spec.graded
        template = f"rules/{game_id}.html"
        try:
            current_app.jinja_env.get_template(template)
        except TemplateNotFound:  # a game whose rules nobody has written down yet: what it declares of itself
            template = "rules_game.html"
        return render_template(template, game=entry(game_id), graded=graded)

    @pages.get("/favicon.ico")
    def favicon() -> Response:
        return redirect(current_app.jinja_env.globals["static"]("icons/plyground.svg"), 302)  # type: ignore[operator]

    return pages


def _theme() -> str | None:
    """The theme that the address names, if there is one of that name."""
    theme = request.args.get("theme")
    return theme if theme in THEMES else None


def _for_board(game: dict[str, Any]) -> dict[str, Any]:
    """What the board for two needs of a game: ``keep`` are the addresses that it asks of the server."""
    facts = {name: game[name] for name in ("id", "title", "presets", "seat_names")}
    options = {option["name"]: option["default"] for option in game["options"]}
    keep = local_rules.needed(game["id"], [preset["options"] for preset in game["presets"]])
    return {**facts, "options": options, "keep": keep}


def _about_all_games(template: str) -> str:
    beside = sorted({ending for game in registry.games().values() for ending in game.spec.name_files})
    return render_template(template, games=catalogue()["games"], name_files=beside)
