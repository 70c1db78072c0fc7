"""Compiles every kernel into the cache, in small named steps, the default bot's first.

A step makes the real call that a player will make later, so nothing has to list kernels: a new game or bot is warmed
because it is there. Programs that show progress run the steps themselves; ``warm`` runs them all, by several processes
if it is asked to: hardly a kernel serves two classes of position, so each compiles for one class at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from typing import Any

from plyground.bots import _levels
from plyground.core import compiled_calls, following, registry
from plyground.core.bot import Player
from plyground.core.cache import is_warm as is_warm
from plyground.core.cache import mark_warm as mark_warm
from plyground.core.game import Game, KernelGame
from plyground.core.options import Option, Value
from plyground.search.perft import perft

_PERFT_DEPTH = 2


@dataclass(frozen=True)
class Step:
    """One thing to compile or load: what people read meanwhile, the call that does it, and the class of position."""

    title: str
    run: Callable[[], None]
    label: str = ""

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
    """All steps: for each game's classes of position the default bot and the rules, then the other bots and perft."""
    first: list[Step] = []
    later: list[Step] = []
    for game in registry.games().values():
        default = _levels.default_player(game)
        for position in examples(game):
            label = _label(game, position)
            first.append(Step(f"{default.bot.spec.title} in {label}", _choice(default, position), label))
            first.append(Step(f"the rules of {label}", _rules(game, position), label))
            for bot in registry.bots().values():
                if bot is not default.bot and bot.refuses(game) is None:
                    later.append(Step(f"{bot.spec.title} in {label}", _choice(Player.make(bot, game), position), label))
            if isinstance(game, KernelGame):
                later.append(Step(f"counting in {label}", _count(game, position), label))
    return first + later


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
"""Told how many steps have begun or are done, of how many, and the title of the one that begins."""


def warm(before: Heard = lambda done, of, title: None, processes: int = 1) -> tuple[int, list[str]]:
    """Run all steps and mark the cache; returns how many, and a sentence for each that failed. ``before`` hears of
    each step before it is run.

    Several ``processes`` are used where something may have to be compiled; this one then loads nothing.
    """
    todo = steps()
    if processes > 1 and not is_warm():
        failed = _share_out(todo, before, processes)
    else:
        failed = []
        for done, step in enumerate(todo):
            before(done, len(todo), step.title)
            failed.append(step.attempt())
    mark_warm()
    return len(todo), list(filter(None, failed))


def _share_out(todo: list[Step], before: Heard, processes: int) -> list[str]:
    context = get_context("spawn")  # Numba's threads and locks do not survive a copy of this process
    titles = context.SimpleQueue()
    labels = list(dict.fromkeys(step.label for step in todo))
    with ProcessPoolExecutor(processes, context, _tell_through, (titles,)) as pool:
        asked: list[Future[list[str]]] = [pool.submit(_run_labelled, label) for label in labels]
        for each in asked:
            each.add_done_callback(lambda _: titles.put(None))
        begun = left = 0
        while left < len(asked):
            title = titles.get()
            if title is None:
                left += 1
            else:
                before(begun, len(todo), title)
                begun += 1
        return [said for each in asked for said in each.result()]


_tell: Callable[[str], None] = print
"""In a process that others wait for: says which step begins."""


def _tell_through(titles: Any) -> None:
    global _tell
    _tell = titles.put


def _run_labelled(label: str) -> list[str]:
    failed = []
    for step in steps():
        if step.label == label:
            _tell(step.title)
            failed.append(step.attempt())
    return failed
