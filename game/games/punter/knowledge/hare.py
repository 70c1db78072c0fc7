"""The strong player of Lambda Punter: rivers that matter, looked at ahead, and exact play for the last rivers.

Two punters without options are looked ahead for (``lookahead``). Else a river is worth what it adds to the own
expected score and what the strongest other would gain by it (``chances``). Where there are three or more, the time
that is left goes to the rivers that are worth most: each is tried by playing on (``trying``), and the one that leaves
most others behind is taken. In the end the exact player takes over. An option waits until it is late, or worth clearly
more than any claim, unless playing on says otherwise; bets are laid where they are expected to win; credits that
others' refused moves or own passes left are spent on routes.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from plyground.core.bot import Choice, Limits, Report, outcome_of
from plyground.core.knowledge import Exact
from plyground.games.punter import charts, moves
from plyground.games.punter.game import LambdaPunter
from plyground.games.punter.knowledge import exact
from plyground.games.punter.knowledge.chances import Outlook, best_bets, enough_draws, outlook
from plyground.games.punter.knowledge.duel import FAR, fresh_state
from plyground.games.punter.knowledge.exact import play_exactly
from plyground.games.punter.knowledge.lookahead import Foreseen, foresees, look_ahead
from plyground.games.punter.knowledge.ordering import gains_at, terms
from plyground.games.punter.knowledge.remainder import free_rivers, turns_left
from plyground.games.punter.knowledge.trying import Tried, chances_of, try_moves, turns_played
from plyground.games.punter.moves import Bets, Route
from plyground.games.punter.position import (
    OPTIONS,
    SCORE,
    SPLURGES,
    Position,
    credits_of,
    options_left,
    pack,
    punters,
    start,
    turn,
)
from plyground.search import running

DENIAL, DENIAL_OF_MANY, FEW = 1.0, 0.2, 4
"""How much a river counts for what the strongest other would gain by it: among up to ``FEW`` punters, and among more,
where somebody else would have to suffer as well for one's own place."""
FREE_FOR_EXACT = {1: 20, 2: 14, 3: 11, 4: 10, 5: 9}
"""How many free rivers are played exactly, by the number of punters (else 8). Two need 3 to 25 ms for 14, 0.02 to
0.4 s for 18; to begin with 17 to 20 where half the time is enough gained nothing (51 % [47, 55] in 620 games at 0.04
to 0.25 s, by draws with a chance of 0.5)."""
EXACT_NODES = 3_000_000
_OPTION_FACTOR = 1.5
_CHANCE_OF_BETS = 0.5
"""How likely a free river becomes one's own where bets are laid, at most."""
_BATCHES, _FEWEST_DRAWS = 4, 8
"""The draws for each punter are made by turns; below so many of them the gain at sight helps."""
_LARGE = 2_000
"""Maps with more rivers are drawn for the mover alone where there are many punters."""
_TRIED = 12
"""How many of the rivers that are worth most are tried."""
_FIRST_DRAWS, _MOST_TO_DRAW = 1_500, 20_000
"""The draws for each punter before moves are tried, and what one for each may look at: where that is more, the draws
would take the time (a map of the contest with 187 rivers and four punters is at 2,300, one with 386 at 7,600)."""
_MOST_WORK = 300_000_000
"""What may be looked at where no time is given."""


@dataclass(frozen=True)
class Weighed:
    """The rivers that might be taken, how much each is worth, and the outlook that this rests on."""

    rivers: Any
    worths: Any
    own: Outlook
    lead: float
    adds: Any
    """What each river of the map is expected to add to each punter's score; 0 where that was not asked."""


@cache
def load_kernels() -> None:
    """Load (or compile) all that may be needed, so that no search of this process waits for it under its limits."""
    exact.load_kernels()
    board = charts.find("path-2").board
    two, three = (start(board, pack(count, False, False, False)) for count in (2, 3))
    outlook(three, 0, 0.5, np.arange(2), 1, 0)
    try_moves(three, np.arange(2), np.zeros((3, 2)), 3, 0, running.shared_state())
    look_ahead(two, None, fresh_state(None))


