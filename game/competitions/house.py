"""Bots of the program's own that sit at a table without being entered, and how they are named there.

An entrant of a game is the id of a version, or ``random``, or ``house:`` with the text of a bot: the levels that people
choose from elsewhere can be challenged, and stand at the gates of leagues.
"""

from __future__ import annotations

from typing import Any

from plyground.bots import _levels
from plyground.core import registry
from plyground.core.game import Game
from plyground.core.knowledge import Level
from plyground.core.messages import Message, _

RANDOM = "random"
"""The entrant that stands for the random bot in validation games."""
_PREFIX = "house:"


def entrant(level: Level, game: Game[Any, Any]) -> str:
    """How a level is named among the entrants of a game."""
    return _PREFIX + registry.parse_player(level.bot, game).text


def is_house(name: str) -> bool:
    """Whether an entrant is a bot of the program's own that was not entered."""
    return name == RANDOM or name.startswith(_PREFIX)


def bot(name: str) -> dict[str, str]:
    """Such an entrant as a task names it."""
    return {"kind": "built_in", "bot": name.removeprefix(_PREFIX)}


def name(entrant: str, game: str) -> str:
    """What everybody may call such an entrant: people's word for its level, or its text."""
    if entrant == RANDOM:
        return _("Random")
    text = entrant.removeprefix(_PREFIX)
    level = _levels.name_of(registry.game(game), text)
    return level["word"] if level else text


def said(alias: str) -> str:
    """The name under which a bot of the program's own was entered, a message: its word, numbered if that was taken."""
    word, _space, number = alias.rpartition(" ")
    if not (word and number.isdecimal()):
        return Message(alias, {})
    return Message("{word} {number}", {"word": Message(word, {}), "number": number})
