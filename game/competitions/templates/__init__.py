"""A bot for each game to begin from: the file of the game's name is what a student is given."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def source(game: str) -> str | None:
    """The template of a game; None where there is none."""
    path = _FOLDER / f"{game}.py"
    return path.read_text(encoding="utf-8") if game.isidentifier() and path.is_file() else None
