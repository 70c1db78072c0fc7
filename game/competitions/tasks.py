"""A game as a task: what a worker does with it, on this machine or on another one."""

from __future__ import annotations

import os
import random
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from game.competitions import files, unpacking
from game.competitions.openings import opening
from game.competitions.referee import SERVER_FAULT, Tell, play_game
from game.competitions.telling import TOPIC, Telling
from game.competitions.unpacking import BadUpload, Files
from game.core import registry

Bundles = Mapping[str, Files]
"""Files of bots by content hash, for workers that do not share the data folder."""


def play(task: Mapping[str, Any], bundles: Bundles | None = None, cores: Sequence[int] = ()) -> dict[str, Any]:
    """Play the game of a stored task; a record in any case.

    A stored task is one of ``referee.play_game`` but for two things: an upload is named by its ``content``, and the
    opening by ``opening_plies`` and ``opening_seed``. With ``live``, the id of its competition, a worker tells of its
    moves. ``cores`` are the processors of this machine that the local cluster shares out, one to each worker.
    """
    try:
        _settle(cores)
        with ExitStack() as passing:
            return play_game(ready(task, bundles or {}, passing), _telling(task))
    except Exception as error:  # the task is wrong or this machine unfit: no bot's doing
        sentence = f"The game could not be played: {error}"
        return {"id": task["id"], "status": SERVER_FAULT, "sentence": sentence, "fault": traceback.format_exc()[-4000:]}


def _telling(task: Mapping[str, Any]) -> Tell:
    """What hears of the game: the cluster, if people watch it and this is a worker."""
    if not task.get("live"):
        return _nobody
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:
        return _nobody
    return Telling(task["id"], task["live"], lambda message: worker.log_event(TOPIC, message))


def _nobody(_event: Mapping[str, Any]) -> None:
    return


def ready(task: Mapping[str, Any], bundles: Bundles, passing: ExitStack) -> dict[str, Any]:
    """The task as ``play_game`` takes it, its bots' files lying on this machine; raises a refusal.

    Files of an entrant that is ``fleeting`` are not kept: they lie in a folder that goes with ``passing``.
    """
    given = {name: value for name, value in task.items() if name != "live"}
    plies, seed = given.pop("opening_plies", 0), given.pop("opening_seed", "")
    if plies:
        game = registry.game(given["game"])
        start = given.get("start")
        first = game.parse_position(start, given["options"]) if start else game.initial(given["options"])
        given["opening"] = opening(game, first, plies, random.Random(seed))
    given["entrants"] = [_entrant(each, bundles, passing) for each in given["entrants"]]
    return given


def _entrant(entrant: Mapping[str, Any], bundles: Bundles, passing: ExitStack) -> dict[str, Any]:
    if entrant["kind"] != "upload":
        return dict(entrant)
    told = {name: value for name, value in entrant.items() if name not in ("content", "fleeting")}
    return {**told, "folder": str(_folder(entrant, bundles, passing).resolve())}


def _folder(entrant: Mapping[str, Any], bundles: Bundles, passing: ExitStack) -> Path:
    """Where the bot's files lie on this machine."""
    content = entrant["content"]
    if entrant.get("fleeting"):
        folder = Path(passing.enter_context(tempfile.TemporaryDirectory(prefix="plyground-try-")))
        folder.chmod(0o755)
        unpacking.write(bundles[content], folder)
        return folder
    folder = files.folder_of(content)
    if not folder.is_dir() and content in bundles:
        files.keep(bundles[content])
    if not folder.is_dir():
        raise BadUpload("The files of this bot are not kept on the machine that plays.")
    return folder


def _settle(cores: Sequence[int]) -> None:
    """Keep this thread, and the bots that it starts, on the worker's own core: one game per core."""
    if not cores or not hasattr(os, "sched_setaffinity"):
        return
    from distributed import get_worker

    name = get_worker().name
    if isinstance(name, int):
        os.sched_setaffinity(0, {cores[name % len(cores)]})
