"""Routes and bets, the moves that are too many to list: what they take, why a move is refused, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from plyground.core import compiled_calls
from plyground.core.errors import GameFinished, IllegalMove
from plyground.core.messages import _, ngettext
from plyground.games.punter import kernels
from plyground.games.punter import refusals as wrong
from plyground.games.punter.chart import Chart
from plyground.games.punter.charts import of_board
from plyground.games.punter.position import (
    FUTURES,
    OPTIONS,
    SCORE,
    SPLURGES,
    Position,
    credits_of,
    is_over,
    options_left,
    owner,
    punters,
    turn,
)


class Route(NamedTuple):
    """A splurge: the sites that it passes, by index."""

    sites: tuple[int, ...]


class Bets(NamedTuple):
    """The bets of one punter: mines by number, each with its target site by index, in the order of the mines."""

    targets: tuple[tuple[int, int], ...]


Move = int | Route | Bets


@dataclass(frozen=True)
class Taken:
    """The rivers that a move takes, in order, and those among them that are taken by option."""

    rivers: tuple[int, ...]
    by_option: tuple[int, ...]


def no_bets(position: Position) -> int:
    """The move that lays no bets."""
    return 2 * len(position.claimed) + 1


def a_pass(position: Position) -> int:
    """The pass."""
    return 2 * len(position.claimed)


def seat_of(position: Position) -> int:
    """The punter to move."""
    return position.ply % int(punters(position))


def name(punter: int) -> str:
    """What a punter is called in sentences."""
    return _("Punter {punter}", punter=punter)


def taken(position: Position, move: Move) -> Taken:
    """What a move takes; for a route that is not legal, only as far as it goes."""
    rivers = len(position.claimed)
    if isinstance(move, Bets) or (isinstance(move, int) and move >= 2 * rivers):
        return Taken((), ())
    if isinstance(move, Route):
        return _along(position, move)[0]
    return Taken((move % rivers,), (move % rivers,) if move >= rivers else ())


def play(position: Position, move: Move) -> Position:
    """The position after a legal move of any kind."""
    if isinstance(move, int):
        return compiled_calls.play(position, move)._replace(board=position.board)
    if isinstance(move, Bets):
        return after_bets(position, move)
    for river in taken(position, move).rivers:  # as turns of their own that do not count, at compiled speed
        position = compiled_calls.play(position, river)._replace(board=position.board, ply=position.ply)
    after: Position = kernels.after_turn(position)
    return after


def after_bets(position: Position, move: Bets) -> Position:
    """The position after these bets: each counts as lost until it is met."""
    bets, tally, seat = position.bets.copy(), position.tally.copy(), seat_of(position)
    for mine, target in move.targets:
        bets[seat, mine] = target
        tally[seat, SCORE] -= kernels.bet_worth(position, mine, target)
    return position._replace(bets=bets, tally=tally, ply=position.ply + 1)


def check(position: Position, move: Move) -> IllegalMove | None:
    """None for a legal move, else the named error."""
    if is_over(position):
        return GameFinished(_("The game is over."))
    laying = turn(position) < 0
    if isinstance(move, Bets):
        return _check_bets(position, move, laying)
    if move == no_bets(position):
        return None if laying else _closed(position)
    if laying:
        return wrong.BetsFirst(
            _("Bets come before the first move: futures 0:7 is one from mine 0 on site 7, futures - none.")
        )
    if isinstance(move, Route):
        return _check_route(position, move)
    if move == a_pass(position):
        return None
    chart = of_board(position.board)
    rivers = len(position.claimed)
    if move < rivers:
        return _check_claim(position, chart, move)
    return _check_option(position, chart, move - rivers)


def _closed(position: Position) -> IllegalMove:
    if position.settings & FUTURES:
        return wrong.BetsClosed(_("Bets are laid before the first move; now it is too late."))
    return wrong.BetsClosed(_("This game is played without futures, so there are no bets."))


def _check_bets(position: Position, move: Bets, laying: bool) -> IllegalMove | None:
    if not laying:
        return _closed(position)
    chart = of_board(position.board)
    for mine, target in move.targets:
        site = chart.file.sites[target]
        if position.board.mine_at[target] >= 0:
            return wrong.BetOnMine(_("Site {site} is a mine; a bet's target is any other site.", site=site))
        if position.board.reach[mine, target] < 0:
            return wrong.BetOutOfReach(
                _("No way on the map leads from mine {mines} to site {site}.", mines=chart.file.mines[mine], site=site)
            )
    return None


def _check_claim(position: Position, chart: Chart, river: int) -> IllegalMove | None:
    if position.claimed[river] < 0:
        return None
    text, seat = chart.river_text(river), seat_of(position)
    if kernels.uses(position, river, seat):
        return wrong.RiverYours(_("The river {text} is yours already.", text=text))
    whose = name(int(owner(int(position.claimed[river]), punters(position))))
    if _check_option(position, chart, river) is None:
        return wrong.RiverTaken(
            _("The river {text} is {whose}'s; option {text} lets you use it as well.", text=text, whose=whose)
        )
    return wrong.RiverTaken(_("The river {text} is {whose}'s; claim a free one or pass.", text=text, whose=whose))


def _check_option(position: Position, chart: Chart, river: int) -> IllegalMove | None:
    text, seat = chart.river_text(river), seat_of(position)
    if not position.settings & OPTIONS:
        return wrong.NoOptions(_("This game is played without options."))
    if position.claimed[river] < 0:
        return wrong.RiverFree(_("The river {text} is free; claim it instead.", text=text))
    if kernels.uses(position, river, seat):
        return wrong.RiverYours(_("You use the river {text} already.", text=text))
    if position.shared[river] >= 0:
        sharer = name(int(owner(int(position.shared[river]), punters(position))))
        return wrong.RiverShared(
            _(
                "{sharer} has taken the option on the river {text}; there is one for each river.",
                sharer=sharer,
                text=text,
            )
        )
    if options_left(position, seat) < 1:
        return wrong.NoOptionsLeft(_("You have used all your options; each punter has as many as there are mines."))
    return None


def _check_route(position: Position, move: Route) -> IllegalMove | None:
    if not position.settings & SPLURGES:
        return wrong.NoSplurges(_("This game is played without splurges; claim one river at a time."))
    took, error = _along(position, move)
    if error is not None:
        return error
    seat = seat_of(position)
    if len(took.by_option) > options_left(position, seat):
        return wrong.NoOptionsLeft(
            _(
                "This route takes {count}; you have {options_left} left.",
                count=ngettext("{count} option", "{count} options", len(took.by_option)),
                options_left=options_left(position, seat),
            )
        )
    able = credits_of(position, seat) + 1
    if len(took.rivers) > able:
        return wrong.TooFewCredits(
            _(
                "This route takes {count}; your credits allow {able} in this turn. Each pass adds one.",
                count=ngettext("{count} river", "{count} rivers", len(took.rivers)),
                able=able,
            )
        )
    return None


def _along(position: Position, move: Route) -> tuple[Taken, IllegalMove | None]:
    """The rivers of a route as far as it can be made, and what is wrong with the first that cannot be taken."""
    chart = of_board(position.board)
    rivers: dict[int, None] = {}
    by_option: list[int] = []
    sharing = bool(position.settings & OPTIONS)
    left: dict[tuple[int, int], tuple[Iterator[int], Iterator[int]]] = {}
    for near, far in pairwise(move.sites):
        pair = (min(near, far), max(near, far))
        between = chart.between[pair]
        if pair not in left:
            open_ones = able_to_share(position, between) if sharing else ()
            left[pair] = iter(free_of(position, between)), iter(open_ones)
        free, open_left = left[pair]
        if (river := next(free, None)) is not None:
            rivers[river] = None
        elif (river := next(open_left, None)) is not None:
            rivers[river] = None
            by_option.append(river)
        else:
            new = next((river for river in between if river not in rivers), None)
            if new is None:
                error: IllegalMove | None = wrong.RiverTwice(
                    _("The route uses the river {text} twice.", text=chart.river_text(between[0]))
                )
            else:
                error = _check_option(position, chart, new) if sharing else _check_claim(position, chart, new)
            return Taken((*rivers,), (*by_option,)), error
    return Taken((*rivers,), (*by_option,)), None


def free_of(position: Position, rivers: Sequence[int]) -> list[int]:
    """Those of the rivers that nobody has claimed."""
    return [river for river in rivers if position.claimed[river] < 0]


def able_to_share(position: Position, rivers: Sequence[int]) -> list[int]:
    """Those of the rivers on which the punter to move may take an option, as ``kernels.sharable`` has it for one."""
    count, seat = int(punters(position)), seat_of(position)

    def open_to_us(river: int) -> bool:
        first = int(position.claimed[river])
        return first >= 0 and first % count != seat and position.shared[river] < 0

    return [river for river in rivers if open_to_us(river)]


def history(position: Position) -> list[tuple[Taken, Any]]:
    """What each turn took, in order: the rivers and, for several, a route through them (site indices), else None."""
    turns: list[tuple[list[int], list[int]]] = [([], []) for _ in range(max(0, int(turn(position))))]
    for place, column in enumerate((position.claimed, position.shared)):
        for river in (column >= 0).nonzero()[0].tolist():
            turns[int(column[river])][place].append(river)
    return [along_the_way(position, claims, options) for claims, options in turns]


def along_the_way(position: Position, claims: list[int], options: list[int]) -> tuple[Taken, Any]:
    """The rivers of one turn in the order of a route, and that route; None for a single river."""
    rivers, ends = [*claims, *options], position.board.ends
    if len(rivers) < 2:
        return Taken(tuple(rivers), tuple(options)), None
    order, sites = trail([(int(ends[river, 0]), int(ends[river, 1])) for river in rivers])
    return Taken(tuple(rivers[step] for step in order), tuple(sorted(options))), sites


def trail(edges: list[tuple[int, int]]) -> tuple[list[int], tuple[int, ...]]:
    """A way along all edges, each once: their numbers in order and the sites passed (Hierholzer's algorithm).

    It begins at the least of the sites with an odd number of edges, or at the least site. The edges must be those of a
    route.
    """
    near: dict[int, list[tuple[int, int]]] = {}
    for number, (source, target) in enumerate(edges):
        near.setdefault(source, []).append((target, number))
        near.setdefault(target, []).append((source, number))
    for links in near.values():
        links.sort(reverse=True)
    begin = min((site for site in near if len(near[site]) % 2), default=min(near))
    used = [False] * len(edges)
    stack: list[tuple[int, int]] = [(begin, -1)]
    backwards: list[tuple[int, int]] = []
    while stack:
        links = near[stack[-1][0]]
        while links and used[links[-1][1]]:
            links.pop()
        if not links:
            backwards.append(stack.pop())
            continue
        other, number = links.pop()
        used[number] = True
        stack.append((other, number))
    sites = tuple(site for site, _ in reversed(backwards))
    order = [number for _, number in reversed(backwards)][1:]
    return order, sites
