"""Whole games: the contest's JSON and the organisers' log, read, replayed and written; conversations, read.

In both a move that the rules refuse is a pass, and the order of turns, not the written id, tells who moved. In a log a
``zombie`` line is the pass of a punter who gave up, and a ``timeout`` line explains the pass after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core import effort, json_text
from plyground.core.errors import BadOption, MalformedMove, MalformedPosition, MalformedRecord, Refusal
from plyground.core.messages import _
from plyground.core.options import Value
from plyground.core.record import Record
from plyground.games.punter import charts, conversation, moves, notation, scores, texts
from plyground.games.punter.position import (
    FUTURES,
    MOST_PUNTERS,
    OPTIONS,
    SCORE,
    SPLURGES,
    Position,
    credits_of,
    is_over,
    options_left,
    punters,
)

FORMS = ("contest", "log")
TAGS = {f"seat{seat}": f"team_{seat}" for seat in range(MOST_PUNTERS)}
LONGEST = 5_000_000
_MOVES = ("claim", "pass", "splurge", "option", "zombie")
Resolve = Callable[[str], Any]
"""What gives a map's JSON for the name that a log gives it, or the name itself."""


@dataclass(frozen=True)
class Replay:
    """A game as it was read: the start, the moves as texts, the end, and what else was written.

    ``turns_known`` is false where only the rivers of each punter were given, so that credits cannot be counted.
    """

    start: Position
    moves: tuple[str, ...]
    end: Position
    tags: dict[str, str]
    turns_known: bool = True


def read(text: str, options: Mapping[str, Value], resolve: Resolve = lambda name: name) -> Replay:
    """Read a whole game, a log, a position or a map; raises ``MalformedRecord``."""
    if len(text) > LONGEST:
        raise MalformedRecord(_("A game has at most {longest:,} characters.", longest=LONGEST))
    try:
        data = json_text.read(text)
    except ValueError:
        if not conversation.looks_like(text):
            raise MalformedRecord(
                _("A game of Lambda Punter is JSON; this is none. Check its brackets and commas.")
            ) from None
        data = conversation.read(text)
    if not isinstance(data, dict) or not any(name in data for name in ("game", "map", "sites")):
        raise MalformedRecord(_("A game is JSON with a map and its moves, or an organisers' log; this is neither."))
    try:
        return _read_log(data["game"], options, resolve) if "game" in data else _read_contest(data, options, resolve)
    except (MalformedPosition, MalformedMove, BadOption) as error:
        raise MalformedRecord(error.sentence) from None


def write(record: Record, options: Mapping[str, Value], form: str) -> str:
    """Write one of ``FORMS``; raises ``MalformedRecord``."""
    try:
        position = (
            texts.opening({"settings": {name: options[name] for name in texts.FLAGS}}, options)
            if record.start is None
            else texts.parse_position(record.start, options)
        )
        lines, position = _played(position, record.moves)
    except Refusal as error:
        raise MalformedRecord(_("The game cannot be written: {sentence}", sentence=error.sentence)) from None
    return _contest_text(position, lines) if form == "contest" else _log_text(position, lines, record.tags)


def _read_contest(data: dict[str, Any], options: Mapping[str, Value], resolve: Resolve) -> Replay:
    if isinstance(data.get("map"), str):
        data = {**data, "map": resolve(data["map"])}
    if isinstance(data.get("rivers"), list) and "sites" not in data:
        return _read_rivers(data, options)
    listed = data.get("moves", [])
    if not isinstance(listed, list):
        raise MalformedRecord(_("The moves of a game are a list."))
    position = texts.opening({**data, "settings": data.get("settings", {})}, options)
    laid = texts.lay_bets(position, data.get("futures"), bool(listed), strict=False)
    tags = data.get("tags")
    named = {str(name): str(value) for name, value in tags.items()} if isinstance(tags, dict) else {}
    return _replay(position, laid, listed, named)


