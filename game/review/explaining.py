"""Says why a move was worse than another in the terms of its game: what each side has after the line that punishes it,
and what it would have after the better line, as long. Every figure is counted on the position that the sentence names.

The teaching search of the laboratory is opened where the answer is met: both moves and the answer are put first by
hand, and so many steps are made that the answer has its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.game import Game
from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.search.teaching.searches import search as find_search

LONGEST = 8
"""Plies of a line that are looked at."""
SEARCH, DEPTH = "alphabeta", 2
_MOST_ENTERED = 12_000


def explained(
    game: str, options: dict[str, Any], start: str, moves: list[str], made: list[str], best: list[str],
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """Why ``made``, a line that begins with the move made after ``moves``, is worse than the line ``best``.

    ``{"sentence", "claims", "stage"}``: the sentence is empty where no term of the game tells the two apart. A claim is
    ``{"line", "seat", "fact", "value"}``. ``stage`` is what the laboratory is asked for, with its step; None where its
    search does not fit.
    """
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    claims = _claims(rules, position, made, best)
    stage = _stage(rules, position, options, made, best)
    return {
        "sentence": _sentence(rules, claims),
        "claims": claims,
        "stage": None
        if stage is None
        else {"game": game, "options": options, "position": start, "moves": moves, **stage},
    }


def facts(game: Game[Any, Any], position: Any, seat: int) -> tuple[Fact, ...]:
    """What a game counts for a seat; by default its evaluation."""
    known = knowledge.of(game)
    if known.insight is not None and known.insight.facts is not None:
        return known.insight.facts(position, seat)
    strength = known.strength
    if strength is None or game.returns(position) is not None:
        return ()
    return (Fact(strength.counts, round(sum(term.value for term in strength.terms(position, seat)), 1)),)


def _claims(game: Game[Any, Any], position: Any, made: Sequence[str], best: Sequence[str]) -> list[dict[str, Any]]:
    """The four figures, the mover's and the strongest other's after each line, that tell the lines apart most."""
    seat, found = game.to_move(position), list[tuple[float, int, int, str]]()
    seats = range(game.seats_at(position))
    ends = [game.replay(position, line[:LONGEST]) for line in (made, best)]
    for plies in range(1, min(map(len, ends))):
        bad, good = ({each: facts(game, end[plies], each) for each in seats} for end in ends)
        for other in seats:
            if other == seat or len(bad[seat]) != len(good[seat]):
                continue
            for at, fact in enumerate(bad[seat]):
                worse = good[seat][at].value - good[other][at].value - fact.value + bad[other][at].value
                found.append((worse * fact.worth, -plies, other, fact.title))
    if not found:
        return []
    worst, plies, other, title = max(found)
    if worst <= 0:
        return []
    claims = []
    for line, end in zip((made, best), ends, strict=True):
        for each in (seat, other):
            value = next(fact.value for fact in facts(game, end[-plies], each) if fact.title == title)
            claims.append({"line": list(line[:-plies]), "seat": each, "fact": title, "value": value})
    return claims


def _sentence(game: Game[Any, Any], claims: list[dict[str, Any]]) -> str:
    if not claims:
        return ""
    own, other, better, others = claims
    return _(
        "{fact}: after {line} {seat} has {own} and {opponent} {other}; after {best} it would be {better} and {others}.",
        fact=own["fact"], line=" ".join(own["line"]), seat=game.spec.seat_name(own["seat"]), own=f"{own['value']:g}",
        opponent=game.spec.seat_name(other["seat"]), other=f"{other['value']:g}", best=" ".join(better["line"]),
        better=f"{better['value']:g}", others=f"{others['value']:g}",
    )  # fmt: skip


def _stage(
    game: Game[Any, Any], position: Any, options: dict[str, Any], made: Sequence[str], best: Sequence[str]
) -> dict[str, Any] | None:
    search = find_search(SEARCH)
    if len(made) < 2 or search.refuses(game, position) is not None:
        return None
    texts = [game.move_text(position, move) for move in game.legal_moves(position)]
    if made[0] not in texts or best[0] not in texts:
        return None
    there = game.replay(position, made[:1])[-1]
    replies = [game.move_text(there, move) for move in game.legal_moves(there)]
    move, better, reply = texts.index(made[0]), texts.index(best[0]), replies.index(made[1])
    settings: dict[str, Any] = {"depth": DEPTH, "by_hand": f"root: {move} {better}; {move}: {reply}"}
    entered = 0

    def enough() -> bool:
        nonlocal entered
        entered += 1
        return entered > _MOST_ENTERED

    trace = search.record(game, position, settings, setup=options, stopped=enough)
    node = trace.child(trace.child(0, move), reply)
    step = next((at + 1 for at, told in enumerate(trace.steps) if told.node == node and told.value is not None), None)
    return None if step is None else {"search": SEARCH, "settings": settings, "step": step, "line": list(made[:2])}