def advise(
    game: LambdaPunter,
    position: Position,
    limits: Limits,
    rng: random.Random,
    report: Report,
    memory: dict[str, Any] | None,
) -> Choice | None:
    """The choice at an unfinished position; it always has one, whatever the limits."""
    load_kernels()
    legal = game.legal_moves(position)
    if limits.left is not None and limits.seconds is not None:
        limits = replace(limits, seconds=limits.seconds / 3)
    if turn(position) < 0:
        return _bets(game, position, limits, rng)
    rivers = free_rivers(position)
    if len(legal) == 1:
        return _plain(game, position, legal[0])
    few = 0 < len(rivers) <= FREE_FOR_EXACT.get(int(punters(position)), 8)
    if few and not position.settings & (OPTIONS | SPLURGES):
        most = min(limits.nodes or EXACT_NODES, EXACT_NODES)
        found = play_exactly(game, position, True, replace(limits, nodes=most), report, memory)
        if found.returns is not None and found.depth >= min(len(rivers), turns_left(position)):
            return _exact(game, position, found)
    if foresees(position):
        return _foreseen(game, position, limits, rng, report)
    weighed = weigh(position, limits, rng.getrandbits(32))
    move = _best_move(game, position, weighed, legal)
    nodes = weighed.own.draws
    if trying_pays(position, limits) and isinstance(move, int) and move < 2 * len(position.claimed):
        move, positions = _tried(position, weighed, move, set(legal), limits, rng.getrandbits(32))
        nodes += positions
    line = (game.move_text(position, move),)
    return _estimate(game, position, line, weighed.lead, 1, nodes, weighed.rivers, weighed.worths, report)


def _foreseen(game: LambdaPunter, position: Position, limits: Limits, rng: random.Random, report: Report) -> Choice:
    """The choice of two punters, or a route through its river if there are credits."""
    state = fresh_state(None)
    seed = rng.getrandbits(32)
    found: list[Foreseen] = []

    def work() -> None:
        found.append(look_ahead(position, limits.nodes, state, limits.depth, seed, limits.threads))

    running.run(work, state, limits)
    seen = found[0]
    worths = dict(zip(seen.rivers.tolist(), seen.swings.tolist(), strict=True))
    route = _route(game, position, worths, seen.line[0])
    line = game.line_texts(position, seen.line)[0] if route is None else (game.move_text(position, route),)
    return _estimate(game, position, line, seen.value, seen.depth, seen.positions, seen.rivers, seen.swings, report)


