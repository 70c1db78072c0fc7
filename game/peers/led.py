"""What one server of the site does for all of them: the classes, and the competitions."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from plyground.core.errors import Refusal
from plyground.peers.calls import Enter, Unreachable
from plyground.peers.site import Site
from plyground.sessions.ownership import Elsewhere

log = logging.getLogger(__name__)

_LOOK_SECONDS = 2.0
_PATIENCE = 30.0
_REST_SECONDS = 10.0
"""After it failed to begin a server leaves it to others for so long."""


class Part(Protocol):
    """What is led."""

    def start(self) -> None:
        """Go on with what there is."""

    def close(self) -> None:
        """Let it rest; another server goes on."""

    def drop(self, connection: str) -> None:
        """A connection is gone."""


P = TypeVar("P", bound=Part)


class Led(Generic[P]):
    """A part that is led by one server at a time: by the one that asks first when nobody does.

    Each time a server begins to lead it ``make``s the part anew. All methods may be called from any thread.
    """

    def __init__(self, site: Site, thing: str, make: Callable[[], P], names: Iterable[str]) -> None:
        """``names`` are the methods of the part that other servers call: plain data in and plain data out."""
        self.site, self.thing, self._make = site, thing, make
        self.part: P | None = None
        self._looked = self._not_before = 0.0
        self._changing, self._ended = threading.Lock(), False
        site.serve(thing, {name: self._answering(name) for name in names})
        site.dropped.append(self._drop)
        site.expelled_parts.append(self._lose)

    def start(self) -> None:
        """Lead, if nobody does; from now on begin to when nobody does any more."""
        self._look()
        self.site.changed.append(self._look_now_and_then)

    def close(self) -> None:
        """Lead no more."""
        with self._changing:
            self._ended = True
            part, self.part = self.part, None
        if part is not None:
            part.close()
            self.site.owners.give_back(self.thing)

    def ask(
        self,
        name: str,
        *given: Any,
        enter: Enter | None = None,
        follower: str = "",
        patience: float = _PATIENCE,
        once: bool = False,
    ) -> Any:
        """What the part answers, wherever it is led; raises what it raises, or ``Busy``.

        With a ``follower`` that is the first argument, and hears from now on what is told. ``once``: see
        ``Site.carried``.
        """
        there = (self.site.named(given[0]), *given[1:]) if follower else given
        more = {"enter": enter} if enter else {}
        return self.site.carried(
            self.thing,
            lambda: getattr(self._here(), name)(*given, **more),
            self.thing,
            name,
            *there,
            enter=enter,
            follower=follower if enter else "",
            patience=patience,
            once=once,
        )

    def _here(self) -> P:
        part = self.part
        if part is None:
            leader = self.site.owners.owner(self.thing)
            if leader in self.site.membership.others:
                raise Elsewhere(leader)
            if not leader:
                self._look_soon()
            raise Unreachable(leader)  # nobody leads it yet, or this server is about to
        return part

    def _answering(self, name: str) -> Callable[..., Any]:
        return lambda thing, *given, **more: getattr(self._here(), name)(*given, **more)

    def _drop(self, connection: str) -> None:
        if self.part is not None:
            self.part.drop(connection)

    def _look_now_and_then(self, gone: bool) -> None:
        now = time.monotonic()
        if self.part is None and (gone or now > self._looked + _LOOK_SECONDS):
            self._looked = now
            self._look_soon()

    def _look_soon(self) -> None:
        if not self._changing.locked():
            threading.Thread(target=self._look, name=f"lead {self.thing}", daemon=True).start()

    def _look(self) -> None:
        """Begin to lead, if nobody does."""
        with self._changing:
            if self.part is not None or self._ended or time.monotonic() < self._not_before:
                return
            part: P | None = None
            try:
                if not self.site.owners.acquire(self.thing):
                    part = self._make()
                    part.start()
                    self.part = part
                    log.info("This server leads the %s.", self.thing)
            except Exception as failure:  # another server may try
                known = isinstance(failure, Refusal)
                log.warning("The %s could not be gone on with: %s", self.thing, failure, exc_info=not known)
                self._not_before = time.monotonic() + _REST_SECONDS
                self.site.owners.give_back(self.thing)
                if part is not None:
                    part.close()

    def _lose(self) -> None:
        """Another server leads by now; closing what is left here may take its time."""
        part, self.part = self.part, None
        if part is not None:
            threading.Thread(target=self._close, args=(part,), name=f"end {self.thing}", daemon=True).start()

    def _close(self, part: P) -> None:
        with self._changing:
            part.close()
