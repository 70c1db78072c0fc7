"""What is told of a contest: to the whole class, to a student of the own board, and what is kept once it is over.

Nobody's name goes out unless the teacher shows names.
"""

from __future__ import annotations

from typing import Any

from plyground.classroom.contests.contest import BOT, TEACHER, WIN, Contest
from plyground.classroom.contests.table import short, table_of
from plyground.classroom.room import Room
from plyground.core import registry
from plyground.core.messages import _
from plyground.sessions.setup import find_opponent


def who(room: Room, contest: Contest, player: str) -> dict[str, Any]:
    """Somebody as the class may call them: by a number, and by name if the teacher shows names."""
    terms = contest.terms
    if player == TEACHER:
        return {"no": 0, "name": _("The teacher")}
    if player == BOT:
        return {"no": -1, "name": find_opponent(registry.game(terms.game), None, terms.level or None)[1]}
    number, student = int(player[1:]), room.students.get(player)
    if student is None:
        return {"no": number, "name": _("somebody who has left")}
    return {"no": number, "name": student.nickname if room.names_shown else _("No. {number}", number=number)}


def told(room: Room, contest: Contest) -> dict[str, Any]:
    """What everybody in the class may know of it."""
    terms = contest.terms
    return {
        "number": contest.number,
        "kind": terms.kind,
        "game": terms.game,
        "title": registry.game(terms.game).spec.title,
        "options": dict(terms.options),
        "clock": terms.clock,
        "phase": contest.phase,
        "round": contest.round,
        "rounds": terms.rounds,
        "auto": terms.auto,
        "absent": terms.absent,
        "fill": terms.fill,
        "one": who(room, contest, terms.one) if contest.simultaneous else None,
        "score": _score(contest) if contest.simultaneous else None,
        "boards": [
            {
                "number": board.number,
                "id": board.game,
                "players": [who(room, contest, one) for one in board.players],
                "points": board.points and [short(each) for each in board.points],
                "how": board.how,
            }
            for board in contest.current
        ],
        "rests": [who(room, contest, rest.player) for rest in contest.rests if rest.round == contest.round],
        "table": [] if contest.simultaneous else _table(room, contest),
    }


def _score(contest: Contest) -> dict[str, Any]:
    """How the one stands against all, counted by opponents."""
    won = [
        points
        for board in contest.boards
        if board.points is not None
        for one, points in zip(board.players, board.points, strict=True)
        if one != contest.terms.one
    ]
    return {
        "points": short(sum(WIN - each for each in won)),
        "of": len(won),
        "wins": won.count(0.0),
        "draws": won.count(0.5),
        "losses": won.count(WIN),
    }


def _table(room: Room, contest: Contest) -> list[dict[str, Any]]:
    return [
        {**row.as_json(), **who(room, contest, row.player), "out": row.player in contest.out}
        for row in table_of(contest)
    ]


def own(room: Room, contest: Contest, key: str) -> dict[str, Any]:
    """A student's own part: the board of this round, if there is one."""
    number = int(key[1:])
    if contest.is_one(key):
        return {"no": number, "one": True, "plays": contest.phase != "over", "board": None}
    plays = key in contest.players and key not in contest.out
    board = contest.board_of(key)
    if board is None:
        return {"no": number, "one": False, "plays": plays, "board": None}
    seat = board.players.index(key)
    return {
        "no": number,
        "one": False,
        "plays": plays,
        "board": {
            "number": board.number,
            "id": board.game,
            "seat": seat,
            "players": [who(room, contest, one) for one in board.players],
            "points": None if board.points is None else short(board.points[seat]),
            "how": board.how,
        },
    }


def summary(contest: Contest) -> dict[str, Any]:
    """What the class keeps of a contest that is over: who won how many points of how many, and which place."""
    places = {} if contest.simultaneous else {row.player: row.place for row in table_of(contest)}
    played = [board for board in contest.boards if board.points is not None]
    everybody = [*contest.players, *([contest.terms.one] if contest.terms.one.startswith("n") else [])]
    results = {}
    for one in everybody:
        games = sum(1 for board in played if one in board.players) + sum(rest.player == one for rest in contest.rests)
        if one == contest.terms.one:
            games = sum(len(board.players) - 1 for board in played)
        results[one] = [short(contest.points(one)), games, places.get(one, 0)]
    return {"kind": contest.terms.kind, "game": contest.terms.game, "results": results}
