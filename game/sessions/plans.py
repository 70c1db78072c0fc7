"""What a player will reply before the turn has come: a premove, whatever is played, and replies to what they expect.

A plan is no part of the log, which the opponents follow: it is kept beside it, with the ply at which it was made, and
what is left of it follows from the moves since. Whoever else is in the game never hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import Malformed, StorageFailed
from plyground.sessions import reading
from plyground.sessions.setup import LONGEST_MOVE, Reading, Setup
from plyground.sessions.state import State

MOST_LINES, LONGEST_LINE = 12, 16
_MOST_LOOKED_AT = 32
_MOST_SECONDS = 0.03
"""Replies of the others that the moves of a premove are gathered from, and the processor time after which no other is
looked at."""


@dataclass(frozen=True)
class Plan:
    """Made at ``ply``. ``lines`` are moves of all seats from there on, each with the planner's own replies in them;
    ``premove`` is played at their next turn if no line says what, and if it is legal then."""

    ply: int
    lines: tuple[tuple[str, ...], ...] = ()
    premove: str = ""

    def as_json(self) -> dict[str, Any]:
        """What the planner's page is shown."""
        return {"lines": [list(line) for line in self.lines], "premove": self.premove}

    @classmethod
    def from_json(cls, ply: int, given: Mapping[str, Any]) -> Plan:
        """What ``as_json`` gave."""
        return cls(ply, tuple(tuple(line) for line in given["lines"]), given["premove"])

    def now(self, state: State, seat: int) -> Plan | None:
        """What is left of a seat's plan; None where that is nothing."""
        if self.ply > state.ply or state.result is not None:
            return None
        lines, premove = self.lines, self.premove
        for made in state.moves[self.ply :]:
            lines = tuple(line[1:] for line in lines if len(line) > 1 and line[0] == made.text)
            if made.seat == seat:
                premove = ""
        return Plan(state.ply, lines, premove) if lines or premove else None

    def reply(self, rules: Game[Any, Any], state: State) -> str | None:
        """The move that the seat, whose turn it is now, will make; None where it has none that is legal."""
        for text in (*(line[0] for line in self.lines[:1]), self.premove):
            if text and _legal(rules, state.position, text):
                return text
        return None


class Keeper(Protocol):
    """Where plans are kept, as ``store.Store``."""

    def keep_plan(self, game_id: str, seat: int, plan: Plan | None) -> None:
        """Keep a seat's plan, or that it has none; raises ``StorageFailed``."""

    def plans(self, game_id: str) -> dict[int, Plan]:
        """The plans of a game by seats."""


class Plans:
    """The plans of a game's seats, kept in the store beside its log."""

    def __init__(self, store: Keeper, setup: Setup) -> None:
        self._store, self._setup = store, setup
        self._plans: dict[int, Plan] = {}

    def load(self) -> None:
        """Go on with those that were kept."""
        self._plans = self._store.plans(self._setup.id)

    def change(self, state: State, seat: int, message: Mapping[str, Any]) -> Plan | None:
        """Keep the plan that a command gives, or none; raises the refusal, or ``StorageFailed``."""
        plan = read(self._setup.rules, state, seat, message)
        self._store.keep_plan(self._setup.id, seat, plan)
        self._plans.pop(seat, None)
        if plan is not None:
            self._plans[seat] = plan
        return plan

    def left(self, state: State, seats: tuple[int, ...]) -> dict[str, Any]:
        """What is left of the plans of these seats, as their pages are shown it; a premove that proves to be no move
        is left out at once."""
        rules, left = self._setup.rules, {}
        for seat in seats:
            plan = self._plans[seat].now(state, seat) if seat in self._plans else None
            if plan and rules.to_move(state.position) == seat and not _legal(rules, state.position, plan.premove):
                plan = replace(plan, premove="")
            if plan and (plan.lines or plan.premove):
                left[str(seat)] = plan.as_json()
        return left

    def reply(self, state: State) -> str | None:
        """The move that the seat to move has planned, if it has, and it can be made."""
        seat = self._setup.rules.to_move(state.position)
        if state.result is not None or seat not in self._plans or seat in state.out:
            return None
        plan = self._plans[seat].now(state, seat)
        return plan.reply(self._setup.rules, state) if plan is not None else None

    def drop(self) -> None:
        """What was planned was meant for a game that has gone another way."""
        for seat in list(self._plans):
            del self._plans[seat]
            with suppress(StorageFailed):
                self._store.keep_plan(self._setup.id, seat, None)


def _legal(rules: Game[Any, Any], position: Any, text: str) -> bool:
    try:
        rules.require(position, text)
    except Refusal:
        return False
    return True


def read(rules: Game[Any, Any], state: State, seat: int, message: Mapping[str, Any]) -> Plan | None:
    """The plan of a command's ``lines`` and ``premove``; None if both are empty. Raises the refusal."""
    given = message.get("lines") or []
    if not isinstance(given, list) or len(given) > MOST_LINES:
        raise Malformed(_("A plan has at most {most} lines, each a list of moves.", most=MOST_LINES))
    lines = []
    for line in given:
        texts = reading.texts({"line": line}, "line", LONGEST_LINE, LONGEST_MOVE)
        position, own, shown = state.position, 0, []
        for text in texts:
            move = rules.require(position, text)
            mine = rules.to_move(position) == seat
            shown.append(rules.move_text(position, move))
            position = rules.play(position, move)
            own = len(shown) if mine else own
            if rules.returns(position) is not None:
                break
        if not own:
            raise Malformed(_("A line of a plan ends with a reply of your own."))
        lines.append(tuple(shown[:own]))
    premove = reading.a_text(message, "premove", LONGEST_MOVE)
    return Plan(state.ply, tuple(lines), premove) if lines or premove else None


def premove_view(read: Reading, seat: int) -> dict[str, Any]:
    """The board as it is, as ``seat`` would have it to move: with the moves that it could have next, gathered from what
    the others might play. Not all of them, where there are many; one that is none then is not played."""
    rules, position = read.rules, read.position
    begun = time.thread_time()
    view = {**rules.view(position, seat), "to_move": seat}
    moves: dict[str, Any] = {}
    spreads: dict[tuple[Any, Any], dict[str, Any]] = {}
    for move in _some(rules.legal_moves(position)):
        after = rules.play(position, move)
        if rules.returns(after) is None and rules.to_move(after) == seat:
            found = rules.view(after, seat)
            for entry in found.get("moves", ()):
                moves.setdefault(entry.get("text") or entry.get("kind"), entry)
            for spread in found.get("spreads", ()):
                known = spreads.setdefault((spread["from"], spread["direction"]), dict(spread))
                for name in ("most", "reach"):
                    known[name] = max(known[name], spread[name])
        if time.thread_time() - begun > _MOST_SECONDS:
            break
    view["moves"] = list(moves.values())
    if spreads:
        view["spreads"] = list(spreads.values())
    if "refusals" in view:
        view["refusals"] = []
    return view


def _some(moves: Sequence[Any]) -> list[Any]:
    """Moves evenly spread over all of them."""
    step = max(1, -(-len(moves) // _MOST_LOOKED_AT))
    return list(moves[::step])
