"""A contest that a class holds now: rounds begin, games end, who is away loses in time, and everybody is told.

What lasts is the ``Contest``, which is stored with the class; the games go on where games are played. Boards are told
to walls, to the teacher and to whoever plays against all, at most four times a second and only those that changed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plyground.classroom.contests import telling
from plyground.classroom.contests.boards import Games
from plyground.classroom.contests.contest import BOT, TEACHER, WIN, Board, Contest, How, points_of, with_pivot
from plyground.classroom.contests.hooks import Held
from plyground.classroom.contests.rounds import Pairing, after_round, by_hand, next_pairing, with_rests
from plyground.classroom.room import Room
from plyground.classroom.room_state import TELL_SECONDS
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import NoContest, NotYet, TooFewPlayers
from plyground.pairing import Seating
from plyground.sessions.state import CALLED_OFF
from plyground.sessions.timers import Timer

log = logging.getLogger(__name__)

TICK_SECONDS, NEXT_SECONDS = 2.0, 8.0
"""How often it is looked who is away, and how long results are read before the next round begins by itself."""


class Running(Held):
    """One class's. Called with the class locked, or locks it."""

    def __init__(self, room: Room, contest: Contest) -> None:
        self.contest = contest
        self._room, self._services = room, room.services
        self._games = Games(room.services, room.lock, f"class {room.code}", self._heard)
        self._cards: dict[int, dict[str, Any]] = {}
        self._changed: set[int] = set()
        self._told: dict[str, Any] | None = None
        self._away: dict[int, tuple[int, float]] = {}
        self._timers: dict[str, Timer] = {}
        self._dropped = False

    # Beginning

    def begin(self) -> None:
        """Make the boards of a match, or wait for the first round of a tournament; raises a refusal."""
        if self.contest.simultaneous:
            self._begin_match()
        self._room.changed(everybody=True)
        self._tick()

    def _begin_match(self) -> None:
        contest, opponents = self.contest, list(self.contest.players)
        if not opponents:
            raise TooFewPlayers(_("Nobody is here to play against."))
        others = self._seats - 1
        made = replace(contest, round=1, phase="playing")
        for first in range(0, len(opponents), others):
            made = self._with_match_board(made, opponents[first : first + others])
        self._take(made)
        self._again(contest.terms.one)

    @property
    def _seats(self) -> int:
        terms = self.contest.terms
        rules = registry.game(terms.game)
        start = rules.parse_position(terms.start, terms.options) if terms.start else rules.initial(terms.options)
        return rules.seats_at(start)

    def _with_match_board(self, contest: Contest, opponents: Sequence[str]) -> Contest:
        """The match with one more board, whose free seats bots take."""
        number, seats = len(contest.boards) + 1, self._seats
        own = contest.terms.seat if contest.terms.seat >= 0 else (number - 1) % seats
        others = [*opponents, *[BOT] * (seats - 1 - len(opponents))]
        return self._with_game(contest, (*others[:own], contest.terms.one, *others[own:]))

    def _with_game(self, contest: Contest, players: Seating) -> Contest:
        digests = {key: student.token for key, student in self._room.students.items()} | {TEACHER: self._room.teacher}
        number = len(contest.boards) + 1
        game = self._games.make(contest.terms, players, digests, (self._room.lots + number) % 2**31)
        return contest.with_board(Board(number, contest.round, players, game))

    def begin_round(self, pairs: Sequence[Seating] | None = None) -> None:
        """Pair the next round, or take the pairs of the teacher, and let it begin; raises a refusal."""
        contest = self.contest
        self._insist_tournament()
        if not contest.played_out:
            raise NotYet(_("Boards of this round go on; end them first, or decide them."))
        if contest.phase == "over":
            raise NoContest(_("The tournament is over."))
        contest = after_round(contest)
        ready = self.ready()
        pairing = next_pairing(contest, ready) if pairs is None else by_hand(contest, ready, pairs)
        made = self._paired(replace(contest, round=contest.round + 1, phase="playing"), pairing)
        self._stop("next")
        self._cards.clear()
        self._take(made)
        self._room.changed(everybody=True)
        self._settle()

    def _paired(self, contest: Contest, pairing: Pairing) -> Contest:
        for pair in pairing.pairs:
            contest = self._with_game(contest, pair)
        if not contest.terms.fill:
            return with_rests(contest, pairing.rests)
        for one in pairing.rests:
            contest = self._with_game(contest, (one, BOT) if contest.round % 2 else (BOT, one))
        return contest

    def ready(self) -> list[str]:
        """Who is paired: all who take part, but for those who lost the last round by being away and still are."""
        students = self._room.students
        absent = {
            one
            for board in self.contest.current
            if board.how == "absent" and board.points is not None
            for one, points in zip(board.players, board.points, strict=True)
            if points < WIN
        }
        return [
            one
            for one in self.contest.players
            if one in students and one not in self.contest.out and (students[one].connected or one not in absent)
        ]

    def go_on(self) -> None:
        """Follow the games again after a restart; what happened meanwhile is taken in."""
        self._take(self.contest)
        self._settle()
        self._tick()

    # What happens

    def _take(self, contest: Contest) -> None:
        """The contest stands like this from now on; boards that go on are followed."""
        self.contest = contest
        for board in contest.current:
            if board.over:
                continue
            try:
                card = self._games.watch(board)
            except Refusal as refusal:
                log.warning("A board of a class cannot go on: %s", refusal.sentence)
                self.contest = self.contest.with_board(replace(board, how="stopped"))
                continue
            self._shown(board.number, card)
        self._soon()

    def _heard(self, number: int, card: dict[str, Any]) -> None:
        self._shown(number, card)
        self._soon()
        self._settle()

    def _shown(self, number: int, card: dict[str, Any]) -> None:
        self._cards[number] = card
        self._changed.add(number)
        board = self.contest.board(number)
        if board is not None and not board.over and card["result"] is not None:
            self._over(board, self._points(board, card["result"]), "played")

    def _points(self, board: Board, result: dict[str, Any]) -> tuple[float, ...]:
        if result["reason"] == CALLED_OFF:  # one gave up before the other was there, which is worth nothing here either
            arrived = self._services.lobby.hold(board.game).state.arrived
            return tuple(0.0 if seat in arrived else WIN for seat in range(len(board.players)))
        return points_of(result, self._pivot(board))

    def _pivot(self, board: Board) -> int:
        return board.players.index(self.contest.terms.one) if self.contest.simultaneous else 0

    def _over(self, board: Board, points: tuple[float, ...] | None, how: How) -> None:
        self.contest = self.contest.with_board(replace(board, points=points, how=how))
        self._games.ignore(board.number)
        self._away.pop(board.number, None)
        for one in board.players:
            if one in self._room.students:
                self._room.changed(self._room.students[one])
        self._room.changed()

    def _settle(self) -> None:
        """A round may be over, and with it the contest."""
        contest = self.contest
        if contest.phase != "playing" or not contest.played_out:
            return
        if contest.simultaneous or contest.last:
            self._finish()
            return
        self.contest = replace(contest, phase="between")
        self._room.changed(everybody=True)
        if contest.terms.auto:
            self._later("next", NEXT_SECONDS, self._next)

    def _next(self) -> None:
        with self._room.lock:
            if self._dropped or self.contest.phase != "between":
                return
            if self._room.paused:
                self._later("next", NEXT_SECONDS, self._next)
                return
            try:
                self.begin_round()
            except Refusal as refusal:
                log.info("The next round of a class could not begin: %s", refusal.sentence)
                self._later("next", NEXT_SECONDS, self._next)

    def _finish(self) -> None:
        self.contest = replace(after_round(self.contest), phase="over")
        self._stop_all()
        self._room.matches.append(telling.summary(self.contest))
        self._room.changed(everybody=True)
        self._soon()

    def decide(self, number: int, points: Sequence[float]) -> None:
        """The teacher says how a board of the round ended; raises a refusal."""
        board = self.contest.board(number)
        if self.contest.phase == "over" or board is None or board.round != self.contest.round:
            raise NoContest(_("There is no such board in this round."))
        if len(points) != len(board.players):
            raise NoContest(_("A result has as many numbers as the board has seats."))
        pivot = self._pivot(board)
        if len(points) > 2:
            points = with_pivot([each for seat, each in enumerate(points) if seat != pivot], pivot)
        self._decided(board, tuple(points), "decided")
        self._room.changed(everybody=True)
        self._settle()

    def _decided(self, board: Board, points: tuple[float, ...], how: How) -> None:
        goes_on = not board.over
        self._over(board, points, how)
        if goes_on:
            self._games.end(replace(board, points=points))
            self._cards[board.number] = self._games.look(board) or self._cards.get(board.number, {})
            self._changed.add(board.number)

    def _lost(self, board: Board, player: str) -> None:
        """Somebody who is away has lost; at a table of several they give up and the others go on."""
        seat = board.players.index(player)
        if len(board.players) > 2:
            self._games.command(board, seat, "resign")
        else:
            self._decided(board, (0.0, WIN) if seat == 0 else (WIN, 0.0), "absent")

    def stop(self) -> None:
        """End it now; boards that go on count for nobody."""
        if self.contest.phase == "over":
            raise NoContest(_("It is over already."))
        for board in self.contest.current:
            if not board.over:
                self._over(board, None, "stopped")
                self._games.end(board)
        self._finish()

    def set_out(self, key: str, out: bool) -> None:
        """A student plays no more, or plays again from the next round on."""
        if key not in self.contest.players:
            raise NoContest(_("This student takes no part."))
        self.contest = replace(self.contest, out=self.contest.out | {key} if out else self.contest.out - {key})
        board = self.contest.board_of(key)
        if out and board is not None and not board.over:
            self._lost(board, key)
        self._room.changed(everybody=True)
        self._settle()

    def set_terms(self, **changed: Any) -> None:
        """Change what may be changed meanwhile: ``auto``, ``absent``, ``rounds``, ``fill``."""
        self.contest = replace(self.contest, terms=replace(self.contest.terms, **changed))
        if self.contest.phase == "between" and self.contest.terms.auto:
            self._later("next", NEXT_SECONDS, self._next)
        self._room.changed()

    def _insist_tournament(self) -> None:
        if self.contest.simultaneous:
            raise NoContest(_("A simultaneous match has no rounds."))

    # Who comes and goes

    def came(self, key: str) -> None:
        contest = self.contest
        if contest.phase == "over" or key in contest.players or key == contest.terms.one:
            return
        order = (*contest.order, key) if contest.terms.kind == "ladder" else contest.order
        joined = replace(contest, players=(*contest.players, key), order=order)
        if contest.simultaneous:
            try:
                joined = self._with_match_board(joined, [key])
            except Refusal as refusal:
                log.warning("A student who came late has no board: %s", refusal.sentence)
                return
        self._take(joined)
        self._room.changed(self._room.students[key])

    def gone(self, key: str) -> None:
        if key == self.contest.terms.one and self.contest.phase != "over":
            self.stop()
        elif key in self.contest.players and self.contest.phase != "over":
            self.set_out(key, True)

    def renewed(self, player: str, token: str) -> None:
        for board in self.contest.current:
            if player in board.players:
                self._games.command(board, board.players.index(player), "key", key=token)

    def is_one(self, player: str) -> bool:
        return self.contest.is_one(player)

    def _again(self, player: str) -> None:
        """Have the pages of a student join again: they see all boards from now on, or no more."""
        if player in self._room.students:
            for connection in self._room.students[player].connections:
                self._services.listeners.publish(connection, "again", {})

    # Time

    def _tick(self) -> None:
        with self._room.lock:
            if self._dropped or self.contest.phase == "over":
                return
            self._look_who_is_away()
            self._settle()
            self._later("tick", TICK_SECONDS, self._tick)

    def _look_who_is_away(self) -> None:
        absent, now = self.contest.terms.absent, self._services.monotonic()
        if not absent or self._room.paused or self.contest.phase != "playing":
            self._away.clear()
            return
        for board in self.contest.current:
            card = self._cards.get(board.number)
            if board.over or card is None:
                continue
            seat = card["view"]["to_move"]
            player = board.players[seat]
            student = self._room.students.get(player)
            if student is None or student.connected or self.is_one(player):
                self._away.pop(board.number, None)
                continue
            known, since = self._away.get(board.number, (-1, now))
            self._away[board.number] = (seat, since if known == seat else now)
            if known == seat and now - since >= absent:
                self._lost(board, player)

    def _later(self, name: str, seconds: float, call: Any) -> None:
        self._stop(name)
        self._timers[name] = self._services.timers.after(seconds, call)

    def _stop(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _stop_all(self) -> None:
        for name in ("tick", "next"):
            self._stop(name)
        self._games.ignore_all()

    def put_back(self, contest: Contest) -> None:
        kept = {board.number for board in contest.current if not board.over}
        for board in self.contest.boards:
            if board.number not in kept or board.game != getattr(contest.board(board.number), "game", ""):
                self._games.ignore(board.number)
                self._cards.pop(board.number, None)
        self._dropped = False
        self._take(contest)
        self._tick()

    def close(self) -> None:
        """It is put away: nobody is told of it any more."""
        self.drop()
        self._services.listeners.publish(self._room.room, "class_contest", {"contest": None})

    def drop(self) -> None:
        self._dropped = True
        self._stop_all()
        self._stop("tell")

    # What is told

    def _soon(self) -> None:
        if "tell" not in self._timers and not self._dropped:
            self._later("tell", TELL_SECONDS, self._tell_later)

    def _tell_later(self) -> None:
        with self._room.lock:
            self._timers.pop("tell", None)
            if not self._dropped:
                self.tell()

    def tell(self) -> None:
        told, publish = self.told(), self._services.listeners.publish
        if self._changed:
            boards = [self._cards[number] for number in sorted(self._changed) if number in self._cards]
            self._changed.clear()
            publish(self._room.boards, "class_boards", {"boards": boards})
        if told != self._told:
            self._told = told
            publish(self._room.room, "class_contest", {"contest": told})

    def cards(self) -> list[dict[str, Any]]:
        for board in self.contest.current:
            if board.number not in self._cards:
                card = self._games.look(board)
                if card is not None:
                    self._cards[board.number] = card
        return [self._cards[board.number] for board in self.contest.current if board.number in self._cards]

    def told(self) -> dict[str, Any]:
        return telling.told(self._room, self.contest)

    def board_of(self, key: str) -> dict[str, Any] | None:
        return telling.own(self._room, self.contest, key)
