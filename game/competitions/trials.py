"""A try of a bot that is being written: one game against a bot of the program's own, bounded so that it soon ends.

What is asked becomes a stored task (``tasks.play``) and the files that it names; the record becomes what the author is
shown, with the bot's own log and the line of the file where it failed.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.bots._levels import level
from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language, as_sentence
from plyground.competitions.presentation import public
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.refereeing.referee import SERVER_FAULT, conditions
from plyground.competitions.settings import EventSettings
from plyground.competitions.submissions import files, making, unpacking, weights
from plyground.competitions.submissions.unpacking import Files
from plyground.core import registry
from plyground.core.errors import BadOption, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import CannotPlay, Malformed
from plyground.sandbox.confinements import UNCONFINED
from plyground.sandbox.contract import MEGABYTE
from plyground.sessions.reading import a_text, a_whole_number, an_object
from plyground.sessions.records import MOST_VIEWS

MOST_SOURCE = 200_000
"""Bytes of a file that is tried."""
MOST_BASE, MOST_INCREMENT = 10.0, 1.0
"""Seconds of a try's clock."""
MOST_SECONDS = 80
"""What all moves of a try may take together, those of the opponent among them."""
MOST_MOVES = 600
MOST_OF_ONE = 4
"""Seats of a table at which a bot may meet itself: each is a process of its own."""
MOST_VIEW_BYTES = 1_500_000
"""How much of the first ``MOST_VIEWS`` boards travels with the answer; later ones are asked for one by one."""
ITSELF = "self"
FILE = "bot.py"
OWN_NAME = _("Your bot")
Learnt = tuple[str, bytes]
"""A file of learnt weights, by the name that its owner gave it."""
_PLACE = re.compile(rf'^ *File "[^"\n]*\b{re.escape(FILE)}", line (\d{{1,7}})\b', re.MULTILINE)
_LAST_WORDS = re.compile(r"^(?:[A-Za-z_][\w.]*)(?::.*)?$")


class SourceTooLarge(Refusal, status=413):
    """The file is larger than is tried."""


@dataclass(frozen=True)
class Trial:
    """One game to play: the task, the files it names by their content, and who sits where."""

    task: dict[str, Any]
    bundles: dict[str, Files]
    game: Game[Any, Any]
    names: list[str]
    seat: int
    own: list[int]
    """The bot's seats: one, or all of them if it meets itself."""
    language: Language = table.PYTHON


def asked(
    body: Mapping[str, Any],
    before_building: Callable[[], object] = lambda: None,
    learnt: Learnt | None = None,
    competition: EventSettings | None = None,
) -> Trial:
    """What a request asks for: ``game``, ``options``, ``source``, ``language`` (its id; Python without), ``against`` (a
    level of the game, or ``self``), ``seat`` and ``clock``. A source that has to be compiled is, after
    ``before_building`` was called. ``learnt`` weights lie beside it. With the settings of a ``competition`` its limits
    and languages hold. Raises a refusal."""
    game = registry.game(a_text(body, "game", 40, required=True))
    options = dict(game.options(an_object(body.get("options") or {})))
    start = game.initial(options)
    seats = game.seats_at(start)
    seat = a_whole_number(body, "seat", 0, seats - 1, default=0)
    language = table.language(a_text(body, "language", 40) or table.PYTHON.id)
    settings = competition or EventSettings()
    given = beside(source_of(body.get("source"), language), learnt, settings.weights)
    against = a_text(body, "against", 40, required=True)
    if against == ITSELF and seats > MOST_OF_ONE:
        raise BadOption(
            _(
                "A bot meets itself at tables of up to {most_of_one}; take another opponent here.",
                most_of_one=MOST_OF_ONE,
            )
        )
    if language.builds:
        before_building()
    bundle = making.made(given, language.id, allowed=settings.languages).files
    content = files.content_of(bundle)
    bot = {"kind": "upload", "content": content, "command": None, "name": OWN_NAME, "fleeting": True}
    opponent, name = bot, _("Itself")
    if against != ITSELF:
        found = level(game, against)
        opponent, name = {"kind": "built_in", "bot": registry.parse_player(found.bot, game).text}, found.title
    own = list(range(seats)) if against == ITSELF else [seat]
    task = {
        "id": "trial",
        "game": game.spec.id,
        "options": options,
        "start": game.position_text(start),
        "seed": secrets.token_hex(16),
        "clock": _clock(body.get("clock")).as_json(),
        "entrants": [bot if number == seat else opponent for number in range(seats)],
        "bounds": {**_held(competition, len(own)), "cpu_seconds": 2 * MOST_SECONDS},
        "most_moves": min(settings.most_moves or MOST_MOVES, MOST_MOVES),
        "most_seconds": MOST_SECONDS,
    }
    names = [OWN_NAME if number == seat else name for number in range(seats)]
    return Trial(task, {content: bundle}, game, public.apart(names), seat, own, language)


