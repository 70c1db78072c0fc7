"""Counts of the puzzles that ship, as tables for ``docs/puzzles.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from plyground.core import knowledge, registry
from plyground.puzzles.keeping import Puzzle

MARK = "<!-- what follows is written by plyground puzzles count --write -->"
GRADES = range(1, 7)


def written(puzzles: Mapping[str, list[Puzzle]]) -> str:
    """A table of each game: its kinds in rows, how hard they are in columns."""
    return "\n\n".join(_of(registry.game(game_id), found) for game_id, found in puzzles.items())


def _of(game: Any, puzzles: list[Puzzle]) -> str:
    exact = sum(each.exact for each in puzzles)
    several = sum(len(each.moves) > 1 for each in puzzles)
    about = f"{len(puzzles):,} puzzles, {exact:,} of them exact, {several:,} with more than one move to find."
    rows = [_row("", (str(grade) for grade in GRADES), "all"), "|---|" + "---:|" * (len(GRADES) + 1)]
    for name, kind in knowledge.of(game).puzzles.kinds.items():
        grades = Counter(each.grade for each in puzzles if each.kind == name)
        rows.append(_row(kind.title, (str(grades[grade]) for grade in GRADES), str(sum(grades.values()))))
    all_grades = Counter(each.grade for each in puzzles)
    rows.append(_row("all", (str(all_grades[grade]) for grade in GRADES), str(len(puzzles))))
    return f"## {game.spec.title}\n\n{about}\n\n" + "\n".join(rows)


def _row(first: str, cells: Iterable[str], last: str) -> str:
    return f"| {first} | {' | '.join(cells)} | {last} |"


def into(text: str, tables: str) -> str:
    """The text with new tables behind its mark."""
    return f"{text.partition(MARK)[0]}{MARK}\n\n{tables}\n"
