"""Runs a function of a student's file and tells what it does: each call to the game, each value that it gives back.

Each line of JSON asks: ``source``, ``start`` (as the start of a game), ``function``, ``calls`` (the arguments of each,
see ``core.exercising.Call``), what of the game's library is ``withheld``, ``most`` rows and ``seconds``. The answer is
lines of JSON: ``nodes`` (parent and move of each new node, the root is 0), ``rows``, and in the end either ``answers``
or ``failed`` (after so many calls ``done``). A row is a kind, a node and the line of the file that did it:

- ``e``: a function was called with the state of a node: the function's number, its alpha, beta and depth if there.
- ``r``: it returned: the function's number, and the number it gave back (several where it gave back several, a text
  where it was none). ``x``: it was left by an exception.
- ``m``: the moves were asked for. ``o``: whether the game is over was asked. ``p``: a move was played: the child.
  ``b``: a move was refused.
- ``v``: the score was asked for: the seat, the score.
- ``c``: the next call begins.
"""

from __future__ import annotations

import dis
import inspect
import json
import os
import random
import signal
import sys
import traceback
from types import CodeType, FrameType, ModuleType
from typing import Any

from plyground import _host
from plyground.board import Board  # type: ignore[import-not-found]

_LOW = ("alpha", "low", "lower", "lo", "a")
_HIGH = ("beta", "high", "upper", "hi", "b")
_DEPTH = ("depth", "left", "plies", "remaining", "d")
_RETURNS = [dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap]
"""A function that ends at another instruction was left by an exception."""
_LINES = 400
"""Rows in a line of the answer."""
_INFINITE = 1e300


class Full(BaseException):
    """More was done than is kept. Nothing that a student's file catches."""


class Late(BaseException):
    """The function took too long."""


def _late(number: int, frame: FrameType | None) -> None:
    raise Late


