"""``watch``: tells of each game of one's own bot as it is over."""

from __future__ import annotations

import time
from typing import Any

import click

from plyground.commands import _own_bot, _shared
from plyground.interface.own_bot import OwnBot

_PAUSE = 2.0


@_shared.command("watch", short_help="Tell of each game of one's own bot as it is over.")
@_own_bot.at_bot
@click.option("--games", "count", type=click.IntRange(1), help="End after so many; without it, never.")
@click.option("--all", "old", is_flag=True, help="Begin with those that are over already.")
def command(own: OwnBot, count: int | None, old: bool) -> _shared.Shown:
    """Say a line for each game of the bot in its competition when it is over, the first ones first."""
    known = set() if old else {each["id"] for each in own.about()["games"]}
    told: list[dict[str, Any]] = []
    while count is None or len(told) < count:
        for game in reversed(own.about()["games"]):
            if game["id"] not in known and (count is None or len(told) < count):
                known.add(game["id"])
                told.append(game)
                if not _shared.wants_json():
                    click.echo(_line(own, game))
        if count is None or len(told) < count:
            time.sleep(_PAUSE)
    return {"games": told}, f"{len(told)} games."


def _line(own: OwnBot, game: dict[str, Any]) -> str:
    """A game in one line: its kind, how each did, who failed, and where it is replayed."""
    seats = zip(game["names"], game["ranks"], game["verdicts"], strict=True)
    told = [
        f"{name} {_did(rank, game['ranks'])}" + ("" if code == "fair" else f" ({code})") for name, rank, code in seats
    ]
    return f"{game['kind']}: {', '.join(told)}: {own.server}/compete/{own.competition}/games/{game['id']}"


def _did(rank: int, ranks: list[int]) -> str:
    """What a rank means among those of a game."""
    if len(set(ranks)) == 1:
        return "drew"
    if len(ranks) == 2:
        return "won" if rank == 1 else "lost"
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
