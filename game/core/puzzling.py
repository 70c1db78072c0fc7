"""What a game may say of puzzles in it: the kinds there are, from which games they come, and what is clear enough.

A game that says nothing has three kinds that any game has: to win, to save the game, and the one best move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.bot import Outcome
from plyground.core.game import Game
from plyground.core.messages import _


@dataclass(frozen=True)
class Proven:
    """One best move of a position, and by how much: ``best`` and ``second`` are the outcomes for the seat to move of
    the best and the next best move where they are known for certain, ``margin`` what lies between them in the game's
    unit where both have a value, ``lost`` the chances to win that the second best gives away. ``line`` begins with the
    move. ``exact`` says that no estimate is in it."""

    move: Any
    line: tuple[Any, ...]
    best: Outcome | None
    second: Outcome | None
    margin: float | None
    lost: float
    exact: bool
    nodes: int


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle: its title, and the task in one sentence."""

    title: str
    task: str


WIN, SAVE, BEST = "win", "save", "best"
USUAL_KINDS: Mapping[str, Kind] = {
    WIN: Kind(_("Win"), _("One move wins. Find it.")),
    SAVE: Kind(_("Save the game"), _("Every move but one loses. Find it.")),
    BEST: Kind(_("The best move"), _("One move is clearly better than all others. Find it.")),
}


def usual_kind(game: Game[Any, Any], position: Any, proven: Proven) -> str:
    """The kind of any game's puzzle: by what the best and the second best move come to."""
    if proven.best == "win":
        return WIN
    return SAVE if proven.second == "loss" else BEST


@dataclass(frozen=True)
class Puzzling:
    """What a game declares of its puzzles.

    ``kinds`` are the kinds by name, and ``kind(game, position, proven)`` names one of them. ``starts`` are options of
    the games of self-play that puzzles are taken from. ``solves(position)`` says where the game's solver is asked;
    elsewhere it is a deep search. ``margin`` is how far, in the game's unit, the second best move must be behind where
    both are known exactly and come to the same outcome; without one the outcomes must differ.
    """

    kinds: Mapping[str, Kind]
    kind: Callable[[Game[Any, Any], Any, Proven], str] = usual_kind
    starts: tuple[Mapping[str, Any], ...] = ({},)
    solves: Callable[[Any], bool] = lambda position: False
    margin: float | None = None


USUAL = Puzzling(USUAL_KINDS)