def _read_rivers(data: dict[str, Any], options: Mapping[str, Value]) -> Replay:
    """A position given by the rivers that each punter has; a later punter shares what an earlier has by option."""
    rivers, given = data["rivers"], data.get("futures") or []
    if not 1 <= len(rivers) <= MOST_PUNTERS or not all(isinstance(own, list) for own in rivers):
        raise MalformedRecord(_("The rivers of a position are a list for each punter, of pairs of sites."))
    settings = {"futures": any(given.values() if isinstance(given, dict) else given)}
    position = texts.opening({**data, "punters": len(rivers), "settings": settings}, options)
    begin = position
    position = texts.lay_bets(position, given, True, strict=False)
    chart = charts.of_board(position.board)
    for punter, own in enumerate(rivers):
        for pair in own:
            effort.check()
            if not (isinstance(pair, list) and len(pair) == 2):
                raise MalformedRecord(_("A river is a pair of sites such as [3, 5]."))
            position = scores.with_river(position, punter, notation.between(chart, *pair))
    return Replay(begin, (), position, {}, turns_known=False)


def _read_log(lines: Any, options: Mapping[str, Value], resolve: Resolve) -> Replay:
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise MalformedRecord(_("An organisers' log is a list of objects under “game”."))
    head: dict[str, Any] = {"settings": {}, "map": None}
    teams: dict[int, str] = {}
    bets: dict[str, Any] = {}
    listed: list[dict[str, Any]] = []
    marks: dict[str, list[str]] = {"zombies": [], "timeouts": []}
    begun = False
    for line in lines:
        if line.get("gameplay") == "stop":
            break
        if "gameplay" in line:
            begun = True
        elif begun and "timeout" in line:
            marks["timeouts"].append(str(len(listed)))
        elif begun and any(kind in line for kind in _MOVES):
            if "zombie" in line:
                marks["zombies"].append(str(len(listed)))
            listed.append(line)
        elif not begun and "team" in line and isinstance(line.get("punter"), int):
            teams[line["punter"]] = str(line["team"])
        elif not begun and "futures" in line:
            bets[str(line.get("punter"))] = line["futures"]
        elif not begun:
            head.update({name: line[name] for name in ("settings", "map") if name in line})
    if head["map"] is None or not teams:
        raise MalformedRecord(_("The log names no map or no punters."))
    head["map"] = resolve(head["map"]) if isinstance(head["map"], str) else head["map"]
    position = texts.opening({**head, "punters": len(teams)}, options)
    tags = {f"team_{punter}": team for punter, team in sorted(teams.items())}
    tags |= {name: " ".join(found) for name, found in marks.items() if found}
    laid = texts.lay_bets(position, bets if position.settings & FUTURES else None, bool(listed), strict=False)
    return _replay(position, laid, listed, tags)


def _replay(start: Position, laid: Position, listed: Sequence[Any], tags: dict[str, str]) -> Replay:
    written = [notation.move_text(start, bets_move(laid, punter)) for punter in range(laid.ply)]
    position = laid
    for entry in listed:
        effort.check()
        if is_over(position):
            break
        move = lenient(position, entry)
        written.append(notation.move_text(position, move))
        position = moves.play(position, move)
    return Replay(start, tuple(written), position, tags)


def bets_move(position: Position, punter: int) -> moves.Move:
    """The bets of a punter as the move that laid them."""
    bets = texts.laid(position, punter)
    return bets if bets.targets else moves.no_bets(position)


def lenient(position: Position, entry: Any) -> moves.Move:
    """The move of a record's entry; the pass where the rules refuse it."""
    try:
        if isinstance(entry, str):
            move = notation.parse_move(position, entry)
        else:
            kind = next((kind for kind in _MOVES if isinstance(entry, dict) and kind in entry), "pass")
            body = entry.get(kind) if isinstance(entry, dict) else None
            given = {name: value for name, value in body.items() if name != "punter"} if isinstance(body, dict) else {}
            move = notation.parse_json(position, {kind: given})
    except MalformedMove:
        return moves.a_pass(position)
    return move if moves.check(position, move) is None else moves.a_pass(position)


