"""Compiles every kernel into the cache, in small named steps, the default bot's first.

A step makes the real call that a player will make later, so nothing has to list kernels: a new game or bot is warmed
because it is there. ``warm`` runs all steps, and workers run them themselves, to answer between two. Other processes
may help; each compiles a step that no other is at.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from plyground.bots import _levels
from plyground.core import cache, compiled_calls, following, registry
from plyground.core.bot import Player
from plyground.core.cache import is_warm as is_warm
from plyground.core.cache import mark_warm as mark_warm
from plyground.core.game import Game, KernelGame
from plyground.core.options import Option, Value
from plyground.search.perft import perft

_PERFT_DEPTH = 2


@dataclass(frozen=True)
class Step:
    """One thing to compile or load: what people read meanwhile, and the call that does it."""

    title: str
    run: Callable[[], None]

    def attempt(self) -> str:
        """Run it; a sentence where that fails, as for rules that do not compile, which must not stop what else there
        is."""
        try:
            self.run()
        except Exception as failure:  # whatever a game or a bot of others does wrong
            said = [line.strip() for line in str(failure).splitlines() if line.strip()]
            return f"{self.title} cannot be made ready: {type(failure).__name__}: {' '.join(said[:2])[:300]}"
        return ""


def examples(game: Game[Any, Any]) -> list[Any]:
    """A start position of each of the game's position classes, the default options' first.

    Found by trying the presets, then each option's ends and choices, alone and in pairs.
    """
    found: dict[type, Any] = {}
    for options in _candidates(game):
        position = game.initial(options)
        found.setdefault(type(position), position)
        if set(game.position_classes) <= found.keys():
            break
    return list(found.values())


def _candidates(game: Game[Any, Any]) -> Iterator[dict[str, Value]]:
    yield {}
    for preset in game.spec.presets:
        yield dict(preset.options)
    ends = {option.name: _ends(option) for option in game.spec.options}
    for name, values in ends.items():
        yield from ({name: value} for value in values)
    for first, second in product(ends, ends):
        if first < second:
            yield from ({first: one, second: two} for one, two in product(ends[first], ends[second]))


def _ends(option: Option) -> list[Value]:
    if option.kind == "choice":
        return list(option.choices)
    if option.kind == "bool":
        return [True, False]
    if option.kind == "text":
        return [option.default]
    kind = int if option.kind == "int" else float
    return [kind(end) for end in (option.low, option.high) if end is not None]


def steps() -> list[Step]:
    """All steps: for each game's classes of position the default bot, then the rules of all, then the other bots and
    perft. Those of one class, which have much in common, are apart, so that processes that share them out do not
    compile the same; the longest do not come last."""
    places = [
        (game, position, _label(game, position)) for game in registry.games().values() for position in examples(game)
    ]
    usual = {game.spec.id: _levels.default_player(game) for game, _, _ in places}
    found = [_asked(usual[game.spec.id], position, label) for game, position, label in places]
    found += [Step(f"the rules of {label}", _rules(game, position)) for game, position, label in places]
    for bot in registry.bots().values():
        found += [
            _asked(Player.make(bot, game), position, label)
            for game, position, label in places
            if bot is not usual[game.spec.id].bot and bot.refuses(game) is None
        ]
    return found + [
        Step(f"counting in {label}", _count(game, position))
        for game, position, label in places
        if isinstance(game, KernelGame)
    ]


def _asked(player: Player, position: Any, label: str) -> Step:
    return Step(f"{player.bot.spec.title} in {label}", _choice(player, position))


def _label(game: Game[Any, Any], position: Any) -> str:
    if len(game.position_classes) < 2:
        return game.spec.title
    return f"{game.spec.title} ({type(position).__name__})"


def load(player: Player, position: Any) -> None:
    """Load, or compile, what this player needs at this unfinished position, so that it can be timed."""
    player.bot.load(player.game, position, player.options)


@contextmanager
def _compiled_rules() -> Iterator[None]:
    """As in a warm process: some bots have kernels that are called beside compiled rules alone."""
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    try:
        yield
    finally:
        compiled_calls.use_compiled(before)


def load_rules(game: Game[Any, Any], position: Any) -> None:
    """Load, or compile, the rules of this game as they are used at this unfinished position."""
    _rules(game, position)()


def _choice(player: Player, position: Any) -> Callable[[], None]:
    def run() -> None:
        with _compiled_rules():
            load(player, position)

    return run


def _rules(game: Game[Any, Any], position: Any) -> Callable[[], None]:
    def run() -> None:
        with _compiled_rules():
            first = game.legal_moves(position)[0]
            game.returns(game.play(position, first))
            if isinstance(first, int):
                following.follow(position, [first], game.spec.most_moves)

    return run


def _count(game: KernelGame[Any], position: Any) -> Callable[[], None]:
    def run() -> None:
        perft(game, position, _PERFT_DEPTH)

    return run


Heard = Callable[[int, int, str], None]
"""Told how many steps are done, of how many, and the title of the one that begins."""
_MOST_HELPERS = 7
"""More would wait for the longest steps; each takes some hundred megabytes."""
_PAUSE = 0.05
"""Seconds between two looks at what other processes are at."""
_PATIENCE = 240.0
"""Seconds after which a process does itself what others do not end, as one that was stopped."""


def warm(before: Heard = lambda done, of, title: None, processes: int = 1) -> tuple[int, list[str]]:
    """Run all steps and mark the cache; returns how many, and a sentence for each that failed. ``before`` hears of
    each step before it is run. Several ``processes`` are used where something may have to be compiled."""
    todo, failed = steps(), list[str]()
    with helped(processes - 1):
        for done, step in enumerate(shared(todo)):
            before(done, len(todo), step.title)
            failed.append(step.attempt())
    mark_warm()
    return len(todo), list(filter(None, failed))


def shared(todo: list[Step], between: Callable[[], object] = lambda: None, rest: bool = True) -> Iterator[Step]:
    """All these steps, those first that no other process is at. Another's are there to be loaded when it is done, if
    the ``rest`` is wanted. ``between`` is called before each step and while there is none, when none is held."""
    left, passed, since = deque(enumerate(todo)), 0, time.monotonic()
    alone = is_warm()
    while left:
        between()
        late = time.monotonic() > since + _PATIENCE
        if passed == len(left) and not late:
            if not rest:
                return
            time.sleep(_PAUSE)
            passed = 0
        number, step = left.popleft()
        with cache.claim(number) if not (alone or late) else nullcontext(True) as mine:
            if mine:
                yield step
        if mine:
            passed, since = 0, time.monotonic()
        else:
            left.append((number, step))
            passed += 1


@contextmanager
def helped(helpers: int) -> Iterator[None]:
    """So many processes compile beside this one what may not be compiled yet, for as long as it is in the block."""
    context = get_context("spawn")  # Numba's threads and locks do not survive a copy of this process
    count = 0 if is_warm() or not cache.can_claim() else min(helpers, _MOST_HELPERS)
    processes = []
    try:
        with suppress(OSError):  # where no more processes may be started there are fewer helpers
            for _ in range(count):
                process = context.Process(target=_help, daemon=True)
                process.start()
                processes.append(process)
        yield
    finally:
        for process in processes:
            process.kill()
            process.join()


def _help() -> None:
    """Run the steps that nobody is at, as long as the process lives that asked for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked
    Thread(target=_end_with_parent, daemon=True).start()
    for step in shared(steps(), rest=False):
        step.attempt()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
