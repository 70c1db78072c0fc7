"""Helps tests to play games: tasks with usual settings, and bots from a few lines of Python."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing.referee import play_game

QUICK = {"base": 5.0, "increment": 0.1}


def upload(folder: Path, source: str, name: str = "bot.py") -> dict[str, Any]:
    """A bot of this source, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(textwrap.dedent(source), encoding="utf-8")
    return {"kind": "upload", "folder": str(folder), "command": None, "name": folder.name}


def built_in(bot: str = "random") -> dict[str, Any]:
    """A bot of the program's own."""
    return {"kind": "built_in", "bot": bot}


def play(*entrants: dict[str, Any], game: str = "othello", **task: Any) -> dict[str, Any]:
    """The record of one quick game without confinement."""
    base = {"id": "g", "game": game, "entrants": list(entrants), "seed": 7, "clock": QUICK, "confinement": "none"}
    return play_game(base | task)


def code(record: dict[str, Any], seat: int) -> str:
    """One seat's verdict."""
    assert record["status"] == "played", record["fault"]
    found: str = record["verdicts"][seat]["code"]
    return found
