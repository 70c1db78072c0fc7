"""What a teacher can have done with a match of one against the class, and with a tournament among students."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.classroom.contests.contest import BOT, KINDS, TEACHER, Contest, Kind, Terms
from plyground.classroom.contests.rounds import MOST_ROUND_ROBIN, MOST_ROUNDS, rounds_for
from plyground.classroom.contests.running import Running
from plyground.classroom.room import Room
from plyground.core.errors import GameFinished
from plyground.core.messages import _, ngettext
from plyground.core.refusals import ContestRuns, Malformed, NoContest, NotInClass, TooFewPlayers, UnfitGame
from plyground.sessions import reading
from plyground.sessions.clock import ClockRule
from plyground.sessions.question import WELCOME
from plyground.sessions.setup import Reading, find_opponent, read_position

Message = Mapping[str, Any]
Done = dict[str, Any]

SCENE = {"kind": "contest"}
ABSENT_SECONDS, LONGEST_ABSENT = 180.0, 3600.0
MOST_MATCHES = 20
"""Matches and tournaments of one class whose results are kept."""


def simul(room: Room, message: Message) -> Done:
    """Begin a match of one against all others of the class who are here."""
    read = _fitting(message, simultaneous=True)
    one = reading.a_text(message, "one", 40) or TEACHER
    if one not in (TEACHER, BOT) and one not in {each.key for each in room.students.present}:
        raise NotInClass(_("Choose somebody who is here to play against all others."))
    seat = reading.a_whole_number(message, "seat", -1, read.rules.seats_at(read.position) - 1, default=-1)
    terms = _terms(message, read, "simul", one=one, seat=seat, rounds=1)
    players = tuple(each.key for each in room.students.present if each.key != one)
    return _begin(room, Contest(_number(room), terms, players))


def tournament(room: Room, message: Message) -> Done:
    """Open a tournament among all students; its first round waits to be begun."""
    read = _fitting(message, simultaneous=False)
    found = reading.a_text(message, "kind", 20, required=True)
    kind: Kind | None = next((kind for kind in KINDS if kind == found and kind != "simul"), None)
    if kind is None:
        raise Malformed(_("A tournament is swiss, round_robin or ladder."))
    players = tuple(key for key, student in room.students.items() if not student.waits)
    if kind == "round_robin" and len(players) > MOST_ROUND_ROBIN:
        raise Malformed(
            _(
                "In a round robin each of {count} students would play all others; a Swiss tournament does with fewer "
                "rounds.",
                count=len(players),
            )
        )
    rounds = reading.a_whole_number(message, "rounds", 0, MOST_ROUNDS, default=0) or rounds_for(kind, len(players))
    order = players if kind == "ladder" else ()
    return _begin(room, Contest(_number(room), _terms(message, read, kind, rounds=rounds), players, order=order))


def _number(room: Room) -> int:
    return 1 if room.held is None else room.held.contest.number + 1


def _fitting(message: Message, simultaneous: bool) -> Reading:
    """The position that all boards begin with; raises ``UnfitGame`` where it has not the seats for it."""
    read = read_position(message)
    if read.rules.returns(read.position) is not None:
        raise GameFinished(_("The game is over in this position; choose one in which it goes on."))
    seats, title = read.rules.seats_at(read.position), read.rules.spec.title
    if seats < 2:
        raise UnfitGame(_("{title} is played by one alone here; choose a game for two.", title=title))
    if seats > 2 and not simultaneous:
        raise UnfitGame(
            ngettext(
                "A tournament pairs two, and this game of {title} has {count} seat.",
                "A tournament pairs two, and this game of {title} has {count} seats.",
                seats,
                title=title,
            )
        )
    return read


def _terms(message: Message, read: Reading, kind: Kind, **more: Any) -> Terms:
    clock = ClockRule.read(message.get("clock")).of_new_game()
    if clock.kind == "days":
        raise Malformed(_("A class has no days for a move; choose another clock."))
    level = reading.a_text(message, "level", 40)
    fill = reading.a_flag(message, "fill", False)
    if fill or more.get("one") == BOT or read.rules.seats_at(read.position) > 2:
        find_opponent(read.rules, None, level or None)[0].require_fit(read.position)
    begins_anew = read.position == read.rules.initial(read.options)
    return Terms(
        kind,
        read.rules.spec.id,
        read.options,
        "" if begins_anew else read.rules.position_text(read.position),
        None if clock.kind == "none" else clock.as_json(),
        level=level,
        fill=fill,
        absent=reading.a_number(message, "absent", 0.0, LONGEST_ABSENT, default=ABSENT_SECONDS),
        auto=reading.a_flag(message, "auto", False),
        **more,
    )


def _begin(room: Room, contest: Contest) -> Done:
    if room.held is not None and room.held.contest.phase != "over":
        raise ContestRuns(_("A match or a tournament of this class goes on; end it before you begin another."))
    if len(room.matches) >= MOST_MATCHES:
        raise ContestRuns(_("This class has played as many matches as are kept; open another class."))
    if contest.simultaneous and not contest.players:
        raise TooFewPlayers(_("Nobody is here to play against."))
    running = Running(room, contest)
    try:
        running.begin()
    except Exception:
        running.drop()
        raise
    room.stop_play()
    room.clear()
    if room.held is not None:
        room.held.drop()
    room.held, room.scene = running, SCENE
    return {"contest": contest.number}


def _running(room: Room) -> Running:
    if not isinstance(room.held, Running):
        raise NoContest(_("The class has no match and no tournament."))
    return room.held


def contest_round(room: Room, message: Message) -> Done:
    """Begin the next round, paired by the program or by the teacher."""
    running, pairs = _running(room), message.get("pairs")
    if pairs is not None and not (
        isinstance(pairs, list)
        and all(isinstance(pair, list) and all(isinstance(one, str) for one in pair) for pair in pairs)
    ):
        raise Malformed(_("Pairs are lists of two students, and nobody is in two of them."))
    running.begin_round(None if pairs is None else [tuple(pair) for pair in pairs])
    return {"round": running.contest.round}


def contest_decide(room: Room, message: Message) -> Done:
    """Say how a board of this round ended."""
    running, points = _running(room), message.get("points")
    number = reading.a_whole_number(message, "board", 1, 100_000)
    if not isinstance(points, list) or any(isinstance(each, bool) or each not in (0, 0.5, 1) for each in points):
        raise Malformed(_("A result is a list of 0, 0.5 or 1 for each seat."))
    if len(points) == 2 and sum(points) > 1:
        raise Malformed(_("Two seats share one point at most."))
    running.decide(number, [float(each) for each in points])
    return {}


def contest_out(room: Room, message: Message) -> Done:
    """Let a student play no more, or again from the next round on."""
    _running(room).set_out(reading.a_text(message, "student", 40, required=True), reading.a_flag(message, "on", True))
    return {}


def contest_set(room: Room, message: Message) -> Done:
    """Change what may be changed while it goes on."""
    running, changed = _running(room), dict[str, Any]()
    if "auto" in message:
        changed["auto"] = reading.a_flag(message, "auto")
    if "fill" in message:
        changed["fill"] = reading.a_flag(message, "fill")
    if "absent" in message:
        changed["absent"] = reading.a_number(message, "absent", 0.0, LONGEST_ABSENT)
    if "rounds" in message and not running.contest.simultaneous:
        changed["rounds"] = reading.a_whole_number(message, "rounds", max(1, running.contest.round), MOST_ROUNDS)
    running.set_terms(**changed)
    return {}


def contest_end(room: Room, message: Message) -> Done:
    """End it now; what goes on counts for nobody."""
    _running(room).stop()
    return {}


def contest_show(room: Room, message: Message) -> Done:
    """Have all screens show it again."""
    _running(room)
    room.stop_play()
    room.clear()
    room.scene = SCENE
    room.changed()
    return {}


def contest_close(room: Room, message: Message) -> Done:
    """Put it away once it is over; its results stay with the class."""
    running = _running(room)
    if running.contest.phase != "over":
        raise ContestRuns(_("It goes on; end it first."))
    running.close()
    room.held = None
    if room.scene == SCENE:
        room.scene = WELCOME
    room.changed(everybody=True)
    return {}


CONTESTS: dict[str, Callable[[Room, Message], Done]] = {
    "simul": simul,
    "tournament": tournament,
    "contest_round": contest_round,
    "contest_decide": contest_decide,
    "contest_out": contest_out,
    "contest_set": contest_set,
    "contest_end": contest_end,
    "contest_show": contest_show,
    "contest_close": contest_close,
}
