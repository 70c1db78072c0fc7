"""Measures the rungs of a ladder of levels and keeps ``docs/strength.md``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Any

from plyground.bots import _levels, _ratings
from plyground.commands._laboratory import HEAD
from plyground.commands._reports import machine, put_section
from plyground.competitions.ranking.elo import NORMAL_95, Score
from plyground.core import folders, registry
from plyground.core.game import Game
from plyground.core.knowledge import Level
from plyground.interface import matches

REPORT = folders.HOME / "docs" / "strength.md"
LEAST_SHARE = 0.65
"""What each level is to score at least against the one below."""


@dataclass(frozen=True)
class Rung:
    """How a level did against the one below."""

    below: Level
    level: Level
    score: Score
    seconds_per_move: float

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.score.share, self.score.games)

    @property
    def elo(self) -> tuple[float, float]:
        """The Elo difference to the level below and the half-width of its 95 % interval."""
        rating, error = self.score.elo
        return rating or 0.0, error or 0.0

    def words(self) -> str:
        """The result in one line."""
        (low, high), (rating, error), score = self.interval, self.elo, self.score
        return (
            f"{score.share:.0%} of {score.games} games ({low:.0%} to {high:.0%}), {score.wins} won, "
            f"{score.draws} drawn, {score.losses} lost, {rating:+.0f} ± {error:.0f} Elo, "
            f"{self.seconds_per_move:.3f} s a move"
        )

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        low, high = self.interval
        own = {"level": self.level.id, "below": self.below.id, "share": self.score.share, "low": low, "high": high}
        return own | self.score.as_json() | {"seconds_per_move": self.seconds_per_move}


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of so many independent games (E. B. Wilson, 1927)."""
    squared = NORMAL_95**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    half = NORMAL_95 / (1 + squared / games) * math.sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return middle - half, middle + half


def measure(game: Game[Any, Any], below: Level, level: Level, games: int, jobs: int, seed: int) -> Rung:
    """Play the two levels against each other: ``games`` games in pairs, under the ladder's own openings and options."""
    ladder = _levels.ladder(game)
    options = game.options(ladder.options)
    start = game.position_text(game.initial(options))
    bots = (level.bot, below.bot)
    limits = {"seconds": None, "nodes": None, "depth": None}
    todo = matches.tasks(game.spec.id, options, start, bots, games, limits, ladder.openings, seed, None)
    leads, seconds, choices = [], 0.0, 0
    for played in matches.play_all(todo, jobs):
        own = played.entrants.index(0)
        leads.append(played.returns[own] - played.returns[1 - own])
        seconds, choices = seconds + played.seconds[own], choices + played.choices[own]
        if played.reason != "rules":
            raise RuntimeError(f"a game between levels ended by a failure: {played.ending}")
    return Rung(below, level, Score.of(leads), seconds / max(choices, 1))


def write(game: Game[Any, Any], levels: tuple[Level, ...], rungs: list[Rung], games: int, seed: int) -> None:
    """Put the game's table into the report, and its ratings beside the bots; the other games' stay as they were."""
    titles = sorted(each.spec.title for each in registry.games().values())
    rating, variance, ratings = 0.0, 0.0, {levels[0].bot: (0, 0)}
    for rung in rungs:
        difference, error = rung.elo
        rating, variance = rating + difference, variance + error**2
        ratings[rung.level.bot] = (round(rating), round(math.sqrt(variance)))
    _ratings.keep(game.spec.id, ratings)
    put_section(REPORT, HEAD, game.spec.title, _section(game, levels, rungs, games, seed), titles)


def _section(game: Game[Any, Any], levels: tuple[Level, ...], rungs: list[Rung], games: int, seed: int) -> str:
    ladder = _levels.ladder(game)
    options = ", ".join(f"{name} {value}" for name, value in ladder.options.items()) or "the usual options"
    rating, variance = 0.0, 0.0
    lines = [
        game.spec.title,
        "",
        f"{games} games for each level against the one below, {options}, {ladder.openings} random plies first, "
        f"seed {seed}. {date.today().isoformat()}, {machine()}.",
        "",
        "| level | bot | share of the points | 95 % interval | Elo against the level below | rating | s a move |",
        "|---|---|---:|---:|---:|---:|---:|",
        f"| {levels[0].title} | `{levels[0].bot}` | | | | 0 | |",
    ]
    for rung in rungs:
        low, high = rung.interval
        elo_difference, error = rung.elo
        rating, variance = rating + elo_difference, variance + error**2
        lines.append(
            f"| {rung.level.title} | `{rung.level.bot}` | {rung.score.share:.0%} | {low:.0%} to {high:.0%} | "
            f"{elo_difference:+.0f} ± {error:.0f} | {rating:.0f} ± {math.sqrt(variance):.0f} | "
            f"{rung.seconds_per_move:.3f} |"
        )
    short = [rung for rung in rungs if rung.score.share < LEAST_SHARE or rung.interval[0] <= 0.5]
    if short:
        names = ", ".join(rung.level.title for rung in short)
        lines += ["", f"Below {LEAST_SHARE:.0%}, or not surely above half: {names}."]
    return "\n".join(lines) + "\n"
