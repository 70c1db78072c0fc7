"""Answers within so many seconds on the wall, whatever happens: a search that does not end in time is left behind.

The search thinks in a thread of its own and is told to stop some time before; if it has not answered shortly before the
end, the best that it has told is the answer, or else the move that looked best at first sight. What it had remembered
is then its own, since it may still write there.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.bots.intuition import ranked_moves
from plyground.core.bot import Choice, Limits, Player, Report

_RESERVE, _RESERVE_SHARE = 0.12, 0.3
"""How long before its end a search is told to stop: on a busy machine it takes some time to hear of it."""
_MARGIN, _MARGIN_SHARE = 0.05, 0.15
"""How long before the end it is waited for no more."""
_MOST_RANKED = 300
_OWN = "promptly"
_TOLD = ("value", "kind", "outcome", "unit", "nodes", "depth")


def choose(
    player: Player,
    position: Any,
    seconds: float,
    limits: Limits,
    rng: random.Random,
    report: Report,
    memory: dict[str, Any],
    prepare: Callable[[dict[str, Any]], object],
) -> Choice:
    """The player's choice within ``seconds`` from now; ``limits`` may end its search sooner. ``prepare`` is called with
    its memory before it is asked, within the same time."""
    begun = time.perf_counter()
    end = seconds - min(_RESERVE, _RESERVE_SHARE * seconds)
    left = threading.Event()
    own = memory.setdefault(_OWN, {})
    bounded = replace(
        limits,
        seconds=end if limits.seconds is None else min(limits.seconds, end),
        stopped=lambda: left.is_set() or limits.stopped(),
        clock=time.perf_counter,
        begun=begun,
    )
    heard: dict[str, Any] = {}
    found: list[Choice | BaseException] = []
    ended = threading.Event()

    def noted(progress: dict[str, Any]) -> None:
        if not left.is_set():
            heard.update(progress)
            report(progress)

    def work() -> None:
        try:
            prepare(own)
            found.append(player.choose(position, bounded, rng, noted, own))
        except BaseException as failure:  # handed to the caller, whatever it is
            found.append(failure)
        finally:
            ended.set()

    threading.Thread(target=work, name="promptly", daemon=True).start()
    game = player.game
    legal = game.legal_moves(position)
    first = ranked_moves(game, position)[0].move if 1 < len(legal) <= _MOST_RANKED else legal[0]
    text = game.move_text(position, first)
    margin = min(_MARGIN, _MARGIN_SHARE * seconds)
    ended.wait(max(0.0, begun + seconds - margin - time.perf_counter()))
    if found:
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]
    left.set()
    memory.pop(_OWN, None)
    told: dict[str, Any] = {name: heard[name] for name in _TOLD if name in heard}
    line: tuple[str, ...] = tuple(heard.get("line") or (text,))
    return Choice(line[0], line=line, **told)
