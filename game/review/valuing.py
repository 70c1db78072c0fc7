"""What the moves of a position are worth, side by side: for a board on which somebody analyses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import registry
from plyground.review.judging import Judge, Worth

MOST_LINES = 5
MOST_MOVES = 150
"""Where there are more moves than this, those that no line begins with have no value."""
_LIGHTER = 5
"""How many times fewer positions a move is given that no line begins with."""


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
