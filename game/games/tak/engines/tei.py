"""TEI, the Tak Engine Interface, as Tiltak, Taktician, Syntaks and the runner racetrack speak it: our end where they
play here.

It is UCI with ``tei``, ``teinewgame SIZE`` and ``position startpos|tps … moves …``; moves are PTN, positions TPS, times
milliseconds, scores for the side to move. See https://github.com/MortenLohne/racetrack.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from plyground.core.bot import Choice, Report
from plyground.core.errors import Refusal, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.engines.declared import Engine
from plyground.engines.protocol import START_SECONDS, LineTalk, Protocol, Talk, Turn
from plyground.engines.speaking import Place
from plyground.engines.wire import EngineFault, Wire
from plyground.games.tak.engines import _speaking
from plyground.games.tak.engines._options import Declared, read_option
from plyground.games.tak.position import SIZES, USUAL_CAPS, USUAL_STONES, TakPosition, start_position
from plyground.games.tak.tps import board_text

_KOMI, _STONES, _CAPS = "HalfKomi", "Flats", "Caps"
_TRIES = 3
_AGAIN, _BUSY = (0.002, 0.01, 0.05, 0.2), "Search running"
"""Seconds after which a line is said again: Syntaks names its move a moment before its search has ended, passes over
what it is told in between, and says so to its standard error alone."""
_SETTLE_SECONDS, _COMPLAINT_SECONDS = 0.005, 0.3
_COMPLAINT = re.compile(r"size|support|[3-8]x[3-8]|unknown|invalid", re.IGNORECASE)


class TEITalk(LineTalk):
    """A conversation in TEI. After every position ``isready`` is asked, so that no late word is taken for an answer."""

    def greet(self, deadline: float) -> None:
        self._declared: dict[str, Declared] = {}
        self._set: dict[str, str] = {}
        self._missed, self._heard = False, ""
        self._told: tuple[Any, tuple[str, ...]] | None = None
        self.wire.send("tei")
        self.wire.wait_for(deadline, self._greeted, "teiok")
        self.facts["options"] = {name: each.as_json() for name, each in self._declared.items()}
        for name, value in self.engine.options.items():
            known = {each.lower(): each for each in self._declared}
            if name.lower() not in known:
                there = ", ".join(self._declared) or _("none")
                raise EngineFault(
                    _("it has no option called {name}; there are: {known}.", name=quoted(name), known=there)
                )
            self._option(known[name.lower()], value)
        self._ready(deadline)

    def _greeted(self, line: str) -> bool:
        word, _blank, rest = line.partition(" ")
        if word == "id":
            kind, _blank, said = rest.partition(" ")
            if kind in ("name", "author"):
                self.facts[kind] = said.strip()[:100]
        elif word == "option" and (option := read_option(rest)) is not None and len(self._declared) < 200:
            self._declared[option.name] = option
        return word == "teiok"

    def choose(self, turn: Turn, report: Report) -> Choice:
        self.wire.resume()
        for again in range(_TRIES):
            try:
                found = self._search(turn, report)
            except EngineFault:
                if again + 1 == _TRIES or turn.limits.stopped() or not self._complained():
                    raise  # else it heard the position, or that it is to search, too early to take it
                continue
            if turn.limits.stopped() or not self._complained():
                break  # else this is the answer to an older position
        if self._missed:
            time.sleep(_SETTLE_SECONDS)  # before it is paused in the middle of its search's end
        return found

    def _search(self, turn: Turn, report: Report) -> Choice:
        start = turn.way.start
        if not turn.goes_on(self._told):
            self._begin(start)
        self._told = (start, tuple(turn.way.moves))
        self._say(_position(turn))
        self._say_once(_go(turn))
        search = _Search(self.game, turn.position)
        for line in self.hear(turn.limits, lambda: self.wire.send("stop")):
            word, _blank, rest = line.partition(" ")
            if word == "info" and (told := search.read(rest)):
                report(told)
            elif word == "bestmove":
                return search.choice((rest.split() or [""])[0])
        raise AssertionError("hear ends with an answer or a fault")

    def _say_once(self, line: str) -> None:
        """Say that it is to search; where it has missed words before, see at once that it does."""
        self.wire.send(line)
        if self._missed:
            time.sleep(_SETTLE_SECONDS)
            if self._complained():
                self.wire.send(line)

    def _say(self, line: str) -> None:
        """Say a line and see that it was taken, past all that was said late."""
        for seconds in _AGAIN:
            self.wire.send(line)
            self._ready(time.monotonic() + START_SECONDS)
            if self._missed:
                time.sleep(seconds)  # its complaint comes by another way than its answers
            if not self._complained():
                return

    def _complained(self) -> bool:
        """Whether it said, since this was asked last, that it could not take a word since it was searching."""
        said = self.wire.errors()
        missed = _BUSY in said.removeprefix(self._heard)
        self._heard = said
        self._missed |= missed
        return missed

    def _begin(self, start: TakPosition) -> None:
        """A new game: what hangs on the board is set anew, since some engines forget it with the board's size."""
        stones, caps = _pieces(start)
        for name, value in ((_KOMI, start.half_komi), (_STONES, stones), (_CAPS, caps)):
            if name in self._declared:
                self._option(name, str(value))
        self._say(f"teinewgame {start.size}")

    def _option(self, name: str, value: str) -> None:
        option = self._declared[name]
        if (why := option.refuses(value)) is not None:
            raise EngineFault(why)
        if self._set.get(name, option.default) != value:
            self.wire.send(f"setoption name {name} value {value}")
            self._set[name] = value

    def _ready(self, deadline: float) -> None:
        self.wire.send("isready")
        self.wire.wait_for(deadline, lambda line: line == "readyok", "readyok")

    def probe(self) -> None:
        """Find out the sizes that it plays, each in a conversation of its own: most declare none, some die."""
        found = []
        for size in SIZES:
            self.close()
            with suppress(EngineFault):
                self.open()
                before = self.wire.errors()
                self.wire.send(f"teinewgame {size}")
                self._ready(time.monotonic() + START_SECONDS)
                time.sleep(_COMPLAINT_SECONDS)
                if not _COMPLAINT.search(self.wire.errors()[len(before) :]):
                    found.append(size)
        self.facts["sizes"] = found

    def close(self) -> None:
        if hasattr(self, "wire") and self.wire.close.alive:
            self.wire.resume()
            self.wire.send("quit")
        super().close()


