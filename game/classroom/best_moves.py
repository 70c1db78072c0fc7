"""The key to “which move would you choose?”: what is right, what keeps a part of the point, and why.

The game's solver or its strongest search looks for it in a worker process, as ``review.keying`` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import knowledge
from plyground.core.messages import _, joined
from plyground.jobs.pool import Handle, Pool
from plyground.jobs.requests import CallRequest, News, Priority
from plyground.sessions.question import Answer, Board

SECONDS = 60.0
"""How long a worker may take; a key is counted in positions and takes a few seconds."""
_KEY = "plyground.review.keying:key"
_NAMED = 12
"""Moves as good, or nearly so, that the sentence names."""

Told = Callable[[Answer | None, str], None]
"""Called with the answer; or with None and a sentence that says why there is none."""


def seek(pool: Pool, board: Board, visitor: str, tell: Told, patient: bool = False) -> Handle:
    """Have the key to a position worked out; ``tell`` is called once, from a thread of the pool."""

    def hear(what: News, value: Any) -> None:
        if what == "answered":
            tell(answer_of(value, board), "")
        elif what == "failed":
            tell(None, value["sentence"])

    arguments = {"game": board.rules.spec.id, "options": dict(board.options), "position": board.text}
    priority = Priority.WATCHED if patient else Priority.CLASS
    return pool.submit(CallRequest(_KEY, arguments, priority, seconds=SECONDS, visitor=visitor), hear)


def answer_of(key: dict[str, Any], board: Board) -> Answer:
    """A key as the answer to a question."""
    first, *others = key["moves"]
    right = [each["move"] for each in key["moves"] if each["part"] == 1.0]
    parts = {each["move"]: each["part"] for each in others if 0.0 < each["part"] < 1.0}
    move, value = first["move"], first["value"]
    who = _("The solver") if key["solved"] else _("The search")
    if value is None:
        sentence = _("{title} chooses {move}.", title=who, move=move)
    else:
        strength = knowledge.of(board.rules).strength
        unit = board.rules.spec.unit or (strength.counts if strength else "")
        kind = "" if first["exact"] else _("about ")
        worth = _("{kind}{value:.4g}", kind=kind, value=value)
        if unit:
            worth = _("{kind}{value:.4g} {unit}", kind=kind, value=value, unit=_(unit))
        sentence = _(
            "{title} chooses {move}: {worth} for {mover}.", title=who, move=move, worth=worth, mover=board.mover
        )
    more = []
    if first["outcome"]:
        more.append({"win": _("It wins."), "draw": _("It is a draw."), "loss": _("It is lost.")}[first["outcome"]])
    if len(first["line"]) > 1:
        more.append(_("It expects {moves}.", moves=", ".join(first["line"][:6])))
    as_good = sorted(set(right) - {move})
    if as_good:
        more.append(_("As good: {moves}.", moves=_some(as_good)))
    if parts:
        more.append(_("Nearly as good, for half a point: {moves}.", moves=_some(sorted(parts))))
    more.append(_("It looked at {count:,} positions.", count=key["nodes"]))
    return Answer(frozenset(right), move, move, joined(sentence, *more), parts)


def _some(moves: list[str]) -> Any:
    rest, named = len(moves) - _NAMED, ", ".join(moves[:_NAMED])
    return _("{moves} and {count} more", moves=named, count=rest) if rest > 0 else named
