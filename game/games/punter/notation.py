"""Moves as text: short forms such as ``3-5``, ``splurge 0-1-2`` or ``futures 0:7``, and the contest's JSON."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from plyground.core import json_text
from plyground.core.errors import MalformedMove
from plyground.core.messages import _, ngettext
from plyground.games.punter import refusals as wrong
from plyground.games.punter.chart import Chart
from plyground.games.punter.charts import of_board
from plyground.games.punter.moves import Bets, Move, Route, a_pass, able_to_share, free_of, name, no_bets, seat_of
from plyground.games.punter.position import Position

LONGEST = 400_000
_RIVER = re.compile(r"(?:claim\s+)?([0-9]+)\s*-\s*([0-9]+)(?:\s*#\s*([0-9]+))?")
_OPTION = re.compile(r"option\s+([0-9]+)\s*-\s*([0-9]+)(?:\s*#\s*([0-9]+))?")
_ROUTE = re.compile(r"splurge\s+([0-9]+(?:\s*-\s*[0-9]+)+)")
_BETS = re.compile(r"futures\s*(-|\?|none|[0-9]+\s*:\s*[0-9]+(?:\s*,\s*[0-9]+\s*:\s*[0-9]+)*)")
_HELP = _("a move is 3-5 (a claim), pass, option 3-5, splurge 0-1-2 or, before the first move, futures 0:7,4:9")
HIDDEN_BETS = "futures ?"
"""Another punter's bets as they are shown before the end; read back, they are no bets."""


def move_text(position: Position, move: Move) -> str:
    """The short form."""
    chart = of_board(position.board)
    rivers = len(position.claimed)
    if isinstance(move, Route):
        return "splurge " + "-".join(str(chart.file.sites[site]) for site in move.sites)
    if isinstance(move, Bets):
        pairs = (f"{chart.file.mines[mine]}:{chart.file.sites[target]}" for mine, target in move.targets)
        return "futures " + ",".join(pairs)
    if move < rivers:
        return chart.river_text(move)
    if move < 2 * rivers:
        return f"option {chart.river_text(move - rivers)}"
    return "pass" if move == 2 * rivers else "futures -"


def parse_move(position: Position, text: str) -> Any:
    """The ``Move`` that either form says; raises ``MalformedMove`` or one of its kinds."""
    if len(text) > LONGEST:
        raise MalformedMove(_("A move has at most {longest:,} characters.", longest=LONGEST))
    bare = text.strip().replace("–", "-").lower()
    if bare.startswith("{"):
        return parse_json(position, _json(text))
    chart = of_board(position.board)
    if bare == "pass":
        return a_pass(position)
    if found := _RIVER.fullmatch(bare):
        return _claim(position, chart, _number(found[1]), _number(found[2]), found[3])
    if found := _OPTION.fullmatch(bare):
        return _option(position, chart, _number(found[1]), _number(found[2]), found[3])
    if found := _ROUTE.fullmatch(bare):
        return _route(chart, [_number(site) for site in re.findall("[0-9]+", found[1])])
    if found := _BETS.fullmatch(bare):
        pairs = re.findall(r"(?<![0-9])([0-9]++)\s*+:\s*+([0-9]++)", found[1])
        return _bets(position, chart, [(_number(mine), _number(site)) for mine, site in pairs])
    raise MalformedMove(_("“{text}” is no move; {help}.", text=text.strip()[:30], help=_HELP))


def parse_json(position: Position, data: Any) -> Move:
    """Read a move of the contest's JSON; raises ``MalformedMove`` or one of its kinds."""
    kind = next((kind for kind in _READERS if isinstance(data, dict) and kind in data), None)
    if kind is None:
        raise MalformedMove(_("A move in JSON is an object with claim, pass, option, splurge or futures."))
    body = data[kind] if isinstance(data[kind], dict) else data
    punter = body.get("punter", seat_of(position))
    if punter != seat_of(position) or isinstance(punter, bool):
        raise wrong.OtherPuntersMove(
            _("{name} is to move here, not punter {punter}.", name=name(seat_of(position)), punter=str(punter)[:20])
        )
    move: Move = _READERS[kind](position, of_board(position.board), body)
    return move


def move_json(position: Position, move: Move) -> dict[str, Any]:
    """The move in the contest's JSON."""
    chart, seat = of_board(position.board), seat_of(position)
    rivers = len(position.claimed)
    if isinstance(move, Route):
        return {"splurge": {"punter": seat, "route": [chart.file.sites[site] for site in move.sites]}}
    if isinstance(move, Bets):
        return {"punter": seat, "futures": bets_json(chart, move)}
    if move < 2 * rivers:
        source, target = chart.file.rivers[move % rivers]
        return {"claim" if move < rivers else "option": {"punter": seat, "source": source, "target": target}}
    return {"pass": {"punter": seat}} if move == 2 * rivers else {"punter": seat, "futures": []}