def _pieces(position: TakPosition) -> tuple[int, int]:
    """How many stones and capstones each player has in all, as far as a position shows."""
    text = board_text(position)
    caps = text.count("1C") + position.white_caps
    return len(re.findall("1", re.sub(r"1C", "C", text))) + position.white_stones, caps


def _usual_start(position: TakPosition) -> bool:
    """Whether this is the empty board of the swap opening; the numbers of pieces and the komi are options."""
    stones, caps = position.white_stones, position.white_caps
    return position == start_position(position.size, position.half_komi, True, stones, caps)


def _position(turn: Turn) -> str:
    """The position as a line; a game that TEI cannot begin is told as the position that it has come to."""
    start, moves = turn.way.start, turn.way.moves
    if _usual_start(start):
        words = "position startpos"
    elif start.ply < 2 and not start.swap:
        words, moves = f"position tps {_tps(turn.position)}", ()
    else:
        words = f"position tps {_tps(start)}"
    return f"{words} moves {' '.join(moves)}" if moves else words


def _tps(position: TakPosition) -> str:
    """TPS of three words, without our count of quiet plies."""
    return f"{board_text(position)} {position.ply % 2 + 1} {position.ply // 2 + 1}"


def _go(turn: Turn) -> str:
    """The limits: the clock where nothing else bounds the time, else the time of this move; and what else bounds it."""
    limits = turn.limits
    seconds = limits.seconds or 0.0
    if limits.left is not None and seconds >= limits.left:
        left, increment = _milliseconds(limits.left), round(1000 * limits.increment)
        words = f"go wtime {left} btime {left} winc {increment} binc {increment}"
    else:
        words = f"go movetime {_milliseconds(seconds)}"
    if limits.nodes is not None:
        words += f" nodes {limits.nodes}"
    return words if limits.depth is None else f"{words} depth {limits.depth}"


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


