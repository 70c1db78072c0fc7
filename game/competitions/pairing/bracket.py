"""The final: the best of the standing knock each other out, the first against the last of them and so on.

The order is the usual one: the two best can only meet in the last match, and where the field is no power of two the
best are spared the first round. A match is an even number of games, both ways round in turn. If it ends level, one more
pair is played, and after that the better seed goes on, so that a bracket always ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plyground.competitions.ranking.results import Result
from plyground.core.messages import _
from plyground.core.refusals import TooFewEntrants
from plyground.pairing import Seating


@dataclass(frozen=True)
class Match:
    """One match of the bracket.

    ``round`` counts from 1, ``number`` from 0 within it. A side is None while nobody has come there; in the first round
    a match with one side None is a bye. ``score`` are the points of the two; ``winner`` is None until it is decided.
    """

    round: int
    number: int
    sides: tuple[str | None, str | None]
    score: tuple[float, float]
    winner: str | None

    @property
    def bye(self) -> bool:
        """Whether somebody is spared this match."""
        return self.round == 1 and None in self.sides


@dataclass(frozen=True)
class Planned:
    """A game that the bracket wants: its match and its number within it."""

    round: int
    match: int
    number: int
    seating: Seating


@dataclass(frozen=True)
class Bracket:
    """The bracket as it stands: all matches by rounds, and the games that are wanted next (none when it is over)."""

    rounds: tuple[tuple[Match, ...], ...]
    wanted: tuple[Planned, ...]

    @property
    def winner(self) -> str | None:
        """Who won the final; None while it goes on."""
        return self.rounds[-1][0].winner


def seeded(count: int) -> list[int]:
    """The order of seeds, from 0, down the first round of a bracket for ``count``, a power of two."""
    order = [0]
    while len(order) < count:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order


def bracket(seeds: Sequence[str], results: Iterable[tuple[int, int, int, Result]], games: int = 2) -> Bracket:
    """The bracket of ``seeds``, best first, after the results, each given as (round, match, number, result).

    ``games`` is the length of a match, an even number. Results may come in any order.
    """
    if len(seeds) < 2:
        raise TooFewEntrants(_("A final needs at least two bots."))
    if games < 2 or games % 2:
        raise ValueError("a match has an even number of games")
    played: dict[tuple[int, int], dict[int, Result]] = defaultdict(dict)
    for round_number, match_number, number, result in results:
        played[round_number, match_number][number] = result
    size = 1 << (len(seeds) - 1).bit_length()
    line: list[str | None] = [seeds[seed] if seed < len(seeds) else None for seed in seeded(size)]
    rounds: list[tuple[Match, ...]] = []
    wanted: list[Planned] = []
    while len(line) > 1:
        current = len(rounds) + 1
        matches = []
        for number in range(len(line) // 2):
            sides = (line[2 * number], line[2 * number + 1])
            match, more = _match(current, number, sides, played[current, number], games, seeds)
            matches.append(match)
            wanted += more
        rounds.append(tuple(matches))
        line = [match.winner for match in matches]
    return Bracket(tuple(rounds), tuple(wanted))


def _match(
    round_number: int,
    number: int,
    sides: tuple[str | None, str | None],
    results: dict[int, Result],
    games: int,
    seeds: Sequence[str],
) -> tuple[Match, list[Planned]]:
    one, other = sides
    if one is None or other is None:
        through = (one or other) if round_number == 1 else None
        return Match(round_number, number, sides, (0.0, 0.0), through), []
    score = (_points(one, other, results), _points(other, one, results))
    level = score[0] == score[1]
    due = games + 2 if level and len(results) >= games else games
    better, worse = (one, other) if seeds.index(one) < seeds.index(other) else (other, one)
    if len(results) < due:
        missing = [index for index in range(due) if index not in results]
        pair = ((better, worse), (worse, better))
        wanted = [Planned(round_number, number, index, pair[index % 2]) for index in missing]
        return Match(round_number, number, sides, score, None), wanted
    winner = better if level else one if score[0] > score[1] else other
    return Match(round_number, number, sides, score, winner), []


def _points(one: str, other: str, results: dict[int, Result]) -> float:
    return sum(result.score(one, other) or 0.0 for result in results.values())
