"""A bot of ours as a punter in a game of others: online over TCP, or offline, one process for each message.

Offline all that it knows of the game is the state that it gives, the set-up and the moves since, and reads again.
"""

from __future__ import annotations

import random
import socket
import sys
from typing import IO, Any

from plyground.core.bot import Limits, Player
from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.speaking import Place, limits
from plyground.engines.wire import EngineFault
from plyground.games.punter import charts, conversation, mapfile, moves, notation, records
from plyground.games.punter.engines import messages
from plyground.games.punter.position import FUTURES, MOST_PUNTERS, Position, is_over, pack, start
from plyground.games.punter.texts import FLAGS

THINKING_SECONDS = 0.7
"""How long the bot thinks about a move where nobody says otherwise: the contest gave a second, the way included."""


class Punter:
    """The game as one punter is told it. ``setup`` is the contest's message; raises ``EngineFault`` for a wrong one."""

    def __init__(self, player: Player, setup: dict[str, Any], seed: int) -> None:
        seat, count = setup.get("punter"), setup.get("punters")
        if not (isinstance(count, int) and isinstance(seat, int) and 0 <= seat < count <= MOST_PUNTERS):
            said = _("the set-up names no seat among 1 to {most_punters} punters.", most_punters=MOST_PUNTERS)
            raise EngineFault(said)
        given = setup.get("settings")
        settings = given if isinstance(given, dict) else {}
        board = charts.chart_of(mapfile.read(setup.get("map"))).board
        self.seat, self.count = seat, count
        self.position: Position = start(board, pack(count, *(settings.get(name) is True for name in FLAGS)))
        self.heard: list[list[dict[str, Any]]] = []
        self._player, self._rng, self._memory = player, random.Random(seed), dict[str, Any]()

    def bet(self, limits: Limits) -> list[dict[str, int]]:
        """Lay the bot's bets, if any are played. Those of others are not known, and stand as none."""
        if not self.position.settings & FUTURES:
            return []
        mine = self.position
        while moves.seat_of(mine) != self.seat:
            mine = moves.play(mine, moves.no_bets(mine))
        laid = notation.parse_move(mine, self._player.choose(mine, limits, self._rng, memory=self._memory).move)
        bets = notation.bets_json(charts.of_board(mine.board), laid) if isinstance(laid, moves.Bets) else []
        self.lay(bets)
        return bets

    def lay(self, bets: Any) -> None:
        """Lay these bets, the contest's JSON."""
        if self.position.settings & FUTURES:
            own = notation.valid_bets(charts.of_board(self.position.board), bets)
            for seat in range(self.count):
                self.position = moves.after_bets(self.position, own if seat == self.seat else moves.Bets(()))

    def hear(self, told: Any) -> None:
        """Play the moves of a prompt: first those before one's own first, then whole rounds from oneself on."""
        for round_ in conversation.rounds(told if isinstance(told, list) else [], self.count):
            by_punter = {conversation.punter_of(move): move for move in round_}
            for _turn in range(self.count if self.heard else self.seat):
                if not is_over(self.position):
                    move = by_punter.get(moves.seat_of(self.position), {"pass": {}})
                    self.position = moves.play(self.position, records.lenient(self.position, move))
            self.heard.append(round_)

    def move(self, limits: Limits) -> dict[str, Any]:
        """The bot's move in the contest's JSON. It is played when it is heard, as it came to be."""
        choice = self._player.choose(self.position, limits, self._rng, memory=self._memory)
        return notation.move_json(self.position, notation.parse_move(self.position, choice.move))


def play(game: Game[Any, Any], place: Place) -> None:
    """Play one game online where the place has an address, else answer one message."""
    player = place.player(game)
    if place.address is None:
        _converse(place, player, place.read_from.buffer, place.write_to.buffer, False)
        return
    try:
        line = socket.create_connection(place.address, timeout=30)
    except OSError as error:
        host, port = place.address
        why = error.strerror or str(error)
        raise EngineFault(_("nobody answers at {host}:{port} ({why}).", host=host, port=port, why=why)) from None
    with line, line.makefile("rb") as read_from, line.makefile("wb") as write_to:
        line.settimeout(None)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _converse(place, player, read_from, write_to, True)


def _converse(place: Place, player: Player, read_from: IO[bytes], write_to: IO[bytes], online: bool) -> None:
    def say(message: dict[str, Any]) -> None:
        write_to.write(messages.frame(message))
        write_to.flush()

    say({"me": f"{player.bot.spec.title} of Plyground"})
    punter: Punter | None = None
    while (message := _next(read_from)) is not None:
        if "punters" in message:
            punter = Punter(player, message, place.seed)
            bets = punter.bet(_limits(place))
            ready = {"ready": punter.seat, **({"futures": bets} if bets else {})}
            say(ready if online else {**ready, "state": {"setup": message, "bets": bets, "heard": []}})
        elif "move" in message or "stop" in message:
            if not online:
                punter = _remembered(player, message.get("state"), place.seed)
            if punter is None:
                raise EngineFault(_("there is a move before the set-up."))
            told = message.get("move") or message.get("stop")
            punter.hear(told.get("moves") if isinstance(told, dict) else None)
            if "stop" in message:
                print(_result(told, punter.seat), file=sys.stderr)
                return
            own = punter.move(_limits(place))
            say(own if online else {**own, "state": {**message["state"], "heard": punter.heard}})
        elif "timeout" in message:
            print(f"too late by the host's clock: {message['timeout']}", file=sys.stderr)
        if not online and "you" not in message:
            return


def _limits(place: Place) -> Limits:
    return limits(place) if place.limits else Limits(seconds=THINKING_SECONDS)


def _remembered(player: Player, state: Any, seed: int) -> Punter:
    """The game as the state tells it."""
    if not isinstance(state, dict) or not isinstance(state.get("heard"), list):
        raise EngineFault(_("the state is none of this program’s: {text}.", text=quoted(str(state)[:60])))
    punter = Punter(player, state["setup"], seed)
    punter.lay(state.get("bets"))
    for round_ in state["heard"]:
        punter.hear(round_)
    return punter


def _result(told: Any, seat: int) -> str:
    scores = told.get("scores") if isinstance(told, dict) else None
    rows = [each for each in scores if isinstance(each, dict)] if isinstance(scores, list) else []
    points = ", ".join(f"{each.get('punter')}: {each.get('score')}" for each in rows)
    return f"The game is over; this was punter {seat}. Scores: {points}."


def _next(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next message, None at the end; raises ``EngineFault`` for what is none."""
    content = b""
    while not content.endswith(b":"):
        letter = stream.read(1)
        if not letter:
            return None
        content += letter
        messages.frames(content)  # which refuses what cannot begin a message
    length = int(content.lstrip()[:-1])
    text = stream.read(length)
    if len(text) < length:
        return None
    return messages.read(text.decode("utf-8", errors="replace"))
