"""Reviews of games that somebody asks for: made by the workers in parts, in the background, and kept by content.

A game is asked for by its record and is known by a key of its content from then on, so the same game is judged once.
Finished reviews stay in memory, and in a folder of the newest few hundred, so that a restart loses none.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import Closing, LabBusy, NoSuchReview, NothingToSearch, TooOften
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, News, Priority, Waiter
from plyground.review import explaining, making, valuing
from plyground.sessions import reading
from plyground.sessions.limits import Buckets
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import LONGEST_MOVE, Reading, read_position
from plyground.sessions.tokens import visitor_digest

log = logging.getLogger(__name__)

_KEPT, _KEPT_ON_DISK, _MOST_UNDERWAY, _MOST_OF_ONE = 64, 2000, 100, 5
_QUIET_PART = 2
"""Plies that a worker judges at a time of a review that nobody waits for."""
_PART_SECONDS = 60.0
_KEY = re.compile(r"[0-9a-f]{24}", re.ASCII)
_FUNCTION = "plyground.review.making:judged"
_EXPLAINING = "plyground.review.explaining:explained"
_TRYING = "plyground.review.trying:tried"
_VALUING = "plyground.review.valuing:valued"


def _sentence(game: str, why: Mapping[str, Any]) -> str:
    """An explanation as a message: what workers say travels as plain text, and would stay English."""
    return explaining.sentence(registry.game(game), why["claims"], why.get("forced"))


@dataclass
class _Underway:
    read: Reading
    who: str
    waiting: list[tuple[int, int]]
    plies: list[dict[str, Any]] = field(default_factory=list)
    solving: bool = True
    failed: str = ""
    priority: Priority = Priority.WATCHED


class Reviews:
    """All reviews of one server process. Every method may be called from any thread and returns at once."""

    def __init__(self, pool: Pool, folder: Path, monotonic: Callable[[], float]) -> None:
        self._pool, self._folder, self._lock = pool, folder, threading.Lock()
        self._done: Recent[str, dict[str, Any]] = Recent(_KEPT)
        self._underway: dict[str, _Underway] = {}
        sentence = _("Games are reviewed at most ten times a minute for one address; wait a moment.")
        self._asked = Buckets(1 / 6, 10, sentence, monotonic=monotonic)
        sentence = _("At most two moves a second are explained for one address; wait a moment.")
        words = _("At most two positions a second are valued for one address; wait a moment.")
        self._valued = Buckets(2, 20, words, monotonic=monotonic)
        self._explained = Buckets(2, 60, sentence, monotonic=monotonic)

    def known(self, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """The ``state`` of the review of a game that is given as for ``PastedGame``, None if there is none."""
        read = PastedGame(body).read
        with suppress(NoSuchReview):
            return self.state(making.key(read.rules.spec.id, dict(read.options), read.start, read.prelude))
        return None

    def ask(self, body: Mapping[str, Any], who: str = "", quietly: bool = False) -> dict[str, Any]:
        """Have a game reviewed that is given as for ``PastedGame``; the answer is that of ``state``.

        ``quietly``: nobody waits for it, so it comes after all that somebody waits for, in small parts.
        """
        read = PastedGame(body).read
        making.check(read.prelude)
        key = making.key(read.rules.spec.id, dict(read.options), read.start, read.prelude)
        with suppress(NoSuchReview):
            found = self.state(key)
            if found["state"] != "failed":
                self._hurry(key, quietly)
                return found
        if not quietly:
            self._asked.take(who)
        with self._lock:
            going = [each.who for each in self._underway.values() if not each.failed]
            if len(going) >= _MOST_UNDERWAY:
                raise TooOften(_("Many games are being reviewed here; try again in a minute."))
            if who and going.count(who) >= _MOST_OF_ONE:
                raise TooOften(_("Five games of yours are being reviewed already; wait for one of them."))
            for old in [each for each, one in self._underway.items() if one.failed][:-_KEPT]:
                del self._underway[old]
            if key not in self._underway or self._underway[key].failed:
                size, priority = (_QUIET_PART, Priority.COMPARISON) if quietly else (making.PART, Priority.WATCHED)
                parts = making.parts(len(read.prelude), size)
                self._underway[key] = _Underway(read, who, parts, priority=priority)
        self._next(key)
        return self.state(key)

    def _hurry(self, key: str, quietly: bool) -> None:
        """Somebody waits from now on for a review that was made for nobody."""
        with self._lock:
            if key in self._underway and not quietly:
                self._underway[key].priority = Priority.WATCHED

    def state(self, key: str) -> dict[str, Any]:
        """``{"key", "state", "done", "of"}`` with ``state`` ``running``, ``failed`` (and a ``sentence``) or ``done``
        (and the ``review``); raises ``NoSuchReview``."""
        with self._lock:
            at = self._underway.get(key)
            if at is not None:
                told = {"key": key, "state": "running", "done": len(at.plies), "of": len(at.read.prelude)}
                return told | ({"state": "failed", "sentence": at.failed} if at.failed else {})
            found = self._done.find(key)
        found = found or self._from_disk(key)
        if found is None:
            raise NoSuchReview(_("This review is no longer kept; ask for it again."))
        count = len(found["moves"])
        return {"key": key, "state": "done", "done": count, "of": count, "review": found}

    def explain(self, key: str, ply: int, who: str = "") -> dict[str, Any]:
        """Why the move number ``ply`` (from 1) of a finished review was worse than the best: ``{"sentence", "claims",
        "stage"}`` as ``review.explaining`` says. Blocks until a worker has looked; raises a refusal."""
        found = self.state(key)
        if "review" not in found or not 1 <= ply <= len(found["review"]["plies"]):
            raise NoSuchReview(_("This review is not finished, or has no such move."))
        review, at = found["review"], found["review"]["plies"][ply - 1]
        known = at.get("why")
        if known is None:
            self._explained.take(who)
            arguments = {
                "game": review["game"], "options": review["options"], "start": review["start"],
                "moves": review["moves"][: ply - 1], "made": at["made"]["line"], "best": at["best"]["line"],
            }  # fmt: skip
            known = self._called(_EXPLAINING, arguments, who)
            at["why"] = known = known | {"sentence": _sentence(review["game"], known)}
        return dict(known)

    def value_moves(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """What the moves of a position are worth, as ``review.valuing`` says; the body names it as for
        ``read_position`` and how many ``lines``. Blocks until a worker has looked; raises a refusal."""
        read = read_position(body)
        making.check([*read.prelude, ""])
        lines = reading.a_whole_number(body, "lines", 1, valuing.MOST_LINES, default=1)
        if read.rules.returns(read.position) is not None:
            raise NothingToSearch(_("The game is over here: there is no move to value."))
        self._valued.take(who)
        arguments = {
            "game": read.rules.spec.id, "options": dict(read.options), "start": read.start, "moves": list(read.prelude),
            "lines": lines,
        }  # fmt: skip
        strength = knowledge.of(read.rules).strength
        unit = read.rules.spec.unit or (strength.counts if strength else "")
        return self._called(_VALUING, arguments, who) | {"unit": unit}

    def try_move(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """What the search says of a ``move`` at a position, and its answers, as ``review.trying`` has it, and
        the ``sentence`` of its claims. Blocks until
        a worker has looked; raises a refusal."""
        read = read_position(body)
        making.check([*read.prelude, ""])
        self._explained.take(who)
        text = reading.a_text(body, "move", LONGEST_MOVE, required=True)
        move = read.rules.move_text(read.position, read.rules.require(read.position, text))
        game = read.rules.spec.id
        arguments = {
            "game": game, "options": dict(read.options), "start": read.start, "moves": list(read.prelude), "move": move,
        }  # fmt: skip
        found = self._called(_TRYING, arguments, who)
        return found | {"sentence": _sentence(game, found)}

    def _called(self, function: str, arguments: dict[str, Any], who: str) -> dict[str, Any]:
        """What a worker's function gives, waited for; raises ``LabBusy``."""
        waiter = Waiter()
        request = CallRequest(function, arguments, Priority.WATCHED, seconds=_PART_SECONDS, visitor=visitor_digest(who))
        self._pool.submit(request, waiter)
        found = None
        with suppress(TimeoutError):
            found = waiter.wait(_PART_SECONDS)
        if found is None:
            raise LabBusy(_("The server is too busy to explain a move now; try again in a moment."))
        return found

    def _next(self, key: str) -> None:
        with self._lock:
            at = self._underway.get(key)
            if at is None or not at.waiting:
                return
            first, last = at.waiting.pop(0)
            read, solving, priority = at.read, at.solving, at.priority
        arguments = {
            "game": read.rules.spec.id, "options": dict(read.options), "start": read.start,
            "moves": list(read.prelude), "first": first, "last": last, "solving": solving,
        }  # fmt: skip
        request = CallRequest(_FUNCTION, arguments, priority, seconds=_PART_SECONDS, visitor=visitor_digest(at.who))
        try:
            self._pool.submit(request, partial(self._heard, key))
        except Closing as refusal:
            at.failed = str(refusal)

    def _heard(self, key: str, what: News, value: Any) -> None:
        if what not in ("answered", "failed"):
            return None
        with self._lock:
            at = self._underway[key]
            if what == "failed":
                at.failed = _("The game could not be reviewed: {why}", why=value["sentence"])
                return None
            at.plies, at.solving = [*value["plies"], *at.plies], value["solving"]
            finished = not at.waiting
        if not finished:
            return self._next(key)
        read = at.read
        made = making.together(read.rules.spec.id, dict(read.options), read.start, read.prelude, at.plies)
        with self._lock:
            self._done[key] = made
            del self._underway[key]
        self._to_disk(key, made)
        return None

    def _from_disk(self, key: str) -> dict[str, Any] | None:
        if not _KEY.fullmatch(key):
            return None
        try:
            found = json.loads(zlib.decompress((self._folder / key).read_bytes()))
        except (OSError, ValueError, zlib.error):
            return None
        with self._lock:
            self._done[key] = found
        return dict(found)

    def _to_disk(self, key: str, made: dict[str, Any]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{key}.new").write_bytes(zlib.compress(json.dumps(made).encode()))
            (self._folder / f"{key}.new").rename(self._folder / key)
            kept = sorted(self._folder.iterdir(), key=lambda each: each.stat().st_mtime)
            for old in kept[: max(0, len(kept) - _KEPT_ON_DISK)]:
                old.unlink(missing_ok=True)
        except OSError as error:  # then it is made again some day
            log.warning("A review could not be kept: %s", error)
