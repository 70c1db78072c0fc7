"""Asks a bot for one choice on the clock: the one path by which the command line and the workers do it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from plyground.bots import _promptly
from plyground.core.bot import Choice, Limits, Player, Report, Way, never, silent

LIMIT_NAMES = ("seconds", "nodes", "depth")
"""Those of every bot; ``cpu``, seconds of processor time, counts instead of ``seconds`` where we see that, and
``on_processor`` says that a clock counts those."""


def armed(player: Player, common: Mapping[str, Any] | None = None, stopped: Callable[[], bool] = never) -> Limits:
    """Limits whose time starts now: the common ones, overridden by the player's own; ``stopped`` ends them too.

    ``common`` may hold ``seconds`` (or ``cpu``), ``nodes`` and ``depth``, and on a clock ``left`` and ``increment``;
    one that is missing or None is no limit. Without ``threads``, and by processor time, there is one.
    """
    merged = {**(common or {}), **player.limits}
    values: dict[str, Any] = {name: merged.get(name) for name in (*LIMIT_NAMES, "left")}
    values |= {"increment": merged.get("increment") or 0.0, "threads": merged.get("threads") or 1}
    if merged.get("cpu") is not None:
        values["seconds"] = merged["cpu"]
    if merged.get("cpu") is not None or merged.get("on_processor"):
        values["threads"] = 1
        if not player.bot.elsewhere:
            values["clock"] = time.process_time
    return Limits(**values, stopped=stopped).started()


def think(
    player: Player,
    position: Any,
    rng: random.Random,
    common: Mapping[str, Any] | None = None,
    stopped: Callable[[], bool] = never,
    report: Report = silent,
    memory: dict[str, Any] | None = None,
    way: Way | None = None,
) -> Choice:
    """The player's choice at an unfinished position, with the seconds that it took (wall clock).

    A limit ``within`` bounds those whatever happens, the start of an engine included: see ``_promptly``.
    """
    within = {**(common or {}), **player.limits}.get("within")

    def prepare(own: dict[str, Any] | None) -> None:
        if way is not None and own is not None:
            player.bot.follow(player.game, own, way)

    if within is not None:
        begin, limits, kept = time.perf_counter(), armed(player, common, stopped), {} if memory is None else memory
        choice = _promptly.choose(player, position, float(within), limits, rng, report, kept, prepare)
        return replace(choice, seconds=time.perf_counter() - begin)
    prepare(memory)
    limits = armed(player, common, stopped)
    begin = time.perf_counter()
    choice = player.choose(position, limits, rng, report, memory)
    return replace(choice, seconds=time.perf_counter() - begin)
