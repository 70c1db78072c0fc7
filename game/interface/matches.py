"""Matches between bots, as the command ``match`` plays them."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.bot import Limits
from plyground.core.errors import BadOption
from plyground.interface.match_play import Played, play_all, tasks
from plyground.interface.positions import Game, Position


@dataclass(frozen=True)
class Match:
    """The games of a match, in their order. ``entrants`` of a game are the bots' numbers by seat."""

    bots: tuple[str, ...]
    games: tuple[Played, ...]

    @property
    def points(self) -> tuple[float, ...]:
        """What each bot got: 1 for a win, a half for a draw; at larger tables of each other seat."""
        totals = [0.0] * len(self.bots)
        for played in self.games:
            for seat, own in enumerate(played.returns):
                others = [value for other, value in enumerate(played.returns) if other != seat]
                totals[played.entrants[seat]] += sum((own > value) + (own == value) / 2 for value in others)
        return tuple(totals)


def match(
    start: Game | Position,
    *bots: str,
    games: int = 2,
    limits: Limits | None = None,
    clock: tuple[float, float] | None = None,
    openings: int = 0,
    seed: int = 0,
    jobs: int = 1,
) -> Match:
    """Play ``games`` games for each two of the bots, in this process or in ``jobs`` others; seats change round.

    The limits hold for each move; ``clock`` is a base and an increment in seconds. Each round of games begins with
    ``openings`` random plies of its own. Raises ``Refusal``.

    >>> from plyground import game
    >>> match(game("othello", size="4"), "minimax:budget=200", "random", games=2).points
    (2.0, 0.0)
    """
    position = start.start if isinstance(start, Game) else start
    own = position.game
    if len(bots) < 2 or games < 1 or jobs < 1 or openings < 0:
        raise BadOption("A match needs two bots or more, a game or more, and no less than 0 random plies.")
    limits = limits or Limits()
    given = {"seconds": limits.seconds, "nodes": limits.nodes, "depth": limits.depth}
    todo = tasks(
        own.id, own.options, position.text, bots, games, given, openings, seed, clock, own.rules.seats_at(position.raw)
    )
    return Match(bots, tuple(sorted(play_all(todo, jobs), key=lambda played: played.number)))
