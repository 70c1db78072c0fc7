"""Plays one game between bots: plain data in, plain data out, so that it can be a task on any machine.

``play_game`` always comes back: every wait for a bot has a deadline, and whatever is started is ended. A bot's failure
is its verdict; a failure of the server's own gives a record whose ``status`` is ``server_fault``, to be played again.
"""

from __future__ import annotations

import hashlib
import math
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing import networked, verdicts
from plyground.competitions.refereeing.clock import Clock, Control
from plyground.competitions.refereeing.entrants import Answer, Asked, BuiltIn, Entrant, Used, reading
from plyground.competitions.refereeing.uploads import Upload
from plyground.competitions.refereeing.verdicts import Verdict, when
from plyground.core import compiled_calls, registry
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.messages import _, joined
from plyground.core.picking import picked
from plyground.engines.bot_lines import MOST_LISTED, shown
from plyground.sandbox.bot_library.folder import map_of
from plyground.sandbox.confinements import UNCONFINED, confinement
from plyground.sandbox.contract import Bounds
from plyground.sessions.secrecy import hides

PLAYED, SERVER_FAULT = "played", "server_fault"
DISTURBED = 0.25
"""A game in which a bot waited for a core for more than this share of its clock, increments included, is marked."""
_MOST_MOVES = 20_000
_PAUSE_PACES, _MOST_PAUSE_SECONDS = 10, 8.0

Tell = Callable[[Mapping[str, Any]], None]
"""Hears of a game as it goes on: see ``play_game``."""


def play_game(task: Mapping[str, Any], tell: Tell = lambda event: None) -> dict[str, Any]:
    """Play the game of a task and return its record.

    ``task``: ``id``; ``game``, ``options``; ``start``, a position's text or None; ``opening``, moves played before
    anybody is asked; ``seed``; ``clock`` with ``base`` and ``increment`` in seconds; ``entrants``, one for each seat:
    ``{"kind": "built_in", "bot": TEXT}`` or ``{"kind": "upload", "folder": PATH, "command": [...] or None, "name"}``
    or ``{"kind": "network", "account": ID, "name"}``;
    ``bounds`` of the sandbox; ``confinement`` by name; ``most_moves``, after which the game is drawn; ``most_seconds``,
    which all moves together may take, the last one cut short; ``pace``, the seconds between a move and the next turn
    for people who watch, charged to nobody while no bot runs.

    The record: ``id``; ``moves`` (the first ``opening`` of them were given) with ``seats`` and ``seconds``, who made
    each and how long it took; ``minds``, what each told of its search with its move, or None, where any did;
    ``used``, what each handed-in program used for its move (``entrants.Used`` as a list), or None, where there is one;
    ``start_seconds``, what the initial call of each seat took; ``left`` per seat;
    ``returns`` per seat, None unless the game was played to its end; ``reason`` (``rules``, ``failed``,
    ``both_failed``, ``length`` or ``server_fault``) and ``sentence``; ``verdicts``, ``results``, ``ranks``, ``points``
    and ``logs`` per seat; ``overhead``, our milliseconds at each move that was asked for; ``waited``, the seconds for
    which each seat's bot was ready and had no core, which are not charged, and ``disturbed``, whether that was too much
    (``DISTURBED``); ``status``.

    ``tell`` hears of it meanwhile, in this thread, and must come back at once: ``{"kind": "begun", "game", "options",
    "start", "clock", "pace", "moves", "seats"}`` with the opening; ``{"kind": "ready", "left"}`` when the bots have
    made their initial calls; ``{"kind": "moved", "text", "seat", "seconds", "mind", "left"}`` after each move;
    ``{"kind": "ended"}`` with what the record has of ``_TOLD``.

    Raises a refusal if the task itself is wrong: an unknown game, bot, option or move of the opening.
    """
    compiled_calls.use_compiled(True)
    table = _Table(task, tell)
    tell(table.beginning())
    try:
        table.play()
    except Exception:  # ours, since bots' failures are answers: the game is void, and the server's log says why
        table.fault = traceback.format_exc()
    finally:
        table.close()
    record = table.record()
    tell({"kind": "ended", **{name: record[name] for name in _TOLD}})
    return record