def weigh(position: Position, limits: Limits, seed: int, chances: tuple[float, float] | None = None) -> Weighed:
    """What each river that might be taken is worth to the mover; by the gain at sight if the limits end at once.

    ``chances`` are those of ``chances_of`` where others are not given."""
    count = int(punters(position))
    seat = position.ply % count
    asked = _asked(position)
    chance, spread = chances or chances_of(position)
    draws = enough_draws(position, limits.nodes)
    scores = position.tally[:, SCORE]
    others = sorted((other for other in range(count) if other != seat), key=lambda other: -int(scores[other]))
    rivals = others[: 1 if len(position.claimed) <= _LARGE or count <= FEW else 0]
    if trying_pays(position, limits):
        rivals = others
        draws = min(draws, _FIRST_DRAWS)
    denial = DENIAL if count <= FEW else DENIAL_OF_MANY
    drawn: list[list[Outlook]] = [[] for _ in range(len(rivals) + 1)]
    state = running.shared_state()
    batch = -(-draws // _BATCHES)

    def draw(punter: tuple[int, int], size: int, number: int) -> Outlook:
        word = seed + 2 * number + punter[0]
        return outlook(position, punter[1], chance, asked, size, word, state, spread=spread)

    def work() -> None:
        with running.shared_out(limits.threads) as each:
            for number, done in enumerate(range(0, draws, batch)):
                one = partial(draw, size=min(batch, draws - done), number=number)
                for place, found in enumerate(each(one, enumerate([seat, *rivals]))):
                    drawn[place].append(found)
                if state[running.STOP] != 0:
                    break

    running.run(work, state, limits)
    own, *found = (_together(each) for each in drawn)
    worths = own.adds.copy()
    if own.draws < _FEWEST_DRAWS:
        worths += gains_at(position)[asked]
    for other in found[:1]:
        worths += denial * other.adds * (position.claimed[asked] < 0)
    expected = max((other.expected for other in found), default=float(scores[others[0]]) if others else 0.0)
    adds = np.zeros((count, len(position.claimed)))
    for punter, outlook_of in zip([seat, *rivals], [own, *found], strict=True):
        adds[punter, asked] = outlook_of.adds
    return Weighed(asked, worths, own, own.expected - expected, adds)


def _size(position: Position) -> int:
    """What a draw of the map looks at."""
    return len(position.claimed) + len(position.board.mine_at) * len(position.board.mines)


def trying_pays(position: Position, limits: Limits) -> bool:
    """Whether moves are tried by playing on: where there are three punters or more (two had 6.5 points of 16 games by
    it), not where the draws for all take too long, and not with a handful of positions."""
    count, few = int(punters(position)), limits.nodes is not None and limits.nodes <= _FIRST_DRAWS
    return count > 2 and count * _size(position) <= _MOST_TO_DRAW and not few


def _tried(
    position: Position, weighed: Weighed, usual: int, legal: set[int], limits: Limits, seed: int
) -> tuple[int, int]:
    """The best of the moves that are worth most, and how many positions were seen to find it; ``usual`` if the limits
    end before all have been tried."""
    rivers = len(position.claimed)
    order = weighed.rivers[np.argsort(-weighed.worths, kind="stable")]
    listed = [river if position.claimed[river] < 0 else rivers + river for river in order.tolist()]
    moves_tried = [usual, *(move for move in listed if move in legal and move != usual)][:_TRIED]
    most = None if limits.nodes is None else max(0, limits.nodes - weighed.own.draws)
    if limits.seconds is None:
        playouts = _MOST_WORK // (int(punters(position)) * _size(position))
        most = min(most or FAR, playouts * turns_played(position))
    state = running.shared_state()
    found: list[Tried] = []

    def work() -> None:
        threads = limits.threads if most is None else 1
        candidates = np.array(moves_tried, dtype=np.int64)
        found.append(try_moves(position, candidates, weighed.adds, most, seed, state, threads))

    running.run(work, state, limits)
    return moves_tried[found[0].best], found[0].positions


def _together(found: list[Outlook]) -> Outlook:
    draws = sum(each.draws for each in found)
    adds = sum((each.adds * each.draws for each in found), np.zeros_like(found[0].adds)) / max(draws, 1)
    expected = sum(each.expected * each.draws for each in found) / draws if draws else found[0].expected
    return Outlook(adds, float(expected), draws)


def _asked(position: Position) -> Any:
    """The free rivers, and those of others that an option might share while the mover has one."""
    open_ones = position.claimed < 0
    if position.settings & OPTIONS:
        seat, count = moves.seat_of(position), int(punters(position))
        if options_left(position, seat) > 0:
            others = (position.claimed >= 0) & (position.claimed % count != seat) & (position.shared < 0)
            open_ones = open_ones | others
    return open_ones.nonzero()[0].astype(np.int64)


def _best_move(game: LambdaPunter, position: Position, weighed: Weighed, legal: list[int]) -> moves.Move:
    """The claim that is worth most, an option that is worth more, or a route; what is refused is never given."""
    rivers = len(position.claimed)
    worths = {int(river): float(worth) for river, worth in zip(weighed.rivers, weighed.worths, strict=True)}
    claims = [move for move in legal if move < rivers]
    options = [move for move in legal if rivers <= move < 2 * rivers]
    best: int = max(claims, key=lambda move: worths[move], default=legal[-1])
    if options:
        option = max(options, key=lambda move: worths.get(move - rivers, 0.0))
        seat, count = moves.seat_of(position), int(punters(position))
        turns = turns_left(position) // count
        late = turns <= options_left(position, seat) + 1
        bar = worths[best] * (1.0 if late else _OPTION_FACTOR) if best < rivers else 0.0
        if worths.get(option - rivers, 0.0) > bar:
            best = option
    route = _route(game, position, worths, best % rivers) if best < 2 * rivers else None
    return best if route is None else route


def _route(game: LambdaPunter, position: Position, worths: dict[int, float], river: int) -> Route | None:
    """A route through this river, prolonged at either end by the rivers that are worth most, as far as credits go; None
    without credits, and where it would be refused."""
    if not position.settings & SPLURGES:
        return None
    board = position.board
    able = credits_of(position, moves.seat_of(position)) + 1
    sites = [int(board.ends[river, 0]), int(board.ends[river, 1])]
    taken = {river}
    while len(taken) < able:
        steps = []
        for front, site in ((True, sites[0]), (False, sites[-1])):
            for link in range(int(board.starts[site]), int(board.starts[site + 1])):
                other, next_river = (int(number) for number in board.links[link])
                if next_river not in taken and position.claimed[next_river] < 0 and worths.get(next_river, 0.0) > 0:
                    steps.append((worths[next_river], front, other, next_river))
        if not steps:
            break
        _, front, other, next_river = max(steps)
        taken.add(next_river)
        sites = [other, *sites] if front else [*sites, other]
    route = Route(tuple(sites))
    return route if len(taken) > 1 and game.check(position, route) is None else None


def _bets(game: LambdaPunter, position: Position, limits: Limits, rng: random.Random) -> Choice:
    seat = moves.seat_of(position)
    asked = (position.claimed < 0).nonzero()[0].astype(np.int64)
    chance = min(_CHANCE_OF_BETS, 1.5 / int(punters(position)))
    seed = rng.getrandbits(32)
    state = running.shared_state()
    found: list[Outlook] = []
    draws = max(1, enough_draws(position, limits.nodes) // 4)

    def work() -> None:
        found.append(outlook(position, seat, chance, asked, draws, seed, state, reaching=True))

    running.run(work, state, limits)
    bets = best_bets(position, found[0].reach) if found[0].draws >= 20 else Bets(())
    move: moves.Move = bets if bets.targets and game.check(position, bets) is None else moves.no_bets(position)
    return _plain(game, position, move, found[0].draws)


def _plain(game: LambdaPunter, position: Position, move: moves.Move, nodes: int = 1) -> Choice:
    text = game.move_text(position, move)
    return Choice(text, line=(text,), nodes=nodes, depth=1)


def _estimate(
    game: LambdaPunter, position: Position, line: tuple[str, ...], value: float, depth: int, nodes: int,
    rivers: Any, worths: Any, report: Report,
) -> Choice:  # fmt: skip
    """The first move of a line that promises this lead, by what each of these rivers is worth; it is reported too."""
    report({"depth": depth, "value": value, "nodes": nodes, "line": list(line)})
    return Choice(
        line[0], value=round(value, 2), unit=game.spec.unit, line=line, nodes=nodes, depth=depth,
        details={"terms": _terms(position), "moves": _told(game, position, rivers, worths)},
    )  # fmt: skip


def _exact(game: LambdaPunter, position: Position, found: Exact) -> Choice:
    assert found.returns is not None
    texts, here = game.line_texts(position, found.line)
    value, returns = found.returns[game.to_move(position)], game.returns(here)
    ended = found.exact and returns is not None and returns[game.to_move(position)] == value
    return Choice(
        texts[0],
        value=value,
        kind="exact" if found.exact else "estimate",
        outcome=outcome_of(value) if ended else None,
        unit=game.spec.unit,
        line=texts,
        nodes=found.nodes,
        depth=max(found.depth, len(texts) - 1),
        details={
            "terms": _terms(position),
            "values": list(found.returns),
            "best": [game.move_text(position, move) for move in found.best],
        },
    )


def _terms(position: Position) -> list[dict[str, Any]]:
    """The parts of how the mover stands now."""
    seat = position.ply % int(punters(position))
    return [asdict(term) for term in terms(position, seat)]


def _told(game: LambdaPunter, position: Position, rivers: Any, worths: Any) -> list[dict[str, Any]]:
    """The twelve rivers that are worth most."""
    count = len(position.claimed)
    told = []
    for place in np.argsort(-worths, kind="stable")[:12].tolist():
        river = int(rivers[place])
        move = river if position.claimed[river] < 0 else count + river
        told.append({"text": game.move_text(position, move), "value": round(float(worths[place]), 2)})
    return told