def _held(competition: EventSettings | None, bots: int) -> dict[str, Any]:
    """What each of so many bots may hold: what the competition says, or else a share of what one try has."""
    return competition.bounds.as_json() if competition else {"memory_bytes": 1024 // max(2, bots) * MEGABYTE}


def told(trial: Trial, record: Mapping[str, Any]) -> dict[str, Any]:
    """What the author is shown of a game that was played; raises ``CannotPlay`` if it was not.

    ``board`` is a snapshot that a board can replay, ``views`` the boards by ply (as many as may travel); ``verdict``
    and ``result`` are the bot's, ``log`` what it wrote, ``conditions`` how it was played, and ``problem`` the line of
    its file where it failed, or None.
    """
    if record["status"] == SERVER_FAULT:
        raise CannotPlay(_("The game could not be played, by a fault of the server’s own. Try again."))
    first = [trial.seat, *(each for each in trial.own if each != trial.seat)]
    seat = next((each for each in first if record["verdicts"][each]["code"] != "fair"), trial.seat)
    board, positions = public.replayed(trial.game, trial.task, record, trial.names)
    verdict = record["verdicts"][seat]
    return {
        "result": record["results"][trial.seat],
        "sentence": board["result"]["sentence"],
        "seat": trial.seat,
        "verdict": verdict,
        "problem": _problem(trial.language, record["logs"][seat]) if verdict["code"] != "fair" else None,
        "log": record["logs"][seat],
        "conditions": conditions(record.get("confinement", UNCONFINED)),
        "seconds": _seconds(trial, record, seat),
        "board": board,
        "views": _light(trial.game.view(position, None) for position in positions[:MOST_VIEWS]),
    }


def _seconds(trial: Trial, record: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """How a seat used its clock; the call in which it failed counts too, though it made no move."""
    moves = [seconds for seconds, mover in zip(record["seconds"], record["seats"], strict=True) if mover == seat]
    start, left, verdict = record["start_seconds"][seat], record["left"][seat], record["verdicts"][seat]
    used, calls = start + sum(moves), list(moves)
    if verdict["code"] != "fair" and verdict["move"]:
        clock = trial.task["clock"]
        calls.append(max(0.0, clock["base"] + clock["increment"] * verdict["move"] - left - used))
    slowest = round(max(calls, default=0.0), 3)
    return {"start": start, "used": round(start + sum(calls), 3), "left": left, "slowest": slowest, "moves": len(moves)}


def problem(log: str) -> dict[str, Any] | None:
    """Where in the file the last trace of a log ends, and what it says there; None without a trace."""
    places = list(_PLACE.finditer(log))
    if not places:
        return None
    after = log[places[-1].end() :].splitlines()
    words = next((line for line in reversed(after) if line and not line[0].isspace() and _LAST_WORDS.match(line)), "")
    return {"line": int(places[-1][1]), "sentence": as_sentence(words) or _("It failed here.")}


def _problem(language: Language, log: str) -> dict[str, Any] | None:
    """Where in the file the bot failed, by its log."""
    if language.suffixes == table.PYTHON.suffixes:
        return problem(log)
    return next(iter(language.problems(log)), None)


def source_of(source: object, language: Language) -> Files:
    """The files of a source in one text; raises ``Malformed`` or ``SourceTooLarge``."""
    if not language.suffixes:
        raise Malformed(_("{title} is not written as a text; hand in the file.", title=language.title))
    data = text_of(source, _("There is nothing to try yet: the file is empty."))
    return {f"bot{language.suffixes[0]}": (data, False)}


def beside(source: Files, learnt: Learnt | None, most: int) -> Files:
    """The files of a source with learnt weights of at most so many megabytes, if there are any; refused as those that
    are handed in."""
    if learnt is None:
        return source
    found = unpacking.with_weights(source, *learnt)
    weights.insist(found, most * MEGABYTE)
    return found


def text_of(source: object, nothing: str) -> bytes:
    """A source that came as a text; raises ``Malformed``, with the sentence ``nothing`` if it is empty, or
    ``SourceTooLarge``."""
    if not isinstance(source, str) or not source.strip():
        raise Malformed(nothing)
    try:
        data = source.encode()
    except UnicodeEncodeError:
        raise Malformed(_("The file has a character that is none.")) from None
    if len(data) > MOST_SOURCE:
        raise SourceTooLarge(
            _("A file that is tried here has at most {most_source} kB.", most_source=MOST_SOURCE // 1000)
        )
    return data


def _clock(given: object) -> Control:
    control = Control.read(None if given is None else an_object(given))
    if control.base > MOST_BASE or control.increment > MOST_INCREMENT:
        raise BadOption(
            _(
                "A try's clock is at most {most_base:g} s, and {most_increment:g} s more a turn.",
                most_base=MOST_BASE,
                most_increment=MOST_INCREMENT,
            )
        )
    return control


def _light(views: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first views, as many as may travel with the answer."""
    size, found = 0, []
    for view in views:
        size += len(json.dumps(view))
        if size > MOST_VIEW_BYTES:
            break
        found.append(view)
    return found
