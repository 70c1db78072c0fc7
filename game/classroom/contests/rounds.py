"""The next round of a tournament among students: who plays whom, who sits first, and who rests.

A Swiss round is that of competitions. Of a round robin the round of the circle is taken in which most have yet to meet,
so whoever comes late meets the others too. On a ladder neighbours play: the first and the second, the third and the
fourth; in the round after that the second and the third; who wins from below changes places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plyground.classroom.contests.contest import BOT, WIN, Contest, Rest
from plyground.classroom.contests.table import order_of
from plyground.core.messages import _
from plyground.core.refusals import Malformed, TooFewPlayers
from plyground.pairing import Seating
from plyground.pairing.round_robin import double_round_robin
from plyground.pairing.swiss import History, seated, swiss_round, usual_rounds

MOST_ROUNDS = 30
MOST_ROUND_ROBIN = 24
"""Who can meet everybody: more rounds than there are weeks are no tournament any more."""


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, as (first, second), and who has nobody to play against."""

    pairs: tuple[Seating, ...]
    rests: tuple[str, ...] = ()


def rounds_for(kind: str, players: int) -> int:
    """How many rounds a tournament has unless somebody says otherwise."""
    if kind == "round_robin":
        return max(1, players - 1 + players % 2)
    return usual_rounds(players) if kind == "swiss" else 5


def next_pairing(contest: Contest, ready: Sequence[str]) -> Pairing:
    """The round after the last one, of those who are ``ready``; raises ``TooFewPlayers``."""
    if len(ready) < 2 and not (contest.terms.fill and ready):
        raise TooFewPlayers(_("A round needs at least two students who are here."))
    if len(ready) < 2:
        return Pairing((), tuple(ready))
    made = {"swiss": _swiss, "round_robin": _round_robin, "ladder": _ladder}[contest.terms.kind]
    return made(contest, ready)


def by_hand(contest: Contest, ready: Sequence[str], pairs: Sequence[Seating]) -> Pairing:
    """A round whose pairs the teacher names; raises ``Malformed`` where somebody is unknown or named twice."""
    named = [one for pair in pairs for one in pair]
    if not pairs or any(len(pair) != 2 for pair in pairs) or len(set(named)) < len(named):
        raise Malformed(_("Pairs are lists of two students, and nobody is in two of them."))
    if any(one not in contest.players for one in named):
        raise Malformed(_("Only students who take part in the tournament are paired."))
    history = History.of(contest.seatings())
    seats = tuple(seated(one, other, history, swapped=at % 2 == 1) for at, (one, other) in enumerate(pairs))
    return Pairing(seats, tuple(one for one in ready if one not in named))


def with_rests(contest: Contest, rests: Sequence[str]) -> Contest:
    """The contest in whose round these rest: in a Swiss tournament that is worth a win, as a bye is."""
    points = WIN if contest.terms.kind == "swiss" else 0.0
    return replace(contest, rests=(*contest.rests, *(Rest(contest.round, one, points) for one in rests)))


def after_round(contest: Contest) -> Contest:
    """The contest when a round is over: on a ladder whoever won from below has gone up."""
    if contest.terms.kind != "ladder":
        return contest
    order = list(contest.order)
    for board in contest.current:
        if board.points is None or BOT in board.players:
            continue
        upper, lower = _places(order, board.players)
        if upper < 0:
            continue
        won = dict(zip(board.players, board.points, strict=True))
        if won[order[lower]] > won[order[upper]]:
            order[upper], order[lower] = order[lower], order[upper]
    return replace(contest, order=tuple(order))


def _places(order: Sequence[str], players: Seating) -> tuple[int, int]:
    """The places of two on a ladder, the upper first; -1 where one is not on it."""
    if any(one not in order for one in players):
        return -1, -1
    upper, lower = sorted(order.index(one) for one in players)
    return upper, lower


def _swiss(contest: Contest, ready: Sequence[str]) -> Pairing:
    order = [one for one in order_of(contest) if one in set(ready)]
    byes = [rest.player for rest in contest.rests]
    byes += [one for board in contest.boards if BOT in board.players for one in board.players if one != BOT]
    made = swiss_round(order, {one: contest.points(one) for one in order}, contest.seatings(), byes)
    return Pairing(made.pairs, () if made.bye is None else (made.bye,))


def _round_robin(contest: Contest, ready: Sequence[str]) -> Pairing:
    met = {frozenset(pair) for pair in contest.seatings()}
    everybody = [one for one in contest.players if one not in contest.out]
    best: list[Seating] = []
    for games in double_round_robin(everybody):
        new = [pair for pair in games[::2] if frozenset(pair) not in met and set(pair) <= set(ready)]
        if len(new) > len(best):
            best = new
    if not best:
        raise TooFewPlayers(_("Everybody who is here has met everybody."))
    history = History.of(contest.seatings())
    pairs = tuple(seated(one, other, history, swapped=False) for one, other in best)
    sitting = {one for pair in pairs for one in pair}
    return Pairing(pairs, tuple(one for one in ready if one not in sitting))


def _ladder(contest: Contest, ready: Sequence[str]) -> Pairing:
    order = [one for one in contest.order if one in set(ready)]
    first = contest.round % 2 if len(order) > 2 else 0
    history = History.of(contest.seatings())
    pairs = tuple(
        seated(order[at], order[at + 1], history, swapped=at // 2 % 2 == 1) for at in range(first, len(order) - 1, 2)
    )
    sitting = {one for pair in pairs for one in pair}
    return Pairing(pairs, tuple(one for one in order if one not in sitting))
