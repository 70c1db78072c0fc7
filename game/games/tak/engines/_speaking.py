"""A bot of ours as an engine that speaks TEI."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any

from plyground.core.bot import Choice, Limits, Way
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.engines.speaking import Place, Thinker, limits
from plyground.games.tak.position import MOST_CAPS, MOST_STONES, SIZES

_OPTIONS = {"halfkomi": ("HalfKomi", 0, 8), "flats": ("Flats", 0, MOST_STONES), "caps": ("Caps", -1, MOST_CAPS)}
"""By small letters: the name, the least value and the most; the least of the last two stands for the usual number."""
_TIMES = {"wtime", "btime", "winc", "binc", "movetime", "nodes", "depth"}


class Speaker:
    """Answers line by line; a search goes on while lines are read."""

    def __init__(self, game: Game[Any, Any], place: Place) -> None:
        self._game, self._place = game, place
        self._player = place.player(game)
        self._thinker = Thinker(self._player, place.seed)
        usual = game.options(place.options)
        self._size = int(usual["size"])
        self._values = {"halfkomi": round(2 * float(usual["komi"])), "flats": int(usual["stones"]), "caps": -1}
        self._way = self._start(None)
        self._halt = threading.Event()

    def run(self) -> None:
        """Until ``quit`` or the end of what the other side says."""
        for line in self._place.lines():
            word, _blank, rest = line.partition(" ")
            if word == "quit":
                break
            answer = getattr(self, f"_hear_{word}", None) if word.isascii() and word.isalpha() else None
            if answer is None:
                continue  # as the protocol has it, what is not known is passed over
            try:
                answer(rest)
            except (Refusal, ValueError, IndexError) as error:
                self._remark(getattr(error, "sentence", None) or str(error))
        self._end()

    def _end(self) -> None:
        """Have a search answer, one without an end too."""
        self._halt.set()
        self._thinker.stop()

    def _hear_stop(self, _rest: str) -> None:
        self._end()

    def _remark(self, sentence: object) -> None:
        self._place.say(f"info string {' '.join(str(sentence).split())}")

    def _hear_tei(self, _rest: str) -> None:
        self._place.say(f"id name Plyground {self._player.text}", "id author Plyground")
        for key, (name, low, high) in _OPTIONS.items():
            self._place.say(f"option name {name} type spin default {self._values[key]} min {low} max {high}")
        self._place.say("teiok")

    def _hear_isready(self, _rest: str) -> None:
        self._place.say("readyok")

    def _hear_setoption(self, rest: str) -> None:
        name, _word, value = rest.partition(" value ")
        key = name.removeprefix("name ").strip().lower()
        if key not in _OPTIONS:
            raise ValueError(f"There is no option {name.removeprefix('name ')[:40]}.")
        called, low, high = _OPTIONS[key]
        if not low <= int(value) <= high:
            raise ValueError(f"{called} goes from {low} to {high}.")
        self._values[key] = int(value)
        self._way = self._start(None)

    def _hear_teinewgame(self, rest: str) -> None:
        size = int(rest.split()[0]) if rest.split() else self._size
        if size not in SIZES:
            raise ValueError(f"Boards have sizes from {SIZES[0]} to {SIZES[-1]}, not {size}.")
        self._size = size
        self._end()
        self._thinker.new_game()
        self._way = self._start(None)

    def _start(self, tps: str | None) -> Way:
        caps = self._values["caps"]
        options = self._game.options({
            "size": self._size,
            "komi": self._values["halfkomi"] / 2,
            "stones": self._values["flats"],
            "capstones": "usual" if caps < 0 else str(caps),
        })  # fmt: skip
        start = self._game.initial(options) if tps is None else self._game.parse_position(tps, options)
        self._size = start.size
        return Way(options, start)

    def _hear_position(self, rest: str) -> None:
        words = rest.split()
        place = words.index("moves") if "moves" in words else len(words)
        if not words or words[0] not in ("startpos", "tps"):
            raise ValueError("A position is startpos or tps.")
        self._end()
        way = self._start(None if words[0] == "startpos" else " ".join(words[1:place]))
        position, moves = way.start, list[str]()
        for word in words[place + 1 :]:
            move = self._game.require(position, word)
            moves.append(self._game.move_text(position, move))
            position = self._game.play(position, move)
        self._way = Way(way.options, way.start, tuple(moves))

    def _hear_go(self, rest: str) -> None:
        words = rest.split()
        given = {name: int(value) for name, value in itertools.pairwise(words) if name in _TIMES}
        begun = time.perf_counter()
        position = self._game.replay(self._way.start, self._way.moves)[-1]
        if self._game.returns(position) is not None:
            raise ValueError("The game is over.")
        side = "wb"[self._game.to_move(position)]
        left, increment = given.get(f"{side}time"), given.get(f"{side}inc", 0) / 1000
        infinite = "infinite" in words
        asked = self._limits(given, left, increment, infinite)
        asked.begun = begun
        self._end()
        self._halt.clear()

        def done(choice: Choice | None, sentence: str) -> None:
            if choice is None:
                self._remark(sentence)
                self._place.say("bestmove")
                return
            if choice.value is not None:
                self._tell(choice.progress() | {"nodes_per_second": None}, asked)
            if infinite:
                self._halt.wait()
            self._place.say(f"bestmove {choice.move}")

        self._thinker.begin(self._way, asked, done, lambda told: self._tell(told, asked))

    def _limits(self, given: dict[str, int], left: int | None, increment: float, infinite: bool) -> Limits:
        """What the other side named; a bot that does not plan gets a share of the clock."""
        if infinite:
            return Limits()
        seconds = None if "movetime" not in given else max(0.001, given["movetime"] / 1000)
        on_clock = None if left is None else max(0.001, left / 1000)
        if on_clock is not None and seconds is None and not self._player.bot.plans:
            seconds = min(on_clock / 20 + 0.8 * increment, 0.8 * on_clock)
        named = limits(self._place, seconds=seconds, nodes=given.get("nodes"), depth=given.get("depth"), left=on_clock)
        named.increment = increment
        if named.seconds is None and named.nodes is None and named.depth is None and named.left is None:
            named.seconds = self._player.bot.usual_seconds or 1.0
        return named

    def _tell(self, told: dict[str, Any], asked: Limits) -> None:
        used = asked.used()
        words = ["info"]
        if told.get("depth") is not None:
            words += ["depth", str(told["depth"])]
        words += ["time", str(round(1000 * used))]
        nodes = told.get("nodes")
        if nodes is not None:
            speed = told.get("nodes_per_second") or (nodes / used if used > 0 else 0)
            words += ["nodes", str(nodes), "nps", str(round(speed))]
        if told.get("value") is not None:
            words += ["score", *_score(told)]
        if told.get("line"):
            words += ["pv", *told["line"]]
        if len(words) > 3:
            self._place.say(" ".join(words))


def _score(told: dict[str, Any]) -> list[str]:
    """Hundredths for the side to move. A game that is won, drawn or lost is a figure too: runners read no other."""
    outcome = told.get("outcome")
    if outcome in ("win", "loss") and told.get("kind") == "exact":
        return ["cp", "10000" if outcome == "win" else "-10000"]
    bound = {"at_least": ["lowerbound"], "at_most": ["upperbound"]}.get(told.get("kind") or "", [])
    return ["cp", str(round(100 * told["value"])), *bound]
