"""A worker: ``python -m plyground.jobs.worker`` reads requests and answers them, one line of JSON each way.

The main thread only reads, so that a stop, and the end of the input, are noticed in mid-thought: when the input closes
the process ends at once, also when the server was killed. One other thread thinks; a third says twice to four times a
second how far it is. ``docs/protocol.md`` has the lines. With ``--calls`` it is there for functions alone and compiles
nothing; a number after that is the processor that it keeps to. With ``--load-late``, where all kernels are compiled, it
is ready at once and loads what a bot needs before the first thought that needs it.
"""

from __future__ import annotations

import base64
import importlib
import json
import logging
import math
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from plyground.core import compiled_calls, processors, registry
from plyground.core.bot import Way
from plyground.core.errors import Refusal
from plyground.core.json_text import plain
from plyground.core.recent import Recent
from plyground.jobs.process import LATE

log = logging.getLogger(__name__)

_TELL_SECONDS = 0.3
_MEMORIES = 64
_PATHS = 64


class Worker:
    """The thinking side. ``take`` is called by the reading thread, ``run`` is the thinking thread.

    A question's ``seconds`` bound the search even where the bot's own limits allow more.
    """

    def __init__(self, out: BinaryIO, late: bool = False) -> None:
        """``late``: load kernels that are compiled when they are first needed."""
        self._out, self._writing = out, threading.Lock()
        self._late, self._loaded = late, set[Any]()
        self._asks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._stopped: int | None = None
        self._current: int | None = None
        self._news: dict[str, Any] | None = None
        self._memories: Recent[str, dict[str, Any]] = Recent(_MEMORIES)
        self._paths: Recent[str, tuple[Any, list[str], Any]] = Recent(_PATHS)
        self._warm = False
        self._warming: dict[str, Any] = {}

    def take(self, line: bytes) -> None:
        """One line of input."""
        message = json.loads(line)
        if "stop" in message:
            self._stopped = message["stop"]
        else:
            self._asks.put(message)

    def run(self) -> None:
        """Warm up, answering questions between the steps, then answer questions for ever."""
        self._say({"ready": True, "kernels": self._warm_up()})
        while True:
            self._serve(self._asks.get())

    def run_calls(self) -> None:
        """Answer questions for ever, without warming up first."""
        self._warm = True
        self._say({"ready": True, "kernels": 0})
        while True:
            self._serve(self._asks.get())

    def _warm_up(self) -> int:
        from plyground.bots import _warming

        self._late = self._late and _warming.is_warm()
        todo = [] if self._late else _warming.steps()
        with _warming.helped(processors.count() - 1 if todo else 0):
            for done, step in enumerate(_warming.shared(todo, self._serve_all)):
                self._warming = {"warming": {"done": done, "of": len(todo), "title": step.title}}
                self._say(self._warming)
                failed = step.attempt()
                if failed:
                    log.error("%s", failed)
        if not self._late:
            _warming.mark_warm()
        compiled_calls.use_compiled(True)
        self._warm = True
        return len(todo)

    def _serve_all(self) -> None:
        while not self._asks.empty():
            self._serve(self._asks.get())

    def tick(self) -> None:
        """Say how far the current thought is, again and again."""
        while True:
            time.sleep(_TELL_SECONDS)
            current, news = self._current, self._news
            if current is not None:
                self._say({"tell": current, "progress": news or {}})
            elif not self._warm and self._warming:
                self._say(self._warming)

    def _serve(self, message: dict[str, Any]) -> None:
        if "forget" in message:
            self._memories.pop(message["forget"], None)
            return
        number = message["ask"]
        self._news = None if self._warm else {"warming": True}
        self._current = number
        try:
            asked = self._call if "call" in message else self._record if "search" in message else self._choose
            answer: dict[str, Any] = {"answer": number, "choice": asked(number, message)}
        except Refusal as refusal:
            answer = {"answer": number, "error": refusal.as_json()}
        except Exception as error:  # whatever a bot does wrong, the worker lives on and says so
            sentence = f"the bot broke down ({type(error).__name__}: {error})"[:300]
            answer = {"answer": number, "error": {"code": "bot_failed", "sentence": sentence}}
        self._current = None
        self._say(answer)

    def _choose(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        from plyground.bots import _thinking, _warming

        game = registry.game(message["game"])
        player = registry.parse_player(message["bot"], game)
        start, position = self._positions(game, message)
        # compiled or loaded first, so that it is not counted as thinking
        needs = player.bot.spec.id, game.spec.id, type(position)
        self._load(number, needs, lambda: _warming.load(player, position))
        limits = {"threads": processors.count(), **(message.get("limits") or {})}
        memory = self._memory(message.get("memory"))
        way = Way(message["options"], start, tuple(message["moves"]))
        player.bot.follow(game, memory, way)  # what it has to start first is no part of its seconds
        end = time.perf_counter() + float(limits.get("seconds") or math.inf)
        choice = _thinking.think(
            player,
            position,
            random.Random(message["seed"]),
            limits,
            lambda: self._stopped == number or time.perf_counter() >= end,
            self._report,
            memory,
            way,
        )
        said: dict[str, Any] = plain(choice.as_json())
        return said

    def _record(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        """The trace of a teaching search, packed; it ends early when it is stopped or its time is up."""
        from plyground.bots import _warming
        from plyground.search.teaching import columns
        from plyground.search.teaching.searches import search

        game, asked = registry.game(message["game"]), message["search"]
        _start, position = self._positions(game, message)
        if self._late and game.returns(position) is None:
            self._load(number, (game.spec.id, type(position)), lambda: _warming.load_rules(game, position))
        end = time.perf_counter() + float((message.get("limits") or {}).get("seconds") or math.inf)
        begun = time.process_time()
        trace = search(asked["id"]).record(
            game,
            position,
            asked["settings"],
            seat=asked["seat"],
            seed=message["seed"],
            setup=message["options"],
            stopped=lambda: self._stopped == number or time.perf_counter() >= end,
        )
        taken = time.process_time() - begun
        return {"trace": base64.b64encode(columns.packed(trace)).decode("ascii"), "seconds": round(taken, 6)}

    def _load(self, number: int, what: tuple[Any, ...], load: Callable[[], None]) -> None:
        """Compile, or load late, what is not there yet; whoever waits is told, and no clock runs meanwhile."""
        if self._warm and (not self._late or what in self._loaded):
            return
        self._report({"warming": True})
        self._say({"tell": number, "progress": self._news})
        load()
        self._loaded.add(what)
        self._report({})
        self._say({"tell": number, "progress": self._news})

    def _call(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        """What a function returns; all that it tells is passed on at once, in order."""
        module, _, name = message["call"].partition(":")
        function = getattr(importlib.import_module(module), name)

        def tell(said: dict[str, Any]) -> None:
            self._say({"tell": number, "progress": plain(said)})

        found: dict[str, Any] = plain(function(**message["arguments"], tell=tell))
        return found

    def _report(self, progress: dict[str, Any]) -> None:
        self._news = plain(progress)

    def _memory(self, name: str | None) -> dict[str, Any]:
        if not name:
            return {}
        self._memories[name] = memory = self._memories.get(name, {})
        return memory

    def _positions(self, game: Any, message: dict[str, Any]) -> tuple[Any, Any]:
        """The position in which the question begins and that after its moves; those of recent questions save playing
        them all again."""
        moves = message["moves"]
        key = json.dumps([message["game"], message["options"], message["position"], message.get("memory", "")])
        start, known, position = self._paths.pop(key, (None, [], None))
        if start is None:
            start = game.parse_position(message["position"], message["options"])
        if position is None or moves[: len(known)] != known:
            known, position = [], start
        for text in moves[len(known) :]:
            position = game.play(position, game.require(position, text))
        self._paths[key] = (start, list(moves), position)
        return start, position

    def _say(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._writing:
            self._out.write(line)
            self._out.flush()


def main() -> None:
    """Serve until the input ends."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get between the lines
    words = sys.argv[1:]
    worker = Worker(own, LATE in words)
    if len(words) > 1 and hasattr(os, "sched_setaffinity"):  # its threads and the bots that it starts keep to it too
        os.sched_setaffinity(0, {int(words[1])})
    run = worker.run_calls if words[:1] == ["--calls"] else worker.run
    for name, call in (("think", run), ("tell", worker.tick)):
        threading.Thread(target=_or_die, args=(call,), name=name, daemon=True).start()
    lines = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    for line in iter(lines.readline, b""):
        worker.take(line)
    os._exit(0)  # at once: a search in native code would not let an ordinary exit through


def _or_die(call: Any) -> None:
    """A worker without its thinking thread is of no use: end, so that the pool starts another."""
    try:
        call()
    except BrokenPipeError:
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main()
