"""The JSON that travels: the parts of a snapshot and of a card, from a setup, a state and what is true right now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.sessions.records import iso
from plyground.sessions.setup import Setup
from plyground.sessions.state import Moved, State, seat_name

MARKS = (
    "circle", "square", "triangle", "diamond", "star", "cross", "hexagon", "heart",
    "moon", "drop", "pentagon", "ring", "bolt", "leaf", "shield", "flag",
)  # fmt: skip
"""The shape that stands for each seat wherever it is shown."""


def seats(setup: Setup, yours: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """The seats as one viewer sees them: a person without a name is “You” to the one who has that seat alone."""
    shown = []
    for number, seat in enumerate(setup.seats):
        name = "You" if yours == (number,) and not seat.name else seat_name(setup, number)
        entry = {"seat": number, "name": name, "kind": seat.kind, "mark": MARKS[number]}
        shown.append(entry | ({"bot": seat.bot} if seat.bot else {}))
    return shown


def move(ply: int, made: Moved) -> dict[str, Any]:
    """One entry of a snapshot's moves."""
    return {
        "ply": ply,
        "seat": made.seat,
        "text": made.text,
        "seconds": made.seconds,
        "effect": made.effect,
        "choice": made.choice,
    }


def moves(made: Sequence[Moved]) -> list[dict[str, Any]]:
    """The moves of a snapshot."""
    return [move(ply, each) for ply, each in enumerate(made)]


def clock(setup: Setup, state: State, running: int | None, since: float | None, now: float) -> dict[str, Any]:
    """The clock: ``left`` was true at ``at``, and ``running`` has used ``now - at`` since (null while none runs)."""
    shown = setup.clock.as_json()
    if state.left is None:
        return shown
    left = [round(seconds, 3) for seconds in state.left]
    return {**shown, "left": left, "running": running, "at": now if since is None else since, "now": now}


def offers(state: State) -> dict[str, Any]:
    """Who offers what: the seat that offers a draw, that asks to take back, the seats that want a rematch."""
    return {
        "draw": state.draw.seat if state.draw else None,
        "takeback": state.takeback.seat if state.takeback else None,
        "rematch": list(state.rematch),
    }


def changing(state: State, clock_shown: dict[str, Any]) -> dict[str, Any]:
    """The parts of a snapshot that events change, all but the view."""
    return {
        "ply": state.ply,
        "clock": clock_shown,
        "status": "playing" if state.result is None else "finished",
        "result": state.result.as_json() if state.result else None,
        "offers": offers(state),
        "out": sorted(state.out),
        "pace": state.pace,
        "paused": state.paused,
        "next": state.next,
    }


def snapshot(
    setup: Setup,
    state: State,
    yours: tuple[int, ...],
    director: bool,
    start: str,
    made: Sequence[Moved],
    view: dict[str, Any],
    clock_shown: dict[str, Any],
    thinking: dict[str, Any] | None,
    watchers: int,
) -> dict[str, Any]:
    """Everything that a page needs, as the holder of the seats ``yours`` sees it: ``start`` and the moves ``made`` are
    what that holder may know of them."""
    return {
        "id": setup.id,
        "game": setup.game,
        "title": setup.rules.spec.title,
        "options": setup.options,
        "start": start,
        "seq": state.seq,
        "seats": seats(setup, yours),
        "you": {"seats": list(yours), "director": director},
        "moves": moves(made),
        "view": view,
        **changing(state, clock_shown),
        "thinking": thinking,
        "watchers": watchers,
        "created": setup.created,
    }


def card(setup: Setup, state: State, view: dict[str, Any], watchers: int) -> dict[str, Any]:
    """Enough for a live miniature."""
    return {
        "id": setup.id,
        "game": setup.game,
        "title": setup.rules.spec.title,
        "seats": seats(setup),
        "ply": state.ply,
        "status": "playing" if state.result is None else "finished",
        "view": view,
        "watchers": watchers,
        "moved": iso(state.touched) if state.touched is not None else setup.created,
    }
