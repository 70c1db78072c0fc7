"""What pages find of games: what there is to play, pictures of positions, style sheets, colours of seats and samples.

Nothing about a game is written down twice. A game's board is ``js/boards/<id>.js``, its style sheet
``css/boards/<id>.css`` and its page of rules ``templates/rules/<id>.html``, in the program's own folders ``static`` and
``templates`` or in folders of these names inside the game's package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from plyground.bots._levels import called, default_level, ladder, levels
from plyground.bots._ratings import rating
from plyground.core import registry
from plyground.core.bot import Bot
from plyground.core.game import Game, Sample
from plyground.core.messages import _
from plyground.core.picking import picked
from plyground.search.teaching.searches import search


def catalogue() -> dict[str, Any]:
    """``{"games": […], "bots": […]}`` as plain JSON; the same until the keeper changes an engine."""
    return _catalogue(tuple(registry.bots().values()))


@lru_cache(1)
def _catalogue(bots: tuple[Bot, ...]) -> dict[str, Any]:
    return {
        "games": [describe(game, bots) for game in registry.games().values()],
        "bots": [picked(bot.spec, "id title summary") for bot in bots],
    }


def entry(game_id: str) -> dict[str, Any]:
    """The catalogue's entry of one game; raises ``UnknownGame``."""
    registry.game(game_id)
    found: dict[str, Any] = next(game for game in catalogue()["games"] if game["id"] == game_id)
    return found


def describe(game: Game[Any, Any], bots: Iterable[Bot]) -> dict[str, Any]:
    """One game's declared facts and those of the bots that can play it."""
    spec = game.spec
    return {
        "id": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "seats": list(spec.seats),
        "seat_count": game.seat_count(),
        "seat_names": list(spec.seat_names),
        "unit": spec.unit,
        "options": [option.as_json() for option in spec.options],
        "presets": [
            {"name": preset.name, "title": preset.title, "options": dict(preset.options)} for preset in spec.presets
        ],
        "levels": [
            {**level.as_json(), **called(game, level), "rating": rating(spec.id, level.bot)} for level in levels(game)
        ],
        "first_steps": len(spec.stages),
        "rated_options": dict(ladder(game).options),
        "default_level": default_level(game).id,
        "records": list(spec.records),
        "bots": [
            picked(bot.spec, "id title summary") | {"options": [option.as_json() for option in bot.options(game)]}
            for bot in bots
            if bot.refuses(game) is None
        ],
    }


@cache
def _opening_json(game_id: str) -> str:
    game = registry.game(game_id)
    start = game.initial({})
    return json.dumps(game.view(start, game.to_move(start)))


def opening_view(game_id: str) -> dict[str, Any]:
    """The start position as the first seat sees it, with its moves."""
    view: dict[str, Any] = json.loads(_opening_json(game_id))
    return view


@cache
def _position_json(game_id: str, position_text: str, pairs: tuple[tuple[str, str], ...], moves: tuple[str, ...]) -> str:
    game = registry.game(game_id)
    options = dict(pairs)
    position = game.parse_position(position_text, options) if position_text else game.initial(options)
    last = None
    for text in moves:
        move = game.require(position, text)
        shown = game.view(position, game.to_move(position))["moves"]
        last = next((each for each in shown if each["text"] == game.move_text(position, move)), None)
        position = game.play(position, move)
    return json.dumps({"view": game.view(position, None), "last": last})


def picture_data(game_id: str, position: str = "", moves: str = "", **options: str) -> Markup:
    """JSON for one picture: ``{"view", "last"}`` of a position, after moves divided by commas.

    A template that names an impossible position fails, which a test of its page shows.
    """
    wanted = tuple(text.strip() for text in moves.split(",") if text.strip())
    return Markup(_position_json(game_id, position, tuple(sorted(options.items())), wanted).replace("<", "\\u003c"))


SEATS = "css/boards/seats.css"
_SEAT_COLOURS = 17  # in tokens.css
_USUAL = (("budget", {"budget": 60}), ("mcts", {"iterations": 60}))
"""The searches that look into the start of a game without samples: the first that fits."""


def folders(name: str) -> list[Path]:
    """The folders called ``name`` (``static``, ``templates``) inside the packages of games."""
    places = (registry.folder(game_id) for game_id in registry.games())
    return [place / name for place in places if place is not None and (place / name).is_dir()]


def style_sheets(shown: Iterable[str] | None = None) -> list[str]:
    """The names of the style sheets that a page with boards of these games needs (of all, if none are named).

    The seats' colours, last, are on every page: they tell players apart in tables too.
    """
    shown = registry.games() if shown is None else list(shown)
    return [*(["css/boards.css"] if shown else []), *(f"css/boards/{game_id}.css" for game_id in shown), SEATS]


def made() -> dict[str, bytes]:
    """The static files that the games' declared facts make."""
    return {SEATS: _seats().encode()}


def _seats() -> str:
    """The style sheet that gives seats, and what they have on boards, their colours where a page is about a game."""
    rules = [f".drawing .seat-{seat} {{ --own: var(--seat-{seat + 1}); }}\n" for seat in range(_SEAT_COLOURS)]
    for game in registry.games().values():
        lines = [f"  --seat-{seat}: var(--{colour});\n" for seat, colour in enumerate(game.spec.colours, 1)]
        if lines:
            rules.append(f'[data-game="{game.spec.id}"] {{\n{"".join(lines)}}}\n')
    return "\n".join(rules)


def shapes() -> dict[str, list[str]]:
    """The seats' shapes of the games that declare any, for the pages' marks."""
    return {game_id: list(game.spec.shapes) for game_id, game in registry.games().items() if game.spec.shapes}


def all_samples() -> list[dict[str, Any]]:
    """The samples of all games as plain JSON, each game with at least one that fits it.

    What stands last on the home page, being for study rather than play, comes first."""
    return [
        {"game": game.spec.id, **vars(sample), "moves": list(sample.moves)}
        for game in reversed(registry.games().values())
        for sample in game.spec.samples or _usual(game)
    ]


def _usual(game: Game[Any, Any]) -> list[Sample]:
    start = game.initial({})
    for search_id, settings in _USUAL:
        if search(search_id).refuses(game, start) is None:
            return [Sample(_("The start"), _("The first moves, looked into a little."), search_id, settings)]
    return []
