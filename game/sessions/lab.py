"""The laboratory: traces of teaching searches from any position, made by the pool's workers and kept by content.

A trace is asked for by everything that it depends on, so the same question has the same key everywhere; whoever has a
link asks again, and the server answers from memory if it can.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from operator import attrgetter, eq, itemgetter
from typing import Any

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.recent import RecentBySize
from plyground.core.refusals import BotFailed, LabBusy, NoSuchTrace, NothingToSearch, Oversized, StorageFailed
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, Priority, Request, SearchRequest, Waiter
from plyground.search import ideas
from plyground.search.teaching import columns, pseudocode, words
from plyground.search.teaching.search import Search, UnfitSearch
from plyground.search.teaching.searches import search as find_search
from plyground.search.teaching.searches import searches
from plyground.search.teaching.trace import Trace
from plyground.sessions import reading
from plyground.sessions.lab_questions import LabQuestions
from plyground.sessions.limits import Buckets, Turns
from plyground.sessions.setup import Reading, read_position
from plyground.sessions.tokens import visitor_digest

TRACE_SECONDS = 15.0
"""How long a worker may record one trace; it then ends early, and says so."""
_PATIENCE_SECONDS = 60.0
_KEPT_BYTES = 64_000_000
_KEPT_TRACES, KEPT_SIZE = 200, 6_000_000
"""Traces that are kept ready, and their sizes together: a quarter of a gigabyte."""
_TOO_BUSY = _("The server is too busy to look inside a search now; try again in a moment.")
MOST_WORDS = 200
MOST_VIEWS = 60


@dataclass(frozen=True)
class Question:
    """Everything that a trace depends on, checked."""

    read: Reading
    search: Search
    settings: dict[str, Any]
    seat: int | None
    seed: int

    @property
    def body(self) -> dict[str, Any]:
        """What asks the same again."""
        read = self.read
        return {
            "game": read.rules.spec.id, "options": read.options, "position": read.start, "moves": list(read.prelude),
            "search": self.search.spec.id, "settings": self.settings, "seat": self.seat, "seed": self.seed,
        }  # fmt: skip

    @property
    def key(self) -> str:
        """The same for the same question: 24 hexadecimal digits."""
        read = self.read
        parts = [
            read.rules.spec.id, read.options, read.start, list(read.prelude), self.search.spec.id, self.settings,
            self.seat, self.seed,
        ]  # fmt: skip
        text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]


class Lab:
    """All traces of one server process. Every method may be called from any thread."""

    def __init__(self, pool: Pool, monotonic: Callable[[], float], questions: LabQuestions | None = None) -> None:
        """With ``questions`` a trace that is no longer kept is made again when it is looked at, after a restart too.
        ``turns`` are for work that takes long with a long trace."""
        self._pool, self._questions = pool, questions
        self._lock = threading.Lock()
        self._packed: OrderedDict[str, bytes] = OrderedDict()
        self._seconds: dict[str, float] = {}
        self._traces: RecentBySize[str, Trace] = RecentBySize(_KEPT_TRACES, KEPT_SIZE, attrgetter("size"))
        self._making: dict[str, threading.Lock] = {}
        sentence = _("Positions are looked at at most twenty times a second; slow down a little.")
        self._looks = Buckets(20, 200, sentence, monotonic=monotonic)
        sentence = _("Searches are looked into at most sixty times a second; slow down a little.")
        self._walks = Buckets(60, 600, sentence, monotonic=monotonic)
        self.turns = Turns(_PATIENCE_SECONDS, _TOO_BUSY, LabBusy)
        sentence = _("At most two traces a second are made for one address; wait a moment.")
        self._asked = Buckets(2, 120, sentence, monotonic=monotonic)

    def look(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """A position and the searches that fit it: ``{"game", "options", "text", "start", "moves", "view", "over",
        "searches", "ideas"}``. Each search has its facts, its options, its pseudo-code, and ``refuses``: null or a
        sentence; ``ideas`` are those of the fast search, each with ``id``, ``title`` and ``help``."""
        self._looks.take(who)
        read = read_position(body, looked_at=True)
        rules, position = read.rules, read.position
        over = rules.returns(position) is not None
        return {
            "game": rules.spec.id,
            "title": rules.spec.title,
            "options": read.options,
            "text": rules.position_text_for(position, None),
            "start": read.start,
            "moves": list(read.prelude),
            "view": rules.view(position, None),
            "over": over,
            "seats": [rules.spec.seat_name(seat) for seat in range(rules.seats_at(position))],
            "to_move": rules.to_move(position),
            "searches": [] if over else [_described(each, rules, position) for each in searches().values()],
            "ideas": [] if over else [vars(each) for each in ideas.ideas_of(rules, position)],
        }

    def ideas(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """What each idea of the fast search saves here (``search.ideas``): ``{"depth", "counts"}``. The body may name
        ``without``, ideas to leave out together, and the ``depth``. Blocks until a worker has counted."""
        read = read_position(body, looked_at=True)
        known = [idea.id for idea in ideas.ideas_of(read.rules, read.position)]
        if read.rules.returns(read.position) is not None or not known:
            raise NothingToSearch(_("The fast search does not play here: there is nothing to count."))
        without = [name for name in reading.texts(body, "without", len(known), 40) if name in known]
        deep = reading.a_whole_number(body, "depth", 0, ideas.DEEPEST, default=0)
        self._asked.take(who)
        arguments = {
            "game": read.rules.spec.id, "options": dict(read.options), "position": read.start,
            "moves": list(read.prelude), "without": without, "depth": deep or None,
        }  # fmt: skip
        request = CallRequest(
            "plyground.search.ideas:compared", arguments, Priority.WATCHED, seconds=_PATIENCE_SECONDS,
            visitor=visitor_digest(who),
        )  # fmt: skip
        return self._answer(request)

    def estimate(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """How large a search will be: ``{"low", "high", "exact", "sentence", "rows", "most"}``; raises a refusal."""
        self._looks.take(who)
        asked = self._read(body)
        found = asked.search.estimate(asked.read.rules, asked.read.position, asked.settings)
        return {
            "low": _finite(found.low),
            "high": _finite(found.high),
            "exact": found.exact,
            "sentence": found.sentence,
            "rows": [list(row) for row in found.rows],
            "settings": asked.settings,
        }

    def trace(self, body: Mapping[str, Any], who: str = "") -> dict[str, Any]:
        """Make a trace, or find it: ``{"trace": KEY, "seconds"}``, the seconds of a processor that recording it took.
        Blocks until a worker has made it; raises a refusal."""
        key = self._found_or_made(self._read(body), who)
        return {"trace": key, "seconds": self._seconds.get(key)}

    def _found_or_made(self, asked: Question, who: str) -> str:
        key = asked.key
        with self._making.setdefault(key, threading.Lock()):  # of many who ask at once, one has it made
            with self._lock:
                known = key in self._packed
            try:
                if not known:
                    self._asked.take(who)
                    self._keep(key, *self._made(asked, who))
                    if self._questions is not None:
                        with suppress(StorageFailed):  # then it is there until the server ends
                            self._questions.keep(key, asked.body)
            finally:
                self._making.pop(key, None)
        return key

    def _see_to(self, key: str, who: str) -> None:
        """Have a trace that was asked for once made again, if it is no longer kept; blocks meanwhile."""
        with self._lock:
            known = key in self._packed
        body = None if known or self._questions is None else self._questions.find(key)
        if body is not None:
            try:
                asked = self._read(body)
            except Refusal:  # what asks for it now is told that it is not there
                return
            self._found_or_made(asked, who)

    def packed(self, key: str, who: str = "") -> bytes:
        """A trace as it travels (``columns``), compressed by zlib; raises ``NoSuchTrace``. ``who`` is counted if it has
        to be made again, as with all methods that look at one."""
        self._see_to(key, who)
        with self._lock:
            if key not in self._packed:
                raise NoSuchTrace(_("This trace is no longer kept; ask for it again."))
            self._packed.move_to_end(key)
            return self._packed[key]

    def walk(self, who: str) -> None:
        """Count that somebody looks at steps or boards of a search; raises ``TooFast``."""
        self._walks.take(who)

    def words(self, key: str, first: int, count: int, who: str = "") -> dict[str, Any]:
        """The sentences of up to 200 steps from ``first`` on, short and long, and the line of code that each lights."""
        self.walk(who)
        trace = self.recorded(key, who)
        steps = range(max(0, first), min(len(trace.steps), max(0, first) + min(count, MOST_WORDS)))
        return {
            "first": steps.start,
            **words.sentences(trace, steps),
            "lines": [pseudocode.line_of(trace, trace.steps[at]) for at in steps],
        }

    def views(self, key: str, nodes: Sequence[int | str], who: str = "") -> dict[str, Any]:
        """The boards of up to 60 nodes: ``{"views": {node: {"view", "text", "effect"}}}``; ``effect`` is what the move
        that leads there shows. A node is its number; ``NUMBER.INDEX`` is what a move of it leads to, looked at by the
        search or not."""
        self.walk(who)
        return views_of(self.recorded(key, who), nodes)

    def _read(self, body: Mapping[str, Any]) -> Question:
        read = read_position(body, looked_at=True)
        if read.rules.returns(read.position) is not None:
            raise NothingToSearch(_("The game is over in this position: there is nothing to search."))
        found = find_search(reading.a_text(body, "search", 40, required=True))
        sentence = found.refuses(read.rules, read.position)
        if sentence is not None:
            raise UnfitSearch(sentence)
        given = dict(reading.an_object({} if body.get("settings") is None else body["settings"]))
        settings = found.checked(read.rules, given)
        seat = None
        if body.get("seat") is not None:
            seat = reading.a_whole_number(body, "seat", 0, read.rules.seats_at(read.position) - 1)
        return Question(read, found, settings, seat, reading.a_whole_number(body, "seed", 0, 2**32, default=0))

    def _made(self, asked: Question, who: str) -> tuple[bytes, float]:
        """A trace as it travels, and what recording it took."""
        read = asked.read
        request = SearchRequest(
            read.rules.spec.id, dict(read.options), read.start, tuple(read.prelude), "", asked.seed, TRACE_SECONDS,
            visitor=visitor_digest(who), priority=Priority.WATCHED,
            search={"id": asked.search.spec.id, "settings": asked.settings, "seat": asked.seat},
        )  # fmt: skip
        answer = self._answer(request)
        return base64.b64decode(answer["trace"]), float(answer["seconds"])

    def _answer(self, request: Request) -> dict[str, Any]:
        """What a worker answers; raises a refusal."""
        waiter = Waiter()
        handle = self._pool.submit(request, waiter)
        try:
            answer = waiter.wait(_PATIENCE_SECONDS)
        except TimeoutError:
            handle.cancel()
            raise LabBusy(_TOO_BUSY) from None
        if answer is None:
            raise BotFailed(
                _("The search could not be recorded: {error}", error=waiter.error["sentence"] if waiter.error else "")
            )
        return answer

    def _keep(self, key: str, packed: bytes, seconds: float) -> None:
        with self._lock:
            self._packed[key] = packed
            self._seconds[key] = seconds
            while sum(map(len, self._packed.values())) > _KEPT_BYTES and len(self._packed) > 1:
                gone, _packed = self._packed.popitem(last=False)
                del self._seconds[gone]

    def recorded(self, key: str, who: str = "") -> Trace:
        """A trace as it was recorded, to be looked at and not changed; raises ``NoSuchTrace``."""
        found = self._unpacked(key)
        if found is None:
            packed = self.packed(key, who)
            with self.turns.taken(who):
                found = self._unpacked(key)  # by another one, meanwhile
                if found is None:
                    found = columns.unpacked(packed)
                    with self._lock:
                        self._traces[key] = found
        return found

    def _unpacked(self, key: str) -> Trace | None:
        with self._lock:
            return self._traces.find(key)


def _described(search: Search, rules: Game[Any, Any], position: Any) -> dict[str, Any]:
    spec, code = search.spec, pseudocode.CODES.get(search.spec.id)
    return {
        "id": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "view": spec.view,
        "refuses": search.unfit(rules, position),
        "options": [option.as_json() for option in search.options(rules)],
        "code": list(code.lines) if code is not None else [],
    }


def views_of(trace: Trace, nodes: Sequence[int | str]) -> dict[str, Any]:
    """As ``Lab.views``, of a trace that is there."""
    read = {str(node): tuple(map(int, str(node).split("."))) for node in nodes}
    if len(nodes) > MOST_VIEWS or any(not _known(trace, *place) for place in read.values()):
        raise Oversized(_("At most {most_views} nodes of the trace are shown at a time.", most_views=MOST_VIEWS))
    return {"views": _boards(trace, {text: _line(trace, *place) for text, place in read.items()})}


def _known(trace: Trace, node: int, index: int | None = None) -> bool:
    return 0 <= node < len(trace.parents) and (index is None or index < len(trace.families.get(node, ())))


def _line(trace: Trace, node: int, index: int | None = None) -> tuple[str, ...]:
    """The texts of the moves that lead to a node, or to what a move of it leads to."""
    return trace.line(node) + (() if index is None else (trace.move_text(node, index),))


def _boards(trace: Trace, lines: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """What is shown after each line of moves. In their order, what a line shares with the one before is not played
    again."""
    rules, found = registry.game(trace.head.game), dict[str, Any].fromkeys(lines)
    positions = [rules.parse_position(trace.head.position, trace.head.setup)]
    played: tuple[str, ...] = ()
    for name, line in sorted(lines.items(), key=itemgetter(1)):
        shared = len(list(takewhile(bool, map(eq, played, line))))
        del positions[shared + 1 :]
        for text in line[shared:]:
            positions.append(rules.play(positions[-1], rules.parse_move(positions[-1], text)))
        found[name] = {
            "view": rules.view(positions[-1], None),
            "text": rules.position_text_for(positions[-1], None),
            "effect": rules.effect(positions[-2], rules.parse_move(positions[-2], line[-1])) if line else None,
        }
        played = line
    return found


def _finite(number: float) -> float | None:
    return number if abs(number) < 1e300 else None
