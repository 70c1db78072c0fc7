"""Calls from server to server: plain data in and out, by the names of services and of what they do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.recent import Recent
from plyground.core.refusals import CarriedElsewhere, Closing, Malformed
from plyground.peers.bus import Bus
from plyground.peers.packing import packed_refusal, raised
from plyground.sessions.ownership import Elsewhere

log = logging.getLogger(__name__)

Enter = Callable[[str], None]
Answers = Callable[..., Any]
"""Called with what a call gives, and with ``enter`` if the caller enters rooms: the second thing given then names the
connection that does."""

CALL_SECONDS = 6.0
_AT_ONCE = 64
_KEPT = 1000
"""So many answers of what must be done once are kept, in case they are asked for again."""


class Unreachable(Exception):
    """Another server did not answer; whether it heard is not known, unless ``heard`` says that nobody did."""

    def __init__(self, server: str = "", heard: bool = True) -> None:
        super().__init__(server)
        self.heard = heard


@dataclass
class _Call:
    to: str
    enter: Enter | None
    answer: Future[tuple[str, Any]] = field(default_factory=Future)


class Calls:
    """What this server asks others, and what it answers. All methods may be called from any thread."""

    def __init__(self, bus: Bus, entered: Callable[[str, str], None], strayed: Callable[[str, str], None]) -> None:
        """``entered`` is told of each connection of another server's that enters a room here, and of the room.

        ``strayed`` is told of each server where a connection of this one entered a room after its call was given up,
        and of what it is called there.
        """
        self._bus, self._entered, self._strayed = bus, entered, strayed
        self._services: dict[str, Mapping[str, Answers]] = {}
        self._calls: dict[int, _Call] = {}
        self._done_once: Recent[str, Future[Any]] = Recent(_KEPT)
        self._number = 0
        self._lock = threading.Lock()
        self._answering = ThreadPoolExecutor(_AT_ONCE, "peer calls")

    def serve(self, service: str, answers: Mapping[str, Answers]) -> None:
        """Answer the calls of other servers to a service."""
        self._services[service] = answers

    def close(self) -> None:
        """Answer no more."""
        self._answering.shutdown(wait=False, cancel_futures=True)

    def call(
        self,
        server: str,
        service: str,
        name: str,
        *given: Any,
        enter: Enter | None = None,
        patience: float = CALL_SECONDS,
        once: str = "",
    ) -> Any:
        """Call another server. Raises ``Unreachable``, ``Elsewhere``, or what it refuses.

        What is called again with the same key ``once`` is done there once, and what that gave is given again.
        """
        call = _Call(server, enter)
        with self._lock:
            self._number += 1
            number = self._number
            self._calls[number] = call
        try:
            body = [number, service, name, given, enter is not None, once]
            try:
                self._bus.send(frozenset([server]), "call", body, lambda: self.settle(number, "unheard", None))
            except ValueError:  # what no page sends: a number of thirty digits, half a letter
                raise Malformed(_("That holds a number or a text that is not taken.")) from None
            kind, value = call.answer.result(patience)
        except TookTooLong:
            raise Unreachable(server) from None
        finally:
            with self._lock:
                self._calls.pop(number, None)
        if kind in ("gone", "unheard"):
            raise Unreachable(server, heard=kind == "gone")
        if kind == "elsewhere":
            raise Elsewhere(value)
        if kind == "refused":
            raise raised(value)
        if kind == "failed":
            raise RuntimeError(f"The server {server} failed at {name}: {value}")
        return value

    def asked_of(self) -> set[str]:
        """The servers whose answers are waited for."""
        with self._lock:
            return {call.to for call in self._calls.values()}

    def fail(self, server: str) -> None:
        """A server does not answer any more."""
        with self._lock:
            lost = [number for number, call in self._calls.items() if call.to == server]
        for number in lost:
            self.settle(number, "gone", None)

    # What comes in: none of it waits

    def asked(
        self,
        sender: str,
        number: int,
        service: str,
        name: str,
        given: list[Any],
        enters: bool,
        once: str = "",
        *newer: Any,
    ) -> None:
        """Another server calls."""
        with suppress(RuntimeError):  # this server ends
            self._answering.submit(self._answer, sender, number, service, name, given, enters, once)

    def enter(self, sender: str, number: int, room: str, guest: str = "", *newer: Any) -> None:
        """The connection for which a call was made is in a room from now on: there it is called ``guest``."""
        with self._lock:
            call = self._calls.get(number)
        if call is None:
            self._strayed(sender, guest)
        elif call.enter is not None:
            call.enter(room)

    def settle(self, number: int, kind: str, value: Any) -> None:
        """The answer to a call."""
        with self._lock:
            call = self._calls.pop(number, None)
        if call is not None and not call.answer.done():
            call.answer.set_result((kind, value))

    def _answer(
        self, sender: str, number: int, service: str, name: str, given: list[Any], enters: bool, once: str
    ) -> None:
        def enter(room: str) -> None:
            self._entered(str(given[1]), room)
            self._bus.send(frozenset([sender]), "enter", [number, room, given[1]])

        answer: list[Any]
        try:
            do = self._services.get(service, {}).get(name)
            if do is None:
                answer = [number, "failed", f"there is no {service}.{name}"]
            elif once:
                answer = [number, "done", self._do_once(f"{sender} {once}", partial(do, *given))]
            else:
                answer = [number, "done", do(*given, enter=enter) if enters else do(*given)]
        except Elsewhere as found:
            answer = [number, "elsewhere", found.server]
        except (Closing, CarriedElsewhere, Unreachable):  # who asked waits until the thing is carried on elsewhere
            answer = [number, "gone", None]
        except Refusal as refusal:
            answer = [number, "refused", packed_refusal(refusal)]
        except Exception as failure:
            log.exception("What another server asked for (%s.%s) failed.", service, name)
            answer = [number, "failed", type(failure).__name__]
        try:
            self._bus.send(frozenset([sender]), "answer", answer)
        except ValueError:
            log.exception("What another server asked for (%s.%s) cannot be passed on.", service, name)
            self._bus.send(frozenset([sender]), "answer", [number, "failed", "its answer cannot be passed on"])

    def _do_once(self, key: str, do: Callable[[], Any]) -> Any:
        """What it gives, or gave when it was done under this key; waits while it is being done."""
        with self._lock:
            before = self._done_once.find(key)
            mine: Future[Any] = Future()
            if before is None:
                self._done_once[key] = mine
        if before is not None:
            try:
                return before.result(CALL_SECONDS)
            except TookTooLong:
                raise Unreachable from None
        try:
            mine.set_result(do())
        except BaseException as failure:  # nothing came of it, so it may be done again
            with self._lock:
                self._done_once.pop(key, None)
            mine.set_exception(failure)
        return mine.result()
