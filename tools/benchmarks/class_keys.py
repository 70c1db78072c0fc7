"""Keys of move questions in class: whether a search ten times as long, or the solver, gives the same answer."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from functools import partial
from typing import Any

from plyground.classroom.worksheet import MOST_TASKS, read_sheet
from plyground.core import registry
from plyground.puzzles import keeping
from plyground.review import keying
from tools.benchmarks._kept import judged
from tools.benchmarks._planted import GAMES
from tools.benchmarks._registry import Row, benchmark

_QUESTIONS, _PASTED = 200, 4
"""Questions in each game, and of how many of them one position is made at random as well."""
_PLIES = range(6, 25)


@benchmark("class-keys", measures="game/review game/classroom game/games/*/knowledge game/search/pvs")
def class_keys() -> list[Row]:
    """Move questions of worksheets, from seeds 1 on, checked by the solver where it reaches and else by a search ten
    times as long as a key's: the keyed move must be right in it, and no other. Then positions after 6 to 24 random
    moves, as a teacher may paste them, in which several moves may be right: the key agrees if its first move is
    right by the longer search, and the longer one's first move is right or worth half by the key. `POSITIONS` sets
    how many questions in each game; a quarter as many are random positions; a run that was stopped goes on with what it
    has kept in the folder `RESULTS`."""
    count, rows = int(os.environ.get("POSITIONS", "0")) or _QUESTIONS, list[Row]()
    for game in GAMES:
        title = registry.game(game).spec.title
        asked = worksheet_moves(game, count)
        agreed = judged("class-keys", game, asked, lambda each: proved_right(*each))
        name = f"{title}, {len(asked)} worksheet questions: agree"
        rows.append(Row(name, 100 * sum(agreed) / len(asked), "%", "at least 98"))
        rng = random.Random(f"class keys {game}")
        pasted = [_at_random(game, rng) for _ in range(max(1, count // _PASTED))]
        held = judged("class-keys-pasted", game, pasted, partial(agrees, game))
        rows.append(Row(f"{title}, {len(held)} random positions: agree", 100 * sum(held) / len(held), "%"))
    return rows


def worksheet_moves(game: str, count: int) -> list[tuple[str, dict[str, Any], str, list[str]]]:
    """So many different move questions with their keys, on the boards that have most puzzles first."""
    found: dict[str, tuple[str, dict[str, Any], str, list[str]]] = {}
    boards = Counter(json.dumps(puzzle.options) for puzzle in keeping.of(game).values())
    for options, puzzles in boards.most_common():
        fields = {name: str(value) for name, value in json.loads(options).items()}
        for seed in range(1, puzzles):
            for task in read_sheet({"game": game, "questions": str(MOST_TASKS), **fields}, seed).tasks:
                if task.kind == "move" and task.answer is not None and len(found) < count:
                    found[task.board.text] = (
                        game,
                        dict(task.board.options),
                        task.board.text,
                        sorted(task.answer.right),
                    )
    return list(found.values())


def proved_right(game: str, options: dict[str, Any], position: str, right: list[str]) -> bool:
    """Whether the longer search has exactly these moves right."""
    found = keying.key(game, options, position, 10 * keying.effort(registry.game(game)))
    return {each["move"] for each in found["moves"] if each["part"] == 1.0} == set(right)


def agrees(game: str, position: Any) -> bool:
    """Whether a key and one by the longer search tell the same of their first moves."""
    rules = registry.game(game)
    options, text = dict(rules.options({})), rules.position_text(position)
    one = keying.key(game, options, text)["moves"]
    other = keying.key(game, options, text, 10 * keying.effort(rules))["moves"]
    there = {each["move"]: each["part"] for each in other}
    here = {each["move"]: each["part"] for each in one}
    return there.get(one[0]["move"]) == 1.0 and here.get(other[0]["move"], 0.0) > 0.0


def _at_random(game: str, rng: random.Random) -> Any:
    rules = registry.game(game)
    while True:
        position = rules.initial(rules.options({}))
        for _ in range(rng.choice(_PLIES)):
            moves = rules.legal_moves(position)
            if rules.returns(position) is not None or not moves:
                break
            position = rules.play(position, rng.choice(moves))
        if rules.returns(position) is None and len(rules.legal_moves(position)) > 1:
            return position
