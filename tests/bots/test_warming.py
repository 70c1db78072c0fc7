"""What is warm needs no compiler any more."""

from __future__ import annotations

import gc
from typing import Any

from numba.core.dispatcher import Dispatcher

from plyground.bots import _warming
from plyground.core import compiled_calls, registry
from plyground.core.bot import Player


def test_the_first_moves_of_a_warm_process_compile_nothing() -> None:
    _warming.warm()
    gc.unfreeze()  # what was there once the tests were collected is looked through as well
    kernels: list[Any] = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
    before = {kernel: len(kernel.overloads) for kernel in kernels}
    compiled_calls.use_compiled(True)
    for game in registry.games().values():
        for bot in registry.bots().values():
            if bot.refuses(game) is None:
                _warming.load(Player.make(bot, game), game.initial())
    assert sum(before.values()) > 50
    assert {kernel: len(kernel.overloads) for kernel in kernels} == before
