"""What those who follow a game are shown of it: each the same events, with the views that their seats may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.messages import _
from plyground.sessions.events import Event
from plyground.sessions.presence import Presence
from plyground.sessions.records import iso
from plyground.sessions.secrecy import Secrecy
from plyground.sessions.services import Publish
from plyground.sessions.setup import Setup
from plyground.sessions.state import KEPT, Moved, State, seat_name, series_after
from plyground.sessions.tokens import new_id

Planned = Callable[[tuple[int, ...]], dict[str, Any]]
"""What seats have planned, by seat, for whoever holds them."""
MOST_LISTED = 2_000
"""Up to so many legal moves are listed for a program."""


@dataclass(frozen=True)
class Viewpoint:
    """What one connection holds."""

    seats: tuple[int, ...] = ()
    director: bool = False

    @property
    def watcher(self) -> bool:
        return not self.seats


class Audience:
    """The connections of one game. Not locked: the session locks.

    Those that hold exactly the same seats see the same, and are in one room. Whoever goes on with the game has rooms of
    its own: those who followed it before hear nothing of it until they have joined again, and so miss nothing.
    """

    def __init__(self, game_id: str, publish: Publish) -> None:
        self._name, self._publish = f"{game_id}/{new_id()}", publish
        self._viewpoints: dict[str, Viewpoint] = {}
        self._shut: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._viewpoints)

    @property
    def watchers(self) -> int:
        return sum(viewpoint.watcher for viewpoint in self._viewpoints.values())

    @property
    def seats(self) -> set[int]:
        """The seats that somebody holds."""
        return {seat for viewpoint in self._viewpoints.values() for seat in viewpoint.seats}

    def enter(self, connection: str, viewpoint: Viewpoint) -> str:
        """Add a connection, or change what it holds; returns its room."""
        self._viewpoints[connection] = viewpoint
        return self._room(viewpoint.seats)

    def leave(self, connection: str) -> str | None:
        """Remove a connection; returns the room that it was in."""
        viewpoint = self._viewpoints.pop(connection, None)
        return None if viewpoint is None else self._room(viewpoint.seats)

    def shut_out(self, seat: int | None) -> None:
        """All who hold this seat, or direct (None), have to show the key that opens it now: they join again, and hear
        nothing as its holders before they did."""
        for connection, viewpoint in [*self._viewpoints.items()]:
            if viewpoint.director if seat is None else seat in viewpoint.seats:
                self._publish(connection, "again", {"game": self._name.partition("/")[0]})
                if seat is not None:
                    del self._viewpoints[connection]
        if seat is not None:
            self._shut[seat] += 1

    def tell(self, event: str, payload: Callable[[tuple[int, ...]], dict[str, Any] | None]) -> None:
        """Publish to each room that has somebody in it; ``payload`` is asked once for each set of seats. None: nothing
        is said there."""
        for seats in sorted({viewpoint.seats for viewpoint in self._viewpoints.values()}):
            told = payload(seats)
            if told is not None:
                self._publish(self._room(seats), event, told)

    def _room(self, seats: tuple[int, ...]) -> str:
        shut = sum(self._shut[seat] for seat in seats)
        return f"{self._name}/{'.'.join(map(str, seats))}" + (f"~{shut}" if shut else "")

    def tell_all(self, event: str, payload: dict[str, Any]) -> None:
        """Publish the same to everybody."""
        self.tell(event, lambda seats: payload)


class Broadcast:
    """One game's. Views are made once for each viewer who sees something of their own, and kept until the board
    changes. Not locked: the session locks."""

    def __init__(self, setup: Setup, publish: Publish, monotonic: Callable[[], float], planned: Planned) -> None:
        self._setup, self._rules, self._publish = setup, setup.rules, publish
        self.secrecy = Secrecy(setup)
        self.audience = Audience(setup.id, publish)
        self.presence = Presence(monotonic)
        self._planned = planned
        self._views: dict[int | None, dict[str, Any]] = {}

    def board_changed(self) -> None:
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

    def _shown(self, state: State, viewpoint: Viewpoint) -> dict[str, Any]:
        """What a card and a snapshot both have."""
        return {
            "id": self._setup.id,
            "game": self._setup.game,
            "title": self._rules.spec.title,
            "seats": self._seats(state, viewpoint.seats),
            "ply": state.ply,
            "status": _status(state),
            "view": self.view(state, viewpoint.seats),
            "watchers": self.audience.watchers,
        }

    def card(self, state: State) -> dict[str, Any]:
        moved = iso(state.touched) if state.touched is not None else self._setup.created
        return {**self._shown(state, Viewpoint()), "moved": moved, "paused": state.paused}

    def snapshot(
        self, state: State, viewpoint: Viewpoint, clock: dict[str, Any], thinking: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Everything that a page needs; ``thinking`` is the message of a bot's search, if there is one."""
        seats = viewpoint.seats
        return {
            **self._shown(state, viewpoint),
            "options": self._setup.options,
            "start": self.secrecy.start(state, seats),
            "seq": state.seq,
            "you": {"seats": list(seats), "director": viewpoint.director},
            "moves": _moves(self.secrecy.moves(state, seats)),
            **_changing(self._setup, state, clock),
            "present": self.present(state),
            "plans": self._planned(seats),
            "thinking": self.secrecy.news(state, thinking, seats) if thinking is not None else None,
            "created": self._setup.created,
        }

    def known(self, state: State, seat: int, first: int, clock: dict[str, Any]) -> dict[str, Any]:
        """What a program that plays a seat needs: texts in place of a board. ``moves`` are those from ply ``first`` on;
        ``legal`` is null where there are too many to list, and empty where it is not the seat's turn."""
        to_move = None if state.result is not None else self._rules.to_move(state.position)
        legal: list[str] | None = []
        if to_move == seat:
            moves = self._rules.legal_moves(state.position)
            texts = [self._rules.move_text(state.position, move) for move in moves[: MOST_LISTED + 1]]
            legal = texts if len(texts) <= MOST_LISTED else None
        view = self.view(state, (seat,))
        return {
            **_changing(self._setup, state, clock),
            "id": self._setup.id,
            "game": self._setup.game,
            "title": self._rules.spec.title,
            "options": self._setup.options,
            "start": self.secrecy.start(state, (seat,)),
            "map": view.get("map"),
            "seats": self._seats(state, ()),
            "seat": seat,
            "seq": state.seq,
            "to_move": to_move,
            "your_turn": to_move == seat,
            "position": view["text"],
            "legal": legal,
            "from": min(first, state.ply),
            "moves": [made.text for made in self.secrecy.moves(state, (seat,))[first:]],
        }

    def _seats(self, state: State, yours: tuple[int, ...]) -> list[dict[str, Any]]:
        """The seats as one viewer sees them: a person without a name is “You” to the one who has that seat alone."""
        shown = []
        for number, seat in enumerate(self._setup.seats):
            nameless = yours == (number,) and not state.names[number]
            name = _("You") if nameless else seat_name(self._setup, state, number)
            entry = {"seat": number, "name": name, "kind": seat.kind, "mark": self._setup.rules.spec.shape(number)}
            named = {"named": True} if seat.kind != "bot" and state.names[number] else {}
            level = self._setup.level(number)
            shown.append(
                entry
                | named
                | ({"bot": seat.bot} if seat.bot else {})
                | ({"level": level["algorithm"]} if level else {})
            )
        return shown

    def tell_event(self, state: State, event: Event, last: bool, at: float, clock: dict[str, Any]) -> None:
        """Tell of one event; ``state`` is that after the last of its group, and goes with the last."""
        told: dict[str, Any] = {"game": self._setup.id, "seq": event.seq, "kind": event.kind, "at": at, "state": {}}
        if event.kind != "move":
            told |= {name: value for name, value in event.data.items() if name not in ("left", KEPT)}
        if KEPT in event.data:
            told["kind"] = "key"
        changing = _changing(self._setup, state, clock) if last else {}
        if last and self.secrecy.hides and state.result is not None:  # what was hidden is told at the end
            changing["moves"] = _moves(state.moves)

        def payload(seats: tuple[int, ...]) -> dict[str, Any]:
            named = {"seats": self._seats(state, seats)} if last and "name" in event.data else {}
            made = self.secrecy.moves(state, seats)[-1:] if event.kind == "move" else []
            entry = {"move": {"ply": state.ply - 1, **vars(made[0])}} if made else {}
            return {**told, **entry, "state": {**changing, **named, **self._own(state, seats)} if last else {}}

        self.audience.tell("event", payload)

    def _own(self, state: State, seats: tuple[int, ...]) -> dict[str, Any]:
        """The parts of a snapshot that are each viewer's own and change with the board."""
        return {"view": self.view(state, seats), "plans": self._planned(seats)}

    def tell_plan(self, state: State, seat: int) -> None:
        """Tell whoever holds a seat, on all their devices, what it will reply; nobody else."""

        def payload(seats: tuple[int, ...]) -> dict[str, Any] | None:
            if seat not in seats:
                return None
            told = {"game": self._setup.id, "watchers": self.audience.watchers, "present": self.present(state)}
            return {**told, "plans": self._planned(seats)}

        self.audience.tell("watchers", payload)

    def tell_thinking(self, state: State, thinking: dict[str, Any]) -> None:
        self.audience.tell("thinking", lambda seats: self.secrecy.news(state, thinking, seats))

    def tell_watchers(self, state: State) -> None:
        told = {"game": self._setup.id, "watchers": self.audience.watchers, "present": self.present(state)}
        self.audience.tell_all("watchers", told)

    def present(self, state: State) -> list[int]:
        """The seats of people who are there; bots over the network keep no page open, and are there once they came."""
        network = self._setup.network_bots.values()
        return sorted(self.presence.here() | state.arrived.intersection(network))

    def tell_hint(self, connection: str, ply: int, found: dict[str, Any]) -> None:
        self._publish(connection, "hint", {"game": self._setup.id, "ply": ply, **found})


def _moves(made: Sequence[Moved]) -> list[dict[str, Any]]:
    return [{"ply": ply, **vars(each)} for ply, each in enumerate(made)]


def _status(state: State) -> str:
    return "playing" if state.result is None else "finished"


def _changing(setup: Setup, state: State, clock: dict[str, Any]) -> dict[str, Any]:
    """The parts of a snapshot that events change, all but the view. ``offers`` says who offers what: the seat that
    offers a draw, that asks to take back, the seats that want a rematch."""
    return {
        "ply": state.ply,
        "clock": clock,
        "status": _status(state),
        "result": state.result.as_json() if state.result else None,
        "offers": {
            "draw": state.draw.seat if state.draw else None,
            "takeback": state.takeback.seat if state.takeback else None,
            "rematch": list(state.rematch),
        },
        "out": sorted(state.out),
        "waiting": [seat for seat in range(len(state.names)) if seat not in state.arrived],
        "pace": state.pace,
        "paused": state.paused,
        "next": state.next,
        "series": series_after(setup, state).as_json(),
    }
