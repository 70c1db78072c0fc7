"""What the moves of a position are worth, side by side: for a board on which somebody analyses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.game import KernelGame
from plyground.review.judging import Judge, Worth
from plyground.search import maxn
from plyground.search.teaching.two_sided import opposed

MOST_LINES = 5
MOST_MOVES = 150
"""Where there are more moves than this, those that no line begins with have no value."""
_LIGHTER = 5
"""How many times fewer positions a move is given that no line begins with."""


JUDGED = 20_000
"""Positions that are analysed to tell those who watch who leads."""


def leading(
    game: str, options: dict[str, Any], position: str, nodes: int = JUDGED,
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """Who leads at an unfinished position, by the strongest engine there is: ``seat`` to move with its ``chance``,
    ``value``, ``outcome`` and ``exact``, the ``line`` that it expects, the ``engine`` and the ``unit`` of values.

    ``chances`` has the chance to win of each of two opposite sides, ``values`` what each seat of another table comes
    to; the other is None.
    """
    rules = registry.game(game)
    at = rules.parse_position(position, options)
    judge, seat, strength = Judge(rules, at, nodes), rules.to_move(at), knowledge.of(rules).strength
    about = {"seat": seat, "engine": judge.engine, "unit": strength.counts if strength else "points"}
    if opposed(rules, at):
        look = judge.look(at, 1)
        chance, line = round(judge.chance(look.worth), 4), list(look.lines[0][1]) if look.lines else []
        both = [chance, round(1 - chance, 4)]
        return {**about, **look.worth.as_json(), "line": line, "chances": both[::-1] if seat else both, "values": None}
    none = dict[str, Any].fromkeys(("value", "outcome", "chances", "values"))
    nothing = none | {"exact": False, "line": list[str]()}
    if not isinstance(rules, KernelGame) or not knowledge.scored(rules):
        return about | nothing
    best = max(maxn.search(rules, at, nodes).roots, key=lambda root: root.value)
    texts, _end = rules.line_texts(at, best.line)
    values = [round(float(value), 2) for value in best.values]
    return {**about, **nothing, "value": values[seat], "line": list(texts), "values": values}


def valued(
    game: str, options: dict[str, Any], start: str, moves: list[str], lines: int,
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """The moves after ``moves`` of an unfinished game, best first, for its mover: ``seat``, ``solved``, ``rows``.

    A row is ``{"move", "line", "deep", "value", "exact", "outcome", "chance"}``, the first ``lines`` with what follows.
    Where the solver reaches, ``solved`` is true and every best move is exact; a move that is not ``deep`` was valued by
    a quicker look.
    """
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    judge = Judge(rules, position)
    look, solved = judge.look(position, lines), judge.solved(position)
    found: dict[str, tuple[Worth, tuple[str, ...], bool]] = {}
    for deep in (solved, look):
        for worth, line in deep.lines if deep is not None else ():
            held = found.get(line[0])
            if held is None:
                found[line[0]] = worth, line, True
            elif len(line) > len(held[1]):
                found[line[0]] = held[0], line, True
    best = {line[0] for _worth, line in solved.lines} if solved is not None else set()
    legal = [rules.move_text(position, move) for move in rules.legal_moves(position)]
    quick = Judge(rules, position, max(1, judge.nodes // _LIGHTER))
    for text in legal if len(legal) <= MOST_MOVES else list(found):
        held = found.get(text)
        if held is None or len(held[1]) == 1:
            worth, then, _nodes = quick.after(position, text)
            found[text] = (worth, (text, *then), False) if held is None else (held[0], (text, *then), True)
    rows = [
        {"move": text, "line": list(line), "deep": deep, **worth.as_json(), "chance": round(judge.chance(worth), 4)}
        for text, (worth, line, deep) in found.items()
    ]
    rows.sort(key=lambda row: (row["move"] not in best, -row["chance"], -(row["value"] or 0.0)))
    return {"seat": rules.to_move(position), "solved": solved is not None, "rows": rows}
