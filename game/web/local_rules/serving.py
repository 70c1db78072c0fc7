"""The addresses of the scripts of rules, and of their sentences in other languages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from babel.numbers import get_decimal_symbol, get_group_symbol
from flask import Blueprint, abort, jsonify, request
from werkzeug.wrappers import Response

from plyground.core import registry
from plyground.core.messages import _
from plyground.core.refusals import NoSuchRules
from plyground.web.languages import Languages
from plyground.web.local_rules import making


def blueprint(languages: Languages) -> Blueprint:
    """``/rules/GAME.js`` is a game's rules as a script, ``/rules/GAME.LANGUAGE.json`` what it says in a language."""
    rules = Blueprint("local_rules", __name__)

    @rules.get("/rules/<game>.js")
    def send(game: str) -> Response:
        return _kept(Response(_script(game).text, content_type="text/javascript; charset=utf-8"))

    @rules.get("/rules/<game>.<code>.json")
    def say(game: str, code: str) -> Response:
        language = languages.known.get(code)
        if language is None:
            abort(404)
        texts = {text: language.texts[text] for text in sorted(_script(game).messages) if text in language.texts}
        signs = get_decimal_symbol(language.locale) + get_group_symbol(language.locale)
        return _kept(jsonify(texts=texts, forms=language.for_scripts["forms"], signs=signs))

    return rules


def _script(game: str) -> making.Script:
    if not making.is_written(game):
        raise NoSuchRules(_("The rules of this game are the server's alone."))
    return making.script(game)


def _kept(answer: Response) -> Response:
    """An answer that is asked for again only to learn that it is still the same."""
    answer.headers["Cache-Control"] = "no-cache"
    answer.set_etag(hashlib.sha256(answer.get_data()).hexdigest()[:16], weak=True)
    answer.make_conditional(request)
    return answer


def needed(game_id: str, setups: Iterable[Mapping[str, Any]]) -> list[str]:
    """What browsers ask for to play games of these options without the server, as paths: the rules, and the maps by
    their names and by their content. Nothing where the rules are the server's alone."""
    if not making.is_written(game_id):
        return []
    if registry.game(game_id).maps is None:
        return [f"/rules/{game_id}.js"]
    maps = (path for options in setups for path in _maps(game_id, tuple(sorted(options.items()))))
    return [f"/rules/{game_id}.js", *dict.fromkeys(maps)]


@cache
def _maps(game_id: str, options: tuple[tuple[str, Any], ...]) -> list[str]:
    game = registry.game(game_id)
    view = game.view(game.initial(dict(options)), None)
    return [f"/api/maps/{view[name]}" for name in ("map_name", "map")]
