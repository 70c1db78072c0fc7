"""The search's own answer to “which move would you choose?”: a bot's choice and all moves that it finds as good.

The bot thinks in a worker process, as every bot does; nothing here searches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.classroom.question import Answer, Board
from plyground.core.bot import Player
from plyground.core.messages import _, joined
from plyground.jobs.pool import Handle, Pool
from plyground.jobs.requests import News, Priority, SearchRequest
from plyground.sessions.setup import find_opponent

SECONDS = 10.0
"""How long a bot may think about a question; a bot that thinks as long as it is let takes its usual time."""
_LINES = 8
"""Best lines that a bot is asked for if it can tell several."""
_NAMED = 12
"""Moves as good that the sentence names."""
_SURE = {"exact": "", "at_least": _("at least "), "at_most": _("at most "), "estimate": "about "}

Told = Callable[[Answer | None, str], None]
"""Called with the answer; or with None and a sentence that says why there is none."""


def seek(
    pool: Pool, board: Board, bot: Any, level: Any, visitor: str, tell: Told, seed: int = 0, patient: bool = False
) -> Handle:
    """Ask a bot (its text, or a level's id, or the game's usual one) about a position; ``tell`` is called once, from a
    thread of the pool. Raises ``UnknownBot``, ``UnfitBot``, ``BadOption`` or ``Malformed``."""
    player, title = find_opponent(board.rules, bot, level)
    several = _telling(player)
    usual = player.bot.usual_seconds
    ask = SearchRequest(
        game=board.rules.spec.id,
        options=dict(board.options),
        position=board.text,
        moves=(),
        bot=several.text,
        seed=seed,
        seconds=SECONDS if usual is None or "seconds" in player.limits else min(SECONDS, usual),
        visitor=visitor,
        priority=Priority.WATCHED if patient else Priority.CLASS,
    )

    def hear(what: News, value: Any) -> None:
        if what == "answered":
            tell(answer_of(value, board, title), "")
        elif what == "failed":
            tell(None, value["sentence"])

    return pool.submit(ask, hear)


def _telling(player: Player) -> Player:
    """The same player, telling its best few lines if it has an option for that."""
    for option in player.bot.options(player.game):
        if option.name == "lines" and option.kind == "int" and player.options.get("lines") == option.default:
            return Player.make(player.bot, player.game, {**player.options, "lines": _LINES}, player.limits)
    return player


def answer_of(choice: dict[str, Any], board: Board, title: str) -> Answer:
    """The choice of a bot as the answer to a question."""
    move = choice["move"]
    right = _legal(equally_good(choice), board)
    others = sorted(right - {move})
    value = choice.get("value")
    if value is None:
        sentence = _("{title} chooses {move}.", title=title, move=move)
    else:
        kind, unit = _SURE.get(choice.get("kind", ""), ""), choice.get("unit")
        worth = _("{kind}{value:.4g} {unit}", kind=kind, value=value, unit=unit) if unit else None
        worth = worth or _("{kind}{value:.4g}", kind=kind, value=value)
        sentence = _(
            "{title} chooses {move}: {worth} for {mover}.", title=title, move=move, worth=worth, mover=board.mover
        )
    more = []
    if choice.get("outcome"):
        more.append({"win": _("It wins."), "draw": _("It is a draw."), "loss": _("It is lost.")}[choice["outcome"]])
    if len(choice.get("line") or ()) > 1:
        more.append(_("It expects {moves}.", moves=", ".join(choice["line"][:6])))
    if others:
        named = ", ".join(others[:_NAMED])
        rest = len(others) - _NAMED
        more.append(
            _("As good: {moves} and {count} more.", moves=named, count=rest)
            if rest > 0
            else _("As good: {moves}.", moves=named)
        )
    if choice.get("nodes"):
        more.append(_("It looked at {count:,} positions.", count=choice["nodes"]))
    return Answer(frozenset(right), move, move, joined(sentence, *more))


def equally_good(choice: dict[str, Any]) -> set[str]:
    """The moves that the bot itself tells to be as good as the one it chose, which is among them."""
    move, details = choice["move"], choice.get("details") or {}
    found = {move, *(details.get("best") or ())}
    moves = details.get("moves")
    if isinstance(moves, list):
        mine = next((each for each in moves if each["text"] == move), None)
        if mine is not None and mine["value"] is not None:
            found |= {
                each["text"] for each in moves if (each["value"], each["outcome"]) == (mine["value"], mine["outcome"])
            }
    if choice.get("value") is not None and choice.get("kind") in ("exact", "estimate"):
        said = tuple(choice.get(name) for name in ("value", "kind", "outcome"))
        for each in details.get("lines") or ():
            if each.get("line") and tuple(each.get(name) for name in ("value", "kind", "outcome")) == said:
                found.add(each["line"][0])
    return found


def _legal(texts: set[str], board: Board) -> set[str]:
    """The texts as the game writes them, which is how answers are counted."""
    rules, position = board.rules, board.position
    return {rules.move_text(position, rules.require(position, text)) for text in texts}