def bets_json(chart: Chart, move: Bets) -> list[dict[str, int]]:
    """Bets as the contest writes them."""
    return [{"source": chart.file.mines[mine], "target": chart.file.sites[site]} for mine, site in move.targets]


def valid_bets(chart: Chart, entries: Any) -> Bets:
    """The bets of a contest record: invalid ones are left out, and the last for each mine counts."""
    targets: dict[int, int] = {}
    for entry in entries if isinstance(entries, list) else ():
        ends = [chart.index.get(entry.get(end)) for end in ("source", "target")] if _is_bet(entry) else [None, None]
        source, target = ends
        if source is None or target is None:
            continue
        mine = int(chart.board.mine_at[source])
        if mine >= 0 and chart.board.mine_at[target] < 0 and chart.board.reach[mine, target] >= 0:
            targets[mine] = target
    return Bets(tuple(sorted(targets.items())))


def _is_bet(entry: Any) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(end), int) for end in ("source", "target"))


def _json(text: str) -> Any:
    try:
        return json_text.read(text)
    except ValueError:
        raise MalformedMove(_("The move begins like JSON but is none; check its brackets and commas.")) from None


def _number(text: str) -> int:
    if len(text) > 18:
        raise wrong.NoSuchSite(_("No site has the id {text}….", text=text[:18]))
    return int(text)


def _site(chart: Chart, site: Any) -> int:
    if isinstance(site, bool) or not isinstance(site, int) or site not in chart.index:
        raise wrong.NoSuchSite(_("The map has no site {site}.", site=str(site)[:20]))
    return chart.index[site]


def between(chart: Chart, source: Any, target: Any) -> tuple[int, ...]:
    """The rivers between two sites given by id; raises ``NoSuchSite`` or ``NoSuchRiver``."""
    near, far = _site(chart, source), _site(chart, target)
    rivers = chart.between.get((min(near, far), max(near, far)))
    if rivers is None:
        raise wrong.NoSuchRiver(_("The map has no river between {source} and {target}.", source=source, target=target))
    return rivers


def _meant(chart: Chart, source: Any, target: Any, number: str | None) -> tuple[int, ...]:
    """The rivers between two sites, or only the one with this number among them."""
    rivers = between(chart, source, target)
    if number is None:
        return rivers
    place = _number(number)
    if not 1 <= place <= len(rivers):
        raise wrong.NoSuchRiver(
            ngettext(
                "There is one river between {source} and {target}; #{place} is none of them.",
                "There are {count} rivers between {source} and {target}; #{place} is none of them.",
                len(rivers),
                source=source,
                target=target,
                place=place,
            )
        )
    return rivers[place - 1 : place]


def _claim(position: Position, chart: Chart, source: Any, target: Any, number: str | None = None) -> Move:
    rivers = _meant(chart, source, target, number)
    return next(iter(free_of(position, rivers)), rivers[0])


def _option(position: Position, chart: Chart, source: Any, target: Any, number: str | None = None) -> Move:
    rivers = _meant(chart, source, target, number)
    river = next(iter(able_to_share(position, rivers)), rivers[0])
    return len(position.claimed) + river


def _route(chart: Chart, sites: Any) -> Move:
    if not isinstance(sites, list) or len(sites) < 2:
        raise MalformedMove(_("A route has two sites or more: splurge 0-1-2."))
    for source, target in pairwise(sites):
        between(chart, source, target)
    return Route(tuple(chart.index[site] for site in sites))


def _bets(position: Position, chart: Chart, pairs: list[tuple[Any, Any]]) -> Move:
    targets = {}
    for source, target in pairs:
        mine = int(chart.board.mine_at[_site(chart, source)])
        if mine < 0:
            raise wrong.BetNeedsMine(
                _("Site {source} is no mine; a bet goes from a mine to another site.", source=source)
            )
        targets[mine] = _site(chart, target)
    return Bets(tuple(sorted(targets.items()))) if targets else no_bets(position)


def _read_futures(position: Position, chart: Chart, body: dict[str, Any]) -> Move:
    entries = body.get("futures")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise MalformedMove(_('Bets in JSON are {"futures": [{"source": mine, "target": site}]}.'))
    return _bets(position, chart, [(entry.get("source"), entry.get("target")) for entry in entries])


_READERS: dict[str, Any] = {
    "claim": lambda position, chart, body: _claim(position, chart, body.get("source"), body.get("target")),
    "option": lambda position, chart, body: _option(position, chart, body.get("source"), body.get("target")),
    "splurge": lambda position, chart, body: _route(chart, body.get("route")),
    "pass": lambda position, chart, body: a_pass(position),
    "zombie": lambda position, chart, body: a_pass(position),
    "futures": _read_futures,
}
