"""A reviewed game in sentences: who was ahead from when on, what was given away and what would have kept it, which
moves had to be found, and what the bots themselves believed then.

Every sentence follows from the review's values, and names the move at which it can be looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plyground.core.messages import _
from plyground.review.marks import MISTAKE

MOST = 16
"""Sentences about moves, those that matter most; beginning and end come besides."""
_AHEAD, _EVEN = 0.68, 0.56
"""Chances from which a side is called ahead, and down to which it still is."""
_SURE = 0.75
_FOUND = 2

Sentence = dict[str, Any]
"""``ply``, after how many moves it holds (0: of the whole game), and ``sentence``; ``weight`` says how it matters."""


def commentary(
    review: Mapping[str, Any], names: Sequence[str], minds: Sequence[Mapping[str, Any] | None] = ()
) -> list[Sentence]:
    """The sentences of a review (``making.together``) in the order of the game, for players of these names by seat.

    ``minds`` are what each move's bot told of its search, by ply, where that is known.
    """
    plies = review["plies"]
    told = [*_leads(plies, names), *_moves(plies, names), *_beliefs(plies, names, minds)]
    kept = sorted(sorted(told, key=lambda each: -each["weight"])[:MOST], key=lambda each: each["ply"])
    return [*kept, *_end(review, names)]


def chances(plies: Sequence[Mapping[str, Any]], seat: int) -> list[float]:
    """The chances of one of two seats to win after each move."""
    return [ply["chances"][1] if ply["seat"] == seat else 1.0 - ply["chances"][1] for ply in plies]


def _said(ply: int, weight: float, sentence: str) -> Sentence:
    return {"ply": ply, "weight": weight, "sentence": sentence}


def _percent(share: float) -> int:
    return round(100 * share)


def _leads(plies: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[Sentence]:
    """When somebody came to be ahead, and when nobody was any more; of two sides."""
    if len(names) != 2:
        return
    leader: int | None = None
    for number, first in enumerate(chances(plies, 0), 1):
        best, chance = (0, first) if first >= 0.5 else (1, 1.0 - first)
        if leader is not None and (best != leader or chance < _EVEN):
            if chance < _AHEAD:
                yield _said(number, 0.25, _("Move {ply}: the game is open again.", ply=number))
            leader = None
        if leader is None and chance >= _AHEAD:
            leader = best
            share = _percent(chance)
            words = _(
                "From move {ply} on {name} is ahead, with about {share} % of the chances.",
                ply=number, name=names[best], share=share,
            )  # fmt: skip
            yield _said(number, 0.3, words)


def _moves(plies: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[Sentence]:
    """What single moves did."""
    for ply in plies:
        told = {
            "ply": ply["ply"], "name": names[ply["seat"]], "move": ply["move"], "best": ply["best"]["move"],
            "share": _percent(ply["lost"]["chance"]),
        }  # fmt: skip
        lost = float(ply["lost"]["chance"])
        if ply["mark"] == "missed":
            yield _said(
                ply["ply"],
                0.5 + lost,
                _("Move {ply}: {name} plays {move} and lets a certain win go; {best} won.", **told),
            )
        elif ply["mark"] == "blunder":
            words = _(
                "Move {ply}: {name} plays {move} and gives {share} % of the chances away; {best} kept them.", **told
            )
            yield _said(ply["ply"], 0.4 + lost, words)
        elif lost >= MISTAKE:
            words = _("Move {ply}: {move} costs {name} {share} % of the chances; {best} was better.", **told)
            yield _said(ply["ply"], lost, words)
    found = [ply for ply in plies if ply["mark"] == "only"]
    for ply in sorted(found, key=lambda each: abs(each["chances"][1] - 0.5))[:_FOUND]:
        told = {"ply": ply["ply"], "name": names[ply["seat"]], "move": ply["move"]}
        yield _said(ply["ply"], 0.2, _("Move {ply}: {name} finds {move}, the only move that loses nothing.", **told))


def _beliefs(
    plies: Sequence[Mapping[str, Any]], names: Sequence[str], minds: Sequence[Mapping[str, Any] | None]
) -> Iterator[Sentence]:
    """Who still believed to be ahead when nearly all was lost; of two sides whose bots told their values."""
    if len(names) != 2:
        return
    for seat, name in enumerate(names):
        own = chances(plies, seat)
        late = [
            ply["ply"]
            for ply, mind in zip(plies, minds, strict=False)
            if ply["seat"] == seat and mind and (mind.get("value") or 0) > 0 and own[ply["ply"] - 1] <= 1 - _SURE
        ]
        if late:
            share = _percent(own[late[-1] - 1])
            words = _(
                "At move {ply} {name} still believed to be ahead, with about {share} % of the chances left.",
                ply=late[-1], name=name, share=share,
            )  # fmt: skip
            yield _said(late[-1], 0.35, words)


def _end(review: Mapping[str, Any], names: Sequence[str]) -> Iterator[Sentence]:
    """What holds of the whole game."""
    exact = review.get("exact_from")
    if exact:
        yield _said(exact, 0, _("From move {ply} on every value is exact: the solver reached the end.", ply=exact))
    for seat, name in enumerate(names):
        accuracy = review["seats"][seat]["accuracy"]
        if accuracy is not None:
            yield _said(0, 0, _("{name} played with an accuracy of {accuracy}.", name=name, accuracy=accuracy))


def story(review: Mapping[str, Any], winner: int | None) -> dict[str, Any]:
    """What makes a game of two sides worth seeing, as far as its review tells.

    ``lowest``: the least chance that the winner had after a move, and the ply; ``decisive``: the one move of the loser
    that gave away an even game, where no other move gave away much, with its ``ply``, ``seat``, ``move``, the ``best``
    and the ``lost`` share. Each is None where it is not so, or where nobody won alone.
    """
    plies = review["plies"]
    if winner is None or len(review["seats"]) != 2 or not plies:
        return {"lowest": None, "decisive": None}
    own = chances(plies, winner)
    low = min(range(len(own)), key=own.__getitem__)
    costly = [ply for ply in plies if ply["lost"]["chance"] >= 2 * MISTAKE]
    decisive = None
    if len(costly) == 1 and costly[0]["seat"] != winner:
        [ply] = costly
        after = own[ply["ply"] - 1 :]
        if 1 - _AHEAD <= ply["chances"][0] <= _AHEAD and min(after) >= _SURE - 0.05:
            decisive = {
                "ply": ply["ply"], "seat": ply["seat"], "move": ply["move"], "best": ply["best"]["move"],
                "lost": ply["lost"]["chance"],
            }  # fmt: skip
    return {"lowest": {"chance": round(own[low], 4), "ply": low + 1}, "decisive": decisive}