class Watch:
    """What happened so far, and where it goes."""

    def __init__(self, path: str, answers: Any, most: int) -> None:
        self.path, self.answers, self.most = path, answers, most
        self.nodes: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self.count = 0
        self.children: dict[tuple[int, str], int] = {}
        self.size = self.played = 0
        self.functions: list[tuple[str, int]] = []
        self._codes: dict[CodeType, tuple[Any, ...]] = {}
        self._frames: list[tuple[FrameType, int]] = []

    def node(self, parent: int, move: str) -> int:
        """The number of the node that a move leads to."""
        number = self.children.get((parent, move))
        if number is None:
            number = self.children[parent, move] = self.size
            self.size += 1
            self.nodes.append([parent, move])
        return number

    def tell(self, kind: str, node: int, line: int, *more: Any) -> None:
        """Keep a row, and send what has gathered."""
        self.rows.append([kind, node, line, *more])
        self.count += 1
        if len(self.rows) >= _LINES:
            self.send()
        if self.count >= self.most:
            sys.setprofile(None)
            raise Full

    def send(self) -> None:
        """Write what has gathered."""
        if self.rows or self.nodes:
            said = {"nodes": self.nodes, "rows": self.rows, "functions": self.functions}
            self.nodes, self.rows = [], []
            self.answers.write(json.dumps(said).encode() + b"\n")

    def line(self) -> int:
        """The line of the student's file from which the game is called."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        return 0 if frame is None else frame.f_lineno

    def profile(self, frame: FrameType, event: str, given: Any) -> None:
        """Hears of every call and return (``sys.setprofile``)."""
        code = frame.f_code
        if code.co_filename != self.path:
            return
        if event == "call":
            about = self._codes.get(code)
            if about is None:
                about = self._codes[code] = self._about(code)
            if not about:
                return
            local = frame.f_locals
            for name in about[1]:
                value = local.get(name)
                value = value.state if isinstance(value, Board) else value
                if type(value) is Watched:
                    bounds = [_bound(local.get(each)) if each else None for each in about[2:]]
                    self._frames.append((frame, value._node))
                    self.tell("e", value._node, frame.f_lineno, about[0] - 1, *bounds)
                    return
        elif event == "return" and self._frames and self._frames[-1][0] is frame:
            __, node = self._frames.pop()
            if code.co_code[frame.f_lasti] in _RETURNS:
                self.tell("r", node, frame.f_lineno, self._codes[code][0] - 1, _value(given))
            else:
                self.tell("x", node, frame.f_lineno)

    def _about(self, code: CodeType) -> tuple[Any, ...]:
        """A function's number from 1, its arguments' names, and which are alpha, beta and depth; () for what is no
        function by itself."""
        if code.co_name.startswith("<") or code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
            return ()
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self.functions.append((code.co_name, code.co_firstlineno))
        found = [next((name for name in kind if name in names), None) for kind in (_LOW, _HIGH, _DEPTH)]
        if found[0] is None or found[1] is None:
            found[:2] = [None, None]
        return (len(self.functions), names, *found)


class Watched:
    """A state that tells what is asked of it. It never changes, and equal ones hash alike."""

    __slots__ = ("_node", "_state", "_watch")

    _watch: Watch
    _state: Any
    _node: int

    def __init__(self, watch: Watch, state: Any, node: int) -> None:
        object.__setattr__(self, "_watch", watch)
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "_node", node)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self._state.seat)

    @property
    def position(self) -> str:
        """The position as text."""
        return str(self._state.position)

    @property
    def moves(self) -> list[str]:
        """The legal moves as texts."""
        self._watch.tell("m", self._node, self._watch.line())
        return list(self._state.moves)

    @property
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then a value for each seat."""
        found: tuple[float, ...] | None = self._state.returns
        self._watch.tell("o", self._node, self._watch.line())
        return found

    def play(self, move: str) -> Watched:
        """The state after a legal move."""
        if not isinstance(move, str):
            raise TypeError(
                f"A move is a text, such as {(self._state.moves or ['a1'])[0]!r}, not {type(move).__name__}."
            )
        if move not in self._state.moves:
            self._watch.tell("b", self._node, self._watch.line())
            raise ValueError(f"{move[:80]} is not a legal move in this state.")
        after = self._state.play(move)
        node = self._watch.node(self._node, move)
        self._watch.played += 1
        self._watch.tell("p", self._node, self._watch.line(), node)
        return Watched(self._watch, after, node)

    def evaluate(self, seat: int | None = None) -> float:
        """The program's simple score for a seat, by default the one to move."""
        seat = self._state.seat if seat is None else seat
        score: float = self._state.evaluate(seat)
        self._watch.tell("v", self._node, self._watch.line(), seat, score)
        return score

    @property
    def children(self) -> list[Watched]:
        """The states after each move, in order."""
        return [self.play(move) for move in self.moves]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("game", "at", "options"):
            raise AttributeError(f"A state has no {name}.")
        return getattr(self._state, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A state never changes; play(move) gives the state after a move.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and bool(self._state == other._state)

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return repr(self._state)


def _bound(value: object) -> float | None:
    """A number of an argument, bounds that are not set cut to what JSON can say; None for what is no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return max(-_INFINITE, min(_INFINITE, float(value))) if value == value else None


def _value(given: object) -> float | list[float] | str | None:
    """The number, or numbers, in what a function gave back; what else it was in words, None if nothing."""
    if isinstance(given, (tuple, list)) and len(given) <= 20:
        found = [_bound(each) for each in given]
        numbers = [each for each in found if each is not None]
        if numbers:
            return numbers[0] if len(numbers) == 1 else numbers
    if given is None or _bound(given) is not None:
        return _bound(given)
    return repr(given)[:60] if isinstance(given, (str, bool, bytes)) else type(given).__name__


def _plain(given: object, deep: int = 0) -> dict[str, Any]:
    """What the function answered, as JSON has it: a number, a text, a list of these, an object's fields; else the name
    of its type."""
    if given is None or isinstance(given, str):
        return {"text": given if given is None else given[:200]}
    if isinstance(given, bool):
        return {"flag": given}
    if _bound(given) is not None:
        return {"number": _bound(given)}
    kind = type(given)
    if "__str__" in vars(kind):  # a type that has a text form of its own
        return {"text": str(given)[:200]}
    if isinstance(given, (tuple, list, set, frozenset)) and len(given) <= 2000 and deep < 4:
        found = [_plain(each, deep + 1) for each in given]
        return {"list": found if isinstance(given, (tuple, list)) else sorted(found, key=json.dumps)}
    fields = getattr(kind, "__dataclass_fields__", None)
    if fields and deep < 4:
        return {"type": kind.__name__, "fields": {name: _plain(getattr(given, name), deep + 1) for name in fields}}
    return {"type": kind.__name__}


def serve(path: str, lines: Any, answers: Any) -> None:
    """Answer one question after the other; ends the process."""
    path = os.path.abspath(path)
    for line in iter(lines.readline, b""):
        asked = json.loads(line)
        watch = Watch(path, answers, asked["most"])
        said = _answered(asked, watch)
        sys.stderr.flush()
        watch.send()
        answers.write(json.dumps(said).encode() + b"\n")
    os._exit(0)


def _answered(asked: dict[str, Any], watch: Watch) -> dict[str, Any]:
    """Run the function: ``answers`` or ``failed``."""
    sys.setrecursionlimit(5000)
    answers: list[dict[str, Any]] = []
    rules = _host.rules_of(asked["start"]["game"])
    kept = {name: vars(rules).pop(name) for name in asked["withheld"] if hasattr(rules, name)}
    try:
        signal.signal(signal.SIGALRM, _late)
        signal.setitimer(signal.ITIMER_REAL, asked["seconds"])
        try:
            module = _load(watch.path, asked["source"])
            function = getattr(module, asked["function"], None)
            if not callable(function):
                raise _host.Wrong(asked["function"])
            state = rules.state_of(asked["start"])
            if not hasattr(state, "moves"):
                state = rules.ahead.state_of(rules._game, asked["start"])
            root = Watched(watch, state, watch.node(-1, ""))
            made = [[_argument(each, root, rules) for each in call] for call in asked["calls"]]
            if any(each is root or isinstance(each, Board) for call in made for each in call):
                sys.setprofile(watch.profile)
            for number, call in enumerate(made):
                if number:
                    watch.tell("c", 0, 0)
                answers.append(_plain(function(*call)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            sys.setprofile(None)
        return {"answers": answers}
    except Full:
        return {"failed": {"kind": "full"}, "done": len(answers)}
    except BaseException as error:
        return {"failed": _failure(error, watch.path), "done": len(answers)}
    finally:
        vars(rules).update(kept)


def _load(path: str, source: str) -> ModuleType:
    """Run the file's text; its name is that of a module."""
    name = os.path.splitext(os.path.basename(path))[0]
    code = compile(source, path, "exec")
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = path
    exec(code, module.__dict__)
    return module


def _argument(given: Any, root: Watched, rules: Any) -> Any:
    if isinstance(given, str):
        named: dict[str, Any] = {"state": root, "board": Board(root), "inf": float("inf"), "-inf": float("-inf")}
        return named.get(given, given)
    if not isinstance(given, dict):
        return given
    if "random" in given:
        return random.Random(given["random"]).random
    if "clock" in given:
        return lambda: (given["clock"] - root._watch.played) / 1000
    if "make" in given:
        return getattr(rules, given["make"])(*(_argument(each, root, rules) for each in given["of"]))
    return given


def _failure(error: BaseException, path: str) -> dict[str, Any]:
    """How the file failed, and at which of its lines."""
    if isinstance(error, _host.Wrong):
        return {"kind": "wrong", "sentence": str(error), "line": 0}
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == path else 0
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            line = frame.lineno
    kinds: dict[type[BaseException], str] = {MemoryError: "memory", RecursionError: "recursion", Late: "late"}
    kind = next((said for each, said in kinds.items() if isinstance(error, each)), "crash")
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    return {"kind": kind, "type": type(error).__name__, "sentence": str(words)[:300], "line": line or 0}
