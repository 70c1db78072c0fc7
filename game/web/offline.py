"""What makes the pages an app: a manifest, and a service worker, which keeps what needs no server.

The worker (``static/js/lib/service_worker.js``) fetches the pages named here, all that they load, and what an element
of theirs names in ``data-keep`` (addresses with spaces between). It is sent with the version of the static files in
it, so that a change of these makes it another one to the browser.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, current_app, jsonify, render_template
from werkzeug.exceptions import HTTPException

from plyground.core import registry
from plyground.core.messages import _
from plyground.web import joining
from plyground.web.addresses import served
from plyground.web.assets import Assets
from plyground.web.languages import Languages

WORKER = "js/lib/service_worker.js"
PAGES = ("/", "/offline", "/games", "/rules", "/board", "/puzzles")
"""The pages that are always kept, of those that there are, besides the rules and the first steps of each game."""
COLOUR, GROUND = "#0a5c6e", "#f6f3ec"


def blueprint(files: Assets, languages: Languages) -> Blueprint:
    """``/manifest.webmanifest``, ``/service-worker.js`` and the page ``/offline``."""
    app = Blueprint("offline", __name__)

    @app.get("/service-worker.js")
    def worker() -> Response:
        files.refresh()
        script = files.find(WORKER)
        assert script is not None
        given = {"version": files.version, "prefix": served(""), "pages": kept()}
        text = f"{joining.inline(script.content.decode())}\nserve(self, {json.dumps(given)});\n"
        return Response(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        language = languages.current()
        answer = jsonify(
            id=served("/"), start_url=served("/"), scope=served("/"), display="standalone",
            name=_("Plyground: board games"), short_name="Plyground", lang=language.code if language else "en-GB",
            description=_(
                "Board games to play, to watch and to look inside: "
                "against a bot, with a friend, or bot against bot."
            ),
            theme_color=COLOUR, background_color=GROUND, categories=["games", "education"],
            icons=[_icon(files, *each) for each in ICONS],
            shortcuts=[{"name": title, "url": served(path)} for path, title in SHORTCUTS.items() if _answers(path)],
        )  # fmt: skip
        answer.content_type = "application/manifest+json"
        return answer

    @app.get("/offline")
    def offline() -> str:
        pages = {path: title for path, title in OPENED.items() if _answers(path)}
        return render_template("offline.html", pages=pages, learnt=learnt())

    return app


ICONS = (
    ("plyground.svg", "any", "any"), ("plyground-192.png", "192x192", "any"), ("plyground-512.png", "512x512", "any"),
    ("plyground-maskable.svg", "any", "maskable"), ("plyground-maskable-512.png", "512x512", "maskable"),
)  # fmt: skip
SHORTCUTS = {"/games": _("Games"), "/puzzles": _("Puzzles"), "/board": _("A board for two")}
OPENED = {
    "/board": _("A board for two"),
    "/puzzles": _("Puzzles"),
    "/games": _("Your games"),
    "/rules": _("Rules"),
}


def _icon(files: Assets, name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/png" if name.endswith(".png") else "image/svg+xml"
    return {"src": served(files.url(f"icons/{name}")), "sizes": sizes, "type": kind, "purpose": purpose}


def _answers(path: str) -> bool:
    try:
        current_app.url_map.bind("").match(path)
    except HTTPException:
        return False
    return True


def kept() -> list[str]:
    """The paths of the pages that are always kept."""
    return [
        *filter(_answers, PAGES),
        *(f"/rules/{game}" for game in registry.games()),
        *(path for path, _game in learnt()),
    ]


def learnt() -> list[tuple[str, str]]:
    """The first steps of every game that has some: their paths, and the games' titles."""
    games = registry.games().values()
    return [(f"/learn/{game.spec.id}", game.spec.title) for game in games if game.spec.stages]
