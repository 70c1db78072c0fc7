"""Openings of matches: random plies after which, by a search, neither side is ahead; the same for every version.

Opening number n of a game and its options is the most even of 32 that its number draws: a first search leaves eight of
them, a longer one chooses. The first hundred or more are kept as files of the program, so that a change to an
evaluation changes no opening; those beyond are made when they are asked for and kept in the folder of data.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from plyground.bots import _levels
from plyground.competitions.refereeing.openings import opening
from plyground.core import folders, registry

KEPT = Path(__file__).parent / "openings"
_STAGES = (32, 20_000), (8, 400_000)
_TRIES = 3
_APART = 37
"""How far apart the openings of one seed and the next begin."""


def usual_plies(game_id: str) -> int:
    """How many random plies a game's ladder begins with."""
    return _levels.ladder(registry.game(game_id)).openings


def name(game_id: str, options: Mapping[str, Any], plies: int) -> str:
    """What the openings of a game with these options (those that are not as usual) are filed under."""
    return ",".join([game_id, *(f"{each}={value}" for each, value in sorted(options.items())), f"plies={plies}"])


def some(game_id: str, options: Mapping[str, Any], plies: int, count: int, seed: int = 1) -> list[tuple[str, ...]]:
    """``count`` openings, each the texts of its moves; with which of those that are kept they begin follows from the
    ``seed``. What is not there is made and kept."""
    file = f"{name(game_id, options, plies)}.jsonl"
    found = _read(KEPT / file)
    if found:
        first = (seed - 1) * _APART % len(found)
        found = found[first:] + found[:first]
    if len(found) >= count:
        return found[:count]
    own = folders.data() / "strength" / "openings" / file
    found += _read(own)[len(found) :]  # the first of its lines stand for those that are kept
    if len(found) < count:
        found += made(game_id, options, plies, found, count)
        write(own, found)
    return found[:count]


def made(
    game_id: str, options: Mapping[str, Any], plies: int, known: list[tuple[str, ...]], count: int
) -> Iterator[tuple[str, ...]]:
    """The openings from the number of those ``known`` up to ``count``; none leads where another does, if there are
    enough."""
    game = registry.game(game_id)
    start = game.initial(game.options(dict(options)))
    seen = {game.position_text(game.replay(start, moves)[-1]) for moves in known}
    for number in range(len(known), count):
        for attempt in range(_TRIES):
            chance = random.Random(f"{name(game_id, options, plies)}:{number}:{attempt}")
            moves = tuple(opening(game, start, plies, chance, _STAGES))
            text = game.position_text(game.replay(start, moves)[-1])
            if text not in seen:
                break
        seen.add(text)
        yield moves


def write(path: Path, found: list[tuple[str, ...]]) -> None:
    """Write openings, one a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(moves)}\n" for moves in found), encoding="utf-8")


def _read(path: Path) -> list[tuple[str, ...]]:
    if not path.exists():
        return []
    return [tuple(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
