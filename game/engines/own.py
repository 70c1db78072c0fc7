"""The program's own protocol, lines of JSON as handed-in bots speak it, for engines of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.core import json_text
from plyground.core.bot import Choice, Limits, Report, Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines import bot_lines, speaking
from plyground.engines.declared import Engine
from plyground.engines.protocol import START_SECONDS, LineTalk, Protocol, Talk, Turn
from plyground.engines.speaking import Place, Thinker
from plyground.engines.wire import EngineFault, Wire
from plyground.sandbox.bot_library.folder import map_of


class OwnTalk(LineTalk):
    """A conversation by ``docs/bot_protocol.md``. A game that does not go on from where it was begins anew, in a
    process of its own unless the engine has the option ``games=many``: then it is told of another start. The option
    ``start`` is how many seconds it may take to be ready."""

    def greet(self, deadline: float) -> None:
        self._told: tuple[Any, int, list[str]] | None = None

    def prepare(self, turn: Turn, seat: int) -> None:
        known = self._told
        if known is None or known[1] != seat or not turn.goes_on((known[0], known[2])):
            if known is not None and self.engine.options.get("games") != "many":
                self.close()
                self.open()
            self._begin(turn, seat)
            self._told = (turn.way.start, seat, [])

    def choose(self, turn: Turn, report: Report) -> Choice:
        game, way = self.game, turn.way
        seat, moves = game.to_move(turn.position), list(way.moves)
        self.prepare(turn, seat)
        known = self._told
        assert known is not None
        legal = [game.move_text(turn.position, move) for move in game.legal_moves(turn.position)]
        told: dict[str, Any] = {}
        left = turn.limits.seconds if turn.limits.left is None else turn.limits.left
        self.wire.drain()
        self.wire.send_bytes(bot_lines.turn(moves[len(known[2]) :], left or 0.0, legal, self._extras(turn)))
        for line in self.hear(turn.limits):
            said = _heard(line)
            if said.info is not None:
                told = sound(said.info)
                report(told)
                continue
            text = said.bare if said.move is None else said.move
            move = None if text is None else self._read(turn.position, text)
            if move is not None:
                self._told = (way.start, seat, [*moves, move])
                return Choice(move, **{**told, "line": tuple(told.get("line") or (move,))})
            if said.move is not None:
                return Choice(said.move)
        raise AssertionError("hear ends with an answer or a fault")

    def _begin(self, turn: Turn, seat: int) -> None:
        game, start, limits = self.game, turn.way.start, turn.limits
        clock = {"base": limits.seconds if limits.left is None else limits.left, "increment": limits.increment}
        facts = {
            "game": game.spec.id,
            "options": dict(turn.way.options),
            "seat": seat,
            "seats": game.seats_at(start),
            "position": game.position_text_for(start, seat),
            "clock": clock,
            "seed": turn.seed,
        }
        chart = map_of(game, start)
        self.wire.send_bytes(bot_lines.start(facts if chart is None else facts | {"map": chart}))
        patience = float(self.engine.options.get("start", START_SECONDS))
        for line in self.hear(Limits(seconds=patience).started()):
            said = _heard(line)
            if said.answers:
                self._wanted = said.extras
                return

    def _extras(self, turn: Turn) -> dict[str, Any]:
        seat, found = self.game.to_move(turn.position), dict[str, Any]()
        if "position" in self._wanted:
            found["position"] = self.game.position_text_for(turn.position, seat)
        if "view" in self._wanted:
            found["view"] = self.game.view(turn.position, seat)
        return found

    def _read(self, position: Any, text: str) -> str | None:
        """The legal move that a text stands for; None if there is none."""
        try:
            return self.game.move_text(position, self.game.require(position, text))
        except Refusal:
            return None


_NUMBERS = {"depth": int, "value": float, "nodes": int}


def sound(info: Mapping[str, Any]) -> dict[str, Any]:
    """What of an engine's remarks on its search is sound: ``depth``, ``value`` for the mover, ``nodes``, ``line``."""
    found: dict[str, Any] = {}
    for name, kind in _NUMBERS.items():
        value = info.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
            found[name] = kind(value)
    line = info.get("line")
    if isinstance(line, list):
        found["line"] = [move for move in line[:64] if isinstance(move, str) and len(move) < 100]
    return found


def _heard(line: str) -> bot_lines.Said:
    said = bot_lines.read(line.encode())
    if said.wrong is not None:
        raise EngineFault(said.wrong)
    return said


class Own(Protocol):
    """The protocol ``plyground``."""

    name, title = "plyground", _("Plyground’s own")

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        return OwnTalk(game, engine, start)

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        thinker = Thinker(place.player(game), place.seed)
        plans = place.player(game).bot.plans
        way: Way | None = None
        increment = 0.0
        for line in place.lines():
            try:
                message = json_text.read(line)
                if "start" in message:
                    facts = message["start"]
                    options = game.options(facts.get("options"))
                    way = Way(options, game.parse_position(facts["position"], options))
                    increment = float((facts.get("clock") or {}).get("increment") or 0.0)
                    thinker.new_game()
                    thinker.rng.seed(f"{place.seed}:{facts.get('seed')}")
                    place.say('{"ready":true}')
                elif "turn" in message and way is not None:
                    left = float(message["turn"]["left"])
                    share = None if plans else left / 20 + increment / 2
                    clock = Limits(seconds=share, left=left, increment=increment)
                    way = self._move(place, thinker, way, message["turn"], clock)
            except (ValueError, KeyError, TypeError) as error:
                place.say(bot_lines.line({"note": f"not understood: {error}"}).decode().rstrip())

    def _move(self, place: Place, thinker: Thinker, way: Way, asked: dict[str, Any], clock: Limits) -> Way:
        way = Way(way.options, way.start, (*way.moves, *asked["moves"]))

        def report(progress: dict[str, Any]) -> None:
            info = {name: progress[name] for name in ("depth", "value", "nodes", "line") if progress.get(name)}
            place.say(bot_lines.line({"info": json_text.plain(info)}).decode().rstrip())

        fixed = speaking.limits(place)
        choice, sentence = thinker.ask(way, clock if fixed == Limits() else fixed, report)
        place.say(bot_lines.line({"note": sentence} if choice is None else {"move": choice.move}).decode().rstrip())
        return way if choice is None else Way(way.options, way.start, (*way.moves, choice.move))


OWN = Own()
