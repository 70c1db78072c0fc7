"""Runs one function of a student's file in the sandbox and hears all that it does.

The other end is ``sandbox/runner/plyground/_watching``.
Nothing that comes back is believed further than its shape: numbers are numbers, nodes are met before they are used.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core import json_text
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.sandbox.bot_library import folder as bot_library
from plyground.sandbox.channel import Channel
from plyground.sandbox.contract import MEGABYTE, Bounds
from plyground.sandbox.running import Confinement, Running
from plyground.sandbox.surroundings import PYTHON

FILE = "bot.py"
MOST_ROWS = 60_000
"""Rows that are kept of one run."""
SECONDS = 4.0
"""How long a function may take."""
_RUNS, _CPU_SECONDS = 200, 120
"""Calls of one process, and the processor time for all of them."""
_HELLO_SECONDS = 30.0
_GRACE = 1.0
"""For what was watched to be sent, and for a function that cannot be interrupted."""
_TOTAL_BYTES = 24 * MEGABYTE
_LOG_BYTES = 8_000


class Row(NamedTuple):
    """One thing that was done: see the runner. ``more`` has what stands behind the line."""

    kind: str
    node: int
    line: int
    more: tuple[Any, ...]


@dataclass
class Watched:
    """What a function did. ``nodes`` has each node's parent and move (the root's are -1 and ""), ``functions`` the name
    and first line of each function that was given a state, ``answers`` what each call gave back (``number``, ``text``,
    ``flag``, ``list``, or ``type`` with perhaps ``fields``), ``answer`` the first of them; ``done`` is how many calls
    ended.

    ``problem`` is None, or why the run has no answer: a sentence, and the ``line`` of the file, 0 where none is known.
    ``full`` says that the run was ended because it did more than is kept.
    """

    nodes: list[tuple[int, str]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    functions: list[tuple[str, int]] = field(default_factory=list)
    answers: list[Mapping[str, Any]] = field(default_factory=list)
    done: int = 0
    problem: str | None = None
    line: int = 0
    full: bool = False
    log: str = ""

    @property
    def answer(self) -> Mapping[str, Any] | None:
        """The first call's answer."""
        return self.answers[0] if self.answers else None

    def path(self, node: int) -> tuple[str, ...]:
        """The moves from the root to a node."""
        moves = []
        while node > 0:
            node, move = self.nodes[node]
            moves.append(move)
        return tuple(reversed(moves))


class Watcher:
    """Runs functions of one person's files, one after the other, in one process as long as nothing goes wrong in it."""

    def __init__(self, confinement: Confinement) -> None:
        self._confinement = confinement
        self._place = tempfile.TemporaryDirectory(prefix="plyground-exercise-")
        Path(self._place.name).chmod(0o755)
        self._running: Running | None = None
        self._channel: Channel
        self._runs = 0

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_failure: object) -> None:
        self._end()
        self._place.cleanup()

    def watch(
        self,
        source: str,
        game: Game[Any, Any],
        position: Any,
        options: Mapping[str, Any],
        function: str,
        calls: Sequence[Sequence[Any]],
        withheld: Sequence[str] = (),
        seconds: float = SECONDS,
    ) -> Watched:
        """Call ``function`` of a file's text at a position of a game, once with the arguments of each of ``calls`` (see
        ``core.exercising.Call``), without the functions of the game's library that are ``withheld``. The file is run
        anew each time.

        Raises ``NotStarted`` where the sandbox does not start; whatever the file does wrong is told in what comes back.
        """
        start = {
            "game": game.spec.id,
            "options": dict(options),
            "position": game.position_text(position),
            "map": bot_library.map_of(game, position),
        }
        asked = {
            "source": source, "start": start, "function": function, "calls": list(calls),
            "withheld": list(withheld), "most": MOST_ROWS, "seconds": seconds,
        }  # fmt: skip
        found = Watched()
        running = self._started(game.spec.id)
        if running is None:
            found.problem = _("The exercise could not be started here.")
            return found
        printed = running.errors()
        self._channel.renew()
        self._channel.send(json.dumps(asked).encode() + b"\n")
        _hear(self._channel, found, time.monotonic() + seconds + _GRACE)
        if found.problem is None and found.answer is None and not found.full:
            ending = running.poll() or running.kill()
            found.problem = _("Your program ended before its function did: {how}", how=ending.sentence)
        running.read_errors()  # what was printed last
        found.log = running.errors().removeprefix(printed).decode(errors="replace")[-_LOG_BYTES:]
        if found.problem is not None:
            self._end()
        return found

    def _started(self, game_id: str) -> Running | None:
        """The process, started if there is none; None where it does not say hello."""
        if self._runs >= _RUNS:
            self._end()
        self._runs += 1
        if self._running is not None:
            return self._running
        bounds = Bounds(memory_bytes=256 * MEGABYTE, cpu_seconds=_CPU_SECONDS)
        words = [PYTHON, "-P", "-s", "-S", str(bot_library.folder() / "main.py"), FILE, game_id, "--watch"]
        running = self._running = self._confinement.start(Path(self._place.name), words, bounds)
        self._channel = Channel(running.stdin, running.stdout, 4 * MEGABYTE, _TOTAL_BYTES)
        if self._channel.receive(time.monotonic() + _HELLO_SECONDS).kind != "line":
            self._end()
        return self._running

    def _end(self) -> None:
        if self._running is not None:
            self._running.kill()
        self._running, self._runs = None, 0


