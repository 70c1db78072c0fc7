"""Which moves answer “which move would you choose?”, and what part of the point each of the others keeps.

By the game's solver where it reaches, else by the strongest search, given many times what a review gives a ply: counted
in positions, never in time, so that a question has the same key everywhere. A move that loses next to nothing beside
the best is right, one that loses less than a mistake keeps half the point. A key is ``clear`` where no move keeps half.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.game import Game, KernelGame
from plyground.core.puzzling import USUAL
from plyground.review.judging import Judge, Look, Worth
from plyground.review.marks import INACCURACY, MISTAKE

MORE = 40
"""How many times as many positions a key is given as a ply of a review."""
SAME, HALF = 0.25, 0.5
"""What a move may lose where both are as good as won or lost and only values tell them apart: parts of the spread."""
_LINES = 8
_OTHERS = 40
"""Moves beside the lines that are valued one by one, if the last line is still worth a part of the point."""
_SOLVER_NODES = 3_000_000


def key(
    game: str, options: dict[str, Any], position: str, more: int = 0,
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """The key of an unfinished position for its mover: ``moves``, best first, ``clear``, ``solved``, and ``nodes``;
    ``more`` is how many times a review's positions are looked at, if not as many as usual.

    Each move has ``move``, ``line``, ``part`` of the point (1, a half or 0), ``lost`` chances to win, ``value``,
    ``exact`` and ``outcome``. Moves that are not named are worth no part of it.
    """
    rules = registry.game(game)
    there = rules.parse_position(position, options)
    return _keyed(Judge(rules, there), there, more or effort(rules))


def effort(game: Game[Any, Any]) -> int:
    """How many times a review's positions a key of this game is given; fewer where no kernels search it."""
    return MORE if isinstance(game, KernelGame) else MORE // 10


def _keyed(judge: Judge, position: Any, more: int) -> dict[str, Any]:
    solved = _solved(judge, position)
    look = judge.look(position, _LINES, more)
    found: dict[str, tuple[Worth, tuple[str, ...]]] = {}
    for deep in (solved, look):
        for worth, line in deep.lines if deep is not None else ():
            held = found.get(line[0])
            found[line[0]] = (worth, line) if held is None else (held[0], max(held[1], line, key=len))
    best = solved.worth if solved is not None else look.worth
    nodes = look.nodes + (solved.nodes if solved is not None else 0)
    if look.lines and _part(judge, best, look.lines[-1][0]):
        texts = [judge.game.move_text(position, move) for move in judge.game.legal_moves(position)]
        rest = [text for text in texts if text not in found][:_OTHERS]
        for text in rest:
            worth, line, seen = judge.after(position, text, max(1, more // len(rest)))
            # The search that compared them found it no better than the last line, however it looks by itself.
            found[text] = min(worth, look.lines[-1][0], key=judge.chance), (text, *line)
            nodes += seen
    right = {line[0] for _worth, line in solved.lines} if solved is not None else set()
    moves = []
    for text, (worth, line) in found.items():
        part = 1.0 if text in right else _part(judge, best, worth)
        part = min(part, 0.5) if right and text not in right else part
        lost = round(judge.lost(best, worth), 4)
        moves.append({"move": text, "line": list(line), "part": part, "lost": lost, **worth.as_json()})
    moves.sort(key=lambda each: (-each["part"], each["lost"], -(each["value"] or 0.0)))
    moves = _first(moves, (solved or look).lines[0][1][0])
    told = [each["part"] for each in moves]
    clear = (solved is not None or 0.5 not in told) and told.count(1.0) < len(judge.game.legal_moves(position))
    return {"moves": moves, "clear": clear, "solved": solved is not None, "nodes": nodes}


def _solved(judge: Judge, position: Any) -> Look | None:
    """The exact worth with all best moves, where puzzles of the game trust the solver too."""
    puzzling = knowledge.of(judge.game).puzzles
    if not (puzzling.solves(position) or puzzling is USUAL):
        return None
    judge.exact_nodes = max(judge.exact_nodes, _SOLVER_NODES)
    return judge.solved(position)


def _first(moves: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """The same with the move in front that the search itself would make."""
    return sorted(moves, key=lambda each: each["move"] != text)


def _part(judge: Judge, best: Worth, made: Worth) -> float:
    """What part of the point a move keeps."""
    lost = judge.lost(best, made)
    if best.outcome != made.outcome and None not in (best.outcome, made.outcome):
        return 0.0
    less = 0.0
    if best.value is not None and made.value is not None:
        less = (best.value - made.value) / judge.spread
    if lost < INACCURACY and less <= SAME:
        return 1.0
    return 0.5 if lost < MISTAKE and less <= HALF else 0.0
