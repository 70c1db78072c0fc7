"""Plays the protocol on behalf of a Python file: calls its functions and sends what they answer.

What the file prints goes to standard error, the log that its author can read, and never between the protocol's lines.
"""

import contextlib
import importlib
import importlib.util
import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from types import ModuleType, SimpleNamespace, TracebackType
from typing import Any, BinaryIO

STATELESS, BEGIN, STATEFUL = "make_move", "get_initial_state", "make_move_state"


class Wrong(Exception):
    """The file does not do what a bot must; the text says what."""


class Clock:
    """The seconds left, as the student's ``time()`` tells them."""

    def __init__(self) -> None:
        self._left, self._at = 0.0, time.monotonic()

    def set(self, left: float) -> None:
        """So many are left now."""
        self._left, self._at = left, time.monotonic()

    def __call__(self) -> float:
        return max(0.0, self._left - (time.monotonic() - self._at))


class Plain:
    """The state of a game that has no module here: what the server sent with the turn.

    ``position`` is the position's text, ``moves`` are the legal moves (None if too many to list), ``seat`` is the
    bot's, ``view`` is what a board draws.
    """

    def __init__(self, start: dict[str, Any], turn: dict[str, Any]) -> None:
        self.seat, self.seats = start["seat"], start["seats"]
        self.position, self.moves, self.view = turn.get("position"), turn.get("legal"), turn.get("view")


class Play:
    """One game of a Python file."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.start = start
        self.clock = Clock()
        self.random: Callable[[], float] = random.Random(start["seed"]).random
        self.rules = rules_of(start["game"])
        self.state: Any = None
        self.memory: Any = None
        self.module: Any = None
        self.configuration: Any
        if self.rules is not None and hasattr(self.rules, "configuration_of"):
            self.configuration = self.rules.configuration_of(start)
        else:
            facts = {name: start[name] for name in ("game", "position", "seat", "seats", "clock")}
            self.configuration = SimpleNamespace(**facts, **start["options"])
        if self.rules is not None:
            self.state = self.rules.state_of(start)

    def load(self, path: str) -> None:
        """Run the file, and let a bot with memory make its first state."""
        folder = os.path.dirname(os.path.abspath(path))
        sys.path.insert(1, folder)
        name = os.path.splitext(os.path.basename(path))[0]
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        self.module = importlib.util.module_from_spec(spec)
        sys.modules[name] = self.module
        spec.loader.exec_module(self.module)
        self.stateful = hasattr(self.module, STATEFUL) and hasattr(self.module, BEGIN)
        if not self.stateful and not hasattr(self.module, STATELESS):
            raise Wrong(f"The file defines neither {STATELESS} nor {BEGIN} and {STATEFUL}.")
        if self.stateful:
            self.memory = self.module.get_initial_state(self.random, self.clock, self.configuration)

    def ready(self) -> dict[str, Any]:
        """The answer to the start: what the server shall send with each turn."""
        return {"ready": ["position", "view"] if self.rules is None else True}

    def move(self, turn: dict[str, Any]) -> dict[str, Any]:
        """The answer to a turn."""
        if self.rules is None:
            self.state = Plain(self.start, turn)
        else:
            for text in turn["moves"]:
                self._follow(text)
        if not self.stateful:
            move = self.module.make_move(self.random, self.clock, self.configuration, self.state)
        else:
            moves = turn["moves"]
            moves = self.rules.moves_of(moves) if self.rules is not None and hasattr(self.rules, "moves_of") else moves
            answer = self.module.make_move_state(self.random, self.clock, self.configuration, moves, self.memory)
            if not isinstance(answer, (tuple, list)) or len(answer) != 2:
                raise Wrong(f"{STATEFUL} must return a move and a state, not a {type(answer).__name__}.")
            move, self.memory = answer
        text = str(move)
        if self.rules is not None:
            with contextlib.suppress(Exception):  # a wrong move ends the game anyway
                self._follow(text)
        return {"move": text}

    def _follow(self, text: str) -> None:
        """Make a move in the state as well."""
        follow = getattr(self.rules, "state_after", None)
        self.state = self.state.play(text) if follow is None else follow(self.configuration, self.state, text)


def rules_of(game: str) -> ModuleType | None:
    """The game's module, if it has one here."""
    try:
        return importlib.import_module("plyground." + game)
    except ModuleNotFoundError:
        return None


def check(starts: dict[str, Any]) -> dict[str, Any]:
    """What bots see at the start of each game, ``seen``: the position and the sorted moves, or why it ``failed``."""
    found: dict[str, Any] = {}
    for name, start in starts.items():
        try:
            rules = importlib.import_module("plyground." + name)
            state = rules.state_of(start)
            if not hasattr(state, "moves"):
                state = rules.ahead.state_of(rules._game, start)
            found[name] = {"seen": [state.position, sorted(state.moves)]}
        except Exception as error:
            found[name] = {"failed": f"{type(error).__name__}: {error}"}
    return found


def take_over() -> tuple[BinaryIO, Any]:
    """Input and output as the protocol's own: the file's ``print`` goes to the log, its ``input`` finds nothing."""
    lines = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout = sys.stderr
    return lines, answers


def serve(path: str, lines: BinaryIO, answers: Any) -> None:
    """Play one game; ends the process."""
    play: Play | None = None
    try:
        for line in iter(lines.readline, b""):
            message = json.loads(line)
            if "start" in message:
                started = time.monotonic()
                play = Play(message["start"])
                play.clock.set(message["start"]["clock"]["base"] - (time.monotonic() - started))
                play.load(path)
                answer = play.ready()
            elif "turn" in message and play is not None:
                play.clock.set(message["turn"]["left"])
                answer = play.move(message["turn"])
            else:
                break
            sys.stderr.flush()
            answers.write(json.dumps(answer).encode() + b"\n")
    except BaseException as error:
        _report(error, answers)
        os._exit(1)
    sys.stderr.flush()
    os._exit(0)


def _report(error: BaseException, answers: Any) -> None:
    """Tell the log where the file failed, and then the server how, which ends the bot."""
    kind = "memory" if isinstance(error, MemoryError) else "protocol" if isinstance(error, Wrong) else "crash"
    with contextlib.suppress(BaseException):  # there may be no memory left, or no room for the log
        if kind == "memory":
            traceback.clear_frames(error.__traceback__)  # gives back what the file held
        if kind == "protocol":
            print(error, file=sys.stderr)
        else:
            traceback.print_exception(type(error), error, _own_part(error), limit=-20)
        sys.stderr.flush()
    failed = {"kind": kind, "type": type(error).__name__, "sentence": str(error) if kind == "protocol" else ""}
    answers.write(json.dumps({"failed": failed}).encode() + b"\n")


def _own_part(error: BaseException) -> TracebackType | None:
    """The trace from the first line of the file on."""
    trace = error.__traceback__
    for inner in (__file__, "importlib"):
        while trace is not None and inner in trace.tb_frame.f_code.co_filename and trace.tb_next is not None:
            trace = trace.tb_next
    return trace
