"""Positions as text: JSON on one line with the map, the punters, the settings, the bets and the moves.

``{"map":"grid-5x4","punters":2,"settings":{"futures":true},"futures":{"0":[],"1":[{"source":0,"target":7}]},
"moves":["0-1","pass"]}``: the map is a name of the library, the content hash of a map that is kept, or the map itself.
Moves may be short texts or the contest's JSON. A map alone is its start position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from plyground.core import effort, json_text
from plyground.core.errors import MalformedPosition, Refusal
from plyground.core.messages import _
from plyground.core.options import Value
from plyground.games.punter import charts, mapfile, moves, notation
from plyground.games.punter.chart import Chart
from plyground.games.punter.moves import Bets, Taken
from plyground.games.punter.position import FUTURES, MOST_PUNTERS, OPTIONS, SPLURGES, Position, pack, punters, start

LONGEST = 3_000_000
FLAGS = {"futures": FUTURES, "splurges": SPLURGES, "options": OPTIONS}


def position_text(position: Position, viewer: int | None = None, hiding: bool = False) -> str:
    """The position on one line; with ``hiding`` only the viewer's own bets are written, the others as none."""
    chart = charts.of_board(position.board)
    data: dict[str, Any] = {"map": chart.name, "punters": int(punters(position)), "settings": settings_json(position)}
    if position.settings & FUTURES:
        data["futures"] = {
            str(punter): notation.bets_json(chart, laid(position, punter)) if not hiding or punter == viewer else []
            for punter in range(min(position.ply, int(punters(position))))
        }
    data["moves"] = [turn_text(chart, took, sites) for took, sites in moves.history(position)]
    return json.dumps(data, separators=(",", ":"))


def settings_json(position: Position) -> dict[str, bool]:
    """The extensions that are played, as the contest writes them."""
    return {name: True for name, flag in FLAGS.items() if position.settings & flag}


def laid(position: Position, punter: int) -> Bets:
    """The bets of a punter."""
    row = position.bets[punter].tolist()
    return Bets(tuple((mine, target) for mine, target in enumerate(row) if target >= 0))


def turn_text(chart: Chart, took: Taken, sites: tuple[int, ...] | None) -> str:
    """What a turn took, as the shortest move that takes it."""
    if sites is not None:
        return "splurge " + "-".join(str(chart.file.sites[site]) for site in sites)
    if not took.rivers:
        return "pass"
    text = chart.river_text(took.rivers[0])
    return f"option {text}" if took.by_option else text


def parse_position(text: str, options: Mapping[str, Value]) -> Position:
    """Read a position; what it does not say comes from the options. Raises ``MalformedPosition`` or ``BadOption``."""
    if len(text) > LONGEST:
        raise MalformedPosition(_("A position has at most {longest:,} characters.", longest=LONGEST))
    if not text.strip().startswith("{"):
        raise MalformedPosition(_('A position is JSON: {"map": "triangle-4", "punters": 2, "moves": ["0-1"]}.'))
    try:
        data = json_text.read(text)
    except ValueError:
        raise MalformedPosition(_("The position is no JSON; check its brackets and commas.")) from None
    return build(data, options)


def build(data: dict[str, Any], options: Mapping[str, Value]) -> Position:
    """The position that the JSON describes; every move must be legal."""
    position = opening(data, options)
    listed = data.get("moves", [])
    if not isinstance(listed, list):
        raise MalformedPosition(_("In a position, moves is a list."))
    position = lay_bets(position, data.get("futures"), bool(listed), strict=True)
    for number, entry in enumerate(listed, 1):
        effort.check()
        if not isinstance(entry, str | dict):
            raise MalformedPosition(_("Move number {number} is no text and no object.", number=number))
        try:
            if isinstance(entry, str):
                move = notation.parse_move(position, entry)
            else:
                move = notation.parse_json(position, entry)
            error = moves.check(position, move)
        except Refusal as refusal:
            raise MalformedPosition(
                _("Move number {number} is wrong: {sentence}", number=number, sentence=refusal.sentence)
            ) from None
        if error is not None:
            raise MalformedPosition(
                _("Move number {number} is wrong: {sentence}", number=number, sentence=error.sentence)
            )
        position = moves.play(position, move)
    return position


def opening(data: dict[str, Any], options: Mapping[str, Value]) -> Position:
    """The start position that the JSON names: its map, punters and settings."""
    chart = read_map(data if "sites" in data else data.get("map", str(options["map"])))
    count = data.get("punters", options["punters"])
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_PUNTERS:
        raise MalformedPosition(
            _("There are 1 to {most_punters} punters, not {count}.", most_punters=MOST_PUNTERS, count=str(count)[:20])
        )
    settings = data.get("settings", {name: options[name] for name in FLAGS} if "moves" not in data else {})
    if not isinstance(settings, dict):
        raise MalformedPosition(_('The settings are an object such as {"futures": true}.'))
    for name, value in settings.items():
        if name in FLAGS and not isinstance(value, bool):
            raise MalformedPosition(_("In the settings, {name} is true or false.", name=name))
    return start(chart.board, pack(count, *(bool(settings.get(name, False)) for name in FLAGS)))


def read_map(given: Any) -> Chart:
    """The chart of a map given as JSON, which is kept, or by its name; raises ``MalformedMap`` or ``UnknownMap``."""
    if isinstance(given, dict):
        return charts.keep(mapfile.read(given))
    if not isinstance(given, str):
        raise MalformedPosition(_("The map is a name, a content hash or a map's JSON."))
    return charts.find(given)


def lay_bets(position: Position, given: Any, begun: bool, strict: bool) -> Position:
    """The position after the bets that are given by punter: of all punters where moves follow, else up to the last.

    Bets that do not count are left out as in the contest, unless they are ``strict``.
    """
    if not position.settings & FUTURES:
        if given and any(given.values() if isinstance(given, dict) else given):
            raise MalformedPosition(_("There are bets, but the settings do not say that futures are played."))
        return position
    given = {} if given is None else given
    if isinstance(given, list):
        given = {str(punter): entries for punter, entries in enumerate(given)}
    count = int(punters(position))
    numbers = {str(number): number for number in range(count)}
    if not isinstance(given, dict) or not all(str(key) in numbers for key in given):
        raise MalformedPosition(
            _("The futures are an object from punters (0 to {count}) to their bets.", count=count - 1)
        )
    last = count if begun else max((numbers[str(key)] + 1 for key in given), default=0)
    chart = charts.of_board(position.board)
    for punter in range(last):
        entries = given.get(str(punter), [])
        bets = notation.valid_bets(chart, entries)
        if strict and (not isinstance(entries, list) or len(bets.targets) != len(entries)):
            raise MalformedPosition(
                _("A bet of punter {punter} does not count: bets go from mines to other sites in reach.", punter=punter)
            )
        position = moves.after_bets(position, bets)
    return position


def option_values(position: Position) -> dict[str, Value]:
    """The game's options that lead to this position's start."""
    values: dict[str, Value] = {"map": charts.of_board(position.board).name, "punters": int(punters(position))}
    return {**values, **{name: bool(position.settings & flag) for name, flag in FLAGS.items()}}
