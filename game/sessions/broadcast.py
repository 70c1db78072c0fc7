"""What those who follow a game are shown of it: each the same events, with the views that their seats may see."""

from __future__ import annotations

from typing import Any

from plyground.sessions import shapes
from plyground.sessions.audience import Audience, Viewpoint
from plyground.sessions.events import Event
from plyground.sessions.secrecy import Secrecy
from plyground.sessions.services import Publish
from plyground.sessions.setup import Setup
from plyground.sessions.state import State


class Broadcast:
    """One game's. Views are made once for each viewer who sees something of their own, and kept until the board
    changes. Not locked: the session locks."""

    def __init__(self, setup: Setup, publish: Publish) -> None:
        self._setup, self._rules, self._publish = setup, setup.rules, publish
        self.secrecy = Secrecy(setup)
        self.audience = Audience(setup.id, publish)
        self._views: dict[int | None, dict[str, Any]] = {}

    def board_changed(self) -> None:
        """Forget the views."""
        self._views.clear()

    def view(self, state: State, seats: tuple[int, ...]) -> dict[str, Any]:
        """The view for the holder of these seats."""
        seat: int | None = None
        if seats and state.result is None:
            to_move = self._rules.to_move(state.position)
            seat = to_move if to_move in seats else seats[0]
        if seat not in self._views:
            self._views[seat] = self._rules.view(state.position, seat)
        return self._views[seat]

    def card(self, state: State) -> dict[str, Any]:
        """The card of the list of live games."""
        return shapes.card(self._setup, state, self.view(state, ()), self.audience.watchers)

    def snapshot(
        self, state: State, viewpoint: Viewpoint, clock: dict[str, Any], thinking: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Everything that a page needs; ``thinking`` is the message of a bot's search, if there is one."""
        seats = viewpoint.seats
        return shapes.snapshot(
            self._setup,
            state,
            seats,
            viewpoint.director,
            self.secrecy.start(state, seats),
            self.secrecy.moves(state, seats),
            self.view(state, seats),
            clock,
            self.secrecy.news(state, thinking, seats) if thinking is not None else None,
            self.audience.watchers,
        )

    def tell_event(self, state: State, event: Event, last: bool, at: float, clock: dict[str, Any]) -> None:
        """Tell of one event; ``state`` is that after the last of its group, and goes with the last."""
        told: dict[str, Any] = {"game": self._setup.id, "seq": event.seq, "kind": event.kind, "at": at, "state": {}}
        if event.kind != "move":
            told |= {name: value for name, value in event.data.items() if name != "left"}
        changing = shapes.changing(state, clock) if last else {}
        if last and self.secrecy.hides and state.result is not None:  # what was hidden is told at the end
            changing["moves"] = shapes.moves(state.moves)

        def payload(seats: tuple[int, ...]) -> dict[str, Any]:
            made = self.secrecy.moves(state, seats)[-1:] if event.kind == "move" else []
            entry = {"move": shapes.move(state.ply - 1, made[0])} if made else {}
            return {**told, **entry, "state": {**changing, "view": self.view(state, seats)} if last else {}}

        self.audience.tell("event", payload)

    def tell_thinking(self, state: State, thinking: dict[str, Any]) -> None:
        """Tell what a bot's search has so far."""
        self.audience.tell("thinking", lambda seats: self.secrecy.news(state, thinking, seats))

    def tell_watchers(self) -> None:
        """Tell how many watch."""
        self.audience.tell_all("watchers", {"game": self._setup.id, "watchers": self.audience.watchers})

    def tell_hint(self, connection: str, ply: int, found: dict[str, Any]) -> None:
        """Tell one connection of the hint that it asked for."""
        self._publish(connection, "hint", {"game": self._setup.id, "ply": ply, **found})
