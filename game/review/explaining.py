"""Says why a move was worse than another in the terms of its game: what each side has after the line that punishes it,
and what it would have after the better line, as long. Every figure is counted on the position that the sentence names.

The teaching search of the laboratory is opened where the answer is met: both moves and the answer are put first by
hand, and so many steps are made that the answer has its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.game import Game
from plyground.core.knowledge import Fact
from plyground.core.messages import Message, _, joined
from plyground.search.teaching.searches import search as find_search

LONGEST = 8
"""Plies of a line that are looked at."""
SEARCH, DEPTH = "alphabeta", 2
_MOST_ENTERED = 12_000
_ALLOWS = _("After {move} {winner} wins at once: {line}.")
_BEGINS = _("{move} wins at once.")


def explained(
    game: str, options: dict[str, Any], start: str, moves: list[str], made: list[str], best: list[str],
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """Why ``made``, a line that begins with the move made after ``moves``, is worse than the line ``best``.

    ``{"sentence", "claims", "forced", "stage"}``: the sentence is empty where no term of the game tells the two apart.
    A claim is ``{"line", "seat", "fact", "value"}``. ``forced`` is a win by force that the game proves and one of the
    moves is about, ``{"words", "move", "winner", "line", "count"}``, or None. ``stage`` is what the
    laboratory is asked for, with its step; None where its search does not fit.
    """
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    claims, forced = _claims(rules, position, made, best), _forced(rules, position, made[0], best[0])
    stage = _stage(rules, position, options, made, best)
    return {
        "sentence": sentence(rules, claims, forced),
        "claims": claims,
        "forced": forced,
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
    seat, found = game.to_move(position), list[tuple[float, int, int, int, str]]()
    pairs = list(_pairs(game, position, made, best))
    counted = [[_all_facts(game, position, line) for line in pair] for pair in pairs]
    for at, (bad, good) in enumerate(counted):
        for other in bad:
            if other == seat or len(bad[seat]) != len(good[seat]):
                continue
            for which, fact in enumerate(bad[seat]):
                worse = good[seat][which].value - good[other][which].value - fact.value + bad[other][which].value
                found.append((worse * fact.worth, -at, other, -which, fact.title))
    if not found:
        return []
    worst, at, other, _which, title = max(found)
    if worst <= 0:
        return []
    return [
        {
            "line": line,
            "seat": each,
            "fact": title,
            "value": next(fact.value for fact in ends[each] if fact.title == title),
        }
        for line, ends in zip(pairs[-at], counted[-at], strict=True)
        for each in (seat, other)
    ]


def _pairs(
    game: Game[Any, Any], position: Any, made: Sequence[str], best: Sequence[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """The lines after which both moves are compared: as far as both are known, and with the other of the two moves made
    by the next seat, where it takes it."""
    for plies in range(1, min(len(made), len(best), LONGEST) + 1):
        yield list(made[:plies]), list(best[:plies])
    crossed = [made[0], best[0]], [best[0], made[0]]
    if all(_legal(game, position, line) for line in crossed):
        yield crossed


def _legal(game: Game[Any, Any], position: Any, line: Sequence[str]) -> bool:
    """Whether a line of two moves can be played by two seats."""
    there = game.replay(position, line[:1])[-1]
    if game.returns(there) is not None or game.to_move(there) == game.to_move(position):
        return False
    return line[1] in [game.move_text(there, move) for move in game.legal_moves(there)]


def _all_facts(game: Game[Any, Any], position: Any, line: Sequence[str]) -> dict[int, tuple[Fact, ...]]:
    end = game.replay(position, line)[-1]
    return {seat: facts(game, end, seat) for seat in range(game.seats_at(position))}


def _forced(game: Game[Any, Any], position: Any, made: str, best: str) -> dict[str, Any] | None:
    """The win by force that the move made allows, else the one that the best move begins."""
    insight = knowledge.of(game).insight
    if insight is None or insight.forcing is None or game.seats_at(position) != 2:
        return None
    forcing, seat = insight.forcing, game.to_move(position)
    after = game.replay(position, [made])[-1]
    if game.returns(after) is None and game.to_move(after) != seat:
        line = forcing.prove(game, after, None)
        if line:
            words = _ALLOWS if len(line) == 1 else forcing.allows
            return _proof(game, after, made, line, words)
    line = forcing.prove(game, position, game.parse_move(position, best))
    if not line:
        return None
    return _proof(game, position, best, line, _BEGINS if len(line) == 1 else forcing.begins)


def _proof(game: Game[Any, Any], position: Any, move: str, line: Sequence[Any], words: str) -> dict[str, Any]:
    winner, own, texts = game.to_move(position), 0, list[str]()
    for each in line:
        own += game.to_move(position) == winner
        texts.append(game.move_text(position, each))
        position = game.play(position, each)
    return {"words": str(words), "move": move, "winner": winner, "line": texts, "count": own}


def sentence(
    game: Game[Any, Any], claims: Sequence[Mapping[str, Any]], forced: Mapping[str, Any] | None = None
) -> str:  # fmt: skip
    """The win by force and the claims of ``explained`` in words, a message; empty without both."""
    told = [each for each in (_forced_words(game, forced), _counted_words(game, claims)) if each]
    return joined(*told) if told else ""


def _forced_words(game: Game[Any, Any], forced: Mapping[str, Any] | None) -> str:
    if not forced:
        return ""
    return Message(
        forced["words"],
        {"move": forced["move"], "winner": game.spec.seat_name(forced["winner"]), "line": ", ".join(forced["line"]),
         "count": forced["count"]},
    )  # fmt: skip


def _counted_words(game: Game[Any, Any], claims: Sequence[Mapping[str, Any]]) -> str:
    if not claims:
        return ""
    own, other, better, others = claims

    def counted(claim: Mapping[str, Any]) -> float:
        value = float(claim["value"])
        return int(value) if value.is_integer() else value

    return _(
        "{fact}: after {line} {seat} has {own:,} and {opponent} {other:,}; "
        "after {best} it would be {better:,} and {others:,}.",
        fact=Message(own["fact"], {}), line=", ".join(own["line"]), seat=game.spec.seat_name(own["seat"]),
        own=counted(own), opponent=game.spec.seat_name(other["seat"]), other=counted(other),
        best=", ".join(better["line"]), better=counted(better), others=counted(others),
    )  # fmt: skip


def _stage(
    game: Game[Any, Any], position: Any, options: dict[str, Any], made: Sequence[str], best: Sequence[str]
) -> dict[str, Any] | None:
    search = find_search(SEARCH)
    if len(made) < 2 or search.unfit(game, position) is not None:
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
