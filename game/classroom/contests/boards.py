"""The games of a contest where they are played: made with the seats that students hold by their place in the class,
followed for whoever watches, and ended where they are decided without a move.

No nickname goes into a game: games are kept when the class has long ended. A seat is opened by its student's own token,
of which the class and the game have the digest alone, so it is there again after a restart.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plyground.classroom.contests.contest import BOT, Board, Terms
from plyground.classroom.services import Follower, Services
from plyground.core.errors import Refusal
from plyground.core.refusals import NoSuchGame
from plyground.sessions.setup import Seat

Heard = Callable[[int, dict[str, Any]], None]
"""Called with the number of a board and its card when something has happened there."""


class Watched(Follower):
    """A board that is followed, as a watcher sees it: its ``card`` has what a wall shows."""

    def __init__(self, services: Services, lock: Any, name: str, number: int, heard: Heard) -> None:
        super().__init__(services, lock, name)
        self._number, self._heard = number, heard
        self.card: dict[str, Any] = {"number": number}

    def watch(self, game_id: str) -> dict[str, Any]:
        """Follow the game; returns its card."""
        snapshot = self.follow(game_id)
        self.card = card_of(self._number, game_id, snapshot)
        return self.card

    def heard(self, payload: dict[str, Any]) -> None:
        state = payload["state"]
        last = payload["move"]["effect"] if payload.get("move") else None
        self.card = _card(self._number, self.game_id, state, last)
        self._heard(self._number, self.card)


def card_of(number: int, game_id: str, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """A board as a wall shows it, from a snapshot of its game."""
    moves = snapshot["moves"]
    return _card(number, game_id, snapshot, moves[-1]["effect"] if moves else None)


def _card(number: int, game_id: str, state: Mapping[str, Any], last: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        "number": number,
        "id": game_id,
        "ply": state["ply"],
        "view": {**state["view"], "moves": []},
        "last": last,
        "clock": state["clock"],
        "result": state["result"],
    }


class Games:
    """Makes, follows and ends the games of one class's contest. Called with the class locked."""

    def __init__(self, services: Services, lock: Any, name: str, heard: Heard) -> None:
        """``name`` is that under which limits count the class."""
        self._services, self._lock, self._name, self._heard = services, lock, name, heard
        self._watched: dict[int, Watched] = {}

    def make(self, terms: Terms, players: Sequence[str], digests: Mapping[str, str], seed: int) -> str:
        """Make a game in which these sit, those with a digest as people; its id. Raises a refusal."""
        held = {seat: Seat("link", "", None, digests[one]) for seat, one in enumerate(players) if one != BOT}
        bot = {"kind": "bot", **({"level": terms.level} if terms.level else {})}
        spec: dict[str, Any] = {
            "game": terms.game,
            "options": dict(terms.options),
            "seats": [bot if one == BOT else {"kind": "link"} for one in players],
            "seed": seed,
        }
        if terms.start:
            spec["position"] = terms.start
        if terms.clock is not None:
            spec["clock"] = dict(terms.clock)
        own = " ".join(one for one in players if one != BOT)
        return self._services.lobby.create(spec, f"{self._name} {own}", held).id

    def watch(self, board: Board) -> dict[str, Any]:
        """Follow a board's game from now on; its card. Raises ``NoSuchGame``."""
        if board.number in self._watched:
            return self._watched[board.number].card
        watched = Watched(self._services, self._lock, f"{self._name} board {board.number}", board.number, self._heard)
        card = watched.watch(board.game)
        self._watched[board.number] = watched
        return card

    def look(self, board: Board) -> dict[str, Any] | None:
        """The card of a board as it is, followed or not; None if its game is gone."""
        if board.number in self._watched:
            return self._watched[board.number].card
        try:
            return card_of(board.number, board.game, self._services.lobby.snapshot(board.game))
        except NoSuchGame:
            return None

    def ignore(self, number: int) -> None:
        """Follow a board no more."""
        watched = self._watched.pop(number, None)
        if watched is not None:
            watched.drop()

    def ignore_all(self) -> None:
        for number in list(self._watched):
            self.ignore(number)

    def command(self, board: Board, seat: int, do: str, **fields: Any) -> bool:
        """Do something for a seat; whether it was done."""
        try:
            ply = self._services.lobby.hold(board.game).state.ply
        except Refusal:
            return False
        message = {"game": board.game, "id": f"class {secrets.token_hex(6)}", "ply": ply, "do": do, **fields}
        done = self._services.lobby.command(message, f"{self._name} board {board.number}", seat)
        return bool(done["ok"])

    def end(self, board: Board) -> None:
        """Let the game of a board that is decided end, so that nobody plays on: by its loser's giving up, else by a
        draw that its people agree on."""
        people = [seat for seat, one in enumerate(board.players) if one != BOT]
        points = board.points
        if points is not None and len(points) == 2 and points[0] != points[1]:
            loser = 0 if points[0] < points[1] else 1
            if loser in people and self.command(board, loser, "resign"):
                return
        if len(people) < len(board.players) or not self.command(board, people[0], "draw", answer="offer"):
            for seat in people:
                self.command(board, seat, "resign")
            return
        for seat in people[1:]:
            self.command(board, seat, "draw", answer="accept")