_TOLD = ("left", "ranks", "verdicts", "reason", "sentence", "status", "disturbed")


def conditions(confinement: str) -> str:
    """Under which conditions bots play here, the same for events and tries."""
    if confinement == UNCONFINED:
        return _("Played on one core without a sandbox, so not as in events.")
    return _(
        "Played as in events: one core, the sandbox {confinement}, and a wait for a core is not charged.",
        confinement=confinement,
    )


def opening_pause(pace: float) -> float:
    """The seconds that a paced game waits before its first move: people see how the last one ended, and who plays."""
    return min(_MOST_PAUSE_SECONDS, _PAUSE_PACES * pace)


class _Table:
    """One game being played."""

    def __init__(self, task: Mapping[str, Any], tell: Tell) -> None:
        """Read a task and play its opening; raises a refusal."""
        game = self.game = registry.game(task["game"])
        self.options = game.options(task.get("options"))
        start, given = task.get("start"), task["entrants"]
        self.position = game.parse_position(start, self.options) if start else game.initial(self.options)
        seats = game.seats_at(self.position)
        if seats != len(given):
            raise BadOption(
                _("This game has {seats} seats, and {given} bots are named.", seats=seats, given=len(given))
            )
        self.id, self.start = task.get("id"), game.position_text(self.position)
        self.names = [str(each.get("name") or each.get("bot") or _("The bot")) for each in given]
        self.seeds = [number_of(f"{task.get('seed', 0)}:{seat}") for seat in range(seats)]
        self.clock = Clock(Control.read(task.get("clock")), seats)
        self.entrants = [_entrant(each, game, task, seed) for each, seed in zip(given, self.seeds, strict=True)]
        self.most_moves = int(task.get("most_moves") or _MOST_MOVES)
        self.most_seconds = float(task.get("most_seconds") or math.inf)
        self.pace = float(task.get("pace") or 0.0)
        self.tell = tell
        self.moves: list[str] = []
        self.movers: list[int] = []
        self.seconds: list[float] = []
        self.minds: list[Mapping[str, Any] | None] = []
        self.used: list[Used | None] = []
        self.overhead: list[float] = []
        self.waited = [0.0] * seats
        self.start_seconds, self.asked, self.told = [0.0] * seats, [0] * seats, [0] * seats
        self.verdicts, self.logs = [Verdict() for _unused in range(seats)], [""] * seats
        self.shown: list[list[str]] = [[] for _unused in range(seats)]
        self.until, self.reason, self.fault = math.inf, "", ""
        for text in task.get("opening") or ():
            self.make(game.require(self.position, text), 0.0)
        self.opening = len(self.moves)

    def beginning(self) -> dict[str, Any]:
        """What is told at the start."""
        played = {"game": self.game.spec.id, "options": dict(self.options), "clock": self.clock.control.as_json()}
        made = {"moves": list(self.moves), "seats": list(self.movers)}
        return {"kind": "begun", **picked(self, "start pace"), **played, **made}

    def play(self) -> None:
        """Play to the end; the result is then in the fields."""
        self._begin()
        self.tell({"kind": "ready", "left": self._left()})
        pause = opening_pause(self.pace)
        self.until = time.monotonic() + self.most_seconds
        while not self._over():
            time.sleep(pause)  # every bot is stopped, or is one of ours, which thinks in this thread only
            pause, ply, seat = self.pace, len(self.moves), self.game.to_move(self.position)
            if self.verdicts[seat].failed:
                self.make(self._pass_of(seat), 0.0)
            else:
                self._turn(seat)
            if len(self.moves) > ply:
                move = {"text": self.moves[-1], "seat": self.movers[-1], "seconds": self.seconds[-1]}
                self.tell({"kind": "moved", **move, "mind": self.minds[-1], "left": self._left()})
        for seat, entrant in enumerate(self.entrants):
            if not self.verdicts[seat].failed:
                entrant.end({"ranks": self._ranks(), "reason": self.reason, "moves": self._news(seat)})

    def close(self) -> None:
        """End every bot; what cannot be ended is a fault of the server's."""
        for seat, entrant in enumerate(self.entrants):
            try:
                self.logs[seat] = entrant.close()
            except Exception:
                self.fault = self.fault or traceback.format_exc()

    def make(self, move: Any, seconds: float, mind: Mapping[str, Any] | None = None, used: Used | None = None) -> None:
        """Make a legal move; each seat will hear of it as it may know it."""
        position = self.position
        self.movers.append(self.game.to_move(position))
        self.moves.append(self.game.move_text(position, move))
        self.seconds.append(round(seconds, 6))
        self.minds.append(mind)
        self.used.append(used)
        for seat, heard in enumerate(self.shown):
            heard.append(self.game.move_text_for(position, move, seat))
        self.position = self.game.play(position, move)

    def _left(self) -> list[float]:
        return [round(each, 3) for each in self.clock.left]

    def _begin(self) -> None:
        """Start the bots and make their initial calls, one after the other, so that none disturbs another's clock."""
        position = self.game.parse_position(self.start, self.options)
        self._load_rules()
        for seat, entrant in enumerate(self.entrants):
            entrant.open()
            answer = entrant.begin(self._facts(position, seat), self.clock.left[seat])
            self.start_seconds[seat] = round(answer.seconds, 6)
            self.clock.charge(seat, answer.seconds)
            self.waited[seat] += answer.waited
            self._judge(seat, answer)

    def _load_rules(self) -> None:
        """Load the compiled rules before the first turn."""
        if self.game.returns(self.position) is None:
            self.game.returns(self.game.play(self.position, self.game.legal_moves(self.position)[0]))

    def _facts(self, position: Any, seat: int) -> dict[str, Any]:
        """What a bot is told at the start."""
        facts = {
            "game": self.game.spec.id,
            "options": self.options,
            "seat": seat,
            "seats": len(self.entrants),
            "position": self.game.position_text_for(position, seat),
            "clock": self.clock.control.as_json(),
            "seed": self.seeds[seat],
        }
        chart = map_of(self.game, position)
        return facts if chart is None else facts | {"map": chart}

    def _turn(self, seat: int) -> None:
        """Ask the seat for a move and make it, or let its verdict fall. A forced pass is made without asking."""
        begun = time.monotonic()
        game, position = self.game, self.position
        legal = game.legal_moves(position)
        texts = [game.move_text(position, move) for move in legal] if len(legal) <= MOST_LISTED else None
        if texts is not None and len(texts) == 1 and _is_pass(texts[0]):
            self.make(legal[0], 0.0)
            return
        self.asked[seat] += 1
        left = min(self.clock.begin(seat), max(0.1, self.until - begun))
        news = self._news(seat)
        increment = self.clock.control.increment
        answer = self.entrants[seat].turn(Asked(game, position, self.options, seat, news, left, increment, texts))
        self.clock.charge(seat, answer.seconds)
        self.waited[seat] += answer.waited
        self.until += answer.waited
        if answer.verdict is None:
            move, wrong = reading(game, position, answer.text)
            if wrong:
                answer = Answer(answer.seconds, verdict=self._illegal(seat, answer.text, wrong))
            else:
                self.make(move, answer.seconds, None if hides(game) else answer.mind, answer.used)
                self.told[seat] = len(self.moves)
        self._judge(seat, answer)
        self.overhead.append(round(1000 * (time.monotonic() - begun - answer.seconds - answer.waited), 4))

    def _news(self, seat: int) -> list[str]:
        """The moves since the seat's last turn, as it may know them."""
        return self.shown[seat][self.told[seat] :]

    def _illegal(self, seat: int, text: str, wrong: str) -> Verdict:
        number = self.asked[seat]
        return Verdict(
            "illegal",
            _(
                "It played {shown} {when}, which is not allowed: {wrong}",
                shown=shown(text),
                when=when(number),
                wrong=wrong,
            ),
            number,
        )

    def _judge(self, seat: int, answer: Answer) -> None:
        """Let the verdict of a failed bot stand, and end the bot."""
        if answer.verdict is not None:
            self.verdicts[seat] = answer.verdict
            self.logs[seat] = self.entrants[seat].close()

    def _over(self) -> bool:
        """Whether the game has ended, and ``reason`` why."""
        failed = [verdict.failed for verdict in self.verdicts]
        if all(failed):
            self.reason = "both_failed"
        elif sum(failed) and len(failed) - sum(failed) < 2:
            self.reason = "failed"
        elif self.game.returns(self.position) is not None:
            self.reason = "rules"
        elif len(self.moves) >= self.most_moves or time.monotonic() >= self.until:
            self.reason = "length"
        return bool(self.reason)

    def _pass_of(self, seat: int) -> Any:
        """The move of a seat that failed at a table of three or more: the pass, or without one the first legal move."""
        legal = self.game.legal_moves(self.position)
        return next((move for move in legal if _is_pass(self.game.move_text(self.position, move))), legal[0])

    def _returns(self) -> tuple[float, ...] | None:
        return self.game.returns(self.position) if self.reason == "rules" else None

    def _ranks(self) -> list[int]:
        return verdicts.ranks(self._returns(), self.verdicts)

    def _sentence(self) -> str:
        """Why the game ended, for everybody."""
        if self.reason == "rules":
            return self.game.ending(self.position) or ""
        if self.reason == "length":
            return _("The game was stopped after {moves} moves.", moves=len(self.moves))
        failed = [seat for seat, verdict in enumerate(self.verdicts) if verdict.failed]
        return joined(*(verdicts.of(self.names[seat], self.verdicts[seat].sentence) for seat in failed))

    def _disturbed(self) -> bool:
        """Whether a bot had to wait for a core so long that the game may have gone otherwise for it."""
        control = self.clock.control
        had = [control.base + control.increment * asked for asked in self.asked]
        return any(waited > DISTURBED * clock for waited, clock in zip(self.waited, had, strict=True))

    def record(self) -> dict[str, Any]:
        """The game as plain data."""
        seats = range(len(self.entrants))
        common = picked(self, "id moves opening seconds start_seconds logs overhead")
        common |= {"minds": self.minds} if any(self.minds) else {}
        common |= {"used": self.used} if any(self.used) else {}
        common |= {"waited": [round(each, 6) for each in self.waited], "disturbed": self._disturbed()}
        common |= {"seats": self.movers, "left": [round(left, 6) for left in self.clock.left]}
        if self.fault:
            none = [None for _unused in seats]
            sentence = _("Something of the server's own failed; the game is to be played again.")
            return common | {
                "returns": None, "reason": SERVER_FAULT, "sentence": sentence, "fault": self.fault[-4000:],
                "verdicts": [Verdict(sentence="").as_json() for _unused in seats], "results": none, "ranks": none,
                "points": none, "status": SERVER_FAULT,
            }  # fmt: skip
        ranks, returns = self._ranks(), self._returns()
        return common | {
            "returns": None if returns is None else list(returns),
            "reason": self.reason,
            "sentence": self._sentence(),
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
            "results": [verdicts.result(ranks, self.verdicts, seat) for seat in seats],
            "ranks": ranks,
            "points": verdicts.points(ranks, self.verdicts),
            "status": PLAYED,
        }


def _is_pass(text: str) -> bool:
    return text.lower() == "pass"


def number_of(word: str) -> int:
    """A number that follows from a word, the same on every machine, for seeds."""
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:6], "big")


def _processor_seconds(task: Mapping[str, Any]) -> int:
    """The safety net of the sandbox, well above what the clock of a long game allows."""
    control = Control.read(task.get("clock"))
    return max(Bounds.cpu_seconds, int(2 * control.base + 1000 * control.increment))


def _entrant(given: Mapping[str, Any], game: Game[Any, Any], task: Mapping[str, Any], seed: int) -> Entrant:
    if given["kind"] == "built_in":
        return BuiltIn(given["bot"], game, str(seed))
    bounds = Bounds(**{"cpu_seconds": _processor_seconds(task), **(task.get("bounds") or {})})
    if given["kind"] == networked.KIND:
        return networked.Networked(given["account"], str(task.get("id")), bounds)
    return Upload(
        Path(given["folder"]), given.get("command"), game.spec.id, confinement(task.get("confinement")), bounds
    )
