"""Libraries of games that the keeper imported, and opening books: which there are, and what a position has there."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from flask import Blueprint, Response, jsonify

from plyground.core import folders, registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.library.store import Library, kept_at, summary
from plyground.search import book
from plyground.sessions.limits import Buckets
from plyground.sessions.setup import read_position
from plyground.web.exchange import json_body, unless_known, who

_MOST_LISTED = 8


class Libraries:
    """Opens the libraries of a folder, each anew when it was imported again. May be used from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._open: dict[str, tuple[int, Library]] = {}

    def find(self, game: Game[object, object]) -> Library:
        """The library of a game; raises ``NoLibrary``."""
        try:
            made = (kept_at(self._folder, game.spec.id) / "about.json").stat().st_mtime_ns
        except OSError:
            made = 0
        with self._lock:
            known = self._open.get(game.spec.id)
            if known is None or known[0] != made:
                known = self._open[game.spec.id] = made, Library(self._folder, game)
            return known[1]

    def all(self) -> list[dict[str, object]]:
        """``game``, ``title`` and how many ``games``, of each game of which there is a library that can be read."""
        found = []
        for game in registry.games().values():
            if kept_at(self._folder, game.spec.id).is_dir():
                try:
                    library = self.find(game)
                except Refusal:
                    continue
                found.append({"game": game.spec.id, "title": game.spec.title, "games": len(library)})
        return found


def blueprint() -> Blueprint:
    """``/api/library`` and ``/api/books``."""
    pages = Blueprint("library", __name__)
    libraries = Libraries(folders.data() / "library")
    asked = Buckets(5, 60, _("Too many positions were looked up from here; wait a moment."))

    @pages.get("/api/library")
    def listed() -> Response:
        return unless_known({"libraries": libraries.all()})

    @pages.post("/api/library")
    def look() -> Response:
        asked.take(who())
        read = read_position(json_body())
        library = libraries.find(read.rules)
        return jsonify(summary(library, library.find(read.position, read.options, _MOST_LISTED)))

    @pages.get("/api/books")
    def books() -> Response:
        found = [(game, each) for game in registry.games().values() for each in book.of(game.spec.id)]
        listed = [
            {"game": game.spec.id, "title": game.spec.title, "options": made.about["options"], "open": len(made.open)}
            for game, made in found
        ]
        return unless_known({"books": listed})

    @pages.post("/api/books")
    def look_into_books() -> Response:
        asked.take(who())
        read = read_position(json_body())
        moves = book.told(read.rules, read.position) if read.rules.returns(read.position) is None else []
        return jsonify({"moves": moves})

    return pages