class _Search:
    """What an engine says of one search."""

    def __init__(self, game: Any, position: TakPosition) -> None:
        self._game, self._position = game, position
        self._last: dict[str, Any] = {}

    def read(self, rest: str) -> dict[str, Any]:
        """What an ``info`` line tells of its first line of play; empty where it is of another, or a remark."""
        words, told = rest.split()[:200], dict[str, Any]()
        number = 0
        while number < len(words):
            word, value = words[number], words[number + 1] if number + 1 < len(words) else ""
            number += 1
            if word == "string" or (word == "multipv" and value != "1"):
                break
            if word == "pv":
                told["line"] = self._line(words[number:])
                break
            if word == "score":
                told |= _score(value, *([*words[number + 1 : number + 3], "", ""])[:2])
            elif word in _COUNTS and value.isascii() and value.isdigit() and len(value) < 16:
                told[_COUNTS[word]] = int(value)
        if "multipv" in words and not told.get("line"):
            return {}
        self._last |= told
        return told

    def _line(self, words: list[str]) -> list[str]:
        """The moves as far as they are legal, in our own words."""
        found, position = list[str](), self._position
        with suppress(Refusal):
            for word in words[:32]:
                move = self._game.require(position, word)
                found.append(self._game.move_text(position, move))
                position = self._game.play(position, move)
                if self._game.returns(position) is not None:
                    break
        return found

    def choice(self, move: str) -> Choice:
        """The answer, with what was told of it."""
        last = {name: value for name, value in self._last.items() if name != "nodes_per_second"}
        line = self._line([move]) or [move]
        known = last.pop("line", [])
        return Choice(move, **last, line=tuple(known if known[:1] == line else line))


_COUNTS = {"depth": "depth", "nodes": "nodes", "nps": "nodes_per_second"}


def _score(kind: str, value: str, after: str) -> dict[str, Any]:
    """A score for the side to move: hundredths of what the engine counts, or moves to the end of a game that is won."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        return {}
    bound = {"lowerbound": "at_least", "upperbound": "at_most"}.get(after, "estimate")
    if kind == "cp":
        return {"value": int(value) / 100, "kind": bound, "outcome": None, "unit": ""}
    if kind in ("mate", "win", "loss"):
        won = kind != "loss" and not value.startswith("-")
        return {"value": 1.0 if won else -1.0, "kind": "exact", "outcome": "win" if won else "loss", "unit": ""}
    return {}


class TEI(Protocol):
    """The protocol ``tei``."""

    name, title = "tei", "TEI"
    remark = _("It may not know that 50 plies in which nothing is placed or flattened are a draw; here they are.")

    def talk(self, game: Game[Any, Any], engine: Engine, start: Callable[..., Wire]) -> Talk:
        return TEITalk(game, engine, start)

    def refuses(self, game: Game[Any, Any], position: Any, facts: Mapping[str, Any]) -> str | None:
        size, komi = position.size, position.half_komi / 2
        name = facts.get("name") or _("The engine")
        sizes, options = facts.get("sizes"), facts.get("options")
        if sizes is not None and size not in sizes:
            played = ", ".join(f"{each} x {each}" for each in sizes) or _("none")
            return _("{name} plays on boards of {sizes}, not of {size} x {size}.", name=name, sizes=played, size=size)
        if not position.swap and position.ply < 2:
            return _(
                "TEI knows the swap opening alone: a game in which one places one's own flat first cannot be told."
            )
        if options is None:
            return None
        known = {each: Declared.from_json(each, told) for each, told in options.items()}
        if _KOMI not in known and komi:
            return _("{name} plays without komi, not with {komi}.", name=name, komi=komi)
        if _KOMI in known and known[_KOMI].refuses(str(position.half_komi)) is not None:
            allowed = known[_KOMI].range_text
            return _(
                "{name} plays with a komi of {allowed} half flats, not of {half}.",
                name=name,
                allowed=allowed,
                half=position.half_komi,
            )
        return _refuses_pieces(name, position, known)

    def variants(self, game: Game[Any, Any]) -> list[dict[str, Any]]:
        return [{"size": size} for size in (5, 6, 4, 7, 8, 3)] + [{"size": 6, "komi": 2.0}]

    def speak(self, game: Game[Any, Any], place: Place) -> None:
        _speaking.Speaker(game, place).run()


def _refuses_pieces(name: object, position: TakPosition, known: Mapping[str, Declared]) -> str | None:
    """None if an engine can be told the numbers of pieces, or they are the usual ones."""
    usual = (USUAL_STONES[position.size], USUAL_CAPS[position.size])
    for option, usually, number in zip((_STONES, _CAPS), usual, _pieces(position), strict=True):
        fits = known[option].refuses(str(number)) is None if option in known else number == usually
        if not fits:
            return _("{name} cannot be told of {number} pieces where {usual} are usual.", name=name, number=number,
                     usual=usually)  # fmt: skip
    return None


PROTOCOL = TEI()
