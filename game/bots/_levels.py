"""The ladder of opponents that people choose from, the same for every game; what does not fit a game is left out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from game.core import registry
from game.core.bot import Player
from game.core.errors import BadOption, UnfitBot
from game.core.game import Game

DEFAULT = "minimax-3000"
"""The level that one click gives."""


@dataclass(frozen=True)
class Level:
    """One rung: its id in addresses, what people read, and the bot's text form."""

    id: str
    title: str
    bot: str
    summary: str

    def as_json(self) -> dict[str, str]:
        """Plain JSON for forms and programs."""
        return asdict(self)


LADDER = (
    Level("random", "Random", "random", "Plays any legal move. For a first try, or to see how the game can go wrong."),
    Level("intuition", "Intuition", "intuition", "Plays what looks good at first sight and sees a win in one."),
    Level("minimax-100", "Minimax 100", "minimax:budget=100", "Looks a move or two ahead."),
    Level(
        "minimax-3000", "Minimax 3,000", "minimax", "Looks a few moves ahead and answers at once. The usual opponent."
    ),
    Level("minimax-100000", "Minimax 100,000", "minimax:budget=100000", "Looks further and takes a moment to think."),
)


def levels(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The levels that fit this game, the weakest first; there is always one."""
    return tuple(level for level in LADDER if _fits(level, game))


def _fits(level: Level, game: Game[Any, Any]) -> bool:
    try:
        registry.parse_player(level.bot, game)
    except (UnfitBot, BadOption):
        return False
    return True


def level(game: Game[Any, Any], level_id: str) -> Level:
    """The level with this id; raises ``BadOption`` if this game has none such."""
    fitting = levels(game)
    for each in fitting:
        if each.id == level_id:
            return each
    known = ", ".join(each.id for each in fitting)
    raise BadOption(f"There is no level “{str(level_id)[:40]}” for {game.spec.title}; the levels are: {known}.")


def default_level(game: Game[Any, Any]) -> Level:
    """The usual opponent, or the strongest that fits where it does not."""
    fitting = levels(game)
    return next((each for each in fitting if each.id == DEFAULT), fitting[-1])


def default_player(game: Game[Any, Any]) -> Player:
    """The bot of the default level, its options settled."""
    return registry.parse_player(default_level(game).bot, game)
