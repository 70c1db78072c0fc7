"""Small models that readers of a lesson fit: asked of the workers, told with what each weight counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.search.learning import small
from plyground.search.learning.small_match import BEFORE, BY_HAND
from plyground.sessions import reading
from plyground.sessions.setup import read_position
from plyground.web.lesson_bots import Think

LEARNT = "plyground.search.learning.small_match:learnt"
_MOST_LEFT_OUT = 60


class NothingToLearn(Refusal):
    """A model cannot be fitted to this game here."""


def _wanted(body: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody wants learnt: ``games``, ``seed``, ``left_out``, ``against`` and ``order``; raises a refusal."""
    number = reading.a_whole_number
    against = body.get("against", BEFORE)
    if against not in ("", BEFORE, BY_HAND):
        against = str(number(body, "against", 0, small.MOST_GAMES))
    left_out = body.get("left_out") or []
    if not isinstance(left_out, list) or len(left_out) > _MOST_LEFT_OUT:
        raise Malformed(_("The field {name} is a list of numbers.", name="left_out"))
    return {
        "games": number(body, "games", 0, small.MOST_GAMES),
        "seed": number(body, "seed", 0, 999_999, default=0),
        "left_out": [number({"left_out": each}, "left_out", 0, _MOST_LEFT_OUT) for each in left_out],
        "against": against,
        "order": reading.a_flag(body, "order", default=False),
    }


def learnt(
    place: Mapping[str, Any], asked: Mapping[str, Any], think: Think, until: float, visitor: str = ""
) -> dict[str, Any]:
    """What a worker has learnt for a visitor (``small_match.learnt``), and the ``titles`` of what its weights count,
    the side to move last; the order has a weight more, for the end of the game. Raises a refusal."""
    found = read_position(place, looked_at=True)
    sentence = small.refusal(found.rules, found.position)
    if sentence is not None:
        raise NothingToLearn(sentence)
    arguments = {
        "game": found.rules.spec.id, "options": dict(found.options), "position": found.start,
        "moves": list(found.prelude), **_wanted(asked),
    }  # fmt: skip
    return {
        **think.call(LEARNT, arguments, until, visitor),
        "titles": [each["title"] for each in counted(found.rules, found.position)],
    }


def counted(game: Game[Any, Any], position: Any) -> list[dict[str, Any]]:
    """What a model of this game counts here, for the seat to move."""
    counts = small.Counts(game, position)
    rows = zip([*counts.titles, _("To move")], counts.of(position, game.to_move(position)), counts.hand, strict=True)
    return [{"title": title, "value": float(value), "hand": float(hand)} for title, value, hand in rows]
