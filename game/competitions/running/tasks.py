"""A game as a task: what a worker does with it, on this machine or on another one."""

from __future__ import annotations

import base64
import random
import tempfile
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing.game_feed import GameFeed
from plyground.competitions.refereeing.openings import opening
from plyground.competitions.refereeing.referee import SERVER_FAULT, play_game
from plyground.competitions.submissions import files, unpacking
from plyground.competitions.submissions.unpacking import Files
from plyground.core import registry
from plyground.core.messages import _, from_parts, with_parts
from plyground.core.refusals import BadUpload
from plyground.sandbox import place, probe
from plyground.sandbox.contract import NoSandbox

Bundles = Mapping[str, Files]
"""Files of bots by content hash, for workers that do not share the data folder."""


FUNCTION = f"{__name__}:call"
"""What a worker calls."""


def call(task: Mapping[str, Any], bundles: Mapping[str, Any], probed: str, tell: Callable[[Any], None]) -> Any:
    """``play`` with arguments that have travelled as JSON, and a record that will (``arrived``); with ``live`` in the
    task its moves are told."""
    return with_parts(play(task, unpacked(bundles), probed, tell))


def arrived(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record that has travelled as JSON."""
    found: dict[str, Any] = from_parts(record)
    return found


def packed(bundles: Bundles) -> dict[str, Any]:
    """Bundles as JSON can carry them."""
    return {
        content: {path: [base64.b64encode(data).decode(), runs] for path, (data, runs) in bundle.items()}
        for content, bundle in bundles.items()
    }


def unpacked(given: Mapping[str, Any]) -> dict[str, Files]:
    """The bundles that ``packed`` wrote."""
    return {
        content: {path: (base64.b64decode(data), runs) for path, (data, runs) in bundle.items()}
        for content, bundle in given.items()
    }


def play(
    task: Mapping[str, Any],
    bundles: Bundles | None = None,
    probed: str = "",
    tell: Callable[[Any], None] = lambda message: None,
) -> dict[str, Any]:
    """Play the game of a stored task; a record in any case.

    A stored task is one of ``referee.play_game`` but for two things: an upload is named by its ``content``, and the
    opening by ``opening_plies`` and ``opening_seed``. With ``live``, the id of its competition, ``tell`` is called with
    messages of its moves (see ``game_feed``); ``ahead`` is for the pool, which sets it before others.
    ``probed`` is the place (``sandbox.place``) where the sandbox was seen to hold; anywhere else it is probed before
    the first handed-in bot is started, once in a process. Where it does not hold nothing is played, and the record
    says that this machine is ``unfit``.
    """
    try:
        if any(each["kind"] == "upload" for each in task["entrants"]) and not (probed and probed == place.here()):
            probe.insist(str(task.get("confinement")))
        with ExitStack() as passing:
            feed = GameFeed(task["id"], task["live"], tell) if task.get("live") else lambda event: None
            return play_game(ready(task, bundles or {}, passing), feed)
    except Exception as error:  # the task is wrong or this machine unfit: no bot's doing
        unfit = {"unfit": True} if isinstance(error, NoSandbox) else {}
        sentence, fault = _("The game could not be played: {error}", error=error), traceback.format_exc()[-4000:]
        return {"id": task["id"], "status": SERVER_FAULT, "sentence": sentence, "fault": fault, **unfit}


def ready(task: Mapping[str, Any], bundles: Bundles, passing: ExitStack) -> dict[str, Any]:
    """The task as ``play_game`` takes it, its bots' files lying on this machine; raises a refusal.

    Files of an entrant that is ``fleeting`` are not kept: they lie in a folder that goes with ``passing``.
    """
    given = {name: value for name, value in task.items() if name not in ("live", "ahead")}
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
        raise BadUpload(_("The files of this bot are not kept on the machine that plays."))
    return folder
