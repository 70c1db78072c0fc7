"""How a position is shown: the JSON that the board draws, the picture for terminals, the end in words."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from plyground.core.messages import _, lined, ngettext
from plyground.games.punter import charts, moves, notation, scores, texts
from plyground.games.punter.moves import Move, Route
from plyground.games.punter.position import (
    FUTURES,
    OPTIONS,
    SPLURGES,
    Position,
    credits_of,
    is_over,
    options_left,
    punters,
    turn,
)

MOST_LISTED = 300
"""Legal moves that a view lists one by one; more are given in groups."""
LONGEST_TEXT = 4_000
_SHORTEST_TURN = len('"0-1",')
"""Characters that each turn takes at least in a position's text."""
_DIGITS = ".0123456789abcdefg"
_LETTERS = np.frombuffer(_DIGITS.encode(), dtype=np.uint8)


def drawing(position: Position, seat: int | None) -> dict[str, Any]:
    """The state of the map and of all punters, bets that the seat may not know left out."""
    chart = charts.of_board(position.board)
    count = int(punters(position))
    over = bool(is_over(position))
    shown = [over or punter == seat for punter in range(count)]
    points = [
        total if open_ else plain
        for total, plain, open_ in zip(scores.totals(position), scores.without_bets(position), shown, strict=True)
    ]
    sharing = bool(position.settings & OPTIONS)
    return {
        "map": chart.hash,
        "map_name": chart.name,
        "punters": count,
        "settings": {name: bool(position.settings & flag) for name, flag in texts.FLAGS.items()},
        "phase": "futures" if turn(position) < 0 and not over else "rivers",
        "turn": max(0, int(turn(position))),
        "turns": len(position.claimed),
        "owners": _letters(position.claimed, count),
        "sharers": _letters(position.shared, count),
        "scores": points,
        "pays": position.pays.tolist(),
        "ranks": scores.ranks(points),
        "credits": [credits_of(position, punter) for punter in range(count)] if position.settings & SPLURGES else None,
        "options_left": [options_left(position, punter) for punter in range(count)] if sharing else None,
        "futures": [_bets(position, punter) if shown[punter] else None for punter in range(count)],
        "bets_laid": min(position.ply, count) if position.settings & FUTURES else 0,
        "last": last(position),
    }


def text(position: Position, seat: int | None) -> str | None:
    """The position's text as a seat may know it, None for a long one, which is not even made."""
    if turn(position) * _SHORTEST_TURN > LONGEST_TEXT:
        return None
    whole = texts.position_text(position, seat, hiding=not is_over(position))
    return whole if len(whole) <= LONGEST_TEXT else None


def _letters(turns: Any, count: int) -> str:
    return _LETTERS[np.where(turns >= 0, turns % count + 1, 0)].tobytes().decode()


def _bets(position: Position, punter: int) -> list[dict[str, Any]] | None:
    if not position.settings & FUTURES or punter >= position.ply:
        return None
    chart = charts.of_board(position.board)
    return [
        {
            "mine": chart.file.mines[mine],
            "target": chart.file.sites[target],
            "distance": int(position.board.reach[mine, target]),
            "joined": scores.joined(position, punter, mine, target),
        }
        for mine, target in texts.laid(position, punter).targets
    ]


def effect(position: Position, move: Move) -> dict[str, Any]:
    """A legal move as the board draws it: its kind and the rivers that it takes."""
    took = moves.taken(position, move)
    entry: dict[str, Any] = {"text": notation.move_text(position, move), "kind": _kind(position, move)}
    entry["rivers"] = list(took.rivers)
    if isinstance(move, Route):
        chart = charts.of_board(position.board)
        entry["route"] = [chart.file.sites[site] for site in move.sites]
        entry["by_option"] = list(took.by_option)
    return entry


def _kind(position: Position, move: Move) -> str:
    if isinstance(move, Route):
        return "splurge"
    rivers = len(position.claimed)
    if not isinstance(move, int) or move > 2 * rivers:
        return "futures"
    return "claim" if move < rivers else "option" if move < 2 * rivers else "pass"


def listed(position: Position, legal: list[int]) -> list[dict[str, Any]]:
    """The legal moves one by one, or of too many how many claims and options there are."""
    if len(legal) <= MOST_LISTED:
        return [effect(position, move) for move in legal]
    claims = sum(move < len(position.claimed) for move in legal)
    groups = [{"kind": "claims", "count": claims}, {"kind": "options", "count": len(legal) - claims - 1}]
    return [*(group for group in groups if group["count"]), effect(position, legal[-1])]


