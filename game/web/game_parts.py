"""What the pages find of each game by its name: its style sheet, the colours of its seats and its samples.

A game's board is ``js/boards/<id>.js``, its style sheet ``css/boards/<id>.css`` and its page of rules
``templates/rules/<id>.html``, in the program's own folders ``static`` and ``templates`` or in folders of these names
inside the game's package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plyground.core import registry
from plyground.core.game import Game, Sample
from plyground.search.teaching.searches import search

SEATS, SAMPLES = "css/boards/seats.css", "lab/samples.json"
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
    return {SEATS: _seats().encode(), SAMPLES: json.dumps(all_samples()).encode()}


def _seats() -> str:
    """The style sheet that gives the seats their colours wherever a page is about a game."""
    rules = []
    for game in registry.games().values():
        lines = [f"  --seat-{seat}: var(--{colour});\n" for seat, colour in enumerate(game.spec.colours, 1)]
        if lines:
            rules.append(f'[data-game="{game.spec.id}"] {{\n{"".join(lines)}}}\n')
    return "\n".join(rules)


def all_samples() -> list[dict[str, Any]]:
    """The samples of all games as plain JSON, each game with at least one that fits it.

    What stands last on the home page, being for study rather than play, comes first."""
    return [
        {
            "game": game.spec.id,
            "title": sample.title,
            "words": sample.words,
            "search": sample.search,
            "settings": dict(sample.settings),
            "options": dict(sample.options),
            "position": sample.position,
            "moves": list(sample.moves),
        }
        for game in reversed(registry.games().values())
        for sample in game.spec.samples or _usual(game)
    ]


def _usual(game: Game[Any, Any]) -> list[Sample]:
    start = game.initial({})
    for search_id, settings in _USUAL:
        if search(search_id).refuses(game, start) is None:
            return [Sample("The start", "The first moves, looked into a little.", search_id, settings)]
    return []
