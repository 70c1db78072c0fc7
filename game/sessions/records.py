"""Written games: the record of one that was played here, and one that somebody pastes, in any notation of any game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from plyground.core import effort, records, registry
from plyground.core.errors import MalformedRecord, Refusal, SeveralGames
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.core.refusals import Busy
from plyground.sessions import reading
from plyground.sessions.clock import DAY
from plyground.sessions.reading import LONGEST_NAME
from plyground.sessions.setup import Reading, Setup, played
from plyground.sessions.state import Moved, Result, State, seat_name


def write(setup: Setup, state: State, start: str, moves: Sequence[Moved]) -> dict[str, Any]:
    """The record as JSON; ``plyground.core.records`` reads it back. ``start`` and ``moves`` are what the reader may
    know."""
    return {
        "plyground": records.VERSION,
        "game": setup.game,
        "options": setup.options,
        "start": start,
        "seats": [
            {"kind": s.kind, "name": seat_name(setup, state, n), "bot": s.bot} for n, s in enumerate(setup.seats)
        ],
        "moves": [{"text": made.text, "seconds": made.seconds, "choice": made.choice} for made in moves],
        "result": state.result.as_json() if state.result is not None else None,
        "created": setup.created,
        "finished": iso(state.finished_at) if state.finished_at is not None else None,
    }


def notation(setup: Setup, state: State, start: str, moves: Sequence[Moved], form: str) -> str:
    """The game as text in one of ``plyground.core.records.forms``; raises ``MalformedRecord`` for another."""
    if form == records.FORM:
        return json.dumps(write(setup, state, start, moves), ensure_ascii=False, indent=1)
    return records.write(setup.rules, as_record(setup, state, start, moves), form)


def as_record(setup: Setup, state: State, start: str, moves: Sequence[Moved]) -> Record:
    """The game as collections and notations have it."""
    tags = {f"seat{number}": seat_name(setup, state, number) for number in range(len(setup.seats))}
    tags |= {"date": setup.created[:10].replace("-", "."), "time": setup.created[11:19], "clock": _clock(setup)}
    if state.result is not None:
        tags |= {"result": _result(state.result), "ending": state.result.sentence, "reason": state.result.reason}
    return Record(setup.options, start, tuple(made.text for made in moves), records.own_tags(setup.rules, tags))


def _result(result: Result) -> str:
    """How a game ended, as notations have it; of three or more seats, or two that are no opposite sides, a sentence."""
    if len(result.returns) != 2:
        return result.sentence
    return "1/2-1/2" if result.winner is None else ("1-0", "0-1")[result.winner]


def _clock(setup: Setup) -> str:
    """The clock as files of games have it: minutes and seconds for the game, and what is added each turn."""
    clock = setup.clock
    if clock.kind == "days":
        return f"{int(clock.seconds / DAY)} days a move"
    seconds = clock.base if clock.kind == "game" else clock.seconds
    shown = f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
    return (
        "" if clock.kind == "none" else f"{shown} a move" if clock.kind == "move" else f"{shown} +{clock.increment:g}"
    )


def iso(seconds: float) -> str:
    """A Unix time as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


MOST_VIEWS = 64
"""How many boards are given at a time."""


class PastedGame:
    """A game read from ``record``; ``game`` says of which it is, or is left out: then each game tries in turn.

    ``line`` is the number of a branch of the record, 0 the game itself.
    """

    def __init__(self, body: Mapping[str, Any]) -> None:
        body = reading.an_object(body)
        record = reading.a_text(body, "record", reading.LONGEST_RECORD, required=True)
        named = reading.a_text(body, "game", 40)
        self._line = reading.a_whole_number(body, "line", 0, 100_000, default=0)
        self._text = record
        with reading.long_ones(record):
            self._record, self._read = _reading(registry.game(named), record) if named else _first_reading(record)
            self.rules = self._read.rules
            if self._line:
                self._read = played(self.rules, self._record.along(self._line))

    @property
    def read(self) -> Reading:
        """The game's end, with its start and its moves."""
        return self._read

    def as_json(self) -> dict[str, Any]:
        """The snapshot that a board replays: moves with their effects, the last view, the seats, and how it ended.

        ``lines`` are the record's branches, ``remarks`` what is written beside the moves of this one, by ply,
        ``about`` what it says of the game, ``told`` what could not be taken over.
        """
        with reading.long_ones(self._text):
            return self._shown()

    def _shown(self) -> dict[str, Any]:
        rules, last = self.rules, self._read.position
        moves = []
        for ply, (position, move) in enumerate(self._walk()):
            if move is not None:
                effect, seat = rules.effect(position, move), rules.to_move(position)
                text = self._read.prelude[ply]
                moves.append({"ply": ply, "seat": seat, "text": text, "effect": effect, "choice": None})
        over = rules.returns(last) is not None
        about, remarks = records.about(rules, self._record), self._record.remarks_along(self._line)
        return {
            "id": "",
            "game": rules.spec.id,
            "title": rules.spec.title,
            "options": self._read.options,
            "start": self._read.start,
            "ply": len(moves),
            "moves": moves,
            "view": rules.view(last, None),
            "seats": [
                {"seat": n, "name": about.get(f"seat{n}", "")[:LONGEST_NAME] or rules.spec.seat_name(n)}
                for n in range(rules.seats_at(last))
            ],
            "status": "finished" if over else "live",
            "result": {"sentence": rules.ending(last) or _("The game ends here.")} if over else None,
            "line": self._line,
            "lines": [vars(branch) for branch in self._record.branches],
            "remarks": {ply: {"marks": each.marks, "words": each.words} for ply, each in remarks.items()},
            "about": about,
            "told": self._record.told,
        }

    def views(self, first: int, last: int | None) -> Iterator[dict[str, Any]]:
        """The boards after ``first`` to ``last`` moves, at most 64."""
        end = min(len(self._read.prelude), first + MOST_VIEWS - 1)
        end = end if last is None else min(end, last)
        with reading.long_ones(self._text):
            wanted = islice(self._walk(), first, end + 1)
            return iter([self.rules.view(position, None) for position, _move in wanted])

    def _walk(self) -> Iterator[tuple[Any, Any]]:
        """Each position with the move made there, None at the end. None is kept: those of large maps take much room."""
        rules, position = self.rules, self._read.first
        for text in self._read.prelude:
            effort.check()
            move = rules.parse_move(position, text)
            yield position, move
            position = rules.play(position, move)
        yield position, None


def _reading(rules: Game[Any, Any], text: str) -> tuple[Record, Reading]:
    record = records.read(rules, text)
    return record, played(rules, record)


def _first_reading(text: str) -> tuple[Record, Reading]:
    """The record as the first game reads it that can; raises ``MalformedRecord`` if none can."""
    several: SeveralGames | None = None
    for rules in registry.games().values():
        try:
            found = _reading(rules, text)
        except (effort.TooMuchWork, Busy):
            raise
        except SeveralGames as error:
            several = several or error
            continue
        except Refusal:
            continue
        if found[1].prelude:
            return found
    if several is not None:
        raise several
    raise MalformedRecord(
        _("No game reads this text as its own; say of which game it is to learn what is wrong with it.")
    )