def last(position: Position) -> dict[str, Any] | None:
    """What the last turn took, or that a punter has laid bets; None before anything."""
    if position.ply == 0:
        return None
    count, gone = int(punters(position)), int(turn(position))
    seat = (position.ply - 1) % count
    if gone <= 0:
        return {"text": notation.HIDDEN_BETS, "kind": "futures", "rivers": [], "seat": seat}
    claims = (position.claimed == gone - 1).nonzero()[0].tolist()
    options = (position.shared == gone - 1).nonzero()[0].tolist()
    chart = charts.of_board(position.board)
    took, sites = moves.along_the_way(position, claims, options)
    told = {"text": texts.turn_text(chart, took, sites), "rivers": [*took.rivers], "seat": seat}
    if sites is None:
        return {**told, "kind": "pass" if not took.rivers else "option" if options else "claim"}
    return {**told, "kind": "splurge", "route": [chart.file.sites[site] for site in sites], "by_option": options}


def texts_of(shown: dict[str, Any]) -> list[str]:
    """The texts of all legal moves that a view offers, also where it gives them in groups."""
    if not shown["compact"]:
        return [entry["text"] for entry in shown["moves"]]
    chart = charts.find_hash(shown["map"])
    groups = {entry["kind"] for entry in shown["moves"]}
    seat = _DIGITS[shown["to_move"] + 1]
    owners, sharers = shown["owners"], shown["sharers"]
    found: list[str] = []
    free = [river for river, letter in enumerate(owners) if letter == "."]
    open_ones = [river for river, letter in enumerate(owners) if letter not in (".", seat) and sharers[river] == "."]
    for kind, rivers, word in (("claims", free, ""), ("options", open_ones, "option ")):
        if kind in groups:
            named = dict.fromkeys(frozenset(chart.file.rivers[river]) for river in rivers)
            first = {pair: river for river in reversed(rivers) for pair in [frozenset(chart.file.rivers[river])]}
            found += [word + chart.river_text(first[pair]) for pair in named]
    return [*found, shown["moves"][-1]["text"]]


def ending(position: Position) -> str | None:
    """Who is ahead at the end, in a sentence; None while the game goes on."""
    if not is_over(position):
        return None
    points = scores.totals(position)
    best = max(points)
    winners = [moves.name(punter) for punter, score in enumerate(points) if score == best]
    many = _("All {claimed:,} moves are made", claimed=len(position.claimed))
    if len(points) == 1:
        return f"{many}: {_points(best)}."
    if len(winners) == len(points):
        return _("{many}, and all punters have {points}: a draw.", many=many, points=_points(best))
    if len(winners) > 1:
        return _(
            "{many}: {punters} and {last} share the lead with {points} each.",
            many=many,
            punters=", ".join(winners[:-1]),
            last=winners[-1],
            points=_points(best),
        )
    second = max(score for score in points if score != best)
    return _(
        "{many}: {winners} wins with {points}, {best:,} more than the next.",
        many=many,
        winners=winners[0],
        points=_points(best),
        best=best - second,
    )


def _points(number: int) -> str:
    return ngettext("{count:,} point", "{count:,} points", abs(number), count=number)


def picture(position: Position) -> str:
    """The state in lines of text: the map, a row for each punter, and the rivers that are free."""
    chart = charts.of_board(position.board)
    count, gone, all_turns = int(punters(position)), max(0, int(turn(position))), len(position.claimed)
    mines = ", ".join(str(mine) for mine in chart.file.mines[:12]) + (" …" if len(chart.file.mines) > 12 else "")
    heads = [_("punter        score  rivers")]
    heads += [_("credits")] * bool(position.settings & SPLURGES) + [_("options")] * bool(position.settings & OPTIONS)
    lines = [
        _(
            "map {name}: {sites:,} sites, {rivers:,} rivers",
            name=chart.name,
            sites=len(chart.file.sites),
            rivers=all_turns,
        ),
        _("mines {mines}", mines=mines[:92]),
        "",
        lined(*heads, between="  "),
    ]
    for punter, score in enumerate(scores.totals(position)):
        row = f"{punter:<6} {score:>12,} {int(position.tally[punter, 1]):>7,}"
        row += f" {credits_of(position, punter):>8,}" if position.settings & SPLURGES else ""
        lines.append(row + (f" {options_left(position, punter):>8,}" if position.settings & OPTIONS else ""))
    free = [chart.river_text(river) for river in (position.claimed < 0).nonzero()[0].tolist()]
    told = " ".join(free[:120]) + (" …" if len(free) > 120 else "")
    first, *more = textwrap.wrap(told, 90, break_on_hyphens=False) or [_("none")]
    lines += ["", _("free: {rivers}", rivers=first), *more]
    if is_over(position):
        state = _("game over")
    elif turn(position) < 0:
        state = _("punter {punter} bets", punter=position.ply % count)
    else:
        state = _("punter {punter} to move", punter=position.ply % count)
    return lined(*lines, _("turn {gone:,} of {turns:,}, {state}", gone=gone, turns=all_turns, state=state))