def _played(position: Position, played: Sequence[str]) -> tuple[list[dict[str, Any]], Position]:
    """All moves from the beginning of the game as contest JSON, and the end."""
    chart = charts.of_board(position.board)
    count = int(punters(position))
    lines = [
        {"punter": punter, "futures": notation.bets_json(chart, texts.laid(position, punter))}
        for punter in range(min(position.ply, count) if position.settings & FUTURES else 0)
    ]
    again = texts.opening({"settings": texts.settings_json(position)}, texts.option_values(position))
    again = again._replace(ply=count if position.settings & FUTURES else 0)
    for took, sites in moves.history(position):
        move = notation.parse_move(again, texts.turn_text(chart, took, sites))
        lines.append(notation.move_json(again, move))
        again = moves.play(again, move)
    for text in played:
        effort.check()
        move = notation.parse_move(position, text)
        error = moves.check(position, move)
        if error is not None:
            raise error
        lines.append(notation.move_json(position, move))
        position = moves.play(position, move)
    return lines, position


def _contest_text(position: Position, lines: list[dict[str, Any]]) -> str:
    data: dict[str, Any] = {
        "map": charts.of_board(position.board).file.as_json(),
        "punters": int(punters(position)),
        "settings": texts.settings_json(position),
    }
    bets = {str(line["punter"]): line["futures"] for line in lines if "futures" in line}
    if position.settings & FUTURES:
        data["futures"] = bets
    data["moves"] = [line for line in lines if "futures" not in line]
    return json.dumps(data, separators=(",", ":"))


def _log_text(position: Position, lines: list[dict[str, Any]], tags: Mapping[str, str]) -> str:
    count = int(punters(position))
    teams = [tags.get(f"team_{punter}", moves.name(punter)) for punter in range(count)]
    marks = {name: set(tags.get(name, "").split()) for name in ("zombies", "timeouts")}
    rows: list[dict[str, Any]] = [
        {"start": {}},
        {"settings": texts.settings_json(position)},
        {"map": charts.of_board(position.board).name},
        *({"punter": punter, "team": team} for punter, team in enumerate(teams)),
        *(line for line in lines if "futures" in line),
        {"gameplay": "start"},
    ]
    for number, line in enumerate(line for line in lines if "futures" not in line):
        if str(number) in marks["timeouts"]:
            rows.append({"timeout": {"punter": number % count}})
        gone = str(number) in marks["zombies"] and "pass" in line
        rows.append({"zombie": line["pass"]} if gone else line)
    if is_over(position):
        rows += [{"gameplay": "stop"}, *_results(position, teams, marks["zombies"]), {"stop": {}}]
    return (
        '{"game":\n[' + ",\n".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows) + "]}\n"
    )


def _results(position: Position, teams: list[str], zombies: set[str]) -> list[dict[str, Any]]:
    """The lines after the end: scores, what the bets paid, and what is left."""
    count = len(teams)
    gone = {int(turn) % count for turn in zombies if turn.isdecimal()}
    totals = [
        {"punter": punter, "score": int(position.tally[punter, SCORE]), "team": team}
        for punter, team in enumerate(teams)
    ]
    rows: list[dict[str, Any]] = [{"scores": totals}]
    if position.settings & FUTURES:
        paid = [{"punter": punter, "scores": _paid(position, punter)} for punter in range(count)]
        rows.append({"futures": paid})
    statuses = []
    for punter in range(count):
        status: dict[str, Any] = {"punter": punter, "active": punter not in gone}
        if position.settings & SPLURGES and punter not in gone:
            status["credit"] = credits_of(position, punter)
        if position.settings & OPTIONS and punter not in gone:
            status["options"] = options_left(position, punter)
        statuses.append(status)
    return [*rows, {"statuses": statuses}]


def _paid(position: Position, punter: int) -> list[dict[str, int]]:
    chart = charts.of_board(position.board)
    worth = zip(chart.file.mines, scores.bets_paid(position, punter), strict=True)
    return [{"mine": mine, "score": paid} for mine, paid in sorted(worth)]