def _hear(channel: Channel, found: Watched, deadline: float) -> None:
    """Take lines until the last one."""
    while True:
        heard = channel.receive(deadline)
        if heard.kind == "late":
            found.problem = _("It was not done when its time was up.")
            return
        if heard.kind == "flood":
            found.problem = _("Your program wrote more than it may.")
            return
        if heard.kind != "line":
            return
        try:
            said = json_text.read(heard.line)
            if _take(found, said):
                return
        except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError):
            found.problem = _("Your program wrote into the answer of the exercise; print to the log instead.")
            return


def _take(found: Watched, said: Any) -> bool:
    """Keep what a line says; whether it was the last."""
    if "failed" in said:
        failed, found.done = said["failed"], int(said["done"])
        found.full = failed["kind"] == "full"
        if not found.full:
            found.problem, found.line = _failure(failed), int(failed["line"])
        return True
    if "answers" in said:
        found.answers = [dict(each) for each in said["answers"]]
        found.done = len(found.answers)
        return True
    found.functions = [(str(name)[:80], int(line)) for name, line in said["functions"]]
    for parent, move in said["nodes"]:
        if not -1 <= int(parent) < max(1, len(found.nodes)):
            raise ValueError(parent)
        found.nodes.append((int(parent), str(move)[:200]))
    for kind, node, line, *more in said["rows"]:
        if len(found.rows) >= MOST_ROWS or not 0 <= int(node) < len(found.nodes):
            raise ValueError(node)
        found.rows.append(Row(str(kind), int(node), int(line), tuple(map(_number, more))))
    return False


def _number(given: Any) -> Any:
    """A number, several, None, or what is none of these in words."""
    if isinstance(given, str):
        return given[:60]
    if given is None or (isinstance(given, (int, float)) and math.isfinite(given)):
        return given
    if isinstance(given, list) and all(isinstance(each, (int, float)) for each in given):
        return tuple(given)
    raise ValueError(given)


def _failure(failed: Mapping[str, Any]) -> str:
    """The sentence for how a file failed."""
    sentence = str(failed.get("sentence", ""))[:300]
    match failed["kind"]:
        case "wrong":
            return _("The file defines no function {name}.", name=sentence)
        case "late":
            return _("It was not done when its time was up.")
        case "memory":
            return _("It used more memory than it may.")
        case "recursion":
            return _("It calls itself without end: nothing stops it at the horizon or at the end of the game.")
    return _("It stopped with {type}: {sentence}", type=str(failed.get("type", "error"))[:80], sentence=sentence)
