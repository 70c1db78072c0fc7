"""A house for sessions under test: a log in memory, a pool that answers when told to, a clock set by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from plyground.core.refusals import Closing, StorageFailed
from plyground.jobs.requests import Listener, Request, SearchRequest
from plyground.sessions.events import Event
from plyground.sessions.plans import Plan
from plyground.sessions.services import Services
from plyground.sessions.session import Session
from plyground.sessions.setup import Created, Setup, read_spec
from plyground.sessions.timers import Timer, Timers


class FakeLog:
    """Keeps rows and events in memory, and fails when told to."""

    def __init__(self) -> None:
        self.rows: dict[str, Setup] = {}
        self.events: dict[str, list[Event]] = {}
        self.failing = False
        self.active: dict[str, bool] = {}
        self.due: dict[str, float | None] = {}
        self.lasting: dict[str, bool] = {}
        self.since_began = 0.0
        self.kept_plans: dict[int, Plan] = {}

    def append(
        self,
        game_id: str,
        events: Iterable[Event],
        opens: Setup | None = None,
        finished: bool = False,
        active: bool = True,
        due: float | None = None,
        lasting: bool = False,
    ) -> None:
        """Write, or raise ``StorageFailed``."""
        if self.failing:
            raise StorageFailed("The disk is full.")
        if opens is not None:
            self.rows[opens.id] = opens
        self.events.setdefault(game_id, []).extend(events)
        self.active[game_id] = active
        self.due[game_id], self.lasting[game_id] = due, lasting

    def keep_plan(self, game_id: str, seat: int, plan: Plan | None) -> None:
        """Keep it."""
        if self.failing:
            raise StorageFailed("The disk is full.")
        self.kept_plans.pop(seat, None)
        if plan is not None:
            self.kept_plans[seat] = plan

    def plans(self, game_id: str) -> dict[int, Plan]:
        """Those that were kept."""
        return dict(self.kept_plans)

    def age(self, at: float | None) -> float:
        """As the test says."""
        return self.since_began


@dataclass(eq=False)
class FakeHandle:
    """Notes what became of a request."""

    request: SearchRequest
    listener: Listener
    running: bool = True
    stopped: bool = False
    cancelled: bool = False

    def stop(self) -> None:
        """Note a stop."""
        self.stopped = True

    def cancel(self) -> None:
        """Note a cancel."""
        self.cancelled = True


@dataclass
class FakePool:
    """Keeps asks until the test answers them."""

    tickets: list[FakeHandle] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    begins_at_once: bool = True
    closed: bool = False

    def submit(self, request: Request, listener: Listener) -> FakeHandle:
        """Keep a request."""
        if self.closed:
            raise Closing("The server is shutting down.")
        self.tickets.append(FakeHandle(cast(SearchRequest, request), listener, self.begins_at_once))
        return self.tickets[-1]

    def forget(self, memory: str) -> None:
        """Note it."""
        self.forgotten.append(memory)

    @property
    def open(self) -> list[FakeHandle]:
        """The asks that are neither answered nor cancelled."""
        return [ticket for ticket in self.tickets if not ticket.cancelled]

    def answer(self, move: str, seconds: float = 0.1, **said: Any) -> None:
        """Answer the latest ask."""
        ticket = self.open[-1]
        self.tickets.remove(ticket)
        ticket.listener("answered", {"move": move, "seconds": seconds, **said})


class FakeTimers(Timers):
    """Calls are made when the test moves the clock on."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.calls: list[tuple[float, int, Timer]] = []
        self._order = itertools.count()

    def start(self) -> None:
        """Nothing to start."""

    def close(self) -> None:
        """Nothing to end."""

    def after(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Note a call."""
        timer = Timer(call)
        self.calls.append((self.now + seconds, next(self._order), timer))
        return timer

    def pass_time(self, seconds: float) -> None:
        """Move the clock on, making the calls that fall due."""
        until = self.now + seconds
        while due := sorted(entry for entry in self.calls if entry[0] <= until):
            self.calls.remove(due[0])
            self.now = max(self.now, due[0][0])
            if due[0][2].call is not None:
                due[0][2].call()
        self.now = until


@dataclass
class Scene:
    """One session in its house, and the tokens of its maker."""

    session: Session
    created: Created
    log: FakeLog
    pool: FakePool
    timers: FakeTimers
    told: list[tuple[str, str, dict[str, Any]]]
    opened: list[Session]
    ids: Iterable[int] = field(default_factory=itertools.count)

    def token(self, name: str) -> str:
        """A token by its name in the fragment, ``s0``, ``i1`` or ``d``."""
        return self.created.tokens[name]

    def do(self, name: str, do: str, /, **fields: Any) -> dict[str, Any]:
        """A command by the holder of a token, for the ply that the game is at, with a fresh id."""
        message: dict[str, Any] = {
            "game": self.session.id,
            "token": self.token(name),
            "id": f"id{next(iter(self.ids))}",
            "ply": self.session.state.ply,
            "do": do,
        }
        return self.session.command(message | fields, "connection")

    def events(self, kind: str = "event") -> list[dict[str, Any]]:
        """What was told, of one kind, to watchers and players alike."""
        return [payload for _, event, payload in self.told if event == kind]

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.session.state.result is not None

    def kinds(self) -> list[str]:
        """The kinds of all events in the log."""
        return [event.kind for event in self.log.events.get(self.session.id, [])]

    def any_move(self) -> str:
        """Some legal move."""
        session = self.session
        position = session.state.position
        return session.rules.move_text(position, session.rules.legal_moves(position)[0])


def scene(at_once: bool = False, **spec: Any) -> Scene:
    """A game made from ``spec`` (Othello unless it says otherwise), running.

    ``at_once``: its clocks run from the start, as those of games did that were made before version 0.2."""
    setup, created = read_spec({"game": "othello", "seed": 1, **spec}, "visitor")
    if at_once:
        setup = replace(setup, clock=replace(setup.clock, first_free=False))
    log, pool, timers = FakeLog(), FakePool(), FakeTimers()
    told: list[tuple[str, str, dict[str, Any]]] = []
    opened: list[Session] = []

    def adopt(new: Setup, events: Iterable[Event]) -> Session:
        assert not any(payload.get("next") == new.id for _, _, payload in told), "told of before it was there"
        opened.append(Session(new, services, tuple(events)))
        opened[-1].run()
        return opened[-1]

    services = Services(
        log,  # type: ignore[arg-type]
        pool,  # type: ignore[arg-type]
        timers,
        lambda room, event, payload: told.append((room, event, payload)),
        lambda: timers.now,
        adopt,
        lambda session: None,
        lambda session: None,
    )
    log.append(setup.id, (), opens=setup)
    session = Session(setup, services)
    session.run()
    return Scene(session, created, log, pool, timers, told, opened)


PEOPLE = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
AGAINST_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
