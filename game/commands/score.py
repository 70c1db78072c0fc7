"""``score``: scores a game, a position or a map of Lambda Punter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared

_NEAR = (".", "maps", "../maps", "../../maps", "maps/contest", "../maps/contest", "../../maps/contest")
"""Where a map that a log names is looked for, from the log's own folder."""


@_shared.command("score")
@click.argument("file", metavar="MAP_OR_GAME")
@click.option("--map", "map_file", metavar="FILE", help="The map, where the game only names it.")
def command(file: str, map_file: str | None) -> _shared.Shown:
    """Score a Lambda Punter game from a file (- is stdin).

    The game is the contest's JSON (map, punters, settings, futures, moves), an organisers' log, a position, or a map
    alone. A map that the game only names is looked for beside the file, in a folder maps near it, on the library and
    among the maps that were given before.
    """
    from plyground.core import registry
    from plyground.games.punter import records, scores
    from plyground.games.punter.position import credits_of, is_over, options_left

    game = registry.game("punter")
    given = _read_map(map_file) if map_file is not None else None
    found = records.read(
        _shared.read_text(file, records.LONGEST), game.options(), lambda name: given or _near(file, name) or name
    )
    position = found.end
    totals = scores.totals(position)
    seats = range(len(totals))
    known = found.turns_known
    data: dict[str, Any] = {
        "game": "punter",
        "scores": totals,
        "credits": [credits_of(position, punter) for punter in seats] if known else None,
        "options_left": [options_left(position, punter) for punter in seats] if known else None,
        "bets": [sum(scores.bets_paid(position, punter)) for punter in seats],
        "pays": position.pays.tolist(),
        "ranking": scores.ranking_points(totals),
        "finished": bool(is_over(position)) if known else None,
    }
    return data, _table(data, found.tags)


def _read_map(name: str) -> dict[str, Any]:
    """The JSON of a map's file, checked and kept under the file's name."""
    from plyground.games.punter import charts, mapfile

    file = mapfile.parse(_shared.read_text(name, mapfile.MOST_BYTES + 1))
    charts.keep(file, Path(name).name)
    return file.as_json()


def _near(file: str, name: str) -> dict[str, Any] | None:
    """The map of this name near the game's file, None if there is none."""
    if file == "-" or not name.endswith(".json"):
        return None
    for folder in _NEAR:
        path = Path(file).parent / folder / Path(name).name
        if path.is_file():
            return _read_map(str(path))
    return None


def _table(data: dict[str, Any], tags: dict[str, str]) -> str:
    """A row for each punter, under heads, with the names that a log gave."""
    heads = ["punter", "score", "bets", "ranking"]
    heads += ["credits", "options left"] if data["credits"] is not None else []
    rows = [heads]
    for punter, score in enumerate(data["scores"]):
        row = [punter, f"{score:,}", f"{data['bets'][punter]:+,}", data["ranking"][punter]]
        if data["credits"] is not None:
            row += [data["credits"][punter], data["options_left"][punter]]
        rows.append([*map(str, row), tags.get(f"team_{punter}", "")])
    return "\n".join(
        "  ".join(f"{cell:>12}" for cell in row[:6]) + "".join(f"  {cell}" for cell in row[6:]) for row in rows
    )
