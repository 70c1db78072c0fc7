"""Verdicts: how each seat of a game fared by its own doing, and who ranks where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.competitions.ranking.results import Result
from plyground.competitions.ranking.standing import Rules
from plyground.core.messages import _

FAIR = "fair"
CODES: Mapping[str, str] = {
    FAIR: _("played to the end"),
    "illegal": _("illegal move"),
    "crash": _("crashed"),
    "time": _("out of time"),
    "memory": _("out of memory"),
    "output": _("too much output"),
    "silent": _("silent"),
    "protocol": _("protocol error"),
}
"""Each verdict with its name for people."""


@dataclass(frozen=True)
class Verdict:
    """One seat's. ``sentence`` is for everybody and quotes none of the bot's log; ``move`` counts the bot's own moves
    from 1, is 0 for what happened before the first, and None where nothing happened."""

    code: str = FAIR
    sentence: str = _("It played by the rules to the end.")
    move: int | None = None

    @property
    def failed(self) -> bool:
        """Whether the bot lost its seat by its own doing."""
        return self.code != FAIR

    def as_json(self) -> dict[str, Any]:
        """The form that travels."""
        return {**vars(self), "name": CODES[self.code]}


def when(move: int) -> str:
    """When a failure happened, as its sentence ends: the number counts the bot's own moves."""
    return _("at its move {move}", move=move) if move else _("before its first move")


def of(name: str, sentence: str) -> str:
    """A verdict's sentence with the name of the bot that it is about."""
    return _("{name}: {sentence}", name=name, sentence=sentence)


def ranks(returns: Sequence[float] | None, verdicts: Sequence[Verdict]) -> list[int]:
    """Each seat's place, 1 the best; equals share a place and the places after it are skipped.

    Seats that failed are last, side by side. The others rank by ``returns``, and equally where there are none.
    """
    worth = [
        (not verdict.failed, 0.0 if returns is None or verdict.failed else returns[seat])
        for seat, verdict in enumerate(verdicts)
    ]
    return [1 + sum(other > own for other in worth) for own in worth]


def points(places: Sequence[int], verdicts: Sequence[Verdict]) -> list[float]:
    """Each seat's points: one for every other seat that ranks behind it, half for each beside it.

    With two seats that is a point for a win and half a point for a draw. Who failed gets nothing, so that two who both
    failed have no draw.
    """
    failed = frozenset(seat for seat, verdict in enumerate(verdicts) if verdict.failed)
    return list(Rules(table="pairs").points(Result("", ("",) * len(places), tuple(places), failed)))


def result(places: Sequence[int], verdicts: Sequence[Verdict], seat: int) -> str:
    """``win``, ``draw`` or ``loss`` of this seat; to win is to be alone on the first place."""
    if verdicts[seat].failed or places[seat] != 1:
        return "loss"
    return "win" if list(places).count(1) == 1 else "draw"
