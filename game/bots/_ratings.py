"""How strong the levels were measured to be (``plyground ladder``), by game and bot: what ``docs/strength.md`` says."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("ratings.json")


@cache
def _kept() -> dict[str, dict[str, list[int]]]:
    kept: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept


def rating(game_id: str, bot: str) -> tuple[int, int] | None:
    """The rating of a bot's text in a game, 0 for the weakest level, with half its 95 % interval; None if it was not
    measured. It holds for the options and the openings of the game's ladder."""
    found = _kept().get(game_id, {}).get(bot)
    return (found[0], found[1]) if found else None


def keep(game_id: str, ratings: dict[str, tuple[int, int]]) -> None:
    """Write down a game's ratings in place of the old ones."""
    kept = {**_kept(), game_id: {bot: list(measured) for bot, measured in ratings.items()}}
    FILE.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
    _kept.cache_clear()
