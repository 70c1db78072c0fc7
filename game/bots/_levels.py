"""The ladder of opponents that people choose from: the game's own where its knowledge has one, else the common one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.bot import Player
from plyground.core.errors import BadOption, UnfitBot
from plyground.core.game import Game
from plyground.core.knowledge import Ladder, Level
from plyground.core.messages import _

DEFAULT = "minimax-3000"
"""The level that one click gives; every ladder has it."""

COMMON = Ladder(
    (
        Level(_("Random"), "random", _("Plays any legal move. For a first try, or to see how it can go wrong.")),
        Level(_("Intuition"), "intuition", _("Plays what looks good at first sight and sees a win in one.")),
        Level(_("Minimax 100"), "minimax:budget=100", _("Looks a move or two ahead.")),
        Level(_("Minimax 3,000"), "minimax", _("Looks a few moves ahead and answers at once. The usual opponent.")),
        Level(_("Minimax 100,000"), "minimax:budget=100000", _("Looks further and takes a moment.")),
        Level(_("Hare 10,000"), "hare:budget=10000", _("Looks deep along the lines that matter.")),
        Level(_("Hare 200,000"), "hare:budget=200000", _("Looks deeper still. The strongest.")),
    )
)
"""The ladder of games that have none of their own; what does not fit a game is left out."""


WORDS = (
    _("First try"),
    _("Beginner"),
    _("Learner"),
    _("Casual"),
    _("Practised"),
    _("Club"),
    _("Strong"),
    _("Expert"),
    _("Master"),
    _("Champion"),
)
"""What people call a level, by its place in its game's ladder, the weakest first."""


def ladder(game: Game[Any, Any]) -> Ladder:
    """The game's ladder, the levels that fit it, the weakest first; there is always one."""
    own = knowledge.of(game).ladder
    return own or Ladder(tuple(level for level in COMMON.levels if _fits(level, game)), COMMON.openings)


def levels(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The levels of this game, the weakest first, and after them the engines that were declared for it."""
    own = registry.own_bots()
    engines = [bot for name, bot in registry.bots().items() if name not in own and bot.refuses(game) is None]
    return (*ladder(game).levels, *(Level(bot.spec.title, bot.spec.id, bot.spec.summary) for bot in engines))


def called(game: Game[Any, Any], level: Level) -> dict[str, str]:
    """What people read of a level: its ``word``, and the ``algorithm`` behind it. An engine has its own name alone."""
    rungs = ladder(game).levels
    place = rungs.index(level) if level in rungs else len(WORDS)
    word = WORDS[place] if place < len(WORDS) else level.title
    bot = registry.bot(level.bot.partition(":")[0]).spec.title
    return {"word": word, "algorithm": bot if word == level.title else level.title}


@lru_cache(1_000)
def name_of(game: Game[Any, Any], text: str) -> dict[str, str] | None:
    """The ``title`` of the level that plays as this bot's text, and what ``called`` says of it; None if none does."""
    for each in levels(game):
        if registry.parse_player(each.bot, game).text == text:
            return {"title": each.title, **called(game, each)}
    return None


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
    raise BadOption(
        _(
            "There is no level “{level_id}” for {title}; the levels are: {known}.",
            level_id=str(level_id)[:40],
            title=game.spec.title,
            known=known,
        )
    )


def default_level(game: Game[Any, Any]) -> Level:
    """The usual opponent, or the strongest that fits where it does not."""
    fitting = ladder(game).levels
    return next((each for each in fitting if each.id == DEFAULT), fitting[-1])


def strongest_player(game: Game[Any, Any]) -> Player:
    """The bot that is asked for the best move: the Hare, or the default level's where it cannot play."""
    hare = registry.bot("hare")
    return Player.make(hare, game) if hare.refuses(game) is None else default_player(game)


def default_player(game: Game[Any, Any]) -> Player:
    """The bot of the default level, its options settled."""
    return registry.parse_player(default_level(game).bot, game)
