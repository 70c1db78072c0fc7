"""Writing the record of a game that was played here: JSON with seats, times and what the bots said, or a notation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from plyground.core import records
from plyground.core.game import Record
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, State, seat_name


def write(setup: Setup, state: State, start: str, moves: Sequence[Moved]) -> dict[str, Any]:
    """The record as JSON; ``plyground.core.records`` reads it back. ``start`` and ``moves`` are what the reader may
    know."""
    return {
        "plyground": records.VERSION,
        "game": setup.game,
        "options": setup.options,
        "start": start,
        "seats": [{"kind": s.kind, "name": seat_name(setup, n), "bot": s.bot} for n, s in enumerate(setup.seats)],
        "moves": [{"text": made.text, "seconds": made.seconds, "choice": made.choice} for made in moves],
        "result": state.result.as_json() if state.result is not None else None,
        "created": setup.created,
        "finished": iso(state.finished_at) if state.finished_at is not None else None,
    }


def notation(setup: Setup, state: State, start: str, moves: Sequence[Moved], form: str) -> str:
    """The game as text in one of ``plyground.core.records.forms``; raises ``MalformedRecord`` for another."""
    if form == records.FORM:
        return json.dumps(write(setup, state, start, moves), ensure_ascii=False, indent=1)
    tags = {f"seat{number}": seat_name(setup, number) for number in range(len(setup.seats))}
    tags["date"] = setup.created[:10]
    if state.result is not None:
        tags["result"] = state.result.sentence
    own = Record(setup.options, start, tuple(made.text for made in moves), tags)
    return records.write(setup.rules, own, form)


def iso(seconds: float) -> str:
    """A Unix time as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
